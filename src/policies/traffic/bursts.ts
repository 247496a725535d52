/**
 * Bursts: each sender sends one flow after another at line rate, without waiting for ACKs.
 *
 * The traffic is deliberately open-loop: a flow starts when the NIC has sent the last byte of the previous one.
 * Congestion control has no state about the new flow, and no time to slow it down.
 *
 * Paper    spfc, figure 4 (docs/errata.md: if bursts waited for ACKs, no port would be paused).
 */
import { defineParams, type Fixed } from "../../base/params.ts";
import type { Plan, TrafficView } from "../../contracts/traffic.ts";
import {
  checkCount,
  checkEnd,
  checkSenders,
  checkSpan,
  flowsOf,
  others,
  queuePairParam,
  sizeParam,
  startParam,
  stopParam,
  type CheckView,
  type EntryValues,
  type HostFields,
} from "./kind.ts";

export const about = "each sender sends one flow after another, open-loop";

export const ownPace = true;

export const hosts = {
  from: { many: true, default: "all", about: "The senders. The receiver is excluded." },
  to: { many: false, about: "The receiver." },
} as const satisfies HostFields;

export const params = defineParams({ size: sizeParam, start: startParam, stop: stopParam, queuePair: queuePairParam });

type Bursts = EntryValues<typeof params, typeof hosts>;

export const fixed = (): Fixed => ({ what: "the bursts are given" });

export function check(p: Bursts, view: CheckView): void {
  checkSenders(p.from, p.to);
  checkSpan(p, view);
  checkEnd(p.stop, "stop", view);
  const { trains } = create(p, view);
  checkCount(
    trains.reduce((sum, train) => sum + flowsOf(train, view.rate(train.source)), 0),
    "size",
  );
}

export function create(
  { from, to, size, start, stop, queuePair, cls }: Bursts,
  { until }: Pick<TrafficView, "until">,
): Plan {
  const end = Math.min(stop ?? until, until);
  const pair = queuePair === "kept" ? { keepsPair: true as const } : {};
  const trains = others(from, to).map((source) => ({
    ...{ source, destination: to, bytes: size, start, stop: end, cls },
    ...pair,
  }));
  return { flows: [], trains };
}
