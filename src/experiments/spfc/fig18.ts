/** spfc/fig18: completion times in the pod of fig17. */
import { mean, order, ratio } from "../claims.ts";
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
  row: (results) => ({ bins: slowdownBins(results, 0) }),

  conclude(done) {
    const of = (workload: Workload, sender: Sender, buffer: Buffer, bin: number, what: keyof BinSlowdown): number =>
      mean(
        done
          .filter(({ key }) => key.workload === workload && key.sender === sender && key.buffer === buffer)
          .flatMap(({ row }) => row.bins[bin]?.[what] ?? []),
      );
    const change = (sender: Sender, bin: number, what: keyof BinSlowdown): number =>
      of("Hadoop", sender, "SPFC", bin, what) / of("Hadoop", sender, "ST", bin, what);
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
        done.length === 0
          ? []
          : [
              ratio(
                {
                  id: "hadoop-small",
                  claim: "Hadoop, flows up to 10 KB: p95 slowdown under SPFC against ST, at best",
                  paper: "-45.9%",
                },
                best(0, "p95"),
                0.541,
              ),
              ratio(
                {
                  id: "hadoop-large",
                  claim: "Hadoop, flows above 1 MB: average slowdown under SPFC against ST, at best",
                  paper: "-53.3%",
                },
                best(3, "average"),
                0.467,
              ),
              order(
                {
                  id: "websearch",
                  claim: "WebSearch: SPFC is similar to DT (within 20% for flows above 1 MB) and no worse than ST",
                  paper: "similar to DT, slightly better than ST",
                },
                SENDERS.map(
                  (sender) =>
                    `${sender}: ${BUFFERS.map((buffer) => `${buffer} ${of("WebSearch", sender, buffer, 3, "average").toFixed(2)}`).join(", ")}`,
                ).join("; "),
                SENDERS.every((sender) => {
                  const [st, dt, spfc] = BUFFERS.map((buffer) => of("WebSearch", sender, buffer, 3, "average"));
                  return Math.abs(spfc / dt - 1) <= 0.2 && spfc <= st * 1.02;
                }),
              ),
            ],
    };
  },
});
