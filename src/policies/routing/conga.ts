/**
 * CONGA: the source leaf sends each flowlet by the uplink with the least used path. Switches measure the use, and
 * leaves exchange the measurements.
 *
 *   1. Each port has a counter X of sent bytes (DRE). Every T_dre, X <- X (1 - a). At full load X converges to C tau, where
 *      tau = T_dre / a.
 *   2. The metric of a port is m = min(2^Q - 1, floor(2^Q X / (C tau))).
 *   3. A new flowlet takes the uplink with the lowest max(m, To-Leaf[destination leaf][uplink]), where an unknown or old entry counts as
 *      0. Among equal uplinks it takes the flow's previous one, otherwise a random one.
 *   4. The source leaf writes its uplink on the packet, and one entry of From-Leaf[destination leaf] as feedback. Entries take turns, and
 *      changed entries go first.
 *   5. Each switch on the path raises the packet's metric to that of its egress port, if this is higher.
 *   6. The destination leaf stores the metric by uplink in From-Leaf, and the feedback in To-Leaf.
 *
 * T_dre, a and Q are the parameters `interval`, `decay` and `bits`. C is the rate of the port.
 *
 * A paused port sends nothing, so its X falls and its path looks idle. This is part of CONGA's rule, not an error of
 * the implementation.
 *
 * Paper    alizadeh14 (CONGA). The rule comes from the LetFlow authors' and ConWeave's simulators; defaults are ConWeave's.
 * Role     Each leaf has state for each uplink and each other leaf, and a flowlet table of fixed size.
 * Differs  The metric has a maximum. The packet's metric starts with that of the first uplink, as in ConWeave's simulator. Each entry ages
 *          by its own time instead of at a tick. Only data between leaves are measured, and all other packets use ECMP. Data also use ECMP
 *          where a switch after the source leaf has a choice. Tags cost no bytes on the wire.
 */
import { defineParams, type Idle, type Signal, type Values } from "../../base/params.ts";
import { us, type Ps } from "../../base/units.ts";
import type { RoutingPolicy, RoutingView } from "../../contracts/routing.ts";
import { ecmp } from "./ecmp.ts";
import { entriesBy, entriesParam, entryParam, flowlets, gapParam, unreadEntries, type Flowlets } from "./flowlets.ts";
import { byLeafPair } from "./leaf-pairs.ts";

export const about = "each flowlet by the uplink whose path is least used";

export const reads = (): readonly Signal[] => [];

export const idle: Idle = "single paths";

export const params = defineParams({
  interval: {
    unit: "ps",
    default: us(50),
    min: us(0.1),
    max: us(1e6),
    source: "ConWeave's simulator; 200 us in the LetFlow authors'",
    about: "T_dre: the time between two decays of a port's X, the bytes that it sent.",
  },
  decay: {
    unit: "ratio",
    default: 0.2,
    min: 0.01,
    max: 1,
    source: "both simulators",
    about: "a: the share of X that a decay removes.",
  },
  bits: { unit: "count", default: 3, min: 1, max: 8, source: "alizadeh14", about: "Q: bits of a metric." },
  gap: gapParam,
  age: {
    unit: "ps",
    default: us(500),
    min: us(1),
    max: us(1e6),
    source: "ConWeave's simulator; 10 ms in the LetFlow authors'",
    about: "Age at which an entry of To-Leaf or From-Leaf expires.",
  },
  entries: entriesParam,
  entry: entryParam,
});

/**
 * The number of words that a packet carries. The first is (uplink at the source leaf + 1) | metric << 16. The second has
 * the same form: it feeds a metric of the reverse direction back to the destination leaf. A word of 0 has no metric.
 */
const WORDS = 2;
const UPLINK = 0xffff;

export const unread = unreadEntries;

export function create(p: Values<typeof params>, view: RoutingView): RoutingPolicy {
  const { source, destination, leafOf, firstPort, nodeOf } = view;
  const { at: words } = view.words(WORDS);
  const byHash = ecmp(view);
  const entries = entriesBy(p.entry, p.entries, view);
  const metric = utilisation(p, view);

  /** By leaf: its flowlet table. */
  const tables = new Array<Flowlets | undefined>(view.nodes).fill(undefined);
  const others = byLeafPair(view, () => new OtherLeaf(p.age));
  const costs = new Uint8Array(256);

  /** The index of the candidate with the least used path, for a flow whose previous uplink is `last`. */
  function leastUsed(
    here: number,
    leaf: OtherLeaf,
    ports: Int32Array,
    from: number,
    count: number,
    last: number,
  ): number {
    const { now } = view;
    const base = firstPort[here];
    let least = 256;
    let ties = 0;
    for (let k = 0; k < count; k++) {
      const port = ports[from + k];
      const cost = Math.max(metric.of(base + port), leaf.remoteMetric(port, now));
      costs[k] = cost;
      if (cost < least) {
        least = cost;
        ties = 0;
      }
      if (cost === least) ties++;
    }
    for (let k = 0; k < count; k++) if (costs[k] === least && ports[from + k] === last) return k;
    let nth = view.pick(here, ties);
    for (let k = 0; ; k++) if (costs[k] === least && nth-- === 0) return k;
  }

  return {
    choose(here, flow, reverse, to, ports, from, count, packet) {
      if (reverse || leafOf[source[flow]] !== here)
        return byHash.choose(here, flow, reverse, to, ports, from, count, packet);
      const table = (tables[here] ??= flowlets(entries, p.gap));
      const { now } = view;
      const kept = table.kept(flow, now, ports, from, count);
      if (kept >= 0) return kept;
      const chosen = leastUsed(here, others(here, to), ports, from, count, table.lastPort(flow));
      table.begin(flow, now, chosen, ports[from + chosen]);
      return chosen;
    },
    onEnqueue(port, packet, flow) {
      const here = nodeOf[port];
      if (leafOf[source[flow]] !== here) return;
      words[packet * WORDS] = port - firstPort[here] + 1;
      words[packet * WORDS + 1] = others(here, destination[flow]).feedback(view.now);
    },
    onDequeue(port, packet, _flow, size) {
      const tag = words[packet * WORDS];
      if (tag === 0) return;
      const now = metric.after(port, size);
      if (now > tag >> 16) words[packet * WORDS] = (tag & UPLINK) | (now << 16);
    },
    onArrive(port, packet, flow, reverse) {
      const here = nodeOf[port];
      if (reverse || leafOf[destination[flow]] !== here) return;
      const at = packet * WORDS;
      const tag = words[at];
      if (tag === 0) return;
      const { now } = view;
      const leaf = others(here, source[flow]);
      leaf.ask((tag & UPLINK) - 1, tag >> 16, now);
      const fed = words[at + 1];
      if (fed !== 0) leaf.learn((fed & UPLINK) - 1, fed >> 16, now);
      words[at] = 0;
      words[at + 1] = 0;
    },
  };
}

/**
 * The discounting rate estimator (DRE) of every port. X is a whole number of bytes, and a decay subtracts a whole
 * number. So a metric never depends on rounding: half load is 4 of 8, not 3.999.
 */
function utilisation({ interval, decay, bits }: Values<typeof params>, view: RoutingView) {
  const sent = new Float64Array(view.ports);
  const due = new Float64Array(view.ports).fill(interval);
  const levels = 1 << bits;
  const tau = interval / decay;
  /** By port: the value of X, the estimator's number of bytes, while the port sends at line rate. */
  const full = Float64Array.from({ length: view.ports }, (_, port) => (view.rate(port) * tau) / 8e12);

  /** Applies the due decays of X, the estimator's number of bytes. This function runs only when a metric is needed. */
  function catchUp(port: number, now: Ps): void {
    for (; due[port] <= now && sent[port] > 0; due[port] += interval)
      sent[port] -= Math.max(1, Math.floor(sent[port] * decay));
    if (due[port] <= now) due[port] = (Math.floor(now / interval) + 1) * interval;
  }
  /** The metric of a port after it has sent `size` more bytes. */
  function after(port: number, size: number): number {
    const { now } = view;
    if (now >= due[port]) catchUp(port, now);
    const bytes = sent[port] + size;
    sent[port] = bytes;
    const level = Math.floor((bytes * levels) / full[port]);
    return level < levels ? level : levels - 1;
  }
  return { after, of: (port: number) => after(port, 0) };
}

/**
 * The state of a leaf about another leaf: metrics of the paths from its own uplinks (To-Leaf), and metrics to feed back
 * (From-Leaf).
 */
class OtherLeaf {
  private readonly age: Ps;
  /** To-Leaf: the metrics that the other leaf has fed back, by uplink of this leaf. */
  private readonly metric: number[] = [];
  private readonly learntAt: number[] = [];
  /**
   * From-Leaf: the metrics that packets from the other leaf have brought, by uplink of that leaf. This leaf feeds them
   * back.
   */
  private readonly seen: number[] = [];
  private readonly seenAt: number[] = [];
  private readonly changed: boolean[] = [];
  private changes = 0;
  private turn = 0;

  constructor(age: Ps) {
    this.age = age;
  }

  remoteMetric(port: number, now: Ps): number {
    return port < this.metric.length && now - this.learntAt[port] <= this.age ? this.metric[port] : 0;
  }

  learn(port: number, metric: number, now: Ps): void {
    while (this.metric.length <= port) {
      this.metric.push(0);
      this.learntAt.push(-Infinity);
    }
    this.metric[port] = metric;
    this.learntAt[port] = now;
  }

  ask(uplink: number, metric: number, now: Ps): void {
    while (this.seen.length <= uplink) {
      this.seen.push(-1);
      this.seenAt.push(-Infinity);
      this.changed.push(false);
    }
    if (this.seen[uplink] !== metric && !this.changed[uplink]) {
      this.changed[uplink] = true;
      this.changes++;
    }
    this.seen[uplink] = metric;
    this.seenAt[uplink] = now;
  }

  /** The next entry to feed back, in the form that a packet carries. 0: there is none, or all are too old. */
  feedback(now: Ps): number {
    const { seen, seenAt, changed } = this;
    for (let step = 0; step < seen.length; step++) {
      const at = this.turn;
      this.turn = at + 1 === seen.length ? 0 : at + 1;
      if (now - seenAt[at] > this.age) {
        seen[at] = -1;
        this.settle(at);
      } else if (this.changes === 0 || changed[at]) {
        this.settle(at);
        return (at + 1) | (seen[at] << 16);
      }
    }
    return 0;
  }

  /** Clears the flag `changed` of a metric. Call this when the metric is fed back to the other leaf, or is too old. */
  private settle(at: number): void {
    if (!this.changed[at]) return;
    this.changed[at] = false;
    this.changes--;
  }
}
