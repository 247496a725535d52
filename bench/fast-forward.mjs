/**
 * Compares runs with fast-forward and packet by packet: processor time, skipped bytes and errors. Prints a table for bench/fast-forward.md.
 *
 *   node bench/fast-forward.mjs            all cases, both modes in turns
 *   node bench/fast-forward.mjs ring moe   cases whose name contains one of these words
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readScenario, setUp } from "../dist/run/lab/lab.js";

const self = fileURLToPath(import.meta.url);

const rails = (groups, servers) =>
  JSON.stringify({
    ...{ kind: "rail-optimised", groups, servers, rails: 8, spines: servers },
    ...{ rate: "400Gbps", delay: "1us" },
  });
const collective = (operation, size, more = {}) =>
  JSON.stringify({ kind: "collective", operation, ranks: "all", size, ...more });
const ring = (size) => collective("all-reduce-ring", size, { stride: 8 });
const halving = (size) => collective("all-reduce-halving-doubling", size);
const allToAll = (size) => collective("all-to-all", size, { channels: 1 });
const poisson = (load) => JSON.stringify({ kind: "poisson", cdf: "websearch-hpcc", load, stop: "1ms" });

/** By name: topology, traffic and congestion control. */
const CASES = {
  "long ring, 1 GB, 128 NICs, dcqcn": [rails(2, 8), ring("1GB"), "dcqcn"],
  "ring, 64 MB, 32 NICs, dcqcn": [rails(1, 4), ring("64MB"), "dcqcn"],
  "ring, 64 MB, 32 NICs, none": [rails(1, 4), ring("64MB"), "none"],
  "ring, 256 MB, 32 NICs, dcqcn": [rails(1, 4), ring("256MB"), "dcqcn"],
  "ring, 128 MB, 128 NICs, dcqcn": [rails(2, 8), ring("128MB"), "dcqcn"],
  "halving-doubling, 64 MB, 32 NICs, dcqcn": [rails(1, 4), halving("64MB"), "dcqcn"],
  "all-to-all, 64 MB, 32 NICs, dcqcn": [rails(1, 4), allToAll("64MB"), "dcqcn"],
  "WebSearch .3, 32 NICs, dcqcn": [rails(1, 4), poisson(0.3), "dcqcn"],
  "WebSearch .8, 32 NICs, dcqcn": [rails(1, 4), poisson(0.8), "dcqcn"],
};

const textOf = ([topology, traffic, congestion], isFast) => `seed: 1
until: done
limit: 1s
topology: ${topology}
switch: { memory: 32MiB }
traffic: [${traffic}]
policies: { congestion: ${congestion} }
measure: { pauses: false }
fastForward: ${isFast}
`;

if (process.argv[2] === "--one") one(process.argv[3]);
else compare(process.argv.slice(2));

/** Runs one scenario file, and prints its numbers. */
function one(file) {
  const text = readFileSync(file, "utf8");
  const experiment = setUp(readScenario(text, file));
  const before = process.cpuUsage();
  const { summary, tables } = experiment.results(experiment.run(experiment.scenario.until));
  const { user, system } = process.cpuUsage(before);
  const { fct_ns } = tables.flows.columns;
  console.log(
    JSON.stringify({
      ...{ cpu: (user + system) / 1e6, hops: summary.counters.packet_hops, events: experiment.network.events },
      ...{ share: summary.fast_forward?.share ?? 0, pauses: summary.counters.pauses, fct: Array.from(fct_ns) },
    }),
  );
}

function compare(words) {
  const folder = mkdtempSync(join(tmpdir(), "xoff-"));
  const names = Object.keys(CASES).filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
  console.log("| case | packet-hops | exact, s | fast-forward, s | times faster | bytes skipped | largest FCT error |");
  console.log("|---|---|---|---|---|---|---|");
  for (const name of names) {
    const [exact, fast] = [false, true].map((isFast) => {
      const file = join(folder, "case.yaml");
      writeFileSync(file, textOf(CASES[name], isFast));
      const { stdout, stderr, status, error } = spawnSync(process.execPath, [self, "--one", file], {
        encoding: "utf8",
        maxBuffer: 2 ** 28,
      });
      if (error !== undefined || status !== 0) throw new Error(`${name}: ${error?.message ?? stderr}`);
      return JSON.parse(stdout);
    });
    const errors = exact.fct.map((fct, flow) => Math.abs(fast.fct[flow] - fct) / fct);
    const worst = errors.reduce((most, by) => Math.max(most, by), 0);
    console.log(
      `| ${name} | ${(exact.hops / 1e6).toFixed(1)} million | ${exact.cpu.toFixed(1)} | ${fast.cpu.toFixed(1)} | ` +
        `${(exact.cpu / fast.cpu).toFixed(1)} | ${(100 * fast.share).toFixed(0)}% | ${worst === 0 ? "0" : worst.toExponential(1)} |`,
    );
  }
  rmSync(folder, { recursive: true });
}
