/** dsh/fig5: what little memory costs under SIH. */
import {
  against,
  changes,
  defineExperiment,
  markOf,
  NO_PAUSES,
  percentChange,
  pointOf,
  ratio,
  sample,
  type Sample,
  type Scale,
  toBeHad,
  under,
} from "../experiment.ts";
import { benchmarkChosen, benchmarkRow, benchmarkScenario, flowsOf, type BenchmarkRow } from "./benchmark.ts";
import { dsh } from "./readings.ts";
import { chosen, etaChosen, unitsOf } from "./tomahawk.ts";

interface Key extends Record<string, string | number> {
  /** MB of a chip with 32 ports, or none but no port that pauses. */
  readonly memory: number | typeof NO_PAUSES;
}

const MEMORIES: Readonly<Record<Scale, readonly number[]>> = {
  quick: [14, 16, 20, 30],
  paper: [14, 16, 18, 20, 22, 24, 26, 28, 30],
};

/** MB. */
const MOST = 30;

export const fig5 = defineExperiment<Key, BenchmarkRow, typeof dsh>({
  id: "dsh/fig5",
  title: "FCT against buffer size under SIH",
  asks: "PowerTCP keeps queues short. What does memory cost all the same, when headroom leaves little of it to share?",
  chosen: [
    ...chosen,
    etaChosen,
    ...benchmarkChosen,
    "WebSearch is websearch-hpcc, load .9, each flow in a class drawn from seven: the figure is of a section before the one with fan-ins, and names web search alone.",
    "14 to 30 MB are MiB (reading `megabyte`); SIH sets 12.1 MiB of each aside, so 14 MiB share 1.2 and 30 MiB 17.2.",
  ],
  readings: dsh,
  seeds: { quick: 4, paper: 3 },
  trials: (scale, reading) =>
    [...MEMORIES[scale], NO_PAUSES].map((memory: Key["memory"]) => {
      const scenario = benchmarkScenario(
        {
          ...{ scheme: "SIH", congestion: "powertcp", topology: "leaf-spine", cdf: "websearch-hpcc" },
          ...{ background: 0.9, fanIn: 0, memory: (memory === NO_PAUSES ? MOST : memory) * unitsOf(reading).mb },
        },
        scale,
        reading,
      );
      return { key: { memory }, scenario: memory === NO_PAUSES ? under("pauses", scenario) : scenario };
    }),
  row: benchmarkRow,

  conclude(done, scale) {
    if (done.length === 0) return { plots: [], claims: [] };
    const of = (memory: Key["memory"]): Sample =>
      sample(
        memory === NO_PAUSES ? memory : `${memory} MB`,
        done,
        (key) => key.memory === memory,
        ({ background }) => background.mean,
      );
    const pauses = (memory: number): Sample =>
      sample(
        "PAUSEs",
        done,
        (key) => key.memory === memory,
        (row) => row.pauses,
      );
    return {
      plots: [
        {
          title: "Average FCT",
          ...{ x: "memory of a chip with 32 ports, MB", y: "average FCT, ms" },
          lines: [{ name: "SIH", points: MEMORIES[scale].map((memory) => pointOf(memory, of(memory))) }],
          marks: [markOf("SIH", 14, of(30), 1.781)],
          note: "Mark: 14 MB by the paper's change, from ours of 30 MB.",
        },
        {
          title: "PAUSEs",
          ...{ x: "memory of a chip with 32 ports, MB", y: "PAUSEs a run" },
          lines: [{ name: "SIH", points: MEMORIES[scale].map((memory) => pointOf(memory, pauses(memory))) }],
        },
      ],
      claims: [
        against(
          ratio(
            {
              id: "small-buffer",
              claim: "With 14 MB the average FCT is higher than with 30",
              paper: percentChange(1.781),
              note: "PowerTCP keeps queues so short that PAUSEs are rare here and do not last: what a flow waits for is its share of a link.",
              tried:
                "At quick scale with flows for 4 ms instead of 1: 2,824 PAUSEs with 14 MiB, none with 30, and .777 against .778 ms; with 14e6 and 30e6 B: 1,594 PAUSEs, .463 against .469 ms; with all 256 servers and 1.5 ms of flows .521 and .521 ms (one seed each). What pauses enough for more is fan-ins, as in figure 14, of which section III-B has none.",
            },
            changes(of(14), of(30), 1.781),
            flowsOf(done.map(({ row }) => row.background)),
          ),
          toBeHad(
            of(14),
            of(NO_PAUSES),
            1.781,
            MEMORIES[scale].map((memory) => [of(14), of(memory)]),
          ),
        ),
      ],
    };
  },
});
