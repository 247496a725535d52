/** Tests the command `xoff sweep`: planned, interrupted and resumed sweeps, and merged and collected results. */
import { cpSync, readdirSync, rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build, butCode, ended, Folder, until } from "./xoff.ts";

const scenario = `seed: 7
until: 100us
topology: { kind: star, hosts: 5, delay: 2us }
traffic:
  - { kind: poisson, cdf: solar2022, load: 0.4 }
`;

const policy = `export const role = "congestion";
export const about = "fails";
export const params = {};
export const create = () => ({ onStart() {}, onAck() { throw new Error("boom"); } });
`;

let at: Folder;
/** rows.csv and the Parquet file of an uninterrupted sweep. */
let whole: { readonly csv: string; readonly parquet: Buffer };
beforeAll(() => {
  build();
  at = new Folder();
  at.write("my.yaml", scenario);
  at.run("sweep", "plan", "my.yaml", "--vary", "buffer=st,dt", "--seeds", "20", "--out", "whole");
  expect(at.run("sweep", "run", "whole").stderr).toMatch(/^40 runs done, 0 failed; 40 of 40 are complete\.$/m);
  whole = collect("whole");
}, 300_000);
afterAll(() => {
  at.remove();
});

function collect(...folders: readonly string[]): typeof whole {
  const { code, stderr } = at.run("sweep", "collect", ...folders);
  expect([code, stderr]).toEqual([0, expect.stringContaining("rows.parquet, rows.csv")]);
  const [first] = folders;
  return { csv: at.text(`${first}/collected/rows.csv`), parquet: at.bytes(`${first}/collected/rows.parquet`) };
}

/** Plans the same sweep in a new folder, without any completed run. */
function planned(name: string): string {
  at.run("sweep", "plan", "my.yaml", "--vary", "buffer=st,dt", "--seeds", "20", "--out", name);
  return name;
}

const rows = (folder: string): string[] =>
  readdirSync(at.at(folder), { recursive: true, encoding: "utf8" }).filter((name) => /rows.*json$/.test(name));

test("one row for each run, in the order of the plan, with its settings and the columns of a comparison", () => {
  const [head, ...lines] = whole.csv.trim().split("\n");
  expect(head).toMatch(/^buffer,seed,run,ending,digest,pauses,/);
  expect(lines.map((line) => line.split(",").slice(0, 2).join(" "))).toEqual(
    ["st", "dt"].flatMap((buffer) => Array.from({ length: 20 }, (_, k) => `${buffer} ${7 + k}`)),
  );
  const { code, stdout } = at.run("sweep", "status", "whole");
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^my: 40 of 40 runs done, 0 missing, 0 failed\na run took /),
  ]);
});

test("killed at random times and resumed, it collects the same bytes", async () => {
  const folder = planned("killed");
  for (let kill = 0; kill < 3; kill++) {
    const child = at.start("sweep", "run", folder);
    const end = ended(child);
    await delay(500 + 400 * Math.random());
    child.kill("SIGKILL"); // the child may have ended before
    await end;
  }
  expect(at.run("sweep", "run", folder, "--jobs", "1").code).toBe(0);
  expect(collect(folder)).toEqual(whole);
}, 300_000);

test("Ctrl-C ends it with 130; the next command runs only the missing rows", async () => {
  const folder = planned("stopped");
  const child = at.start("sweep", "run", folder, "--jobs", "1");
  const end = ended(child);
  await until(() => rows(folder).length > 0, child);
  child.kill("SIGINT");
  const { code } = await end;
  const done = rows(folder).length;
  expect([130, 0]).toContain(code); // the child may have ended before the signal
  expect(at.run("sweep", "run", folder).stderr).toMatch(new RegExp(`^${40 - done} runs? done, 0 failed; 40 of 40`));
}, 300_000);

test("folders of two machines, each with its share, merge to the same bytes", () => {
  const here = planned("here");
  cpSync(at.at(here), at.at("there"), { recursive: true });
  const [one, other] = ["here", "there"].map((folder, k) =>
    at.run("sweep", "run", folder, "--jobs", "1", "--task", `${k + 1}/2`),
  );
  expect(one.stderr).toMatch(/^20 runs done by task 1\/2, 0 failed; 20 of 40 are complete\.$/m);
  expect([one.code, other.code]).toEqual([0, 0]);
  expect(at.run("sweep", "status", "here").code).toBe(1);
  expect(collect("here", "there")).toEqual(whole);
}, 300_000);

test("a row left empty by a power failure is run again, and more seeds run only new rows", () => {
  cpSync(at.at("whole"), at.at("more"), { recursive: true });
  rmSync(at.at("more/collected"), { recursive: true });
  at.write(`more/${rows("more")[3]}`, "");
  const { stderr } = at.run("sweep", "plan", "my.yaml", "--vary", "buffer=st,dt", "--seeds", "22", "--out", "more");
  expect(stderr).toContain("more: 2 points x 22 seeds, 44 runs; 39 are complete already.");
  expect(at.run("sweep", "run", "more", "--jobs", "1").stderr).toMatch(/^5 runs done/);
}, 300_000);

test("--fast-forward makes other runs: the rows of exact ones are not used, and both stay", () => {
  at.write("steady.yaml", scenario.replace("traffic:", "policies: { congestion: none }\ntraffic:"));
  const plan = ["sweep", "plan", "steady.yaml", "--vary", "buffer=st,dt", "--out", "steady"];
  at.run(...plan);
  at.run("sweep", "run", "steady");
  expect(at.run(...plan, "--fast-forward").stderr).toContain("2 points x 1 seed, 2 runs.");
  at.run("sweep", "run", "steady");
  const [head, ...lines] = collect("steady")
    .csv.trim()
    .split("\n")
    .map((line) => line.split(","));
  expect(lines.map((line) => line[head.indexOf("skip_error")])).toEqual(["0", "0"]);
  expect(at.run(...plan).stderr).toContain("2 are complete already");
});

test("a failed run is listed with its reason, does not block others, and is repeated only by retry", () => {
  at.write("my-cc.js", policy);
  at.run("sweep", "plan", "my.yaml", "--vary", "congestion=none,./my-cc.js", "--seeds", "2", "--out", "failing");
  const ran = at.run("sweep", "run", "failing", "--jobs", "1", "--run-code");
  expect(ran.code).toBe(2);
  expect(ran.stderr).toMatch(/^error: congestion=\.\/my-cc\.js, seed=7: .*my-cc\.js:4.*boom/m);
  expect(ran.stderr).toMatch(/^2 runs done, 2 failed; 2 of 4 are complete\.$/m);
  expect(butCode(at.run("sweep", "run", "failing", "--run-code").stderr)).toMatch(
    /^0 runs done, 0 failed, 2 runs failed before/,
  );
  const { code, stdout } = at.run("sweep", "status", "failing");
  expect([code, stdout]).toEqual([1, expect.stringContaining("failed: congestion=./my-cc.js, seed=8: ")]);
  expect(at.run("sweep", "retry", "failing", "--jobs", "1", "--run-code").stderr).toMatch(
    /^0 runs done, 2 failed; 2 of 4 are complete\.$/m,
  );
  expect(at.run("sweep", "collect", "failing").stderr).toMatch(
    /^2 rows in .*\nwarning: 2 runs of the plan are missing, 2 of them failed. Run xoff sweep run for the others, and xoff sweep retry for failed ones.$/m,
  );
}, 300_000);

test("an error in one point is reported before anything is written, and another folder is not accepted as a sweep", () => {
  at.write("b.yaml", "scenario: my.yaml\ngrid:\n  buffer: [spcf, st]\n");
  expect(at.run("sweep", "plan", "b.yaml", "--out", "none").stderr).toMatch(
    /^error: b\.yaml:3:12: policies\.buffer: expected one of .*, got "spcf"\. Did you mean "spfc"\?/,
  );
  expect(at.names()).not.toContain("none");
  at.write("plan.json", "{}");
  expect(at.run("sweep", "run", ".").stderr).toMatch(
    /^error: plan\.json: expected the plan of a sweep, found another or an edited file/,
  );
  expect(at.run("sweep", "plan", "my.yaml", "--out", ".").stderr).toMatch(/^error: \.: expected a new or empty folder/);
  expect(at.text("plan.json")).toBe("{}");
});

test("the plan of a sweep warns of traffic without a flow, and names the points", () => {
  const { stderr } = at.run("sweep", "plan", "my.yaml", "--vary", "until=100us,1ns", "--seeds", "2", "--out", "idle");
  expect(stderr).toMatch(/^warning: until=1ns: my\.yaml:5:5: traffic\[0\]: expected at least one flow, got 0\. /);
});
