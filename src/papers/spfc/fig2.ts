/** spfc/fig2: one overloaded port under DT. Its queue meets the threshold at alpha B / (1 + alpha); the rest of the memory stays free. */
import { defineExperiment, firstSeed, theory, value } from "../experiment.ts";
import { switchAndPolicies } from "./policies.ts";
import { spfc, type Reading } from "./readings.ts";
import { headroomOf } from "./victim-fabric.ts";

interface Key extends Record<string, string | number> {
  readonly alpha: number;
}

interface Row {
  /** ms and MB: shared bytes of the port, and its threshold. */
  readonly queue: readonly (readonly [number, number])[];
  readonly threshold: readonly (readonly [number, number])[];
  /** Shared bytes at the first PAUSE, and of the pool. */
  readonly atPause: number;
}

const POOL = 16 * 2 ** 20;
const ALPHAS = [0.5, 1, 2, 4];

export const fig2 = defineExperiment<Key, Row, typeof spfc>({
  id: "spfc/fig2",
  title: "Queue and threshold of one overloaded port under DT",
  asks: "How much of the memory can a single busy port take, and how much does DT keep back?",
  chosen: [
    "The port is overloaded by a sender with 400 Gbps to a receiver with 100 Gbps.",
    "B is the shared pool, 16 MiB, whatever the reading of a switch's memory: headroom of its two ports lies beside. Nobody hears marks.",
    "Besides the paper's alpha 2 also 1/2, 1 and 4.",
  ],
  readings: spfc,
  seeds: { quick: 1, paper: 1 },
  trials: (_scale, reading) =>
    ALPHAS.map((alpha) => ({
      key: { alpha },
      scenario: {
        until: "1ms",
        topology: {
          kind: "dumbbell",
          pairs: 1,
          rate: "400Gbps",
          delay: "1us",
          trunkRate: "100Gbps",
          trunkDelay: "1us",
        },
        traffic: [{ kind: "long-lived", from: "h0", to: "r0" }],
        ...uncontrolled(alpha, reading),
        measure: { every: "5us", queues: ["sw0-h0"] },
      },
    })),

  row({ tables }) {
    const columns = tables.queues?.columns;
    const over = (bytes: ArrayLike<number> | undefined): [number, number][] =>
      columns === undefined ? [] : Array.from(columns.time_ns, (ns, row) => [ns / 1e6, (bytes?.[row] ?? NaN) / 1e6]);
    return {
      queue: over(columns?.ingress_bytes),
      threshold: over(columns?.threshold_bytes),
      atPause: tables.pauses.columns.occupancy_bytes[0],
    };
  },

  conclude(all) {
    const done = firstSeed(all);
    const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(3)} MB`;
    return {
      plots: done
        .filter(({ key }) => key.alpha === 2)
        .map(({ row }) => ({
          title: "alpha = 2",
          x: "time, ms",
          y: "queue and threshold, MB",
          lines: [
            { name: "queue", points: row.queue },
            { name: "threshold", points: row.threshold },
          ],
        })),
      claims: done.map(({ key: { alpha }, row }) => {
        const meets = theory.dtSteadyState.steadyQueue(POOL, alpha, 1);
        const share = alpha === 2 ? "2B/3, B/3 left free" : `${alpha}/${1 + alpha} B`;
        return value(
          {
            id: `alpha-${alpha}`,
            claim: `With alpha ${alpha} the queue meets its threshold at ${share}`,
            paper: megabytes(meets),
            standing: alpha === 2 ? "paper" : "ours",
          },
          row.atPause,
          meets,
          1062 / meets, // a packet
          megabytes,
        );
      }),
    };
  },
});

/** DT in a switch with B shared, and senders without congestion control. */
function uncontrolled(alpha: number, reading: Reading): Readonly<Record<string, unknown>> {
  const headroom = headroomOf(400, 1) + headroomOf(100, 1);
  const beside = { ...reading, memory: "beside" } as const;
  const { policies, ...rest } = switchAndPolicies("DT", "DCQCN", { memory: POOL, headroom, alpha }, beside);
  return { ...rest, policies: { ...policies, detection: "none", congestion: "none" } };
}
