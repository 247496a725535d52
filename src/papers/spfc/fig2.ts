/** spfc/fig2: one overloaded port under DT. Its queue grows to its threshold of alpha B / (1 + alpha). The rest of the memory is free. */
import * as xoff from "../experiment.ts";
import { switchAndPolicies, withoutControl } from "./policies.ts";
import { spfc, type Reading } from "./readings.ts";
import { headroomOf } from "./victim-fabric.ts";

const POOL = 16 * 2 ** 20;
const ALPHAS = [0.5, 1, 2, 4];

export const fig2 = xoff.defineFigure({
  id: "spfc/fig2",
  title: "Queue and threshold of one overloaded port under DT",
  asks: "How much of the memory can a single overloaded port take under DT, and how much stays free?",
  readings: spfc,
  seeds: { quick: 1, paper: 1 },
  chosen: [
    "The port is overloaded by a sender with 400 Gbps to a receiver with 100 Gbps.",
    "B is the shared pool, 16 MiB, under every reading of a switch's memory. The headroom of its two ports is additional. Senders ignore ECN marks.",
    "Alpha is 1/2, 1 and 4 in addition to the paper's 2.",
  ],
  trials: (_scale, reading) =>
    xoff.trialsOver({ alpha: ALPHAS }, ({ alpha }) => ({
      until: "1ms",
      topology: {
        ...{ kind: "dumbbell", pairs: 1, rate: "400Gbps", delay: "1us" },
        ...{ trunkRate: "100Gbps", trunkDelay: "1us" },
      },
      traffic: [{ kind: "long-lived", from: "h0", to: "r0" }],
      ...overloadedSwitch(alpha, reading),
      measure: { every: "5us", queues: ["sw0-h0"] },
    })),
  /** The port's shared bytes and its threshold as [ms, MB], and its shared bytes at the first PAUSE. */
  row(results) {
    const queues = xoff.columnsOf(results, "queues");
    return {
      queue: xoff.courseOf(queues, queues.ingress_bytes, 1e6),
      threshold: xoff.courseOf(queues, queues.threshold_bytes, 1e6),
      atPause: results.tables.pauses.columns.occupancy_bytes[0],
    };
  },
  plots: (runs) =>
    xoff.firstSeed(runs.where({ alpha: 2 }).done).map(({ row }) =>
      xoff.coursePlot("alpha = 2", "queue and threshold, MB", [
        { name: "queue", points: row.queue },
        { name: "threshold", points: row.threshold },
      ]),
    ),
  claims: (runs) =>
    xoff.firstSeed(runs.done).map(({ key: { alpha }, row }) => {
      const meets = xoff.theory.dtSteadyState.steadyQueue(POOL, alpha, 1);
      const share = alpha === 2 ? "2B/3, B/3 left free" : `${alpha}/${1 + alpha} B`;
      const claim = `With alpha ${alpha} the queue reaches its threshold at ${share}`;
      const standing = alpha === 2 ? "paper" : "ours";
      const packet = 1062 / meets;
      const judged = xoff.equals(row.atPause, meets, packet, megabytes);
      return xoff.formula(`alpha-${alpha}`, { claim, paper: megabytes(meets), judged, standing });
    }),
});

const megabytes = (bytes: number): string => xoff.fixed(3, " MB")(bytes / 1e6);

/**
 * A DT switch and senders without congestion control. The shared memory is always B (`POOL`), and headroom is additional.
 * The answer to the open question `memory` has no effect here.
 */
function overloadedSwitch(alpha: number, reading: Reading) {
  const headroom = headroomOf(400, 1) + headroomOf(100, 1);
  const beside = { ...reading, memory: "beside" } as const;
  return withoutControl(switchAndPolicies("DT", "DCQCN", { memory: POOL, headroom, alpha }, beside));
}
