/**
 * Compares HPCC's simulator with xoff's own model on the same flows. Prints the tables of docs/second-simulator.md.
 *
 *   node scripts/second-simulator.mjs [queues|clos|deadlocks ...] [--draws 10] [--seeds 20] [--out results/second-simulator.jsonl]
 *
 * - `xoff run --ns3` replaces the simulator, because the output of both is equal byte for byte. `--set buffer=...`
 *   selects a buffer policy.
 * - xoff's own model runs the scenario that `xoff import` makes, with the frame times of the simulator
 *   (`packet.times: ns3`).
 * - Rows that are in the output file are not run again. All rows take two hours, and need a build.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { estimate, wilson } from "../dist/base/confidence.js";
import { parseConfig } from "../dist/formats/hpcc/config.js";
import { parseFlows } from "../dist/formats/hpcc/flows.js";
import { toScenario } from "../dist/formats/hpcc/to-scenario.js";
import { parseTopology } from "../dist/formats/hpcc/topology.js";
import { deadlockedQueues, readScenario, readSetting, runNs3, setUp } from "../dist/run/lab/lab.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    draws: { type: "string", default: "10" },
    seeds: { type: "string", default: "20" },
    out: { type: "string", default: "results/second-simulator.jsonl" },
  },
});

const MIB = 2 ** 20;
const printed = ["name: spfc", "literal: true", "k: 5", "period: 96us"].join(", ");
/**
 * The settings of each scheme for both models. SPFC in the form of its paper does not limit the memory that it uses. So
 * xoff's own model has more memory than SPFC's parameter B.
 */
const SCHEMES = {
  DT: { buffer: "buffer={ name: dt, alpha: 2 }" },
  ST: { buffer: "buffer=st" },
  SPFC: {
    buffer: `buffer={ ${printed} }`,
    bounded: (b) => [`buffer={ ${printed}, buffer: ${b} }`, "switch.memory=96MiB"],
  },
};

const PARTS = {
  /** The pod of figure 17 with DCQCN, without pauses. Each row has another draw of the ECMP hash. */
  queues: {
    folder: "dt",
    of: "draw",
    count: Number(values.draws),
    cases: {
      "HPCC's simulator": (input, draw) => simulator(withPort(withMemory(input, 2000), draw), {}),
      "ACKs in the data's class": (input, draw) => ownModel(input, [...WITHOUT_BOUND, ...drawn(draw)]),
      "ACKs in the data's class, exact times": (input, draw) =>
        ownModel(input, [...WITHOUT_BOUND, ...drawn(draw), "packet.times=exact"]),
      "ACKs in the control class": (input, draw) =>
        ownModel(input, [...WITHOUT_BOUND, ...drawn(draw), "classes.acks=control"]),
    },
    print(rows) {
      const columns = ["mean FCT to the last ACK, us", "longest queue, MB", "flows done"];
      const of = ({ fct, peak, done }) => [fct / 1e3, peak === undefined ? NaN : peak / 1e6, done];
      printMeans("model", columns, rows, of);
    },
  },
  /** The small Clos without congestion control, for each scheme and draw. */
  clos: {
    folder: "clos",
    of: "draw",
    count: Number(values.draws),
    cases: Object.fromEntries(
      ["no port pauses", ...Object.keys(SCHEMES)].flatMap((scheme) => [
        [`${scheme}: HPCC's simulator`, (input, draw) => closByNs3(withPort(input, draw), scheme)],
        [`${scheme}: ACKs in the data's class`, (input, draw) => closByUs(input, scheme, drawn(draw))],
        [
          `${scheme}: ACKs in the control class`,
          (input, draw) => closByUs(input, scheme, [...drawn(draw), "classes.acks=control"]),
        ],
      ]),
    ),
    print: (rows) =>
      printMeans("scheme and model", ["large flows, Gbps", "PAUSEs"], rows, ({ large, pauses }) => [large, pauses]),
  },
  /** The pod of figure 17 with 32 MB, for each scheme and draw of flows. */
  deadlocks: {
    folder: "dt",
    of: "seed",
    count: Number(values.seeds),
    cases: Object.fromEntries(
      Object.entries(SCHEMES).flatMap(([scheme, { buffer, bounded = () => [buffer] }]) => [
        [`${scheme}: HPCC's simulator`, (input, seed) => simulator(withFlows(input, seed), { buffer: chosen(buffer) })],
        [
          `${scheme}: xoff's own model`,
          (input, seed) => ownModel(withFlows(input, seed), [...bounded("31.7MB"), "onDeadlock=stop"]),
        ],
      ]),
    ),
    print(rows) {
      console.log("| scheme and model | deadlocked | share, 95% |\n|---|---|---|");
      for (const [name, found] of byCase(rows)) {
        const dead = found.filter(({ deadlock }) => deadlock).length;
        const { low, high } = wilson(dead, found.length);
        console.log(`| ${name} | ${dead} of ${found.length} | ${percent(low)} to ${percent(high)} |`);
      }
    },
  },
};
const WITHOUT_BOUND = ["switch.memory=2000MiB"];
/** Selects a draw of the ECMP hash in xoff's own model. */
const drawn = (draw) => ["routing.seed=drawn", `seed=${draw}`];

function readInput(folder) {
  const text = (file) => readFileSync(new URL(`../test/parity/${folder}/${file}`, import.meta.url), "utf8");
  const { config, lines } = parseConfig(text("config.txt"), "config.txt");
  const topologyText = text("topology.txt");
  const topology = parseTopology(topologyText, "topology.txt");
  return { config, lines, topology, topologyText, flows: parseFlows(text("flow.txt"), "flow.txt", topology) };
}

/** Runs the simulator with the policy `buffer` in place of its own threshold. */
function simulator(input, options) {
  const { network, recorder } = runNs3(input, options);
  const { acked, start, size } = network.flows;
  const times = recorder.completed.map((flow) => ({
    bytes: size[flow],
    start: start[flow] / 1e3,
    ns: (acked[flow] - start[flow]) / 1e3,
  }));
  return { ...figuresOf(times), pauses: recorder.frames.count, deadlock: deadlockedQueues(network).length > 0 };
}

function ownModel(input, settings) {
  const names = { configFile: "config.txt", topologyFile: "topology.txt", flowFile: "flow.txt" };
  const { text } = toScenario({ ...input, ...names }, { topology: "topology.txt", flows: "flow.txt" }, 0);
  const scenario = own(text, ["packet.times=ns3", ...settings], input.topologyText);
  const { run, results } = setUp(scenario);
  const ending = run(scenario.until);
  const { tables, summary } = results(ending);
  const { fct_ack_ns: fct, size_bytes: bytes, start_ns: start } = tables.flows.columns;
  const times = Array.from(fct, (ns, flow) => ({ bytes: bytes[flow], start: start[flow], ns })).filter(
    ({ ns }) => !Number.isNaN(ns),
  );
  const peak = tables.ports.columns.queue_peak_bytes.reduce((most, queue) => (queue > most ? queue : most), 0);
  return { ...figuresOf(times), peak, pauses: summary.counters.pauses, deadlock: ending === "deadlock" };
}

/** Measures of the completed flows. Large flows have more than 1 MB and begin in the first millisecond. */
function figuresOf(times) {
  const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const large = times.filter(({ bytes, start }) => bytes > 1e6 && start < 2001e6);
  return {
    done: times.length,
    fct: mean(times.map(({ ns }) => ns)),
    large: mean(large.map(({ bytes, ns }) => (bytes * 8) / ns)),
  };
}

function closByNs3(input, scheme) {
  return scheme in SCHEMES
    ? simulator(input, { buffer: chosen(SCHEMES[scheme].buffer) })
    : simulator(withMemory(input, 800), {});
}

/**
 * In xoff's own model, bytes in headroom count in the same counter as the queue. So the memory is 8 MiB plus the
 * headroom of 7 ports, 53 KB each.
 */
function closByUs(input, scheme, more) {
  if (!(scheme in SCHEMES)) return ownModel(input, ["switch.memory=800MiB", ...more]);
  const { buffer, bounded = () => [buffer, `switch.memory=${8 * MIB + 7 * 53_190}B`] } = SCHEMES[scheme];
  return ownModel(input, ["headroom=one-counter", ...bounded("8MiB"), ...more]);
}

const withMemory = (input, mib) => ({ ...input, config: { ...input.config, buffer: mib * MIB } });
/** Another destination port gives another draw of the simulator's ECMP hash. */
const withPort = (input, draw) => ({ ...input, flows: input.flows.map((flow) => ({ ...flow, dport: 99 + draw })) });

/** Replaces the flows by WebSearch at load 0.5 for 10 ms. */
function withFlows(input, seed) {
  const scenario = `seed: ${seed}\nuntil: 10ms\ntopology: { kind: file, path: topology.txt }
traffic: [{ kind: poisson, cdf: websearch-hpcc, load: 0.5 }]\n`;
  const { flows } = setUp(own(scenario, [], input.topologyText)).plan;
  const rows = flows.map(
    ({ source, destination, bytes, start }) =>
      `${source} ${destination} 3 100 ${bytes} ${(2 + start / 1e12).toFixed(9)}`,
  );
  return { ...input, flows: parseFlows(`${rows.length}\n${rows.join("\n")}\n`, "flow.txt", input.topology) };
}

/** The buffer policy of a setting with all its defaults, as `readScenario` fills them in. */
function chosen(setting) {
  const any = "until: 1us\ntopology: { kind: star }\ntraffic: [{ kind: poisson, cdf: websearch-hpcc, load: 0.1 }]\n";
  return own(any, [setting]).policies.buffer;
}

function own(text, settings, topologyText = "") {
  return readScenario(
    text,
    "second.yaml",
    () => topologyText,
    settings.map((setting) => readSetting("--set", setting)),
  );
}

function byCase(rows) {
  const cases = new Map();
  for (const row of rows) cases.set(row.case, [...(cases.get(row.case) ?? []), row]);
  return cases;
}

function printMeans(title, columns, rows, of) {
  console.log(`| ${title} | ${columns.join(" | ")} |\n|${"---|".repeat(columns.length + 1)}`);
  for (const [name, found] of byCase(rows)) {
    const cells = columns.map((_, k) => {
      const { mean, half } = estimate(found.map((row) => of(row)[k]));
      return Number.isNaN(mean) ? "" : `${digits(mean, 4)} ± ${digits(half, 2)}`;
    });
    console.log(`| ${name} | ${cells.join(" | ")} |`);
  }
}

function digits(value, count) {
  return String(Number(value.toPrecision(count)));
}

function percent(share) {
  return `${Math.round(share * 100)}%`;
}

mkdirSync(dirname(values.out), { recursive: true });
const kept = existsSync(values.out)
  ? readFileSync(values.out, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((row) => JSON.parse(row))
  : [];
for (const part of positionals.length > 0 ? positionals : Object.keys(PARTS)) {
  const { folder, of, count, cases, print } = PARTS[part];
  const input = readInput(folder);
  for (let n = 1; n <= count; n++) {
    for (const [name, run] of Object.entries(cases)) {
      if (kept.some((row) => row.part === part && row[of] === n && row.case === name)) continue;
      const row = { part, [of]: n, case: name, ...run(input, n) };
      kept.push(row);
      appendFileSync(values.out, `${JSON.stringify(row)}\n`);
      console.error(JSON.stringify(row));
    }
  }
  print(kept.filter((row) => row.part === part));
}
