/**
 * Prints the table of docs/conweave-semantics.md: flow completion times of ConWeave's simulator and of xoff, for the
 * simulator's own test cases.
 *
 *   node scripts/conweave-table.mjs                 the simulator's semantics, as xoff import enables them
 *   node scripts/conweave-table.mjs --papers        the semantics of the papers: xoff's own policies, clock and random numbers
 *   node scripts/conweave-table.mjs --case W50_drill_irn --set recovery.gapMarks=false
 *
 * It needs a build. Each of the W cases takes about 15 s.
 */
import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { parseConweave } from "../dist/formats/conweave/config.js";
import { parseFlows } from "../dist/formats/conweave/flows.js";
import { toScenario } from "../dist/formats/conweave/to-scenario.js";
import { parseTopology } from "../dist/formats/hpcc/topology.js";
import { experiment, readScenario, readSetting } from "../dist/run/lab/lab.js";

const folder = "test/parity/conweave";
const CASES = [
  ...["M1_incast_irn", "D80_fecmp_irn", "D80_conga_irn", "D80_drill_irn", "D80_conweave_irn", "W80_conga_irn"],
  ...["fecmp", "letflow", "conga", "drill", "conweave"].flatMap((scheme) => [
    `W50_${scheme}_lossless`,
    `W50_${scheme}_irn`,
  ]),
];

const { values } = parseArgs({
  options: {
    papers: { type: "boolean", default: false },
    case: { type: "string", multiple: true, default: CASES },
    set: { type: "string", multiple: true, default: [] },
  },
});

/**
 * The settings with which a case follows the papers, where the simulator differs from them. They are xoff's defaults.
 */
function papers(name) {
  const irn = name.endsWith("_irn");
  return [
    ...["rng=own", "packet.times=exact", "host.nic=exact", "policies.buffer=dt", "policies.headroom=sih"],
    ...["policies.detection=red", "detection.kmin=100KB", "detection.kmax=400KB", "detection.scaleTo=0bps"],
    ...(irn
      ? ["policies.recovery=irn", "recovery.bitmap=104", "recovery.rtoLow=100us", "recovery.rtoHigh=320us"]
      : ["policies.recovery=go-back-n", "policies.link=pfc"]),
    ...(/conga/.test(name) ? ["policies.routing=conga"] : []),
    ...(/drill/.test(name) ? ["policies.routing=drill"] : []),
    ...(/letflow/.test(name) ? ["policies.routing=letflow"] : []),
  ];
}

/** Reads a file of the reference runs, compressed or not. */
function read(path) {
  const at = `${folder}/${path}`;
  return (existsSync(at) ? readFileSync(at) : gunzipSync(readFileSync(`${at}.gz`))).toString("utf8");
}

/** The name of the case whose folder has the input file. Cases with the same topology or flows share one copy. */
function inputFolder(name, file) {
  if (name.startsWith("W50") || (name.startsWith("W80") && file === "topology.txt")) return "W50";
  if (name === "D80_conweave_irn") return "D80_fecmp_irn";
  return /^D80_(conga|drill)/.test(name) ? "D80" : name;
}

const us = (ns) => (ns / 1000).toFixed(1);
const change = (ours, theirs) => `${ours < theirs ? "" : "+"}${((ours / theirs - 1) * 100).toFixed(1)}%`;
function stats(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const mean = sorted.reduce((sum, time) => sum + time, 0) / sorted.length;
  return { mean, p99: sorted[Math.floor(0.99 * sorted.length)], max: sorted.at(-1) };
}

console.log("| case | flows | mean us | ConWeave | | p99 us | ConWeave | | same to the ns | drops | retransmitted |");
console.log("|---|---|---|---|---|---|---|---|---|---|---|");
for (const name of values.case) {
  const { config, lines } = parseConweave(read(`${name}/config.txt`), "config.txt");
  const topologyText = read(`${inputFolder(name, "topology.txt")}/topology.txt`);
  const topology = parseTopology(topologyText, "topology.txt");
  const flows = parseFlows(read(`${inputFolder(name, "flow.txt")}/flow.txt`), "flow.txt", topology, console.error);
  const input = { config, lines, topology, flows, configFile: "config.txt", flowFile: "flow.txt" };
  const { text } = toScenario(input, { topology: "topology.txt" });
  const settings = [...(values.papers ? papers(name) : []), ...values.set].map((text) => readSetting("--set", text));
  const scenario = readScenario(text, "case.yaml", () => topologyText, settings);
  const { summary, tables } = experiment(scenario);
  const columns = tables.flows.columns;
  const ours = [...columns.fct_ack_ns];
  const host = (label) => label.slice(1);
  const fct = read(`${name}/fct.txt`).trim().split("\n");
  const theirs = new Map(
    fct
      .map((line) => line.split(" "))
      .map(([from, to, , , size, start, time]) => [[from, to, size, start].join(" "), +time]),
  );
  const same = ours.filter((time, k) => {
    const key = [host(columns.source[k]), host(columns.destination[k]), columns.size_bytes[k], columns.start_ns[k]];
    return theirs.get(key.join(" ")) === time;
  }).length;
  const [mine, other] = [stats(ours), stats([...theirs.values()])];
  const { counters } = summary;
  const drops = counters.dropped_no_buffer + counters.dropped_no_headroom;
  console.log(
    `| ${name} | ${ours.length} | ${us(mine.mean)} | ${us(other.mean)} | ${change(mine.mean, other.mean)} | ${us(mine.p99)} | ` +
      `${us(other.p99)} | ${change(mine.p99, other.p99)} | ${same} | ${drops} | ${counters.repeated_packets} |`,
  );
}
