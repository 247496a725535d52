/** spfc/fig18: completion times in the pod of fig17. */
import {
  against,
  allOf,
  below,
  defineExperiment,
  NO_PAUSES,
  onAPar,
  order,
  percentChange,
  pointOf,
  ratio,
  sample,
  type Sample,
  toBeHad,
  under,
  upTo,
  whereDone,
} from "../experiment.ts";
import { chosenForClos, closFabric, podChosen, PODS, workloads, type Workload } from "./clos-fabric.ts";
import { LENGTH_MS } from "./deadlock.ts";
import { senderNames, type Sender } from "./policies.ts";
import { spfc } from "./readings.ts";
import { BINS, countedText, slowdownsBySize, type Bin, type Slowdowns } from "./size-bins.ts";

const BUFFERS = ["ST", "DT", "SPFC"] as const;
type Buffer = (typeof BUFFERS)[number];
/** The ideal is DT's run if no port ever paused, of the workload whose changes the text gives. */
type Run = Buffer | typeof NO_PAUSES;
const RUNS = (workload: Workload): readonly Run[] => (workload === "Hadoop" ? [...BUFFERS, NO_PAUSES] : BUFFERS);

interface Key extends Record<string, string | number> {
  readonly buffer: Run;
  readonly sender: Sender;
  readonly workload: Workload;
}

interface Row {
  readonly bins: Slowdowns;
  /** Whether the pod was in deadlock when the run ended. */
  readonly deadlock: boolean;
}

const WORKLOADS = Object.keys(workloads) as Workload[];
export const fig18 = defineExperiment<Key, Row, typeof spfc>({
  id: "spfc/fig18",
  title: "Completion times where a deadlock is possible",
  asks: "Who pays for PAUSEs in a pod with a circle of buffer dependencies?",
  chosen: [
    ...chosenForClos,
    podChosen,
    "The pod is that of spfc/fig17, load .5, and so is the length: flows begin within 10 ms. The run goes on until they are done, for at most 20 ms, and in a deadlock, which may leave many of them undone, they count at their age. FCT is shown as slowdown.",
  ],
  readings: spfc,
  seeds: { quick: 3, paper: 10 },
  trials: (scale, reading) =>
    WORKLOADS.flatMap((workload) =>
      senderNames.flatMap((sender) =>
        RUNS(workload).map((buffer) => {
          const scheme = buffer === NO_PAUSES ? "DT" : buffer;
          const scenario = {
            ...{ until: "done", limit: `${2 * LENGTH_MS}ms`, onDeadlock: "go-on" },
            ...closFabric(
              { scheme, sender, workload, load: 0.5, size: PODS[scale], broken: true, stop: `${LENGTH_MS}ms` },
              reading,
            ),
          };
          return {
            key: { workload, sender, buffer },
            scenario: buffer === NO_PAUSES ? under("pauses", scenario) : scenario,
          };
        }),
      ),
    ),
  row: (results) => ({
    bins: slowdownsBySize(results),
    deadlock: results.summary.deadlock_since_ns !== null,
  }),

  conclude(runs) {
    const rows = (workload: Workload, sender: Sender, buffer: Run): Row[] =>
      runs
        .filter(({ key }) => key.workload === workload && key.sender === sender && key.buffer === buffer)
        .map(({ row }) => row);
    const of = (workload: Workload, sender: Sender, buffer: Run, bin: Bin, what: "average" | "p95"): Sample =>
      sample(
        buffer,
        runs,
        (key) => key.workload === workload && key.sender === sender && key.buffer === buffer,
        ({ bins }) => bins[bin]?.[what] ?? null,
      );
    const large = (sender: Sender, buffer: Buffer): Sample => of("WebSearch", sender, buffer, "above 1 MB", "average");
    const counted = (workload: Workload, sender: Sender, bin: Bin): string =>
      BUFFERS.map((buffer) => {
        const found = rows(workload, sender, buffer);
        const stuck = found.filter(({ deadlock }) => deadlock).length;
        return `${buffer} ${countedText(found.map(({ bins }) => bins[bin]))}${stuck === 0 ? "" : `, ${stuck} runs in deadlock`}`;
      }).join("; ");
    /** Of SPFC and ST, which are compared: flows of each run. */
    const flows = (workload: Workload, sender: Sender, bin: Bin) =>
      (["ST", "SPFC"] as const).flatMap((buffer) => rows(workload, sender, buffer).map(({ bins }) => bins[bin]));
    return {
      plots: WORKLOADS.flatMap((workload) =>
        senderNames.flatMap((sender) =>
          (["average", "p95"] as const).map((what) => ({
            title: `${workload}, ${sender}: ${what}`,
            x: "flow size",
            y: "FCT slowdown",
            bins: BINS,
            lines: RUNS(workload).map((name) => ({
              name,
              points: BINS.map((bin, k) => pointOf(k, of(workload, sender, name, bin, what))).filter(
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
              ...(["small", "large"] as const).map((which) => {
                const { bin, what, paper } = HADOOP[which];
                const most = upTo(
                  senderNames.map(
                    (one) => [of("Hadoop", one, "SPFC", bin, what), of("Hadoop", one, "ST", bin, what)] as const,
                  ),
                  paper,
                );
                const sender = senderNames[most.at];
                const at = (run: Run): Sample => of("Hadoop", sender, run, bin, what);
                const claim = ratio(
                  {
                    id: `hadoop-${which}`,
                    claim: `Hadoop, flows ${bin}: ${what} slowdown under SPFC against ST, with the sender at which it gains more`,
                    paper: `up to ${percentChange(paper)}`,
                    tried: TRIED,
                  },
                  // Where a twentieth is not done p95 is an age, and so is much of a mean.
                  whereDone(most.judged, 0.05, flows("Hadoop", sender, bin)),
                  `${sender}: ${counted("Hadoop", sender, bin)}`,
                );
                const tried = BUFFERS.map((one) => [at(one), at("ST")] as const);
                return against(claim, toBeHad(at(NO_PAUSES), at("ST"), paper, tried));
              }),
              ...senderNames.map((sender) =>
                order(
                  {
                    id: `websearch-${sender.toLowerCase()}`,
                    claim: `WebSearch, ${sender}: for flows above 1 MB SPFC is similar to DT, within a tenth, and better than ST, by a tenth at most`,
                    paper: "similar to DT, slightly better than ST",
                  },
                  allOf([
                    onAPar(large(sender, "SPFC"), large(sender, "DT")),
                    below(large(sender, "SPFC"), large(sender, "ST"), (n) => n.toFixed(2)),
                    onAPar(large(sender, "SPFC"), large(sender, "ST")),
                  ]),
                  counted("WebSearch", sender, "above 1 MB"),
                ),
              ),
            ],
    };
  },
});

/** What the paper says of Hadoop: SPFC over ST. */
const HADOOP = {
  small: { bin: "to 10 KB", what: "p95", paper: 0.541 },
  large: { bin: "above 1 MB", what: "average", paper: 0.467 },
} as const;

const TRIED =
  "At paper scale Hadoop under DCQCN deadlocks in 8 of ten seeds with ST, 4 with DT and 6 with SPFC. 56, 27 and 39% of its large flows are then not done and count at their age, 10 to 20 ms, which is less than they will take, most of all under ST. With traffic going on after 10 ms every run deadlocked, and it was +15%.";
