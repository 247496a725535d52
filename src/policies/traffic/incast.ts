/**
 * Incast: many senders send to one receiver at the same time. Incasts occur once, at intervals, or at random times.
 *
 * Each incast draws a receiver from `to`. It draws `fanIn` different senders from `from`, without the receiver. With
 * `fanInLeast` the number of senders is uniform between `fanInLeast` and `fanIn`. Nothing is drawn if only one choice
 * exists: a single receiver, or a fan-in of all senders.
 *
 * With `load` the times are those of a Poisson process. The load is the share of the receivers' links that payload
 * uses:
 *
 *   mean gap = mean bits of an incast / (load times the receivers' link rates together)
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

export const about = "many senders to one receiver at the same time";

export const hosts = {
  from: { many: true, default: "all", about: "Hosts from which senders are drawn. The receiver is excluded." },
  to: { many: true, default: "all", about: "Hosts from which the receiver of each incast is drawn." },
} as const satisfies HostFields;

export const params = defineParams({
  fanIn: {
    unit: "count",
    derived: "all of `from`",
    min: 1,
    max: MAX_FLOWS,
    source: "lab",
    about: "Number of senders of each incast.",
  },
  fanInLeast: {
    unit: "count",
    derived: "`fanIn`",
    min: 1,
    max: MAX_FLOWS,
    source: "lab",
    about: "Minimum number of senders. The number of each incast is drawn between it and `fanIn`.",
  },
  size: { ...sizeParam, about: "Payload bytes that each sender sends." },
  cdf: {
    unit: "choice",
    choices: ["none", ...Object.keys(cdfs)],
    default: "none",
    source: "lab",
    about: "Distribution from which the size of each flow is drawn; none: `size` for all.",
  },
  start: { ...startParam, about: "Time of the first incast, or with `load` the start of the random process." },
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
    derived: "as many as start before the end of the run",
    min: 1,
    max: MAX_FLOWS,
    source: "lab",
    about: "Number of incasts.",
  },
  load: {
    unit: "ratio",
    derived: "`every` sets the times",
    min: 0.0001,
    max: 2,
    source: "lab",
    about:
      "Share of the receivers' total link rate that payload uses. Incasts start at random times instead of at intervals.",
  },
  stop: { ...stopParam, about: "With `load`: no flow starts at or after this." },
  queuePair: queuePairParam,
});

type Incast = EntryValues<typeof params, typeof hosts>;

const sizesOf = ({ cdf }: Incast): SizeCdf | undefined =>
  cdf === "none" ? undefined : new SizeCdf(cdfs[cdf as CdfName].points, cdf);

/**
 * The number of incasts of an entry without `load`. It is 1 if `every` is absent. Otherwise it is the number of incasts
 * that start before the end of the run, but at most `count`.
 */
function times({ start, every, count = Infinity }: Incast, until: Ps): number {
  return every === undefined ? 1 : Math.min(count, Math.ceil((until - start) / every));
}

/** With `load`: the mean time between two incasts, in ps. */
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

/**
 * Throws `ParamError` if `load` is given with `every` or `count`, if `stop` is given without `load`, or if a `count`
 * above 1 has no `every`.
 */
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

/**
 * The reason why the traffic is the same under every seed. Undefined: hosts, sizes or times are drawn at random, so it
 * differs.
 */
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
    // A partial shuffle moves `fanIn` random hosts to the front. If all hosts send, nothing is drawn.
    for (let k = 0; k < fanIn && fanIn < among.length; k++) {
      const other = k + senders.int(among.length - k);
      [among[k], among[other]] = [among[other], among[k]];
    }
    for (const source of among.slice(0, fanIn))
      flows.push({ source, destination, bytes: cdf?.sample(sizes) ?? size, start, cls, ...pair });
  }
  return { flows, trains: [] };
}

/** The start times of all incasts of this traffic entry. */
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
