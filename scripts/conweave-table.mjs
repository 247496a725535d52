/**
 * The table of docs/conweave-semantics.md: completion times of ConWeave's simulator beside ours, on its own cases.
 *
 *   node scripts/conweave-table.mjs                 its semantics, as xoff import switches them on
 *   node scripts/conweave-table.mjs --papers        the papers' instead: xoff's own policies, clock and random numbers
 *   node scripts/conweave-table.mjs --case W50_drill_irn --set recovery.gapMarks=false
 *
 * After a build. The eight W50 cases take some 15 s each.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readConweave } from "../dist/cli/conweave-input.js";
import { toScenario } from "../dist/formats/conweave/to-scenario.js";
import { experiment, readScenario, readSetting } from "../dist/lab/lab.js";

const folder = "test/parity/conweave";
const CASES = [
  ...["M1_incast_irn", "D80_fecmp_irn"],
  ...["fecmp", "letflow", "conga", "drill"].flatMap((scheme) => [`W50_${scheme}_lossless`, `W50_${scheme}_irn`]),
];

const { values } = parseArgs({
  options: {
    papers: { type: "boolean", default: false },
    case: { type: "string", multiple: true, default: CASES },
    set: { type: "string", multiple: true, default: [] },
  },
});

/** What the papers have, as xoff has it by default, where the simulator differs. */
function papers(name) {
  const irn = name.endsWith("_irn");
  return [
    ...["draws=own", "packet.times=exact", "host.nic=exact", "policies.buffer=dt", "policies.headroom=sih"],
    ...["policies.detection=red", "detection.kmin=100KB", "detection.kmax=400KB", "detection.scaleTo=0bps"],
    ...(irn
      ? ["policies.recovery=irn", "recovery.bitmap=104", "recovery.rtoLow=100us", "recovery.rtoHigh=320us"]
      : ["policies.recovery=go-back-n", "policies.link=pfc"]),
    ...(/conga/.test(name) ? ["policies.routing=conga"] : []),
    ...(/drill/.test(name) ? ["policies.routing=drill"] : []),
    ...(/letflow/.test(name) ? ["policies.routing=letflow"] : []),
  ];
}

const us = (ns) => (ns / 1000).toFixed(1);
const change = (ours, theirs) => `${ours < theirs ? "" : "+"}${((ours / theirs - 1) * 100).toFixed(1)}%`;
function stats(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const mean = sorted.reduce((sum, time) => sum + time, 0) / sorted.length;
  return { mean, p99: sorted[Math.floor(0.99 * sorted.length)], max: sorted.at(-1) };
}

console.log("| case | flows | mean us | ConWeave | | p99 us | ConWeave | | same to the ns | drops | sent again |");
console.log("|---|---|---|---|---|---|---|---|---|---|---|");
for (const name of values.case) {
  const configFile = `${folder}/${name}/config.txt`;
  const input = readConweave(
    readFileSync(configFile, "utf8").replaceAll(/^(TOPOLOGY_FILE|FLOW_FILE) .*\/(\w+\.txt)$/gm, (_line, key, file) => {
      const from = name.startsWith("W50") ? "W50" : name;
      return `${key} ${folder}/${from}/${file}`;
    }),
    configFile,
  );
  // The cap goes by the name of the folder in which the simulator ran, which was this one's for all cases.
  const config = { ...input.config, topologyFile: "leaf_spine_128_100G_OS2" };
  const { text } = toScenario({ ...input, config }, { topology: input.topologyFile });
  const settings = [...(values.papers ? papers(name) : []), ...values.set].map((text) => readSetting("--set", text));
  const scenario = readScenario(text, "case.yaml", (path) => readFileSync(path, "utf8"), settings);
  const { summary, tables } = experiment(scenario);
  const columns = tables.flows.columns;
  const ours = [...columns.fct_ack_ns];
  const host = (label) => label.slice(1);
  const fct = readFileSync(`${folder}/${name}/fct.txt`, "utf8").trim().split("\n");
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
