/**
 * Tests eight given flows under ECMP and under spraying. The seed changes the paths of ECMP only if its hash is drawn.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Comparison } from "../../src/batch/sweep/comparison.ts";
import { build, Folder } from "../cli/xoff.ts";

let at: Folder;
beforeAll(() => {
  build();
  at = new Folder();
  at.write("s.yaml", readFileSync(new URL("seeds-move-nothing/s.yaml", import.meta.url)));
});
afterAll(() => {
  at.remove();
});

/** The table over seeds in the output, and the decisions about the mean FCT in compare.json and over-seeds.csv. */
function compared(routing: string, seeds: number, out: string) {
  const options = ["--vary", `routing=${routing}`, "--seeds", String(seeds), "--columns", "fct_mean_ns"];
  const { code, stdout } = at.run("compare", "s.yaml", ...options, "--out", out);
  expect(code).toBe(0);
  const { over_seeds: rows } = JSON.parse(at.text(`${out}/compare.json`)) as Comparison;
  const csv = at.text(`${out}/over-seeds.csv`).split("\n");
  return {
    text: stdout.slice(stdout.indexOf("Over ")),
    ecmp: rows[0],
    csv: csv.filter((line) => line.includes(",fct_mean_ns,")),
  };
}

test("flows and hash given: no interval, no star, an explanation and no verdict; the report page says so too", () => {
  const { text, ecmp, csv } = compared("{name: ecmp, seed: per-switch},spray", 3, "given");
  expect(text).toMatch(/^\{name: ecmp, seed: per-switch\} +153\.7 us$/m);
  expect(text).toMatch(/^spray +145\.1 us ±4\.6%$/m);
  expect(text).not.toContain("*");
  const sentence =
    "{name: ecmp, seed: per-switch}: the seed changes nothing here (flows are given; ECMP's hash is fixed by `seed: per-switch`). " +
    'To vary it: --vary "routing={name: ecmp, seed: drawn},spray" No comparison with {name: ecmp, seed: per-switch} is decided, because the seed does not change it.';
  expect(text.replaceAll("\n", " ")).toContain(sentence);
  const why = "the seed does not change one of the two";
  expect(ecmp).toMatchObject({ moves: false, best: [], figures: { fct_mean_ns: { half: null, count: 3 } } });
  expect(ecmp.differences.fct_mean_ns).toMatchObject({
    to: "routing=spray",
    verdict: "none",
    why,
    half: null,
    p: null,
  });
  expect(csv[0]).toMatch(
    /^"\{name: ecmp, seed: per-switch\}",fct_mean_ns,3,false,3,153707\.\d+,,false,routing=spray,paired,3,\d+\.\d+,,,none,the seed does not change/,
  );

  expect(at.run("report", "given").code).toBe(0);
  const page = at.text("given/report.html").replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll(/\s+/g, " ");
  for (const one of sentence.split(/(?<=spray") /)) expect(page).toContain(one);
  const [, numbers = ""] = /id="numbers"(.*?)<section/s.exec(page) ?? [];
  expect(numbers).not.toMatch(/<b>[\d.,]+\*<\/b>/);
});

test("the hash drawn: both rows have intervals, and 6 seeds give no verdict", () => {
  const { text, ecmp, csv } = compared("ecmp,spray", 6, "drawn");
  expect(text).toMatch(/^ecmp +146\.5 us ±16%$/m);
  expect(text).toMatch(/^spray +144\.9 us ±1\.4%$/m);
  expect(text).not.toContain("*");
  expect(text).not.toContain("changes nothing");
  expect(ecmp).toMatchObject({ moves: true, fixed: [{ at: "traffic" }] });
  expect(ecmp.differences.fct_mean_ns).toMatchObject({ how: "paired", count: 6, verdict: "undecided", why: null });
  expect(csv[0]).toContain(",true,6,");
});

test("sweep stats: the same explanation and no verdict; a stopping rule adds no seeds", () => {
  const plan = [
    "s.yaml",
    "--vary",
    "routing={name: ecmp, seed: per-switch},spray",
    "--until",
    "fct_mean_ns decided",
    "--at-most",
    "20",
  ];
  expect(at.run("sweep", "plan", ...plan, "--out", "sweep").code).toBe(0);
  expect(at.run("sweep", "run", "sweep", "--quiet").code).toBe(0);
  const { stdout } = at.run("sweep", "stats", "sweep", "fct_mean_ns");
  expect(stdout).toMatch(/^routing=\{name: ecmp, seed: per-switch\} +5 +153700 +- +- /m);
  expect(stdout).toMatch(/^routing=spray +5 +-\d+ +- +- +no decision: the seed does not change one of the two$/m);
  expect(stdout.replaceAll("\n", " ")).toContain(
    "fixed by `seed: per-switch`). To vary it: routing={name: ecmp, seed: drawn}",
  );
  expect(at.run("sweep", "status", "sweep").stdout).toMatch(/^a run took [\d.]+ (ms|s) on average$/m);
});
