/** Long-lived: one endless flow from each sender to the receiver. */
import { defineParams, type Fixed } from "../../base/params.ts";
import type { Plan } from "../../contracts/traffic.ts";
import {
  checkSenders,
  checkSpan,
  others,
  startParam,
  type CheckView,
  type EntryValues,
  type HostFields,
} from "./kind.ts";

export const about = "endless flows, one from each sender";

export const hosts = {
  from: { many: true, about: "The senders. The receiver is excluded." },
  to: { many: false, about: "The receiver." },
} as const satisfies HostFields;

export const params = defineParams({ start: startParam });

type LongLived = EntryValues<typeof params, typeof hosts>;

export const fixed = (): Fixed => ({ what: "the long-lived flows are given" });

export function check(p: LongLived, view: CheckView): void {
  checkSenders(p.from, p.to);
  checkSpan(p, view);
}

export function create({ from, to, start, cls }: LongLived): Plan {
  const flows = others(from, to).map((source) => ({ source, destination: to, bytes: Infinity, start, cls }));
  return { flows, trains: [] };
}
