/**
 * Poisson: flows start at random times, with sizes drawn from a distribution, at a given load.
 *
 *   mean gap of a sender = mean bits of a flow / (load times the rate of the sender's link)
 *
 * The load is the share of each sender's link rate that payload bytes use. Headers are added, so load 1 is more than a
 * link can carry. Every sender offers this load. The load of a receiver depends on `pattern`, which determines the
 * receivers of each sender.
 *
 * `classes` spreads the flows over several classes, independent of their sizes. The class is drawn for each flow:
 *
 *   classes: [{ class: 1, share: 28% }, { class: 2, share: 32% }, { class: 3, share: 40% }]     bifrost, section VI-C
 *   classes: [{ class: 1 }, { class: 2 }]                                                       half of the flows each
 *
 * Times, sizes, receivers and classes have separate random streams. So other shares of classes do not change times,
 * sizes or receivers.
 */
import { defineParams, ParamError, type Values } from "../../base/params.ts";
import { SizeCdf } from "./cdf.ts";
import { cdfs, type CdfName } from "./cdfs/index.ts";
import type { Plan, PlannedFlow, TrafficView } from "../../contracts/traffic.ts";
import {
  checkCount,
  checkEnd,
  checkSpan,
  others,
  startParam,
  stopParam,
  type CheckView,
  type EntryValues,
  type HostFields,
} from "./kind.ts";

export const about = "random arrivals, sizes from a distribution; load: payload's share of each sender's link rate";

export const hosts = {
  from: { many: true, default: "all", about: "The senders." },
  to: { many: true, default: "all", about: "The receivers. No host sends to itself." },
} as const satisfies HostFields;

export const params = defineParams({
  cdf: {
    unit: "choice",
    choices: Object.keys(cdfs),
    default: "websearch-hpcc",
    source: "HPCC simulator",
    about: "Distribution of flow sizes.",
  },
  load: {
    unit: "ratio",
    default: 0.5,
    min: 0.0001,
    max: 2,
    source: "lab",
    about: "Share of each sender's link rate that payload uses.",
  },
  pattern: {
    unit: "choice",
    choices: ["all-to-all", "one-to-one"],
    default: "all-to-all",
    source: "lab",
    about:
      "all-to-all: a receiver is drawn for each flow. one-to-one: each sender keeps one receiver, by position in `to`. " +
      "If `from` and `to` are the same hosts, a random cycle through them gives the receivers.",
  },
  synchronous: {
    unit: "flag",
    default: false,
    source: "spfc, section VII-C",
    about: "All senders start flows at the same times, with different sizes. Their links must have one rate.",
  },
  // This parameter has no fixed default, because a default would change the hashes of all scenarios that have this kind of traffic.
  sizeStreams: {
    unit: "count",
    derived: "one for each sender",
    min: 1,
    max: 1e6,
    source: "spfc, section VII-C, reading `sizes`",
    about:
      "Number of random streams from which senders draw sizes, in turn. With 1 and `synchronous`, flows that start " +
      "together have the same size.",
  },
  start: startParam,
  stop: stopParam,
});

const classParams = defineParams({
  class: { unit: "count", default: 3, min: 0, max: 7, source: "802.1Q: eight classes", about: "The class." },
  share: {
    unit: "ratio",
    default: 1,
    min: 1e-6,
    max: 1e6,
    source: "lab: all equal",
    about: "Share of the flows, relative to the sum of all rows.",
  },
});

export const lists = {
  classes: {
    about: "Classes over which the flows are spread, instead of one class.",
    params: classParams,
    required: ["class"],
  },
} as const;

type Poisson = EntryValues<typeof params, typeof hosts> & {
  readonly classes?: readonly Values<typeof classParams>[];
};

/** The mean time between two flows of a sender, in ps. */
const meanGap = (mean: number, load: number, rate: number): number => (mean * 8e12) / (load * rate);

const sizesOf = (p: Poisson): SizeCdf => new SizeCdf(cdfs[p.cdf as CdfName].points, p.cdf);

/** The senders that have at least one receiver other than themselves. */
const sendersOf = ({ from, to }: Poisson): readonly number[] => (to.length === 1 ? others(from, to[0]) : from);

const sameHosts = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((host, k) => host === b[k]);

export function check(p: Poisson, view: CheckView): void {
  checkSpan(p, view);
  checkEnd(p.stop, "stop", view);
  checkClasses(p);
  const { to } = p;
  const from = sendersOf(p);
  if (from.length === 0) throw new ParamError("from", "a host other than the receiver", p.from);
  if (p.pattern === "one-to-one") {
    if (from.length !== to.length)
      throw new ParamError("to", `as many receivers as senders, ${from.length}`, to.length);
    const meetsItself = !sameHosts(from, to) && from.some((host, k) => host === to[k]);
    if (meetsItself) throw new ParamError("to", "a receiver for each sender, other than itself", to);
  }
  if (p.synchronous && new Set(from.map((host) => view.rate(host))).size > 1)
    throw new ParamError("synchronous", "senders whose links have one rate", true);
  const mean = sizesOf(p).mean();
  const span = Math.min(p.stop ?? view.until, view.until) - p.start;
  checkCount(
    from.reduce((sum, host) => sum + span / meanGap(mean, p.load, view.rate(host)), 0),
    "load",
  );
}

export function create(p: Poisson, view: TrafficView): Plan {
  const { load, start } = p;
  const from = sendersOf(p);
  const cdf = sizesOf(p);
  const mean = cdf.mean();
  const stop = Math.min(p.stop ?? view.until, view.until);
  const flows: PlannedFlow[] = [];
  const receiverOf = p.pattern === "one-to-one" ? partners(from, p.to, view) : anyOther(from, p.to, view);
  const classOf = mix(from, p, view);
  from.forEach((source, k) => {
    // With `synchronous`, all senders have the same random stream, so their flows start at the same times.
    const arrivals = view.stream("arrivals", p.synchronous ? from[0] : source);
    const sizes = view.stream("sizes", p.sizeStreams === undefined ? source : from[k % p.sizeStreams]);
    const gap = meanGap(mean, load, view.rate(source));
    let now = start;
    for (;;) {
      now += arrivals.exponential(gap);
      const at = Math.round(now);
      if (at >= stop) break;
      flows.push({ source, destination: receiverOf(k), bytes: cdf.sample(sizes), start: at, cls: classOf(k) });
    }
  });
  return { flows, trains: [] };
}

function checkClasses({ classes = [] }: Poisson): void {
  classes.forEach(({ class: cls }, k) => {
    const before = classes.findIndex((other) => other.class === cls);
    if (before === k) return;
    const hint = `classes[${before}] has this class too: remove one.`;
    throw new ParamError(`classes[${k}].class`, "each class once", cls, hint);
  });
}

/**
 * Returns a function that draws the class of a flow of the k-th sender, by the shares of `classes`. Without `classes`
 * it returns the entry's class.
 */
function mix(from: readonly number[], { classes = [], cls }: Poisson, view: TrafficView): (k: number) => number {
  if (classes.length === 0) return () => cls;
  const draws = from.map((source) => view.stream("classes", source));
  const total = classes.reduce((sum, { share }) => sum + share, 0);
  return (k) => {
    let left = draws[k].next() * total;
    const row = classes.findIndex(({ share }) => (left -= share) < 0);
    return classes[row < 0 ? classes.length - 1 : row].class; // Rounding may leave a small remainder.
  };
}

/**
 * Returns a function that draws a receiver for a flow of the k-th sender, uniformly among all receivers except the
 * sender itself.
 */
function anyOther(from: readonly number[], to: readonly number[], view: TrafficView): (k: number) => number {
  const draws = from.map((source) => view.stream("destinations", source));
  const own = from.map((source) => to.indexOf(source));
  return (k) => {
    if (own[k] < 0) return to[draws[k].int(to.length)];
    const drawn = draws[k].int(to.length - 1);
    return to[drawn < own[k] ? drawn : drawn + 1];
  };
}

/**
 * Returns a function that gives the k-th sender its fixed receiver, usually the k-th host of `to`. If senders and
 * receivers are the same hosts, each host sends to the next host of a random cycle through all hosts instead.
 */
function partners(from: readonly number[], to: readonly number[], view: TrafficView): (k: number) => number {
  const receivers = [...to];
  if (sameHosts(from, to)) {
    // The result of Sattolo's shuffle is always a single cycle through all hosts, so no host is its own receiver. Each such cycle has the
    // same probability.
    const draw = view.stream("partners");
    for (let k = receivers.length - 1; k > 0; k--) {
      const other = draw.int(k);
      [receivers[k], receivers[other]] = [receivers[other], receivers[k]];
    }
  }
  return (k) => receivers[k];
}
