/** cross/deadlocks: the share of runs that deadlock in the pod of spfc/fig17, against switch memory and alpha. */
import * as xoff from "../experiment.ts";
import { podChosen } from "../spfc/clos-fabric.ts";
import { deadlockScenario, LENGTH_MS, type Buffer } from "../spfc/deadlock.ts";
import { spfc } from "../spfc/readings.ts";

const BUFFERS: readonly Buffer[] = ["DT", "SPFC"];
/** The memory in MiB and the alpha of each switch. */
const SWITCHES = [
  { memory: 12, alpha: 2 },
  { memory: 16, alpha: 2 },
  { memory: 24, alpha: 2 },
  { memory: 32, alpha: 0.25 },
];

export const deadlocks = xoff.defineFigure({
  id: "cross/deadlocks",
  title: "Deadlocks against memory and alpha",
  asks: "With which memory and alpha do runs in the pod of spfc/fig17 deadlock as often as in the paper? Are deadlocks then rarer under SPFC?",
  readings: spfc,
  seeds: { quick: 5, paper: 100 },
  chosen: [
    "The scenario is that of spfc/fig17 with DCQCN and WebSearch, except for memory and alpha. The paper has 32 MiB and an alpha of 2.",
    podChosen,
  ],
  trials: (scale, reading) =>
    SWITCHES.flatMap(({ memory, alpha }) =>
      BUFFERS.map((buffer) => ({
        key: { buffer, memory, alpha },
        scenario: deadlockScenario(buffer, "DCQCN", { memoryMiB: memory, alpha }, scale, reading),
      })),
    ),
  row: xoff.onsetOf,
  plots: (runs) => [
    {
      title: `runs in deadlock within ${LENGTH_MS} ms`,
      ...{ x: "switch", y: "share of runs, percent" },
      bins: SWITCHES.map(({ memory, alpha }) => `${memory} MiB, alpha ${alpha}`),
      lines: BUFFERS.map((buffer) => ({
        name: buffer,
        points: SWITCHES.map((one, k) => {
          const { hits, runs: all } = xoff.deadlockShare(runs, { buffer, ...one }, buffer);
          return [k, (100 * hits) / all] as const;
        }).filter(([, y]) => !Number.isNaN(y)),
      })),
    },
  ],
  claims: (runs) =>
    SWITCHES.map((one) => {
      const [dt, spfcs] = BUFFERS.map((buffer) => xoff.deadlockShare(runs, { buffer, ...one }, buffer));
      return xoff.order(`${one.memory}-mib-alpha-${one.alpha}`, {
        claim: `${one.memory} MiB, alpha ${one.alpha}: deadlocks are rarer under SPFC than under DT`,
        paper: "SPFC 23.7%, DT 61.2% with 32 MB and alpha 2",
        judged: xoff.rarer(spfcs, dt),
        standing: "ours",
      });
    }),
});
