/**
 * Measures how much fast-forward could gain at most where flows collide under DCQCN. Prints two tables for bench/fast-forward.md:
 *
 *   quiet       the share of bytes sent while a flow's contention group stays the same, and while none of its flows has been marked
 *   sensitive   the change of results by one more packet
 *
 *   node bench/fast-forward-limit.mjs         all cases
 *   node bench/fast-forward-limit.mjs tree    cases whose name contains the word
 */
import { readScenario, setUp } from "../dist/run/lab/lab.js";

const collective = (operation, size, more = {}) => ({ kind: "collective", operation, ranks: "all", size, ...more });
const poisson = (load) => ({ kind: "poisson", cdf: "websearch-hpcc", load, stop: "1ms" });
const CASES = {
  "halving-doubling": collective("all-reduce-halving-doubling", "64MB"),
  "all-to-all": collective("all-to-all", "64MB", { channels: 1 }),
  tree: collective("all-reduce-tree", "64MB", { pieces: 64 }),
  "WebSearch .3": poisson(0.3),
  "WebSearch .8": poisson(0.8),
};
/** A packet that no case has. */
const PACKET = { kind: "flows", list: [{ from: "h0", to: "h9", size: "1000B", start: "40us" }] };
/** The time for which a group must be unchanged before its bytes count, ps. A round trip takes 4 us. */
const SETTLED = 8e6;
const STEP = 1e6;

const built = (...traffic) =>
  setUp(
    readScenario(
      JSON.stringify({
        ...{ seed: 1, until: "done", limit: "1s", traffic },
        topology: { kind: "rail-optimised", groups: 1, servers: 4, rails: 8, spines: 4, rate: "400Gbps", delay: "1us" },
        ...{
          switch: { memory: "32MiB" },
          policies: { congestion: "dcqcn", routing: "ecmp" },
          measure: { pauses: false },
        },
      }),
      "limit.json",
    ),
  );
const percent = (part) => `${(100 * part).toFixed(1)}%`;

const names = Object.keys(CASES).filter((name) => process.argv.slice(2).every((word) => name.includes(word)));
console.log("| case | in quiet groups | and never marked |\n|---|---|---|");
for (const name of names) console.log(`| ${name} | ${quiet(built(CASES[name])).map(percent).join(" | ")} |`);
console.log("\n| case | median flow | p90 | largest | mean FCT | end |\n|---|---|---|---|---|---|");
for (const name of names) console.log(`| ${name} | ${sensitivity(CASES[name]).map(percent).join(" | ")} |`);

/** The shares of bytes that flows send in groups unchanged for `SETTLED`, at their mean rates. */
function quiet(experiment) {
  const { network } = experiment;
  const { flows, hosts, queue } = network;
  const marked = new Map();
  const active = new Set();
  for (let next = 0, ending = "time is up"; ending === "time is up";) {
    ending = experiment.run(queue.now + STEP);
    while (next < flows.count) active.add(next++);
    for (const flow of active) {
      if (flows.start[flow] <= queue.now && !hosts.isAtRest(flow)) marked.set(flow, queue.now);
      if (marked.has(flow) || !Number.isNaN(flows.acked[flow])) active.delete(flow);
    }
  }
  const all = Array.from({ length: flows.count }, (_, flow) => {
    const { data, acks } = network.flowPath(flow);
    const [start, end] = [flows.start[flow], flows.acked[flow]];
    return { flow, start, end, ports: [...data, ...acks], rate: flows.size[flow] / (end - start) };
  });
  const times = [...new Set(all.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  let [total, same, unmarked] = [0, 0, 0];
  let since = new Map();
  times.slice(1).forEach((to, k) => {
    const from = times[k];
    const now = new Map();
    for (const group of groupsOf(all.filter(({ start, end }) => start <= from && end > from))) {
      const key = group.map(({ flow }) => flow).join();
      now.set(key, since.get(key) ?? from);
      const rate = group.reduce((sum, one) => sum + one.rate, 0);
      total += rate * (to - from);
      const bytes = rate * Math.max(0, to - Math.max(from, now.get(key) + SETTLED));
      same += bytes;
      if (group.every(({ flow }) => !(marked.get(flow) < to))) unmarked += bytes;
    }
    since = now;
  });
  return [same / total, unmarked / total];
}

/** The flows in contention groups: flows of a group share ports, directly or through other flows. */
function groupsOf(flows) {
  const parent = new Map();
  const root = (port) => {
    while (parent.get(port) !== port) port = parent.get(port);
    return port;
  };
  for (const { ports } of flows) for (const port of ports) if (!parent.has(port)) parent.set(port, port);
  for (const { ports } of flows) for (const port of ports) parent.set(root(port), root(ports[0]));
  const groups = new Map();
  for (const one of flows) {
    const key = root(one.ports[0]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return groups.values();
}

/** The changes of the median flow, the 90th percentile and the largest, of the mean FCT and of the end. */
function sensitivity(traffic) {
  const [before, after] = [[traffic], [traffic, PACKET]].map((list) => {
    const experiment = built(...list);
    const { summary, tables } = experiment.results(experiment.run(experiment.scenario.until));
    const { columns, rows } = tables.flows;
    const seen = new Map();
    const fct = new Map();
    for (let row = 0; row < rows; row++) {
      if (columns.traffic[row] !== 0) continue;
      const name = `${columns.source[row]} ${columns.destination[row]} ${columns.size_bytes[row]}`;
      seen.set(name, (seen.get(name) ?? 0) + 1);
      fct.set(`${name} ${seen.get(name)}`, columns.fct_ns[row]);
    }
    return { fct, mean: [...fct.values()].reduce((sum, one) => sum + one, 0) / fct.size, end: summary.simulated_ns };
  });
  const changes = [...before.fct].map(([name, fct]) => Math.abs(after.fct.get(name) - fct) / fct).sort((a, b) => a - b);
  const at = (part) => changes[Math.min(changes.length - 1, Math.floor(part * changes.length))];
  return [at(0.5), at(0.9), at(1), after.mean / before.mean - 1, after.end / before.end - 1];
}
