/**
 * Tests that every built-in policy keeps the contract of its role. An entry in `src/policies/policies.ts` adds a policy
 * to this test.
 */
import { readFileSync } from "node:fs";
import swc from "@swc/wasm-typescript";
import fc from "fast-check";
import { describe, test } from "vitest";
import { dataUrl } from "../src/batch/loader/data-url.ts";
import { stripTypes } from "../src/batch/loader/strip-types.ts";
import { probes, topologies, trafficKinds, type Role } from "../src/policies/policies.ts";
import { builtIn } from "../src/scenario/registry/tables.ts";
import { contractChecks } from "../src/batch/suites/contracts.ts";
import { lowest, maskOf } from "../src/policies/scheduling/classes.ts";

// Half of fast-check's default, because there are about 300 properties.
fc.configureGlobal({ numRuns: 50 });

for (const [role, modules] of Object.entries(builtIn.policies)) {
  for (const [name, module] of Object.entries(modules)) {
    describe(`${role}/${name}`, () => {
      for (const check of contractChecks(role as Role, module)) test(check.name, check.run);
    });
  }
}

describe.each(Object.entries(topologies).filter(([name]) => name !== "file"))("topology/%s", (_name, module) => {
  for (const check of contractChecks("topology", module)) test(check.name, check.run);
});

describe.each(Object.entries(trafficKinds))("traffic/%s", (_name, module) => {
  for (const check of contractChecks("traffic", module)) test(check.name, check.run);
});

describe.each(Object.entries(probes))("probe/%s", (_name, module) => {
  for (const check of contractChecks("probe", module)) test(check.name, check.run);
});

/** The code block of a page that `pattern` finds, as a module. Its imports are replaced by what it imports. */
async function moduleIn(page: string, pattern: RegExp): Promise<unknown> {
  const [, code] = pattern.exec(readFileSync(new URL(`../docs/${page}`, import.meta.url), "utf8"))!;
  const imported = ["const defineParams = (table) => table;", lowest, maskOf, ""].join("\n");
  return import(dataUrl(stripTypes(imported + code.replace(/^import .*$/gm, ""), "example.ts", swc)));
}

describe.each([
  ["policies-of-your-own.md", /```ts\n(import \{ defineParams, type QueueView, .*?)```/s],
  ["ordinary-changes.md", /```ts\n(\/\*\*\n \* The highest class number first.*?)```/s],
])("the scheduling policy in docs/%s", async (page, pattern) => {
  for (const check of contractChecks("scheduling", await moduleIn(page, pattern))) test(check.name, check.run);
});
