/** Traffic from all hosts to all others in the Clos. spfc/fig15 and fig16 run it at several loads, and tab3 at 50%. */
import { countedFlows, NO_PAUSES, timesOf, withIdeal } from "../experiment.ts";
import type { PerScale, Results, Scale, Trial } from "../experiment.ts";
import { closFabric, type Size, type Workload } from "./clos-fabric.ts";
import type { Scheme, Sender } from "./policies.ts";
import type { Reading } from "./readings.ts";
import { slowdownsBySize } from "./size-bins.ts";

export const SCHEMES = ["SPFC", "DT 1", "DT 2", "DT 4", "ST"] as const satisfies readonly Scheme[];
export type Compared = (typeof SCHEMES)[number];

/** A buffer scheme, or the ideal run: the scenario of "DT 2" (dynamic thresholds with alpha 2), but no port can pause. */
export type Run = Compared | typeof NO_PAUSES;
export const RUNS: readonly Run[] = [...SCHEMES, NO_PAUSES];

export const chosenForAllToAll: readonly string[] = [
  "Paper scale has all eight pods. A ToR has 16 hosts in table III. In figures 15 and 16 it has 4 hosts, and a quarter of the uplink rate and memory. Quick scale has three pods under three spines and 4 hosts per ToR. The load of the spine links stays the same.",
  "The paper gives no duration. Flows that begin within 2 ms (quick) or 10 ms count. Traffic continues for twice that time. The run ends when the counted flows are done, and after ten times that time at the latest.",
  "Large flows are above 1 MB and small flows are up to 10 KB, as in figures 13 and 18.",
];

const LENGTH_MS: PerScale<number> = { quick: 2, paper: 10 };

export interface Key extends Record<string, string | number> {
  readonly scheme: Run;
  readonly sender: Sender;
  readonly workload: Workload;
  readonly load: number;
}

export function allToAll(key: Key, size: Size, scale: Scale, reading: Reading): Trial<Key> {
  const length = LENGTH_MS[scale];
  const { scheme: run, sender, workload, load } = key;
  const scenario = withIdeal(run, "pauses", NO_PAUSES, "DT 2", (scheme) => ({
    ...{ until: "done", count: { to: `${length}ms` } },
    ...closFabric({ scheme, sender, workload, load, size, stop: `${2 * length}ms` }, reading),
  }));
  return { key, scenario };
}

export const rowOf = (results: Results) => ({ slowdown: slowdownsBySize(results), large: largeThroughput(results) });

/**
 * The throughput of large flows in Gbps, averaged over flows. A flow's throughput is its size divided by its completion
 * time. For an unfinished flow it is the received bytes, divided by the time since it began.
 */
function largeThroughput(results: Results) {
  const rows = countedFlows(results, { sizeAbove: 1e6 });
  const times = timesOf(results, rows);
  const { fct_ns, received_bytes, size_bytes } = results.tables.flows.columns;
  let [sum, unfinished] = [0, 0];
  rows.forEach((row, k) => {
    const done = !Number.isNaN(fct_ns[row]);
    if (!done) unfinished++;
    sum += ((done ? size_bytes[row] : received_bytes[row]) * 8) / times[k];
  });
  return { gbps: sum / rows.length, n: rows.length, unfinished };
}
