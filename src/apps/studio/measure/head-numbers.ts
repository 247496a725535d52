/** Formats numbers from the summary of a run as texts, for the table that compares the runs. */
import type { Summary } from "xoff";
import { countText, shareText } from "../format.ts";

export interface HeadNumbers {
  /** Number of PAUSEs of classes and ports. The PAUSEs of single queues are additional: "12, 3 of queues" means 12 and 3 more. */
  readonly pauses: string;
  /** How many of the flows of a finite size are completed, as a share and in numbers, such as "75.9%, 22 of 29". */
  readonly flowsDone: string;
  /**
   * 99th percentile of the slowdown, such as "122×". If there are unfinished flows, the text also has their number.
   * `count` in the scenario is the time span whose flows enter the statistics. If flows are outside this span, the text
   * also has the number of counted flows.
   */
  readonly p99: string;
  readonly dropped: string;
}

export function headNumbers({ counters, flows, fct }: Pick<Summary, "counters" | "flows" | "fct">): HeadNumbers {
  const all = fct.by_size.classes.at(-1);
  const p99 = all?.slowdown.p99 ?? null;
  const [left, counted] = [all?.unfinished ?? 0, all?.flows ?? 0];
  const { queue_pauses: ofQueues = 0 } = counters;
  return {
    pauses: `${countText(counters.pauses)}${ofQueues > 0 ? `, ${countText(ofQueues)} of queues` : ""}`,
    flowsDone: `${flows.finite === 0 ? "" : `${shareText(flows.finished / flows.finite)}, `}${countText(flows.finished)} of ${countText(flows.finite)}`,
    p99: [
      p99 === null ? "–" : `${Number(p99.toPrecision(3))}×`,
      ...(left > 0 ? [`${countText(left)} of ${countText(counted)} not done`] : []),
      ...(counted < flows.finite ? [`${countText(counted)} of ${countText(flows.finite)} flows count`] : []),
    ].join(", "),
    dropped: countText(counters.dropped_no_headroom),
  };
}
