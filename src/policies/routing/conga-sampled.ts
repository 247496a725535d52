/**
 * CONGA as in ConWeave's simulator: a new flowlet compares a few neighbouring uplinks, and a random measurement is fed
 * back.
 *
 *   1. Each uplink has a counter X (DRE). Each packet routed to the uplink adds its size to X, even if it is dropped later. Every T_dre,
 *      X <- trunc(X (1 - a)).
 *   2. The metric of the uplink is m = trunc(2^Q X / (C tau)), where tau = T_dre / a. It may exceed 2^Q - 1.
 *   3. A new flowlet compares `sample` adjacent uplinks, starting at a random one. It takes the uplink with the lowest
 *      max(m, To-Leaf[destination leaf][uplink]), where an unknown entry counts as 0. Among equal uplinks it takes a random one. The
 *      flow's previous uplink has no preference.
 *   4. The source leaf writes its uplink on the packet, and a random entry of From-Leaf[destination leaf] as feedback.
 *   5. Each switch on the path raises the packet's metric to that of its egress port, if this is higher.
 *   6. The destination leaf stores the metric by uplink in From-Leaf, and the feedback in To-Leaf. At each multiple of `age` on the leaf's
 *      clock, entries older than `age` expire. An expired entry of To-Leaf counts as 0. One of From-Leaf is not fed back.
 *   7. The clock of a switch for T_dre and `age` starts with its first data packet, even one between two hosts of one leaf.
 *
 * T_dre, a and Q are the parameters `interval`, `decay` and `bits`. C is the rate of the uplink.
 *
 * Uplinks in the middle of the list belong to more samples, so flowlets choose them more often.
 *
 * Paper    alizadeh14 (CONGA). The policy `conga` has the paper's rule, which differs in all these points (docs/conweave-semantics.md).
 * Role     Each leaf has state for each of its uplinks and each other leaf.
 * Differs  The simulator chooses whole paths in three tiers. Here, as in `conga`, later switches choose by ECMP. A leaf with one uplink
 *          draws no random numbers here. Tags cost no bytes on the wire.
 */
import { defineParams, type Idle, type Signal, type Values } from "../../base/params.ts";
import type { Ps } from "../../base/units.ts";
import * as conga from "./conga.ts";
import type { RoutingPolicy, RoutingView } from "../../contracts/routing.ts";
import { ecmp } from "./ecmp.ts";
import { entriesBy, entriesParam, entryParam, flowlets, gapParam, unreadEntries, type Flowlets } from "./flowlets.ts";
import { byLeafPair } from "./leaf-pairs.ts";

export const about = "each flowlet by the least used of a few adjacent uplinks, as CONGA in ConWeave's simulator";

export const reads = (): readonly Signal[] => [];

export const idle: Idle = "single paths";

export const params = defineParams({
  sample: {
    unit: "count",
    default: 4,
    min: 1,
    max: 255,
    source: "ConWeave's simulator",
    about: "Number of uplinks that a new flowlet compares.",
  },
  interval: conga.params.interval,
  decay: conga.params.decay,
  bits: conga.params.bits,
  gap: gapParam,
  age: conga.params.age,
  entries: entriesParam,
  entry: { ...entryParam, default: "ports" },
});

/**
 * The number of 32-bit words that a packet carries. The first word describes the packet's own path:
 * (uplink at the source leaf + 1) | metric << 16. The second word feeds back a path of the opposite direction in the
 * same form. A word of 0 has no path.
 */
const WORDS = 2;
const UPLINK = 0xffff;
const NONE = -1;
/** The largest metric that a packet can carry, in the upper 16 bits of a signed 32-bit word. */
const MAX_METRIC = 0x7fff;

export const unread = unreadEntries;

export function create(p: Values<typeof params>, view: RoutingView): RoutingPolicy {
  const { source, destination, leafOf, firstPort, nodeOf } = view;
  const { at: words } = view.words(WORDS);
  const byHash = ecmp(view);
  const entries = entriesBy(p.entry, p.entries, view);
  const tables = new Array<Flowlets | undefined>(view.nodes).fill(undefined);
  const others = byLeafPair(view, () => new OtherLeaf(p.age));
  const costs = new Float64Array(256);
  /** By switch: the time at which it routed its first data packet. Its clock starts then. */
  const since = new Float64Array(view.nodes).fill(Infinity);
  const used = utilisation(p, view, since);

  function wake(here: number): Ps {
    const { now } = view;
    if (since[here] === Infinity) since[here] = now;
    return since[here];
  }

  function leastUsed(here: number, leaf: OtherLeaf, ports: Int32Array, from: number, count: number): number {
    const looked = Math.min(p.sample, count);
    const first = count >= p.sample ? view.pick(here, count - p.sample + 1) : 0;
    const age = view.now - since[here];
    let least = Infinity;
    let ties = 0;
    for (let k = 0; k < looked; k++) {
      const port = ports[from + first + k];
      const cost = Math.max(used.metric(firstPort[here] + port), leaf.remoteMetric(port, age, since[here]));
      costs[k] = cost;
      if (cost < least) {
        least = cost;
        ties = 1;
      } else if (cost === least) ties++;
    }
    let nth = view.pick(here, ties);
    for (let k = 0; ; k++) if (costs[k] === least && nth-- === 0) return first + k;
  }

  return {
    choose(here, flow, reverse, to, ports, from, count, packet) {
      if (reverse || leafOf[source[flow]] !== here)
        return byHash.choose(here, flow, reverse, to, ports, from, count, packet);
      const began = wake(here);
      const { now } = view;
      const leaf = others(here, to);
      const known = leaf.alive(now - began, began);
      // As in ConWeave's simulator, the random entry to feed back is drawn before the path is chosen. Both use the
      // switch's random numbers.
      words[packet * WORDS + 1] = known === 0 ? 0 : leaf.nth(view.pick(here, known));
      const table = (tables[here] ??= flowlets(entries, p.gap));
      const kept = table.kept(flow, now, ports, from, count);
      if (kept >= 0) return kept;
      const chosen = leastUsed(here, leaf, ports, from, count);
      table.begin(flow, now, chosen, ports[from + chosen]);
      return chosen;
    },
    onRoute(port, packet, flow, size) {
      const here = nodeOf[port];
      wake(here);
      if (leafOf[destination[flow]] === here) return;
      used.add(port, size);
      const metric = used.metric(port);
      if (leafOf[source[flow]] === here) words[packet * WORDS] = (port - firstPort[here] + 1) | (metric << 16);
      else {
        const tag = words[packet * WORDS];
        if (tag !== 0 && metric > tag >> 16) words[packet * WORDS] = (tag & UPLINK) | (metric << 16);
      }
    },
    onArrive(port, packet, flow, reverse) {
      const here = nodeOf[port];
      if (reverse || leafOf[destination[flow]] !== here) return;
      wake(here);
      const at = packet * WORDS;
      const tag = words[at];
      if (tag === 0) return;
      const leaf = others(here, source[flow]);
      leaf.saw((tag & UPLINK) - 1, tag >> 16, view.now);
      const fed = words[at + 1];
      if (fed !== 0) leaf.learn((fed & UPLINK) - 1, fed >> 16, view.now);
      words[at] = 0;
      words[at + 1] = 0;
    },
  };
}

/**
 * The discounting rate estimator (DRE) of every port: a counter X of the bytes that were routed to the port. X
 * decays at each tick of the switch's clock. The decays of past ticks are applied only when X grows or is read.
 */
function utilisation({ interval, decay, bits }: Values<typeof params>, view: RoutingView, since: Float64Array) {
  const sent = new Float64Array(view.ports);
  /** By port: the number of ticks of the switch's clock for which the port's counter `sent` has already decayed. */
  const seen = new Float64Array(view.ports);
  const kept = 1 - decay;
  const full = Float64Array.from({ length: view.ports }, (_, port) => (view.rate(port) * interval) / decay / 8e12);

  function catchUp(port: number): void {
    const ticks = Math.floor((view.now - since[view.nodeOf[port]]) / interval);
    for (; seen[port] < ticks && sent[port] > 0; seen[port]++) sent[port] = Math.trunc(sent[port] * kept);
    seen[port] = ticks;
  }
  return {
    add(port: number, size: number): void {
      catchUp(port);
      sent[port] += size;
    },
    metric(port: number): number {
      catchUp(port);
      return Math.min(Math.trunc((sent[port] / full[port]) * (1 << bits)), MAX_METRIC);
    },
  };
}

/**
 * The state of a leaf about one other leaf. It has the metrics that the other leaf fed back, by uplink of this leaf. It
 * also has the metrics to feed back to the other leaf, by uplink of that leaf.
 */
class OtherLeaf {
  private readonly age: Ps;
  private readonly metric: number[] = [];
  private readonly learntAt: Ps[] = [];
  private readonly seen: number[] = [];
  private readonly seenAt: Ps[] = [];
  /** The uplinks whose metrics are recent enough to be fed back. `alive` computes this list. */
  private readonly fresh: number[] = [];

  constructor(age: Ps) {
    this.age = age;
  }

  /**
   * True if an entry made at time `at` was older than the limit `age` at the last tick of the switch's clock. The switch
   * checks entries only at the ticks. The clock started at `since` and has run for the time `elapsed`. The limit `age` is
   * also the time from one tick to the next.
   */
  private isOld(at: Ps, elapsed: Ps, since: Ps): boolean {
    return since + Math.floor(elapsed / this.age) * this.age - at > this.age;
  }

  remoteMetric(port: number, elapsed: Ps, since: Ps): number {
    const metric = this.metric[port] ?? 0;
    return metric > 0 && !this.isOld(this.learntAt[port], elapsed, since) ? metric : 0;
  }

  learn(port: number, metric: number, now: Ps): void {
    while (this.metric.length <= port) {
      this.metric.push(0);
      this.learntAt.push(NONE);
    }
    this.metric[port] = metric;
    this.learntAt[port] = now;
  }

  saw(uplink: number, metric: number, now: Ps): void {
    while (this.seen.length <= uplink) {
      this.seen.push(NONE);
      this.seenAt.push(NONE);
    }
    this.seen[uplink] = metric;
    this.seenAt[uplink] = now;
  }

  /** Counts the uplinks of the remote leaf whose metric at this leaf is recent enough. This leaf feeds such metrics back. */
  alive(elapsed: Ps, since: Ps): number {
    const { fresh, seen, seenAt } = this;
    fresh.length = 0;
    for (let uplink = 0; uplink < seen.length; uplink++)
      if (seen[uplink] !== NONE && !this.isOld(seenAt[uplink], elapsed, since)) fresh.push(uplink);
    return fresh.length;
  }

  /** The `k`-th uplink of `fresh` and its metric, as one number in the form that packets carry (`WORDS`). */
  nth(k: number): number {
    const uplink = this.fresh[k];
    return (uplink + 1) | (this.seen[uplink] << 16);
  }
}
