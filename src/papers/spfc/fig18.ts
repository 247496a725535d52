/** spfc/fig18: completion times in the pod of figure 17, in which a deadlock is possible. */
import * as xoff from "../experiment.ts";
import { chosenForClos, closFabric, podChosen, PODS, workloads, type Workload } from "./clos-fabric.ts";
import { LENGTH_MS } from "./deadlock.ts";
import { senderNames, type Sender } from "./policies.ts";
import { spfc } from "./readings.ts";
import { countedText, sizeBars, slowdownOf, slowdownsBySize, type Bin } from "./size-bins.ts";

const BUFFERS = ["ST", "DT", "SPFC"] as const;
/**
 * The schemes, and the ideal: DT's scenario without any PAUSE. The text prints changes only for Hadoop, so only Hadoop
 * has a run without PAUSEs.
 */
type Run = (typeof BUFFERS)[number] | typeof xoff.NO_PAUSES;
const RUNS = (workload: Workload): readonly Run[] => (workload === "Hadoop" ? [...BUFFERS, xoff.NO_PAUSES] : BUFFERS);
const WORKLOADS = Object.keys(workloads) as Workload[];

/**
 * The paper's results for Hadoop and flows of size `bin`. `factor` is the FCT (`what`) under SPFC divided by that under ST, in the
 * best case ("up to"). xoff compares slowdowns instead of FCTs.
 */
const HADOOP = {
  small: { bin: "to 10 KB", what: "p95", factor: 0.541 },
  large: { bin: "above 1 MB", what: "average", factor: 0.467 },
} as const;

export const fig18 = xoff.defineFigure({
  id: "spfc/fig18",
  title: "Completion times where a deadlock is possible",
  asks: "Which flows are slowed by PAUSEs in a pod with a cycle of buffer dependencies?",
  readings: spfc,
  seeds: { quick: 3, paper: 10 },
  chosen: [
    ...chosenForClos,
    podChosen,
    "Pod and duration are those of spfc/fig17, and the load is .5. Flows begin within 10 ms. The run ends when they are done, and after 20 ms at the latest. A deadlock may leave many flows unfinished. An unfinished flow counts with the time since it began. FCT is shown as slowdown.",
  ],
  trials: (scale, reading) =>
    WORKLOADS.flatMap((workload) =>
      xoff.trialsOver({ workload: [workload], sender: senderNames, buffer: RUNS(workload) }, ({ sender, buffer }) =>
        xoff.withIdeal(buffer, "pauses", xoff.NO_PAUSES, "DT", (scheme) => ({
          ...{ until: "done", limit: `${2 * LENGTH_MS}ms`, onDeadlock: "go-on" },
          ...closFabric(
            { scheme, sender, workload, load: 0.5, size: PODS[scale], broken: true, stop: `${LENGTH_MS}ms` },
            reading,
          ),
        })),
      ),
    ),
  /** Slowdowns by flow size, and whether the pod was in a deadlock at the end of the run. */
  row: (results) => ({ bins: slowdownsBySize(results), deadlock: results.summary.deadlock_since_ns !== null }),
  plots: (runs) =>
    WORKLOADS.flatMap((workload) =>
      senderNames.flatMap((sender) =>
        (["average", "p95"] as const).map((what) =>
          sizeBars(`${workload}, ${sender}: ${what}`, RUNS(workload), (buffer, bin) =>
            runs.of({ workload, sender, buffer }, ({ bins }) => slowdownOf(bins, bin, what)),
          ),
        ),
      ),
    ),
  claims(runs) {
    const counted = (workload: Workload, sender: Sender, bin: Bin): string =>
      BUFFERS.map((buffer) => {
        const found = runs.rows({ workload, sender, buffer });
        const stuck = found.filter(({ deadlock }) => deadlock).length;
        return `${buffer} ${countedText(found.map(({ bins }) => bins[bin]))}${stuck === 0 ? "" : `, ${stuck} runs in deadlock`}`;
      }).join("; ");
    return [
      ...(["small", "large"] as const).map((which) => {
        const { bin, what, factor } = HADOOP[which];
        const hadoop = runs.where({ workload: "Hadoop" });
        const of = (sender: Sender) => (buffer: Run) =>
          hadoop.of({ buffer, sender }, ({ bins }) => slowdownOf(bins, bin, what));
        const flows = (sender: Sender) =>
          (["ST", "SPFC"] as const).flatMap((buffer) => hadoop.rows({ sender, buffer }).map(({ bins }) => bins[bin]));
        return xoff.upToAgainstIdeal<Run, Sender>(`hadoop-${which}`, {
          ...{ one: "SPFC", other: "ST", ideal: xoff.NO_PAUSES, schemes: BUFFERS, factor, places: senderNames, of },
          said: (sender, printed) => ({
            claim: `Hadoop, flows ${bin}: ${what} slowdown under SPFC against ST, with the sender at which it gains more`,
            paper: printed,
            context: `${sender}: ${counted("Hadoop", sender, bin)}`,
            underdetermined: { evidence: UNFINISHED_ARE_OPEN },
          }),
          // An unfinished flow counts with the time since it began. With more than 5% of them, the p95 is no completion time.
          judge: (judged, sender) => xoff.whereDone(judged, 0.05, flows(sender)),
        });
      }),
      ...senderNames.map((sender) => {
        const large = (buffer: Run): xoff.Sample =>
          runs.of({ buffer, workload: "WebSearch", sender }, ({ bins }) => slowdownOf(bins, "above 1 MB", "average"));
        return xoff.order(`websearch-${sender.toLowerCase()}`, {
          claim: `WebSearch, ${sender}: flows above 1 MB under SPFC are within 10% of DT, and faster than ST by at most 10%`,
          paper: "similar to DT, slightly better than ST",
          judged: [
            xoff.likeEach<Run>("SPFC", ["DT"], large),
            xoff.belowEach<Run>("SPFC", ["ST"], large, xoff.fixed(2)),
            xoff.likeEach<Run>("SPFC", ["ST"], large),
          ],
          context: counted("WebSearch", sender, "above 1 MB"),
          underdetermined: { evidence: UNFINISHED_ARE_OPEN },
        });
      }),
    ];
  },
});

const UNFINISHED_ARE_OPEN =
  'The figure shows "results when meeting a deadlock", and the text does not say how flows count that never finish.';
