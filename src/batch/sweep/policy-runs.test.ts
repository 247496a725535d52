import { expect, test } from "vitest";
import { builtIn } from "../../run/lab/lab.ts";
import type { ModuleFile } from "../../scenario/tables.ts";
import { checkTwice, settingOf } from "./policy-runs.ts";

const moduleOf = (name: string): ModuleFile => ({
  ...{ section: "policies", role: "transport", name, url: "", file: name, hash: "", sources: [] },
});

test.each(["ndp", "eqds"])("the fabric of transport %s, which reads trimmed headers, trims packets", (name) => {
  const setting = settingOf(moduleOf(name), builtIn);
  expect(setting).toBe(`policies={ transport: ${name}, buffer: trim }`);
  expect(checkTwice(builtIn, [setting]).summary.counters.dropped_trimmed).toBeGreaterThan(0);
});

test("a transport that reads no trimmed headers has the default buffer policy", () => {
  expect(settingOf(moduleOf("uec"), builtIn)).toBe("transport=uec");
});
