/** Tests the command `xoff compare`: its folder, its table, its exit codes and its output. */
import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { build, ended, Folder, until } from "./xoff.ts";

const scenario = (until: string): string => `seed: 7
until: ${until}
topology: { kind: star, hosts: 9, delay: 2us }
switch: { memory: 2MiB }
traffic:
  - { kind: incast, fanIn: 8, to: h0, size: 64KB, every: 50us }
  - { kind: poisson, cdf: solar2022, load: 0.3 }
`;

let at: Folder;
beforeAll(build);
beforeEach(() => {
  at = new Folder();
  at.write("mix.yaml", scenario("400us"));
});
afterEach(() => {
  at.remove();
});

const lines = (name: string): string[][] =>
  at
    .text(name)
    .trim()
    .split("\n")
    .map((line) => line.split(","));

interface Compared {
  readonly rows: readonly { label: string; settings: object; folder: string; ending: string; digest: string }[];
  readonly not_begun: readonly string[];
}
const compared = (folder: string): Compared => JSON.parse(at.text(`${folder}/compare.json`)) as Compared;

test("one row for each policy, in the given order, in a table, compare.csv, compare.json and run folders", () => {
  const { code, stdout, stderr } = at.run("compare", "mix.yaml", "--vary", "buffer=dt,st", "--vary", "seed=2,1");
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^4 rows in results\/mix-compare-[0-9a-f]{8}: /)]);
  expect(stdout).toMatch(/^mix: 4 rows\n\nbuffer {2}seed .*\ndt {6}2 .*\ndt {6}1 .*\nst {6}2 .*\nst {6}1 /);
  expect(stdout).toMatch(/^Over 2 seeds: the mean, and half its 95% confidence interval$/m);
  expect(stdout.split("\n").every((line) => line.length <= 80)).toBe(true);

  const [, folder = ""] = /in (\S+):/.exec(stderr) ?? [];
  const [head, ...rows] = lines(`${folder}/compare.csv`);
  expect(head.slice(0, 5)).toEqual(["buffer", "seed", "ending", "pauses", "paused_ns"]);
  expect(rows.map((row) => row.slice(0, 2).join(" "))).toEqual(["dt 2", "dt 1", "st 2", "st 1"]);
  const { rows: told } = compared(folder);
  expect(told[1]).toMatchObject({ label: "buffer=dt, seed=1", settings: { buffer: "dt", seed: "1" } });
  for (const { folder: run, digest } of told) {
    const summary = JSON.parse(at.text(`${folder}/${run}/summary.json`)) as { digest: string };
    expect(summary.digest).toBe(digest);
  }
});

test("the same bytes for every number of parallel runs, and --json prints those of compare.json", () => {
  const args = ["compare", "mix.yaml", "--vary", "congestion=none,dcqcn,hpcc", "--set", "until=200us"];
  expect(at.run(...args, "--jobs", "1", "--out", "a").code).toBe(0);
  const { code, stdout } = at.run(...args, "--jobs", "3", "--out", "b", "--json");
  expect(code).toBe(0);
  expect(stdout).toBe(at.text("b/compare.json"));
  for (const file of ["compare.json", "compare.csv", "runs/congestion=hpcc/flows.csv"]) {
    expect(at.text(`a/${file}`)).toBe(at.text(`b/${file}`));
  }
});

test("a row is the run of its scenario: xoff run --set gives the same digest", () => {
  at.run("compare", "mix.yaml", "--vary", "buffer.alpha=1/8,2", "--out", "c");
  at.run("run", "mix.yaml", "--set", "buffer.alpha=2", "--out", "r");
  const { digest } = JSON.parse(at.text("r/summary.json")) as { digest: string };
  expect(compared("c").rows.map((row) => row.digest === digest)).toEqual([false, true]);
});

test("--fast-forward: rows carry the share skipped, are another run than the exact ones, and are resumed as such", () => {
  at.write(
    "lone.yaml",
    "until: done\nlimit: 10ms\ntopology: { kind: star, hosts: 3 }\n" +
      "traffic: [{ kind: flows, list: [{ from: h0, to: h1, size: 4MB }] }]\npolicies: { routing: ecmp }\n",
  );
  const args = ["compare", "lone.yaml", "--vary", "congestion=none,dcqcn", "--out", "c"];
  expect(at.run(...args).code).toBe(0);
  const exact = compared("c").rows;
  expect(at.run(...args, "--fast-forward").stderr).not.toContain("complete already");
  const [head, ...rows] = lines("c/compare.csv");
  for (const row of rows) {
    expect(Number(row[head.indexOf("skipped_share")])).toBeGreaterThan(0.5);
    expect(row[head.indexOf("skip_error")]).toBe("0");
  }
  compared("c").rows.forEach((row, k) => {
    expect(row.digest).not.toBe(exact[k].digest);
  });
  expect(at.run(...args, "--fast-forward").stderr).toContain("2 of 2 rows are complete already");
  const refused = at.run("compare", "lone.yaml", "--vary", "congestion=none,max-min", "--fast-forward", "--out", "d");
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringMatching(/fast-forward cannot see.*\(with congestion=max-min\)/),
  ]);
});

test("columns and the order of rows by name, and --help lists them", () => {
  const args = ["--vary", "buffer.alpha=1/8,8,2", "--columns", "pauses,common_flows", "--sort", "pauses:desc"];
  const { code, stdout } = at.run("compare", "mix.yaml", ...args);
  const [head, ...rows] = stdout.split("\n").slice(2, 6);
  expect([code, head]).toEqual([0, "buffer.alpha  PAUSEs   common n"]);
  const pauses = rows.map((row) => Number(row.split(/ +/)[1].replace(/[,*]/g, "")));
  expect(pauses).toEqual([...pauses].sort((a, b) => b - a));
  expect(at.run("compare", "--help").stdout).toMatch(/^ {2}common_flows +Number of /m);
});

test("traffic without a flow in a row is warned of once, with the names of the rows", () => {
  const args = [
    "--vary",
    "traffic[1].load=1e-4,0.3",
    "--vary",
    "buffer=st,dt",
    "--set",
    "traffic[1].cdf=websearch-hpcc",
  ];
  const { code, stderr } = at.run("compare", "mix.yaml", ...args);
  const rows = ["st", "dt"].map((buffer) => `traffic[1].load=1e-4, buffer=${buffer}`).join("; ");
  const text = "traffic[1]: expected at least one flow, got 0. No flow begins in the run of 400 us under seed 7:";
  expect([code, stderr.split("warning: ").length]).toEqual([0, 2]);
  expect(stderr).toContain(`warning: ${rows}: mix.yaml:7:5: ${text}`);
});

describe("an error gives exit code 2 and its place, and nothing is written", () => {
  test.each([
    [
      ["--vary", "buffer=st,td"],
      /^error: --vary buffer=td: policies\.buffer: expected one of .* Did you mean "dt"\?\n$/,
    ],
    [["--vary", "topology.hosts=9,4"], /^error: mix\.yaml:6:\d+: traffic\[0\].* \(with topology\.hosts=4\)\n$/],
    [["--vary", "switch.memory=2MiB,1KB"], /^error: --vary switch\.memory=1KB: switch\.memory: /],
    [
      ["--set", "seed=2", "--vary", "seed=3,4"],
      /^error: seed has no effect, because varying seed replaces it\. Remove one of them\.\n$/,
    ],
    [
      ["--set", "buffer.alpha=3", "--vary", "policies={buffer: st},{buffer: dt}"],
      /^error: buffer\.alpha has no effect, because varying policies replaces it\. Write it into the values: --vary 'policies=\{buffer: st\},\{ buffer: \{ name: dt, alpha: 3 \} \}'\.\n$/,
    ],
    [
      ["--set", "transport.paths=8", "--vary", "transport=none,ndp"],
      /Write it into the values: --vary 'transport=none,\{ name: ndp, paths: 8 \}'\.\n$/,
    ],
    [[], /^error: there is nothing to compare: --vary, --seeds and --ideal are missing/],
    [["--vary", "buffer=st", "--seeds", "1"], /^error: .*'1' is invalid\. Expected a whole number from 2 to 1000\./],
    [
      ["--vary", "buffer=st", "--columns", "pauses,fct_men_ns"],
      /^error: .*got "fct_men_ns"\. Did you mean "fct_mean_ns"\?/,
    ],
    [
      ["--vary", "buffer=st", "--columns", "x"],
      /^error: .*got "x"\. Columns are pauses, paused_ns, queue_pauses, drops, /,
    ],
    [
      ["--vary", "buffer=st", "--sort", "pauses:down"],
      /^error: .*asc or desc after the column, got "down"\. Write pauses:desc\./,
    ],
    [["--vary", "buffer=st", "--sort", "pauses", "--json"], /^error: .*cannot be used with option '--json'/],
    [["--vary", "buffer=st", "--out", "."], /^error: \.: expected a new folder or/],
  ])("%s", (args, message) => {
    const { code, stdout, stderr } = at.run("compare", "mix.yaml", ...args);
    expect(stderr).toMatch(message);
    expect([code, stdout, at.names()]).toEqual([2, "", ["mix.yaml"]]);
  });
});

test("a row that drops lossless packets fails alone, as an error of its scenario", () => {
  const set = ["--set", "traffic.0.size=640KB", "--set", "congestion=none", "--out", "c"];
  const { code, stdout, stderr } = at.run("compare", "mix.yaml", "--vary", "headroom.size=1B,80KB", ...set);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^error: mix with headroom\.size=1B: policies\.headroom\.size: expected .* At .* us sw0 lost a packet /,
  );
  expect(stdout).toMatch(/^1B +failed\n80KB +[1-9]/m);
  expect(compared("c").rows).toMatchObject([
    { ending: "failed", folder: null, digest: null },
    { ending: "time is up", folder: "runs/headroom.size=80KB" },
  ]);
  expect(existsSync(at.at("c/runs/headroom.size=1B"))).toBe(false);
});

test("an interrupted comparison keeps its results, and names the rows that had not begun", async () => {
  at.write("mix.yaml", scenario("50ms").replace("64KB", "640KB"));
  const child = at.start("compare", "mix.yaml", "--vary", "buffer=st,dt", "--jobs", "1", "--out", "c");
  const end = ended(child);
  await until(() => at.names().some((name) => name.endsWith(".partial")), child);
  await delay(1500);
  child.kill("SIGINT");
  const { code, stdout, stderr } = await end;
  expect(code).toBe(130);
  expect(at.names()).toEqual(["c", "mix.yaml"]);
  expect(stdout).toMatch(/^st .* cut short$/m);
  expect(stderr).toContain("interrupted, with the measurements so far: buffer=st\n");
  expect(stderr).toContain("not started: buffer=dt\n");
  expect(compared("c")).toMatchObject({
    rows: [{ label: "buffer=st", ending: "interrupted" }],
    not_begun: ["buffer=dt"],
  });
});

describe("--ideal", () => {
  interface OverSeeds {
    readonly rows: readonly { label: string; settings: Record<string, string>; figures: Record<string, number> }[];
    readonly over_seeds: readonly { label: string; best: string[]; differences: Record<string, { to: string }> }[];
  }
  const varied = ["--vary", "buffer=dt,st", "--seeds", "2", "--set", "switch.memory=600KB"];

  test("adds rows without PAUSEs, one for each seed; they are never the best row, and the text has the possible gain", () => {
    const { code, stdout } = at.run("compare", "mix.yaml", ...varied, "--ideal", "pauses", "--out", "c");
    expect(code).toBe(0);
    const { rows, over_seeds } = JSON.parse(at.text("c/compare.json")) as OverSeeds;
    expect(rows.map(({ label }) => label)).toEqual([
      ...["buffer=dt, seed=7", "buffer=dt, seed=8", "buffer=st, seed=7", "buffer=st, seed=8"],
      ...["ideal=pauses, seed=7", "ideal=pauses, seed=8"],
    ]);
    expect(rows[0].settings).toEqual({ buffer: "dt", seed: "7", ideal: "none" });
    expect(rows[4].settings).toEqual({ buffer: "any", seed: "7", ideal: "pauses" });
    expect(rows[0].figures["pauses"]).toBeGreaterThan(0);
    for (const { figures } of rows.slice(4)) expect([figures["pauses"], figures["paused_ns"]]).toEqual([0, 0]);
    expect(over_seeds[2].best).toEqual([]);
    for (const { differences } of over_seeds)
      for (const { to } of Object.values(differences)) expect(to).not.toContain("pauses");
    expect(stdout).toContain("It bounds PAUSEs and paused");
    expect(stdout).toMatch(/buffer=any, ideal=pauses against the best row of each\s+measure: FCT mean/);
  });

  test("existing rows are not run again", () => {
    at.run("compare", "mix.yaml", ...varied, "--out", "c");
    const { code, stderr } = at.run("compare", "mix.yaml", ...varied, "--ideal", "rates", "--out", "c");
    expect([code, stderr]).toEqual([0, expect.stringMatching(/4 of 8 rows are complete already/)]);
  });

  test("an ideal run without PAUSEs that has some fails with a reason", () => {
    at.write("storm.yaml", `${scenario("400us")}faults: [{ kind: pause-storm, target: h1, at: 100us }]\n`);
    const { code, stderr } = at.run("compare", "storm.yaml", "--vary", "buffer=dt", "--ideal", "pauses", "--out", "c");
    expect(code).toBe(2);
    expect(stderr).toMatch(/storm with ideal=pauses: ideal: expected a run in which no port pauses, got /);
  });

  test("an unknown ideal, and one that the scenario already has, are errors before the run", () => {
    expect(at.run("compare", "mix.yaml", "--ideal", "pause").stderr).toMatch(/Did you mean "pauses"\?/);
    const twice = at.run("compare", "mix.yaml", "--set", "ideal=rates", "--ideal", "pauses");
    expect([twice.code, twice.stderr]).toEqual([
      2,
      expect.stringMatching(/--ideal is only allowed without ideal: rates in the scenario/),
    ]);
  });
});
