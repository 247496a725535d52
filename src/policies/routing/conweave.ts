/**
 * ConWeave as in its simulator: the source leaf reroutes a flow if a reply is late, and the receiver's leaf restores
 * the order of packets.
 *
 *   1. The source leaf divides a flow into epochs. The first packet of an epoch (INIT) requests a reply. The reply is late after a
 *      round trip and `replyExtra`.
 *   2. If the reply is in time, the next packet begins a new epoch on the same path. If it is late, the next packet is the last one
 *      on the old path (TAIL). The packets after TAIL have phase 1 and take another path.
 *   3. For another path, the source leaf draws two paths at random. It takes the first one that no NOTIFY named within `pathPause`.
 *      If NOTIFYs named both, the flow stays on the old path. A draw may also give the old path.
 *   4. The receiver's leaf holds packets of phase 1 until 1 ns after TAIL arrives, or until TAIL is overdue by `flushExtra`.
 *   5. The receiver's leaf answers INIT with a reply, TAIL with a CLEAR, and an ECN-marked packet with a NOTIFY. These are packets of
 *      64 B that are routed like ACKs.
 *   6. CLEAR ends the epoch. A gap of more than `expiry` ends it too, and the flow draws its path anew.
 *
 * Paper    song23 (ConWeave). docs/conweave-semantics.md has the rule in full detail.
 * Role     Both leaves have state for each flow. Each source leaf has a table of congested paths.
 * Differs  The rule is the simulator's. Queues for reordering have no limit, and a held packet is charged to no memory. Tags cost no
 *          bytes. If a path fails, a flow takes another one. In the simulator it stays on the failed path.
 */
import { defineParams, type Signal, type Surroundings, type Unread, type Values } from "../../base/params.ts";
import { ms, us, type Ps } from "../../base/units.ts";
import type { RoutingPolicy, RoutingView } from "../../contracts/routing.ts";
import { FarLeaves } from "./conweave-far.ts";
import { pathsBetween, type LeafPair } from "./conweave-paths.ts";
import { SourceLeaves } from "./conweave-source.ts";
import { EPOCH, HOP, KIND, NOTIFY, PATH, TAG_WORDS } from "./conweave-tag.ts";
import { ecmp } from "./ecmp.ts";
import { byLeafPair } from "./leaf-pairs.ts";

export const about = "reroute a flow whose reply is late; the far leaf holds packets that overtake";

export const reads = (): readonly Signal[] => [];
export const uses: readonly Signal[] = ["ECN marks"];

const source = "ConWeave's simulator, run.py, leaf-spine";

export const params = defineParams({
  expiry: {
    unit: "ps",
    default: us(300),
    min: 0,
    max: us(1e6),
    source,
    about: "A flow that pauses longer begins an epoch on another path (CONWEAVE_TX_EXPIRY_TIME).",
  },
  replyExtra: {
    unit: "ps",
    default: us(4),
    min: 0,
    max: us(1e6),
    source,
    about: "A reply is late after a round trip of the links and this (CONWEAVE_REPLY_TIMEOUT_EXTRA).",
  },
  pathPause: {
    unit: "ps",
    default: us(16),
    min: 0,
    max: us(1e6),
    source,
    about: "No flow moves to a path for this long after a NOTIFY for it (CONWEAVE_PATH_PAUSE_TIME).",
  },
  flushExtra: {
    unit: "ps",
    default: us(16),
    min: 0,
    max: us(1e6),
    source,
    about: "Held packets go on this long after TAIL is due (CONWEAVE_EXTRA_VOQ_FLUSH_TIME).",
  },
  flushDefault: {
    unit: "ps",
    default: us(200),
    min: 0,
    max: us(1e6),
    source,
    about: "TAIL is due after this where no packet of the old path was seen (CONWEAVE_DEFAULT_VOQ_WAITING_TIME).",
  },
  age: {
    unit: "ps",
    default: ms(2),
    min: 1,
    max: us(1e6),
    source: "ConWeave's simulator",
    about: "A leaf forgets flows at each multiple of this on its clock, if they were idle for longer.",
  },
});

export const unread = (_: Values<typeof params>, { signals }: Surroundings): Unread =>
  signals.includes("ECN marks") ? {} : { pathPause: "no policy gives ECN marks" };

export function create(p: Values<typeof params>, view: RoutingView): RoutingPolicy {
  const { source: from, destination, leafOf, firstPort, nodeOf } = view;
  const { at: words } = view.words(TAG_WORDS);
  const byHash = ecmp(view);
  /**
   * By leaf: the time of its first data packet. The leaf's clock starts then, and `age` is the interval of its ticks.
   */
  const since = new Float64Array(view.nodes).fill(Infinity);
  const lastTick = (leaf: number): Ps => since[leaf] + Math.floor((view.now - since[leaf]) / p.age) * p.age;
  const isAged = (leaf: number, active: Ps): boolean => lastTick(leaf) - active > p.age;
  const sources = new SourceLeaves(view, p, words, isAged);
  const far = new FarLeaves(view, p, words, lastTick);
  const pairOf = byLeafPair(view, (here, host) => new Pair(pathsBetween(view, here, leafOf[host])));

  function wake(here: number): void {
    if (since[here] === Infinity) since[here] = view.now;
  }

  const byTag: RoutingPolicy["choose"] = (here, flow, reverse, to, ports, first, count, packet) => {
    const at = packet * TAG_WORDS;
    if (words[at + PATH] > 0) {
      const { paths } = pairOf(leafOf[from[flow]], to).all;
      const wanted = paths[words[at + PATH] - 1].ports[words[at + HOP]];
      for (let k = 0; k < count; k++) if (ports[first + k] === wanted) return k;
    }
    return byHash.choose(here, flow, reverse, to, ports, first, count, packet);
  };

  return {
    choose(here, flow, reverse, to, ports, first, count, packet) {
      if (reverse) return byHash.choose(here, flow, reverse, to, ports, first, count, packet);
      if (leafOf[from[flow]] === here) {
        wake(here);
        const pair = pairOf(here, to);
        const choices = pair.among(ports, first, count);
        if (choices.length > 0) sources.send(here, flow, packet * TAG_WORDS, pair.all, choices);
      }
      return byTag(here, flow, reverse, to, ports, first, count, packet);
    },
    onRoute(port, packet, flow) {
      const here = nodeOf[port];
      const at = packet * TAG_WORDS;
      const leaf = leafOf[destination[flow]];
      if (leafOf[from[flow]] === here) {
        wake(here);
        if (leaf === here) return;
        // The packet has no tag yet, because `choose` is not called at a leaf with only one uplink.
        if (words[at + PATH] === 0) {
          const pair = pairOf(here, destination[flow]);
          const choices = pair.by(port - firstPort[here]);
          if (choices.length > 0) sources.send(here, flow, at, pair.all, choices);
        }
      }
      if (leaf !== here) words[at + HOP]++;
    },
    holds(port, packet, flow) {
      const here = nodeOf[port];
      wake(here);
      const at = packet * TAG_WORDS;
      return words[at + PATH] > 0 && leafOf[destination[flow]] === here && far.receive(here, packet, flow, at);
    },
    onNotice(here, packet, flow) {
      const at = packet * TAG_WORDS;
      const kind = words[at + KIND];
      if (kind !== NOTIFY) sources.answered(here, flow, kind, words[at + EPOCH]);
      else sources.congested(here, pairOf(here, destination[flow]).all, words[at + PATH] - 1);
    },
  };
}

const NONE: readonly number[] = [];

/**
 * The paths between two leaves: all of them, and those that begin at certain ports of the source leaf. Paths are
 * indices in `all.paths`.
 */
class Pair {
  readonly all: LeafPair;
  /** By port of the source leaf: the paths that begin there. */
  private readonly byPort = new Map<number, readonly number[]>();
  /**
   * A cache for `among`. The key is the position of a list of candidates in the array `ports`, the value has the paths
   * of that list.
   */
  private readonly byList = new Map<number, readonly number[]>();
  private ports: Int32Array | undefined;

  constructor(all: LeafPair) {
    this.all = all;
    all.paths.forEach(({ ports: [port] }, k) => this.byPort.set(port, [...(this.byPort.get(port) ?? NONE), k]));
  }

  by(port: number): readonly number[] {
    return this.byPort.get(port) ?? NONE;
  }

  /**
   * Returns the paths that begin at one of the candidate ports, which are `count` elements of `ports` from index `first`
   * on. The elements of this array never change, because new routes come in a new array. So the results are cached by array.
   */
  among(ports: Int32Array, first: number, count: number): readonly number[] {
    if (this.ports !== ports) {
      this.byList.clear();
      this.ports = ports;
    }
    let found = this.byList.get(first);
    if (found === undefined) {
      const candidates = new Set(ports.subarray(first, first + count));
      found = this.all.paths.flatMap((path, k) => (candidates.has(path.ports[0]) ? [k] : []));
      this.byList.set(first, found);
    }
    return found;
  }
}
