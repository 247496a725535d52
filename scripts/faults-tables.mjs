/**
 * Prints the tables of docs/faults.md: the effect of each fault on each scheme, from scenarios in scenarios/starter.
 *
 *   node scripts/faults-tables.mjs                    all tables
 *   node scripts/faults-tables.mjs pause-storm        one of them
 *
 * It needs a build. A cell is the mean over the seeds, with minimum and maximum where they differ.
 */
import { readFileSync } from "node:fs";
import { experiment, readScenario, readSetting } from "../dist/run/lab/lab.js";

const FABRIC = {
  "DT + SIH, DCQCN, ECMP": [],
  SPFC: ["policies.buffer=spfc"],
  DSH: ["policies.headroom=dsh"],
  ACC: ["policies.congestion=acc"],
  PLB: ["policies.routing=plb"],
  HPCC: ["policies.congestion=hpcc"],
};
const WATCHDOG =
  "{ kind: pfc-watchdog, target: 'leaf*-h*', detection: 400us, restoration: 400us, poll: 200us, action: ACTION }";
const EVERYWHERE = WATCHDOG.replace("leaf*-h*", "all");
const STORM = "{ kind: pause-storm, target: h5, at: 0.5ms, for: 2.5ms, every: 20us }";
const guarded = (watchdog, action) => `faults=[${STORM}, ${watchdog.replace("ACTION", action)}]`;
const CREDITS = ["policies.link=cbfc"];
const LOSSY = ["classes.lossless=[]", "policies.link=none", "policies.headroom=none", "policies.recovery=irn"];
const BESIDE = { ...FABRIC, "credits (cbfc)": CREDITS, "IRN, no PFC": LOSSY };
const withNone = (schemes, scheme = "DT + SIH, DCQCN, ECMP") => ({
  [`${scheme}, no fault`]: [...schemes[scheme], "faults=[]"],
  ...schemes,
});
const LONG = (policy) => [`links=[{ between: sw0-sw1, policy: ${policy}, memory: 26MB }]`];

const flows = ["mean slowdown", "p99", "unfinished"];
const TABLES = {
  "pause-storm": {
    seeds: 2,
    columns: ["ports paused", "hosts paused", "paused for, ms", ...flows, "lost, KB"],
    schemes: {
      ...withNone(FABRIC),
      "watchdog at hosts, drop": [guarded(WATCHDOG, "drop")],
      "watchdog at hosts, forward": [guarded(WATCHDOG, "forward")],
      "watchdog everywhere, drop": [guarded(EVERYWHERE, "drop")],
      ...Object.fromEntries(
        Object.entries(FABRIC)
          .slice(1, 5)
          .map(([name, set]) => [`${name}, watchdog at hosts, drop`, [...set, guarded(WATCHDOG, "drop")]]),
      ),
    },
  },
  "slow-receiver": {
    seeds: 3,
    columns: ["ports paused", "hosts paused", "paused for, ms", ...flows, "lost, KB"],
    schemes: Object.fromEntries(
      Object.entries(BESIDE).flatMap(([name, set]) => [
        [`${name}, no fault`, [...set, "faults=[]"]],
        [name, set],
      ]),
    ),
  },
  "link-flap": {
    seeds: 3,
    columns: ["paused for, ms", ...flows, "lost, KB", "retransmitted, packets"],
    schemes: withNone(BESIDE),
  },
  "switch-down": {
    seeds: 3,
    columns: ["paused for, ms", ...flows, "lost, KB", "retransmitted, packets"],
    schemes: withNone(BESIDE),
  },
  "lost-pauses": {
    seeds: 3,
    columns: ["goodput, Gbps", "lost PAUSEs", "lost, KB"],
    schemes: {
      "DT + SIH + PFC, no fault": ["faults=[]"],
      "DT + SIH + PFC": [],
      SPFC: ["policies.buffer=spfc"],
      DSH: ["policies.headroom=dsh"],
      "credits (cbfc)": CREDITS,
    },
  },
  "protection-switch": {
    seeds: 1,
    columns: ["goodput, Gbps", "lost, KB"],
    schemes: {
      "PFC, no fault": ["faults=[]"],
      PFC: [],
      "Bifrost, no fault": [...LONG("bifrost"), "faults=[]"],
      Bifrost: LONG("bifrost"),
      BifrostX: LONG("bifrostx"),
      SWING: LONG("{ name: swing, xoff: 198KiB }"),
      "credits (cbfc)": LONG("cbfc"),
    },
  },
};

/** The measures of a run. Flows to the faulty host do not count. An unfinished flow counts with the time since it began. */
function figuresOf({ summary, tables }) {
  const { pauses, flows: f } = { pauses: tables.pauses.columns, flows: tables.flows.columns };
  const stopped = new Set(pauses.peer.map((peer, row) => `${peer} ${pauses.node[row]}`));
  const hosts = new Set(pauses.peer.filter((peer) => /^[hr]\d+$/.test(peer)));
  const others = Array.from(f.flow).filter((row) => f.destination[row] !== "h5" && !Number.isNaN(f.size_bytes[row]));
  const slowdowns = others
    .map(
      (row) =>
        (Number.isNaN(f.fct_ns[row]) ? summary.simulated_ns - f.start_ns[row] : f.fct_ns[row]) / f.ideal_fct_ns[row],
    )
    .sort((a, b) => a - b);
  const sum = (all) => all.reduce((total, one) => total + one, 0);
  return {
    "ports paused": stopped.size,
    "hosts paused": hosts.size,
    "paused for, ms": sum(tables.ports.columns.paused_ns) / 1e6,
    "mean slowdown": sum(slowdowns) / slowdowns.length,
    p99: slowdowns[Math.floor(0.99 * slowdowns.length)],
    unfinished: others.filter((row) => Number.isNaN(f.fct_ns[row])).length,
    "lost, KB": sum(Object.values(summary.bytes?.lost ?? {})) / 1e3,
    "retransmitted, packets": summary.counters.repeated_packets,
    "lost PAUSEs": summary.counters.dropped_lost_pause ?? 0,
    "goodput, Gbps": (sum(f.received_bytes) * 8) / summary.simulated_ns,
  };
}

function shown(values) {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  const text = (value) => (value >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toPrecision(3));
  const [least, most] = [Math.min(...values), Math.max(...values)].map(text);
  return least === most ? most : `${text(mean)} (${least} to ${most})`;
}

const asked = process.argv.slice(2);
for (const [name, { seeds, columns, schemes }] of Object.entries(TABLES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const file = `scenarios/starter/${name}.yaml`;
  const text = readFileSync(file, "utf8");
  console.log(`\n${name}, seeds 1 to ${seeds}\n`);
  console.log(`| scheme | ${columns.join(" | ")} |\n|---|${"---|".repeat(columns.length)}`);
  for (const [scheme, settings] of Object.entries(schemes)) {
    const runs = [];
    for (let seed = 1; seed <= seeds; seed++) {
      const all = [...settings, `seed=${seed}`].map((one) => readSetting("--set", one));
      runs.push(figuresOf(experiment(readScenario(text, file, undefined, all))));
    }
    console.log(`| ${scheme} | ${columns.map((column) => shown(runs.map((run) => run[column]))).join(" | ")} |`);
  }
}
