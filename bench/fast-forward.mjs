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
/** The first NICs of a rail: one in each of the first `servers` servers. */
const onRail = (rail, servers) => Array.from({ length: servers }, (_, server) => `h${8 * server + rail}`);
const collective = (operation, size, more = {}) =>
  JSON.stringify({ kind: "collective", operation, ranks: "all", size, ...more });
const ring = (size) => collective("all-reduce-ring", size, { stride: 8 });
const halving = (size) => collective("all-reduce-halving-doubling", size);
const allToAll = (size) => collective("all-to-all", size, { channels: 1 });
const poisson = (load) => JSON.stringify({ kind: "poisson", cdf: "websearch-hpcc", load, stop: "1ms" });

const tree = collective("all-reduce-tree", "64MB", { pieces: 64 });
const pipeline = collective("pipeline", "1MB", { pieces: 64 });
/** A pipeline of 16 stages on each of 8 rails. The stages compute between messages. */
const pipelines = Array.from({ length: 8 }, (_, rail) =>
  collective("pipeline", "4MB", { ranks: onRail(rail, 16), pieces: 16, compute: "200us" }),
).join(", ");
/** An MoE: the ranks compute, then exchange by an all-to-all. A layer has two of them forward, and two backward. */
const moe = (iterations, more = {}) =>
  collective("all-to-all", "8MB", { channels: 1, compute: "200us", iterations, ...more });
/** The same computation and exchange in 16 groups of 8 experts: two groups on each of the 8 rails. */
const moeInGroups = (iterations) =>
  Array.from({ length: 16 }, (_, group) => {
    const first = group < 8 ? 0 : 8;
    return moe(iterations, { ranks: onRail(group % 8, 16).slice(first, first + 8) });
  }).join(", ");
const stragglers = collective("all-reduce-ring", "8MB", { stride: 8, iterations: 4, compute: "20us", straggle: "5us" });

/** One ring for each rail, so that each flow stays within one switch. */
const railRings = (servers, size, iterations) =>
  Array.from({ length: 8 }, (_, rail) => {
    const ranks = Array.from({ length: servers }, (_, server) => `h${rail + 8 * server}`);
    return JSON.stringify({ kind: "collective", operation: "all-reduce-ring", ranks, size, iterations });
  }).join(", ");

/** The cases by name: topology, traffic, congestion control and routing. */
const CASES = {
  "long ring, 1 GB, 128 NICs, dcqcn": [rails(2, 8), ring("1GB"), "dcqcn"],
  "long ring, 64 MB, 256 NICs, dcqcn": [rails(4, 8), ring("64MB"), "dcqcn"],
  "ring, 256 MB, 32 NICs, dcqcn": [rails(1, 4), ring("256MB"), "dcqcn"],
  "ring, 64 MB, 32 NICs, dcqcn": [rails(1, 4), ring("64MB"), "dcqcn"],
  "ring, 64 MB, 32 NICs, none": [rails(1, 4), ring("64MB"), "none"],
  "ring, 64 MB, 32 NICs, hpcc": [rails(1, 4), ring("64MB"), "hpcc"],
  "ring, 256 MB, 32 NICs, hpcc": [rails(1, 4), ring("256MB"), "hpcc"],
  "ring, 64 MB, 32 NICs, acc": [rails(1, 4), ring("64MB"), "acc"],
  "ring, 256 MB, 32 NICs, acc": [rails(1, 4), ring("256MB"), "acc"],
  "rail rings of 16 MB, 32 NICs, dcqcn and plb": [rails(1, 4), railRings(4, "16MB", 8), "dcqcn", "plb"],
  "rail rings of 16 MB, 32 NICs, hpcc and plb": [rails(1, 4), railRings(4, "16MB", 8), "hpcc", "plb"],
  "ring, 64 MB, 32 NICs, dcqcn and plb": [rails(1, 4), ring("64MB"), "dcqcn", "plb"],
  "ring, 128 MB, 128 NICs, dcqcn": [rails(2, 8), ring("128MB"), "dcqcn"],
  "ring, 128 MB, 128 NICs, hpcc": [rails(2, 8), ring("128MB"), "hpcc"],
  "ring, 128 MB, 128 NICs, acc": [rails(2, 8), ring("128MB"), "acc"],
  "ring with stragglers, 4 times 8 MB, 32 NICs, dcqcn": [rails(1, 4), stragglers, "dcqcn"],
  "tree, 64 MB, 32 NICs, dcqcn": [rails(1, 4), tree, "dcqcn"],
  "pipeline, 64 times 1 MB, 32 NICs, dcqcn": [rails(1, 4), pipeline, "dcqcn"],
  "8 pipelines of 16 stages, 16 times 4 MB, 128 NICs, dcqcn": [rails(2, 8), pipelines, "dcqcn"],
  "MoE, 8 all-to-alls of 8 MB, 32 NICs, dcqcn": [rails(1, 4), moe(8), "dcqcn"],
  "MoE, 24 all-to-alls of 8 MB, 32 NICs, dcqcn": [rails(1, 4), moe(24), "dcqcn"],
  "MoE, 8 all-to-alls of 8 MB, 32 NICs, none": [rails(1, 4), moe(8), "none"],
  "MoE with popular experts, 8 all-to-alls of 8 MB, 32 NICs, dcqcn": [rails(1, 4), moe(8, { skew: 1 }), "dcqcn"],
  "MoE in groups of 8, 8 all-to-alls of 8 MB, 128 NICs, dcqcn": [rails(2, 8), moeInGroups(8), "dcqcn"],
  "MoE in groups of 8, 24 all-to-alls of 8 MB, 128 NICs, dcqcn": [rails(2, 8), moeInGroups(24), "dcqcn"],
  "halving-doubling, 64 MB, 32 NICs, dcqcn": [rails(1, 4), halving("64MB"), "dcqcn"],
  "all-to-all, 64 MB, 32 NICs, dcqcn": [rails(1, 4), allToAll("64MB"), "dcqcn"],
  "WebSearch .3, 32 NICs, dcqcn": [rails(1, 4), poisson(0.3), "dcqcn"],
  "WebSearch .8, 32 NICs, dcqcn": [rails(1, 4), poisson(0.8), "dcqcn"],
};

const textOf = ([topology, traffic, congestion, routing = "ecmp"], isFast) => `seed: 1
until: done
limit: 1s
topology: ${topology}
switch: { memory: 32MiB }
traffic: [${traffic}]
policies: { congestion: ${congestion}, routing: ${routing} }
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
  const { flow, traffic, source, destination, size_bytes, fct_ns } = tables.flows.columns;
  // Fast-forward numbers flows that wait for other flows in another order. So a flow is identified by its hosts, its
  // size and its rank among the flows of this pair. This name is the same in both runs.
  const seen = new Map();
  const name = (row) => {
    const pair = `${traffic[row]} ${source[row]} ${destination[row]} ${size_bytes[row]}`;
    seen.set(pair, (seen.get(pair) ?? 0) + 1);
    return `${pair} ${seen.get(pair)}`;
  };
  console.log(
    JSON.stringify({
      ...{ cpu: (user + system) / 1e6, hops: summary.counters.packet_hops, end: summary.simulated_ns },
      ...{ share: summary.fast_forward?.share ?? 0, bound: summary.fast_forward?.error_bound ?? 0 },
      obstacle: summary.fast_forward?.obstacle,
      paused: tables.ports.columns.paused_ns.reduce((sum, time) => sum + time, 0),
      fct: Object.fromEntries(Array.from(flow, (_, row) => [name(row), fct_ns[row]])),
    }),
  );
}

function compare(words) {
  const folder = mkdtempSync(join(tmpdir(), "xoff-"));
  const names = Object.keys(CASES).filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
  const titles = [
    "case",
    "packet-hops",
    "exact, s",
    "fast-forward, s",
    "times faster",
    "bytes skipped",
    "error of the end",
    "of the mean FCT",
    "of p99",
    "of PAUSE time",
    "mean error of a flow",
    "largest error",
    "stated bound",
  ];
  console.log(`| ${titles.join(" | ")} |`);
  console.log(`|${"---|".repeat(titles.length)}`);
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
    const errors = Object.entries(exact.fct).map(([flow, fct]) => Math.abs(fast.fct[flow] - fct) / fct);
    const means = [exact, fast].map(({ fct }) => meanOf(Object.values(fct)));
    const p99s = [exact, fast].map(
      ({ fct }) => Object.values(fct).sort((a, b) => a - b)[Math.floor(0.99 * errors.length)],
    );
    const change = (of) => (of[0] === of[1] ? 0 : (of[1] - of[0]) / of[0]);
    const percent = (by) => (by === 0 ? "0" : `${(100 * by).toPrecision(2)}%`);
    const largest = errors.reduce((most, by) => Math.max(most, by), 0);
    const cells = [
      ...[
        name.replace("long ", ""),
        `${(exact.hops / 1e6).toFixed(1)} million`,
        exact.cpu.toFixed(1),
        fast.cpu.toFixed(1),
      ],
      ...[(exact.cpu / fast.cpu).toFixed(1), `${(100 * fast.share).toFixed(1)}%`],
      ...[[exact.end, fast.end], means, p99s, [exact.paused, fast.paused]].map(change).map(percent),
      ...[meanOf(errors), largest, fast.bound].map(percent),
    ];
    console.log(`| ${cells.join(" | ")} |`);
    if (fast.obstacle !== undefined) console.log(`${name}: no flow was replayed, because ${fast.obstacle}`);
  }
  rmSync(folder, { recursive: true });
}

function meanOf(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
