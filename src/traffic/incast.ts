/**
 * Incast: many senders answer one receiver at the same moment, once or at intervals.
 *
 * Each time a receiver is drawn from `to`, and `fanIn` different senders from `from` without it. What is named exactly is not drawn:
 * a single receiver, or all senders where `fanIn` is left out.
 */
import { defineParams, ParamError } from "../params.ts";
import { us } from "../units.ts";
import type { Plan, PlannedFlow, TrafficView } from "./contract.ts";
import {
  checkCount,
  checkSpan,
  MAX_FLOWS,
  others,
  sizeParam,
  startParam,
  type CheckView,
  type EntryValues,
  type HostFields,
} from "./kind.ts";

export const about = "many senders to one receiver at the same moment";

export const hosts = {
  from: { many: true, default: "all", about: "Whom senders are drawn from; the receiver is left out." },
  to: { many: true, default: "all", about: "Whom the receiver is drawn from each time." },
} as const satisfies HostFields;

export const params = defineParams({
  fanIn: {
    unit: "count",
    derived: "all of `from`",
    min: 1,
    max: MAX_FLOWS,
    source: "lab",
    about: "Senders each time.",
  },
  size: { ...sizeParam, about: "Payload bytes that each sender sends." },
  start: { ...startParam, about: "The first time." },
  every: {
    unit: "ps",
    derived: "once only",
    min: 1,
    max: us(9e9),
    source: "lab",
    about: "Time between two incasts.",
  },
  count: {
    unit: "count",
    derived: "as many as start before the run ends",
    min: 1,
    max: MAX_FLOWS,
    source: "lab",
    about: "How many times.",
  },
});

type Incast = EntryValues<typeof params, typeof hosts>;

/** How many incasts start before the run ends. */
function times({ start, every, count = Infinity }: Incast, until: number): number {
  return every === undefined ? 1 : Math.min(count, Math.ceil((until - start) / every));
}

export function check(p: Incast, view: CheckView): void {
  checkSpan(p, view);
  if (p.count !== undefined && p.count > 1 && p.every === undefined) {
    throw new ParamError("every", "the time between two incasts", undefined, "`count` asks for more than one.");
  }
  const [receiver] = p.to;
  const most = others(p.from, p.to.find((host) => p.from.includes(host)) ?? receiver).length;
  if (most === 0) throw new ParamError("from", "a host other than the receiver", p.from);
  if (p.fanIn !== undefined && p.fanIn > most) {
    throw new ParamError("fanIn", `at most ${most}, the senders there are`, p.fanIn);
  }
  checkCount((p.fanIn ?? most) * times(p, view.until), "every");
}

export function create(p: Incast, view: TrafficView): Plan {
  const { from, to, size, cls } = p;
  const receivers = view.stream("receivers");
  const senders = view.stream("senders");
  const flows: PlannedFlow[] = [];
  const rounds = times(p, view.until);
  for (let round = 0; round < rounds; round++) {
    const destination = to[receivers.int(to.length)];
    const among = others(from, destination);
    const fanIn = p.fanIn ?? among.length;
    // The first `fanIn` of a shuffle, and no draw where all of them send.
    for (let k = 0; k < fanIn && fanIn < among.length; k++) {
      const other = k + senders.int(among.length - k);
      [among[k], among[other]] = [among[other], among[k]];
    }
    const start = p.start + round * (p.every ?? 0);
    for (const source of among.slice(0, fanIn)) flows.push({ source, destination, bytes: size, start, cls });
  }
  return { flows, trains: [] };
}
