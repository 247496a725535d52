/**
 * Tests that every built-in policy keeps the contract of its role. An entry in `src/policies/policies.ts` adds a policy
 * to this test.
 */
import fc from "fast-check";
import { describe, test } from "vitest";
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
