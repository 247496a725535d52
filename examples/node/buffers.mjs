/** Runs the same incast under three buffer policies, and prints PAUSEs and completion times. docs/notebooks/node.md explains it. */
import { distribution, run } from "xoff";

const scenario = `
seed: 1
until: 2ms
topology: { kind: star, hosts: 33, rate: 100Gbps, delay: 1us }
switch: { memory: 2MiB }
traffic:
  - { kind: incast, fanIn: 32, to: h0, size: 64KB, every: 200us, count: 5 }
policies: { congestion: dcqcn }
`;

/** Runs the scenario and returns a row of the table. A column of results is a typed array, with a cell for each flow or PAUSE. */
async function row(buffer) {
  const { summary, tables } = await run(scenario, { set: [`buffer=${buffer}`], threads: 1 });
  const { mean, p99 } = distribution(tables.flows.columns.fct_ns); // without unfinished flows, which have NaN
  const paused = tables.pauses.columns.duration_ns.reduce((sum, ns) => sum + ns, 0);
  return {
    buffer,
    "FCT mean, us": (mean / 1e3).toFixed(1),
    "FCT p99, us": (p99 / 1e3).toFixed(1),
    PAUSEs: tables.pauses.rows,
    "paused, ms": (paused / 1e6).toFixed(3),
    digest: summary.digest,
  };
}

console.table(await Promise.all(["st", "dt", "spfc"].map(row))); // each run has its own thread
