/**
 * Calculates every printed number of xoff again, with pandas from the tables of each run (docs/statistics.md, "Every
 * number that is printed"). The Python code in test/recalculated/ follows that page and not xoff's code. It reads the
 * texts of terminal and page as a user sees them.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readScenario, runSync } from "../src/run/lab/scenario-input.ts";
import { reportPage } from "../src/report/page/page.ts";
import { runText } from "../src/report/run-text.ts";
import { writeRun } from "../src/batch/store/run-folder.ts";
import { headNumbers } from "../src/apps/studio/measure/head-numbers.ts";
import { build, Folder, ran } from "./cli/xoff.ts";
import { smallScenario } from "./recalculated/small-scenarios.ts";

const RUNS = 30;

/** Debian's Python has pandas. Another Python that comes first in the path may lack it. */
const interpreter = ["python3", "/usr/bin/python3"].find(
  (name) => spawnSync(name, ["-c", "import pandas"]).status === 0,
);
if (interpreter === undefined) console.log("left out: numbers calculated again, for want of Python with pandas");

const script = fileURLToPath(new URL("recalculated/recalculate.py", import.meta.url));

/**
 * Cases with unfinished flows, or with rows that do not depend on the seed. Others have different traffic, or a job that ends only under
 * some seeds.
 */
const COMPARED = [
  {
    ...{ name: "unfinished", seeds: "3" },
    scenario: {
      ...{ seed: 3, until: "200us", switch: { memory: "6MiB" } },
      topology: { kind: "leaf-spine", leaves: 2, spines: 2, hostsPerLeaf: 3, rate: "100Gbps", delay: "1us" },
      traffic: [
        { kind: "poisson", cdf: "websearch-hpcc", load: 0.6, stop: "100us" },
        { kind: "incast", to: "h0", size: "60KB" },
      ],
      policies: { congestion: "none", detection: "none" },
    },
    vary: ["routing=ecmp,spray", "buffer=st,dt"],
    columns: ["fct_mean_ns", "slowdown_p99", "goodput_bps"],
    against: "routing=spray",
  },
  {
    ...{ name: "still", seeds: "6" },
    scenario: {
      ...{ seed: 1, until: "done", limit: "1ms" },
      topology: { kind: "leaf-spine", leaves: 2, spines: 2, hostsPerLeaf: 2, rate: "100Gbps", delay: "500ns" },
      policies: { congestion: "none", detection: "none", recovery: "irn" },
      traffic: [
        { kind: "flows", list: ["h0, h2, 100KB, 0", "h1, h3, 100KB, 0"] },
        { kind: "collective", size: "128KB" },
      ],
    },
    vary: ["routing=ecmp,spray,letflow"],
    columns: ["fct_mean_ns", "job_ns"],
    against: "routing=ecmp",
  },
  {
    ...{ name: "loads", seeds: "4" },
    scenario: {
      ...{ seed: 7, until: "75us", onDrop: "count", switch: { memory: "2MiB" } },
      topology: { kind: "star", hosts: 4, rate: "25Gbps", delay: "1us" },
      policies: { congestion: "dcqcn", detection: { name: "red", kmin: "5KB", kmax: "20KB" } },
      traffic: [
        { kind: "poisson", cdf: "fb-hadoop-hpcc", load: 0.3 },
        { kind: "collective", size: "60KB" },
        { kind: "incast", to: "h0", size: "20KB" },
      ],
    },
    vary: ["traffic.0.load=0.3,0.9", "congestion=dcqcn,none"],
    columns: ["slowdown_mean", "job_ns", "unfinished"],
    against: "traffic.0.load=0.3",
  },
] as const;

/** Columns of a comparison. `--columns` prints them even if the terminal is too narrow. */
const ALL_COLUMNS =
  "fct_mean_ns,fct_p99_ns,slowdown_mean,slowdown_p50,slowdown_p99,common_fct_mean_ns,pauses,paused_ns,goodput_bps,job_ns";

const folder = new Folder();

/** Runs xoff in the folder and returns its output. */
function xoff(...args: readonly string[]): string {
  const { code, stdout, stderr } = folder.run(...args);
  expect(code, `${args.join(" ")}\n${stderr}`).toBe(0);
  return stdout;
}

/** Makes thirty runs in separate folders, with their output. */
async function writeRuns(): Promise<object[]> {
  const texts = fc.sample(smallScenario, RUNS);
  return Promise.all(
    texts.map(async (text, k) => {
      const name = `run${k}`;
      const results = runSync(readScenario(text, { file: `${name}.json` }));
      writeRun(folder.at(name), results, { text });
      const page = await reportPage([{ label: name, ...results }]);
      return { folder: name, text: runText(results), page, head: headNumbers(results.summary) };
    }),
  );
}

function writeComparisons(): object[] {
  return COMPARED.map(({ name, seeds, scenario, vary, columns, against }, k) => {
    folder.write(`${name}.json`, JSON.stringify(scenario));
    const varied = vary.flatMap((one) => ["--vary", one]);
    const shown = k === 0 ? [] : ["--columns", ALL_COLUMNS];
    const text = xoff("compare", `${name}.json`, ...varied, "--seeds", seeds, ...shown, "--out", name);
    xoff("report", name);
    const plan = `${name}-sweep`;
    xoff("sweep", "plan", `${name}.json`, ...varied, "--seeds", seeds, "--out", plan);
    xoff("sweep", "run", plan);
    xoff("sweep", "collect", plan);
    const stats = columns.map((column) => ({
      ...{ column, against },
      text: xoff("sweep", "stats", plan, column, "--against", against),
      json: xoff("sweep", "stats", plan, column, "--against", against, "--json"),
    }));
    return { folder: name, text, page: folder.text(`${name}/report.html`), rows: `${plan}/collected/rows.csv`, stats };
  });
}

beforeAll(async () => {
  if (interpreter === undefined) return;
  build();
  folder.write("printed.json", JSON.stringify({ runs: await writeRuns(), comparisons: writeComparisons() }));
});
afterAll(() => {
  folder.remove();
});

function python(...options: readonly string[]): unknown {
  const { stdout, stderr, status } = ran(interpreter!, ["-B", script, ...options, "printed.json"], {
    cwd: folder.path,
  });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

test.skipIf(interpreter === undefined)(
  `${RUNS} runs, ${COMPARED.length} comparisons and their sweeps: no number differs`,
  () => {
    const { checked, differences } = python() as { checked: number; differences: unknown[] };
    expect(differences).toEqual([]);
    expect(checked).toBeGreaterThan(20_000);
  },
);

test.skipIf(interpreter === undefined)("each planted error is reported", () => {
  expect(python("--planted")).toEqual({
    "p50 and p99 of a run swapped": ["FCT of all: p50", "FCT of all: p99"],
    "mean of a run over finished flows": ["FCT of all: mean"],
    "mean of the report over finished flows": ["tile slowdown mean"],
    "p50 of the studio in place of p99": ["p99 slowdown"],
    "a digit of a mean of the comparison": ["fct_mean_ns"],
    "unpaired interval of the comparison": ["fct_mean_ns"],
    "unpaired interval of a sweep, --json": ["difference, half"],
    "unpaired interval of a sweep": ["routing=ecmp, buffer=st: interval of the difference"],
    "median and p90 of a sweep swapped": ["routing=ecmp, buffer=st: median", "routing=ecmp, buffer=st: p90"],
  });
});
