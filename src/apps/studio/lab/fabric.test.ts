/**
 * Tests that the fabric read from the table of ports equals the wiring. Only the delays are missing, because no table
 * has them.
 */
import { expect, test } from "vitest";
import { readScenario, runSync } from "../../../run/lab/scenario-input.ts";
import { fabricOf, fabricOfPorts } from "./fabric.ts";

test.each([
  ["a leaf-spine", { kind: "leaf-spine", leaves: 2, spines: 2, hostsPerLeaf: 2 }],
  ["a dumbbell", { kind: "dumbbell", pairs: 3 }],
  [
    "links side by side",
    {
      kind: "file",
      nodes: [
        { name: "h0", kind: "host" },
        { name: "h1", kind: "host" },
        { name: "s", kind: "switch" },
        { name: "t", kind: "switch" },
      ],
      links: [
        { a: "h0", b: "s" },
        { a: "s", b: "t", parallel: 3 },
        { a: "t", b: "h1" },
      ],
    },
  ],
])("%s", (_, topology) => {
  const text = JSON.stringify({
    until: "20us",
    topology,
    traffic: [{ kind: "flows", list: [{ from: "h0", to: "h1", size: "1KB" }] }],
  });
  const fabric = fabricOf(readScenario(text).wiring);
  expect(fabricOfPorts(runSync(text).tables.ports)).toEqual({ ...fabric, delay: fabric.delay.map(() => NaN) });
});
