/**
 * spfc/fig14: the queues of burst ports when they send PAUSEs, against the load of the bursts. The figure also has the
 * ratio of the victim port's bytes to those of the burst ports.
 */
import * as xoff from "../experiment.ts";
import { spfc } from "./readings.ts";
import { chosenForWebSearch, LENGTH_MS, SCHEMES, webSearchScenario, type Mixed } from "./web-search-fabric.ts";

const LOADS: xoff.PerScale<readonly number[]> = { quick: [0.2, 0.4], paper: [0.1, 0.2, 0.3, 0.4, 0.5] };

/**
 * `burstPauses`: the number of PAUSEs that burst ports sent. `burstBytes`: the queue of the port at each of these PAUSEs,
 * summed over the PAUSEs. `victimBytes`: the same sum for the PAUSEs of the victim's port P0.
 */
interface Row {
  readonly burstPauses: number;
  readonly burstBytes: number;
  readonly victimBytes: number;
}

/** The mean queue of a burst port at a PAUSE, KB. It is NaN if no burst port paused. */
const queue = (row: Row): number => row.burstBytes / row.burstPauses / 1000;
const share = (row: Row): number => (row.burstPauses === 0 ? NaN : row.victimBytes / row.burstBytes);

export const fig14 = xoff.defineFigure({
  id: "spfc/fig14",
  title: "Memory of victim ports and burst ports",
  asks: "Does the memory that SPFC gives to the victim port leave too little for the burst ports?",
  readings: spfc,
  seeds: { quick: 4, paper: 5 },
  chosen: [
    ...chosenForWebSearch,
    "Senders use DCQCN. Occupancy at a PAUSE is that of the ingress queue. P0 is the victim port, and P1 to P29 are the normal ports.",
  ],
  trials: (scale, reading) => {
    const length = LENGTH_MS[scale];
    return xoff.trialsOver({ scheme: SCHEMES, burstLoad: LOADS[scale] }, ({ scheme, burstLoad }) => {
      const scenario = webSearchScenario({ scheme, sender: "DCQCN", burstLoad, length }, reading);
      const { until: _u, count: _c, limit: _l, ...rest } = scenario;
      return { ...rest, until: `${length}ms` };
    });
  },
  row({ tables }): Row {
    const { peer, occupancy_bytes } = tables.pauses.columns;
    let [burstPauses, burstBytes, victimBytes] = [0, 0, 0];
    peer.forEach((host, row) => {
      if (host === "h0") victimBytes += occupancy_bytes[row];
      else {
        burstPauses++;
        burstBytes += occupancy_bytes[row];
      }
    });
    return { burstPauses, burstBytes, victimBytes };
  },
  plots: (runs) => {
    const load = "burst load, share of r2's link";
    const lines = (pick: typeof queue) =>
      xoff.linesOver(SCHEMES, runs.numbers("burstLoad"), (scheme, burstLoad) => runs.of({ scheme, burstLoad }, pick));
    return [
      xoff.plotOf("queue of burst ports at a PAUSE", load, "mean queue, KB", lines(queue)),
      xoff.plotOf("victim ports' memory over normal ports', at PAUSEs", load, "sum V / sum N", lines(share)),
    ];
  },
  claims(runs) {
    /** The mean over loads for each seed. A load counts only if burst ports sent PAUSEs under every scheme. */
    const average =
      (pick: (row: Row) => number) =>
      (scheme: Mixed): xoff.Sample => {
        const at = runs.numbers("burstLoad").map((burstLoad) => {
          const samples = SCHEMES.map((one) => runs.of({ scheme: one, burstLoad }, pick));
          return { shared: samples, own: samples[SCHEMES.indexOf(scheme)] };
        });
        const seeds = [...new Set(runs.done.map(({ seed }) => seed))];
        const means = seeds.map((seed) => {
          const shared = at.filter((load) => load.shared.every(({ bySeed }) => bySeed.has(seed)));
          return [seed, xoff.mean(shared.map(({ own }) => own.bySeed.get(seed) ?? NaN))] as const;
        });
        return { name: scheme, bySeed: new Map(means.filter(([, value]) => !Number.isNaN(value))) };
      };
    return [
      xoff.order("burst-queues", {
        claim:
          "The queues of burst ports at a PAUSE are shortest under SPFC, on average over the loads at which burst ports pause under all policies",
        paper: "shortest",
        judged: xoff.belowEach<Mixed>("SPFC", ["DT", "ST"], average(queue), xoff.fixed(1, " KB")),
        underdetermined: { evidence: SIZES_ARE_OPEN },
      }),
      xoff.order("ratio", {
        claim:
          "The ratio of victim to normal memory at PAUSEs is lower under SPFC than under DT, on average over the same loads",
        paper: "lower",
        judged: xoff.belowEach<Mixed>("SPFC", ["DT"], average(share), xoff.fixed(4)),
      }),
    ];
  },
});

/**
 * The sizes of the flows can decide which policy has the shortest queue at a PAUSE. Under ST a burst port sends a PAUSE at
 * B/32. Under SPFC and DT the threshold of a burst port is the free memory. If all 29 burst ports fill their queues at once,
 * the free memory is at most B/30, and can be below B/32. If some ports have little to send, the free memory is larger, so
 * queues can be longer than under ST.
 */
const SIZES_ARE_OPEN =
  'The text does not say whether flows that start together have the same size (reading `sizes`): "the workload generators at hosts H1-H29 are set to be synchronous".';
