/** cross/deadlocks: how often the pod of spfc/fig17 deadlocks, against the memory of its switches and alpha. */
import { defineExperiment, order, rarer, type Share } from "../experiment.ts";
import { podChosen } from "../spfc/clos-fabric.ts";
import { deadlockScenario, LENGTH_MS, onsetOf, type Buffer, type Row } from "../spfc/deadlock.ts";
import { spfc } from "../spfc/readings.ts";

interface Key extends Record<string, string | number> {
  readonly buffer: Buffer;
  /** MiB of a switch. */
  readonly memory: number;
  readonly alpha: number;
}

const BUFFERS: readonly Buffer[] = ["DT", "SPFC"];
const SWITCHES = [
  { memory: 12, alpha: 2 },
  { memory: 16, alpha: 2 },
  { memory: 24, alpha: 2 },
  { memory: 32, alpha: 0.25 },
] as const;

export const deadlocks = defineExperiment<Key, Row, typeof spfc>({
  id: "cross/deadlocks",
  title: "Deadlocks against memory and alpha",
  asks: "In the pod of spfc/fig17, with which memory and alpha do runs deadlock as often as in the paper, and is SPFC ahead then?",
  chosen: [
    "As spfc/fig17 with DCQCN and WebSearch, but for memory and alpha; there both are the paper's, 32 MiB and 2.",
    podChosen,
  ],
  readings: spfc,
  seeds: { quick: 5, paper: 100 },
  trials: (scale, reading) =>
    SWITCHES.flatMap(({ memory, alpha }) =>
      BUFFERS.map((buffer) => ({
        key: { buffer, memory, alpha },
        scenario: deadlockScenario(buffer, "DCQCN", { memoryMiB: memory, alpha }, scale, reading),
      })),
    ),
  row: onsetOf,
  conclude(done) {
    const share = (buffer: Buffer, { memory, alpha }: (typeof SWITCHES)[number]): Share => {
      const runs = done.filter(({ key }) => key.buffer === buffer && key.memory === memory && key.alpha === alpha);
      return { name: buffer, hits: runs.filter(({ row }) => row.onset !== null).length, runs: runs.length };
    };
    return {
      plots: [
        {
          title: `runs in deadlock within ${LENGTH_MS} ms`,
          x: "switch",
          y: "share of runs, percent",
          bins: SWITCHES.map(({ memory, alpha }) => `${memory} MiB, alpha ${alpha}`),
          lines: BUFFERS.map((name) => ({
            name,
            points: SWITCHES.map((one, k) => {
              const { hits, runs } = share(name, one);
              return [k, (100 * hits) / runs] as const;
            }).filter(([, y]) => !Number.isNaN(y)),
          })),
        },
      ],
      claims:
        done.length === 0
          ? []
          : SWITCHES.map((one) =>
              order(
                {
                  id: `${one.memory}-mib-alpha-${one.alpha}`,
                  claim: `${one.memory} MiB, alpha ${one.alpha}: deadlocks are rarer under SPFC than under DT`,
                  paper: "23.7% and 61.2% with 32 MB and alpha 2",
                  standing: "ours",
                },
                rarer(share("SPFC", one), share("DT", one)),
              ),
            ),
    };
  },
});
