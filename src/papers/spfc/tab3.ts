/** spfc/tab3: throughput of large flows at 50% load, by workload and sender. */
import * as xoff from "../experiment.ts";
import { allToAll, chosenForAllToAll, rowOf, RUNS, SCHEMES, type Run } from "./all-to-all.ts";
import { chosenForClos, SIZES, workloads, type Workload } from "./clos-fabric.ts";
import { senderNames, type Sender } from "./policies.ts";
import { spfc } from "./readings.ts";
import { countedText } from "./size-bins.ts";

/** Table III in Gbps, in the order of `SCHEMES`. */
const PAPER: Readonly<Record<Workload, Readonly<Record<Sender, readonly number[]>>>> = {
  WebSearch: { DCQCN: [33.92, 26.28, 26.49, 27.44, 26.8], TIMELY: [26.63, 22.63, 22.81, 23.01, 22.85] },
  Hadoop: { DCQCN: [27.65, 18.61, 19.91, 21.35, 12.5], TIMELY: [23.69, 13.14, 13.99, 14.19, 10.66] },
};
const ROWS = (Object.keys(workloads) as Workload[]).flatMap((workload) =>
  senderNames.map((sender) => ({ workload, sender, name: `${workload}, ${sender}` })),
);

export const tab3 = xoff.defineFigure({
  id: "spfc/tab3",
  title: "Average throughput of large flows at 50% load",
  asks: "What is the average throughput of flows above 1 MB under each buffer policy, sender and workload?",
  readings: spfc,
  seeds: { quick: 3, paper: 3 },
  chosen: [
    ...chosenForClos,
    ...chosenForAllToAll,
    "Throughput is a flow's payload divided by its completion time, averaged over flows.",
  ],
  trials: (scale, reading) =>
    ROWS.flatMap(({ workload, sender }) =>
      RUNS.map((scheme) => allToAll({ scheme, sender, workload, load: 0.5 }, SIZES[scale], scale, reading)),
    ),
  row: rowOf,
  plots: (runs) => {
    const names = ROWS.map(({ name }) => name);
    const at = (scheme: Run, name: string) => {
      const { workload, sender } = ROWS[names.indexOf(name)];
      return runs.of({ scheme, workload, sender }, ({ large }) => large.gbps);
    };
    const marks = ROWS.flatMap(({ workload, sender }, x) =>
      SCHEMES.map((name, k) => ({ name, x, y: PAPER[workload][sender][k] })),
    );
    const title = "throughput of flows above 1 MB";
    return [xoff.barPlot(title, "workload and sender", "goodput, Gbps", RUNS, names, at, { marks })];
  },
  claims: (runs) => [
    ...ROWS.flatMap(({ workload, sender, name }) => {
      const id = `${workload === "WebSearch" ? "w1" : "w2"}-${sender.toLowerCase()}`;
      const printed = PAPER[workload][sender];
      const of = (scheme: Run) => runs.of({ scheme, workload, sender }, ({ large }) => large.gbps);
      return [
        xoff.highestAgainstIdeal<Run>(`${id}-best`, {
          claim: `${name}: the throughput of large flows is highest under SPFC`,
          paper: `${SCHEMES.map((scheme, k) => `${scheme} ${printed[k]}`).join(", ")} Gbps`,
          ...{ one: "SPFC", others: SCHEMES.slice(1), ideal: xoff.NO_PAUSES, of, show: gbps },
          ...(sender === "TIMELY" && { underdetermined: { evidence: VICTIM_IS_OPEN } }),
          context: countedText(runs.rows({ workload, sender }).map(({ large }) => large)),
        }),
        ...(["DT 2", "ST"] as const).map((other) => {
          const factor = printed[0] / printed[SCHEMES.indexOf(other)];
          return xoff.ratioAgainstIdeal<Run>(`${id}-${other === "ST" ? "st" : "dt"}`, {
            claim: `${name}: throughput of large flows under SPFC against ${other}`,
            paper: xoff.percentChange(factor),
            ...{ one: "SPFC", other, ideal: xoff.NO_PAUSES, schemes: SCHEMES, factor, of },
          });
        }),
      ];
    }),
    xoff.order("websearch-more", {
      claim: "Under SPFC and DCQCN large flows have more throughput with WebSearch than with Hadoop",
      paper: "27.65 < 33.92 Gbps",
      judged: xoff.aboveEach<Workload>(
        ...(["WebSearch", ["Hadoop"]] as const),
        (workload) => runs.of({ workload, sender: "DCQCN", scheme: "SPFC" }, ({ large }) => large.gbps),
        gbps,
      ),
    }),
  ],
});

const gbps = xoff.fixed(2, " Gbps");

/**
 * Under TIMELY, ports pause often. A victim port under SPFC pauses only at the limit of its memory, so this limit decides
 * which policy is best.
 */
const VICTIM_IS_OPEN =
  "The text does not say what limits the memory of a victim port (reading `victim`). Printed literally, a victim may use more memory than is free.";
