/**
 * Tests that xoff writes the same bytes as HPCC's ns-3 simulator. The validity of all other results rests on this test.
 */
import { describe, expect, test } from "vitest";
import { fctText, pfcText } from "../../src/report/hpcc-outputs.ts";
import { runNs3 } from "../../src/run/lab/lab.ts";
import { expected, load, names } from "./cases.ts";

describe.each(names)("%s", (name) => {
  test.each([
    ["with idle ends of transmission left out", true],
    ["with every end of transmission an event", false],
  ])("fct.txt and pfc.txt are the reference simulator's, %s", (_how, elide) => {
    const run = runNs3(load(name), { elide });
    expect(fctText(run)).toBe(expected(name, "fct.txt"));
    expect(pfcText(run)).toBe(expected(name, "pfc.txt"));
  });
});
