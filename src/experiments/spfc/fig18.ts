/** spfc/fig18: completion times in the pod of fig17. */
import { mean, order, percentChange, ratio } from "../claims-by-means.ts";
import { defineExperiment, type Scale } from "../contract.ts";
import {
  buffers,
  chosenForPod,
  podScenario,
  senders,
  workloads,
  type Buffer,
  type Sender,
  type Workload,
} from "./broken-pod.ts";
import { BINS, slowdownBins, type BinSlowdown } from "./web-search-fabric.ts";

interface Key extends Record<string, string | number> {
  readonly buffer: Buffer;
  readonly sender: Sender;
  readonly workload: Workload;
}

interface Row {
  readonly bins: readonly (BinSlowdown | null)[];
  /** Flows that were done within the run, of all. */
  readonly done: number;
}

const BUFFERS = Object.keys(buffers) as Buffer[];
const SENDERS = Object.keys(senders) as Sender[];
const WORKLOADS = Object.keys(workloads) as Workload[];
const LENGTH_MS: Readonly<Record<Scale, number>> = { quick: 5, paper: 10 };

export const fig18 = defineExperiment<Key, Row>({
  id: "spfc/fig18",
  title: "Completion times where a deadlock is possible",
  asks: "Who pays for PAUSEs in a pod with a circle of buffer dependencies?",
  chosen: [
    ...chosenForPod,
    "FCT is shown as slowdown; flows not done when the run ended, which in a deadlock are many, are not in it.",
    "Quick runs last 5 ms, those at paper scale 10 ms as in fig17.",
  ],
  seeds: { quick: 2, paper: 20 },
  trials: (scale) =>
    WORKLOADS.flatMap((workload) =>
      SENDERS.flatMap((sender) =>
        BUFFERS.map((buffer) => ({
          key: { workload, sender, buffer },
          scenario: podScenario({ buffer, sender, workload, untilMs: LENGTH_MS[scale], onDeadlock: "go-on" }),
        })),
      ),
    ),
  row: (results) => ({
    bins: slowdownBins(results, 0),
    done: results.summary.flows.finished / results.summary.flows.finite,
  }),

  conclude(runs) {
    const of = (workload: Workload, sender: Sender, buffer: Buffer, bin: number, what: keyof BinSlowdown): number =>
      mean(
        runs
          .filter(({ key }) => key.workload === workload && key.sender === sender && key.buffer === buffer)
          .flatMap(({ row }) => row.bins[bin]?.[what] ?? []),
      );
    const change = (sender: Sender, bin: number, what: keyof BinSlowdown): number =>
      of("Hadoop", sender, "SPFC", bin, what) / of("Hadoop", sender, "ST", bin, what);
    const done = (workload: Workload): string => {
      const share = (sender: Sender, buffer: Buffer): string => {
        const rows = runs.filter(
          ({ key }) => key.workload === workload && key.sender === sender && key.buffer === buffer,
        );
        return `${buffer} ${(100 * mean(rows.map(({ row }) => row.done))).toFixed(0)}%`;
      };
      return SENDERS.map((sender) => `${sender}: ${BUFFERS.map((buffer) => share(sender, buffer)).join(", ")}`).join(
        "; ",
      );
    };
    const best = (bin: number, what: keyof BinSlowdown): number =>
      Math.min(...SENDERS.map((sender) => change(sender, bin, what)));
    return {
      plots: WORKLOADS.flatMap((workload) =>
        SENDERS.flatMap((sender) =>
          (["average", "p95"] as const).map((what) => ({
            title: `${workload}, ${sender}: ${what}`,
            x: "size bin (1: to 10 KB, 2: to 100 KB, 3: to 1 MB, 4: above)",
            y: "FCT slowdown",
            lines: BUFFERS.map((name) => ({
              name,
              points: BINS.map((_, bin) => [bin + 1, of(workload, sender, name, bin, what)] as const).filter(
                ([, y]) => !Number.isNaN(y),
              ),
            })),
          })),
        ),
      ),
      claims:
        runs.length === 0
          ? []
          : [
              ratio(
                {
                  id: "hadoop-small",
                  claim: "Hadoop, flows up to 10 KB: p95 slowdown under SPFC against ST, at best",
                  paper: "-45.9%",
                  note: DEADLOCK,
                },
                best(0, "p95"),
                0.541,
                1.5,
                (n) => `${percentChange(n)}; flows done: ${done("Hadoop")}`,
              ),
              ratio(
                {
                  id: "hadoop-large",
                  claim: "Hadoop, flows above 1 MB: average slowdown under SPFC against ST, at best",
                  paper: "-53.3%",
                  note: DEADLOCK,
                },
                best(3, "average"),
                0.467,
                1.5,
                (n) => `${percentChange(n)}; flows done: ${done("Hadoop")}`,
              ),
              order(
                {
                  id: "websearch",
                  claim: "WebSearch: SPFC is similar to DT (within 20% for flows above 1 MB) and no worse than ST",
                  paper: "similar to DT, slightly better than ST",
                  note: DEADLOCK,
                },
                `${SENDERS.map(
                  (sender) =>
                    `${sender}: ${BUFFERS.map((buffer) => `${buffer} ${of("WebSearch", sender, buffer, 3, "average").toFixed(2)}`).join(", ")}`,
                ).join("; ")}; flows done: ${done("WebSearch")}`,
                SENDERS.every((sender) => {
                  const [st, dt, spfc] = BUFFERS.map((buffer) => of("WebSearch", sender, buffer, 3, "average"));
                  return Math.abs(spfc / dt - 1) <= 0.2 && spfc <= st * 1.02;
                }),
              ),
            ],
    };
  },
});

const DEADLOCK =
  "Slowdown is of flows that were done. Under ST, with seed 1 and DCQCN, the pod deadlocks at 6 to 7 ms and under SPFC it does not: the flows that wait longest are missing from ST's figures.";
