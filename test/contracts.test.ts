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

describe("the scheduling policy in docs/policies-of-your-own.md", async () => {
  const page = readFileSync(new URL("../docs/policies-of-your-own.md", import.meta.url), "utf8");
  const [, code] = /```ts\nimport \{ defineParams, type QueueView, .*?\n(.*?)```/s.exec(page)!;
  const module: unknown = await import(
    dataUrl(stripTypes(`const defineParams = (table) => table;\n${code}`, "example.ts", swc))
  );
  for (const check of contractChecks("scheduling", module)) test(check.name, check.run);
});
