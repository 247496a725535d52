import { expect, test } from "vitest";
import { experiment, readScenario } from "../../run/lab/lab.ts";
import { faultsCompared } from "../page/faults.ts";
import { sharedSpells } from "./spells.ts";

const run = (label: string, faults: string) => ({
  label,
  ...experiment(
    readScenario(
      `until: 100us\ntopology: { kind: star, hosts: 2 }\nonDrop: count\ntraffic: [{ kind: long-lived, from: h0, to: h1 }]\nfaults: ${faults}\n`,
      "x.yaml",
    ),
  ),
});
const FLAP = "{ kind: link-down, target: h0-sw0, at: 10us, for: 5us, times: 2, every: 50us }";

test("what all runs have is shaded: each time that it was there, and not what is there all the time", () => {
  const one = run("one", `[${FLAP}, { kind: bit-errors, target: h1-sw0, rate: 0 }]`);
  const other = run("other", `[${FLAP}, { kind: delay, target: h1-sw0, delay: 2us, at: 20us }]`);
  expect(sharedSpells([one, other])).toEqual({
    spells: [
      { from: 10_000, to: 15_000 },
      { from: 60_000, to: 65_000 },
    ],
    notes: ["Shaded: link-down h0-sw0, 2 x, first 10 us to 15 us."],
  });
  expect(sharedSpells([one, run("none", "[]")])).toEqual({ spells: [], notes: [] });
});

test("a comparison names the faults once where all runs had the same, else run by run", () => {
  const text = (...runs: ReturnType<typeof run>[]): string => String(faultsCompared(runs)?.text).replace(/\s+/g, " ");
  const [one, none] = [run("a=1", `[${FLAP}]`), run("a=2", "[]")];
  expect(text(one, { ...one, label: "a=3" })).toContain("<li>0 link-down, h0-sw0, 10 us to 15 us<em> (all runs)</em>");
  expect(text(one, none)).toMatch(/15 us<em> \(a=1\)<\/em>.*<li>none<em> \(a=2\)/);
  expect(faultsCompared([none])).toBeUndefined();
});
