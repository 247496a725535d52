/**
 * Incast: many senders answer one receiver at the same moment, once, at intervals, or at random moments.
 *
 * Each time a receiver is drawn from `to`, and `fanIn` different senders from `from` without it, or a number of them from `fanInLeast` to
 * `fanIn`, all equally likely. What is named exactly is not drawn: a single receiver, or all senders where `fanIn` is left out.
 *
 * With `load` the moments are those of a Poisson process, and load is the share of the receivers' links that payload takes:
 *
 *   mean gap = mean fan-in * mean size * 8 / (load * the receivers' link rates together)
 */
import { defineParams, ParamError, type Fixed } from "../../base/params.ts";
import { us, type Ps } from "../../base/units.ts";
import { SizeCdf } from "./cdf.ts";
import { cdfs, type CdfName } from "./cdfs/index.ts";
import type { Plan, PlannedFlow, TrafficView } from "../../contracts/traffic.ts";
import {
  checkCount,
  checkEnd,
  checkSpan,
  MAX_FLOWS,
  others,
  queuePairParam,
  sizeParam,
  startParam,
  stopParam,
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
  fanInLeast: {
    unit: "count",
    derived: "`fanIn`",
    min: 1,
    max: MAX_FLOWS,
    source: "lab",
    about: "Senders at least: their number is drawn each time, up to `fanIn`.",
  },
  size: { ...sizeParam, about: "Payload bytes that each sender sends." },
  cdf: {
    unit: "choice",
    choices: ["none", ...Object.keys(cdfs)],
    default: "none",
    source: "lab",
    about: "Distribution from which each sender's size is drawn; none: `size` for all.",
  },
  start: { ...startParam, about: "The first time, or with `load` when it begins." },
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
  load: {
    unit: "ratio",
    derived: "`every` says when",
    min: 0.0001,
    max: 2,
    source: "lab",
    about:
      "Share of the receivers' link rates together that payload takes, at random moments instead of every so often.",
  },
  stop: { ...stopParam, about: "With `load`: no flow starts at or after this." },
  queuePair: queuePairParam,
});

type Incast = EntryValues<typeof params, typeof hosts>;

const sizesOf = ({ cdf }: Incast): SizeCdf | undefined =>
  cdf === "none" ? undefined : new SizeCdf(cdfs[cdf as CdfName].points, cdf);

/** How many incasts start before the run ends, where they come at intervals. */
function times({ start, every, count = Infinity }: Incast, until: Ps): number {
  return every === undefined ? 1 : Math.min(count, Math.ceil((until - start) / every));
}

/** Mean time between two incasts of `load`, ps. */
function meanGap(p: Incast, load: number, view: CheckView): number {
  const own = p.to.filter((host) => p.from.includes(host)).length / p.to.length;
  const most = p.fanIn ?? p.from.length - own;
  const bytes = ((most + (p.fanInLeast ?? most)) / 2) * (sizesOf(p)?.mean() ?? p.size);
  return (bytes * 8e12) / (load * p.to.reduce((sum, host) => sum + view.rate(host), 0));
}

export function check(p: Incast, view: CheckView): void {
  checkSpan(p, view);
  checkTimes(p);
  if (p.load !== undefined) checkEnd(p.stop, "stop", view);
  else if (p.every !== undefined) checkEnd(p.count, "count", view);
  const [receiver] = p.to;
  const most = others(p.from, p.to.find((host) => p.from.includes(host)) ?? receiver).length;
  if (most === 0) throw new ParamError("from", "a host other than the receiver", p.from);
  if (p.fanIn !== undefined && p.fanIn > most) {
    throw new ParamError("fanIn", `at most ${most}, the number of senders`, p.fanIn);
  }
  const fanIn = p.fanIn ?? most;
  if (p.fanInLeast !== undefined && p.fanInLeast > fanIn) {
    throw new ParamError("fanInLeast", `at most ${fanIn}, the fan-in`, p.fanInLeast);
  }
  if (p.load === undefined) checkCount(fanIn * times(p, view.until), "every");
  else {
    const span = Math.min(p.stop ?? view.until, view.until) - p.start;
    checkCount((fanIn * span) / meanGap(p, p.load, view), "load");
  }
}

/** Intervals or load, not both, and each with what belongs to it. */
function checkTimes({ every, count, load, stop }: Incast): void {
  if (load === undefined) {
    if (count !== undefined && count > 1 && every === undefined)
      throw new ParamError("every", "the time between two incasts", undefined, "It is required for a `count` above 1.");
    if (stop !== undefined)
      throw new ParamError("stop", "`load` next to stop", stop, "Incasts with `every` end by `count`.");
    return;
  }
  if (every !== undefined)
    throw new ParamError("every", "no value next to `load`", every, "`every` and `load` are mutually exclusive.");
  if (count !== undefined)
    throw new ParamError(
      "count",
      "no value next to `load`",
      count,
      "`count` and `load` are mutually exclusive: use `stop`.",
    );
}

/** Receivers, senders, sizes and moments are drawn only where there is a choice. */
export function fixed({ from, to, fanIn, fanInLeast, cdf, load }: Incast): Fixed | undefined {
  const among = others(from, to[0]).length;
  const isGiven = to.length === 1 && (fanIn ?? among) === among && (fanInLeast ?? among) === among;
  return isGiven && cdf === "none" && load === undefined ? { what: "the incasts are given" } : undefined;
}

export function create(p: Incast, view: TrafficView): Plan {
  const { from, to, size, cls } = p;
  const receivers = view.stream("receivers");
  const senders = view.stream("senders");
  const fanIns = view.stream("fan-ins");
  const sizes = view.stream("sizes");
  const cdf = sizesOf(p);
  const pair = p.queuePair === "kept" ? { keepsPair: true as const } : {};
  const flows: PlannedFlow[] = [];
  for (const start of moments(p, view)) {
    const destination = to[receivers.int(to.length)];
    const among = others(from, destination);
    const most = p.fanIn ?? among.length;
    const least = Math.min(p.fanInLeast ?? most, most);
    const fanIn = least === most ? most : least + fanIns.int(most - least + 1);
    // The first `fanIn` of a shuffle, and no draw where all of them send.
    for (let k = 0; k < fanIn && fanIn < among.length; k++) {
      const other = k + senders.int(among.length - k);
      [among[k], among[other]] = [among[other], among[k]];
    }
    for (const source of among.slice(0, fanIn))
      flows.push({ source, destination, bytes: cdf?.sample(sizes) ?? size, start, cls, ...pair });
  }
  return { flows, trains: [] };
}

/** When the incasts start. */
function moments(p: Incast, view: TrafficView): Ps[] {
  if (p.load === undefined)
    return Array.from({ length: times(p, view.until) }, (_, round) => p.start + round * (p.every ?? 0));
  const arrivals = view.stream("arrivals");
  const gap = meanGap(p, p.load, view);
  const stop = Math.min(p.stop ?? view.until, view.until);
  const found: Ps[] = [];
  for (let now = p.start + arrivals.exponential(gap); Math.round(now) < stop; now += arrivals.exponential(gap))
    found.push(Math.round(now));
  return found;
}
