/**
 * Hermes: classifies paths by RTT and ECN, and moves a flow only if the gain is worth it.
 *
 *   paths      good  ECN < T_ecn and RTT < T_low;   bad  ECN > T_ecn and RTT > T_high;   else grey
 *   new flow   It takes the good path with the fewest flows. Without a good path it takes the grey path of lowest RTT, and without a grey
 *              path the bad one of lowest RTT.
 *   old flow   It is checked if three conditions hold. Its path is bad, or the flow was silent for longer than `idle`. It sent at least
 *              `size` bytes on the path. Its last check was more than `retry` ago.
 *   check      The flow keeps its path with probability `stay`. Otherwise it takes the first of these that exists: a good path; a grey
 *              path whose RTT is lower by `gain`; a bad path whose RTT is lower by `gain`; its own path.
 *
 * With `signals: rtt`, RTT alone decides the class of a path. RTT and ECN come from the ACKs of the leaf's own data, and
 * from probes. A leaf sends probes to each leaf to which it has data traffic: on two random paths and on the best path
 * so far. Leaves have state about paths for each other leaf, and four words for each flow of their hosts. Other switches
 * have no state.
 *
 * Paper    zhang17. The rule comes from its authors' simulator and from its description in plb.
 * Differs  The leaf decides for its hosts, as in that simulator. Failed paths are not modelled (docs/policies/hermes.md).
 */
import {
  defineParams,
  type Idle,
  type Signal,
  type Surroundings,
  type Unread,
  type Values,
} from "../../base/params.ts";
import { us } from "../../base/units.ts";
import { UNMARKED } from "../../base/view.ts";
import type { RoutingPolicy, RoutingView } from "../../contracts/routing.ts";
import { ecmp } from "./ecmp.ts";
import { Paths } from "./hermes-paths.ts";
import { byLeafPair } from "./leaf-pairs.ts";
import * as trip from "./round-trip.ts";
import { FIRST_OWN, PATH, stampOf } from "./round-trip.ts";

export const about = "moves a flow off a bad path, and only if that pays";

export const reads = (): readonly Signal[] => [];

export const uses: readonly Signal[] = ["ECN marks"];

export const idle: Idle = "single paths";

export const params = defineParams({
  low: {
    unit: "ps",
    default: us(30),
    min: 0,
    max: us(1e6),
    source: "zhang17, by plb: 20 to 40 us",
    about: "T_low minus the base RTT: a path with a shorter RTT may be good.",
  },
  high: {
    unit: "ps",
    default: us(180),
    min: 0,
    max: us(1e6),
    source: "zhang17's simulator has 180 us in total",
    about: "T_high minus the base RTT: a path with a longer RTT may be bad.",
  },
  signals: {
    unit: "choice",
    default: "both",
    choices: ["both", "rtt"],
    source: "zhang17; its simulator used RTT alone",
    about: "Signals that decide the class of a path: RTT and ECN, or RTT alone.",
  },
  ecn: {
    unit: "ratio",
    default: 0.4,
    min: 0,
    max: 1,
    source: "zhang17, 40%, unconfirmed; its simulator has 0.1",
    about: "T_ecn: threshold for the share of a path's bytes that are marked.",
  },
  ecnAfter: {
    unit: "bytes",
    default: 14_000,
    min: 0,
    max: 2 ** 40,
    source: "zhang17's simulator",
    about:
      "Bytes in an interval of `fresh` before their marks count. Below that, the share of the previous interval applies.",
  },
  size: {
    unit: "bytes",
    default: 64_000,
    min: 0,
    max: 2 ** 31 - 1,
    source: "zhang17's simulator; 100 to 800 KB in the paper, unconfirmed",
    about: "S: bytes that a flow must send on a path before it may leave.",
  },
  retry: {
    unit: "ps",
    default: us(100),
    min: 0,
    max: us(1e6),
    source: "zhang17's simulator",
    about: "Minimum time between two checks of a flow.",
  },
  stay: {
    unit: "ratio",
    default: 0.5,
    min: 0,
    max: 1,
    source: "zhang17's simulator",
    about: "Probability that a flow stays although it could move, so that not all flows move to the same path.",
  },
  gain: {
    unit: "ps",
    default: us(1),
    min: 0,
    max: us(1e6),
    source: "zhang17's simulator; one hop's delay in the paper, unconfirmed",
    about: "Minimum RTT reduction for a move to a path that is not good.",
  },
  idle: {
    unit: "ps",
    default: us(500),
    min: 0,
    max: us(1e6),
    source: "zhang17's simulator",
    about: "Silence of a flow after which it may leave any path.",
  },
  fresh: {
    unit: "ps",
    default: us(100),
    min: us(1),
    max: us(1e6),
    source: "zhang17's simulator",
    about:
      "T1: interval after which an RTT without a sample drifts by 1% of the distance to 1.5 T_low. Marks are counted in such intervals.",
  },
  probeInterval: {
    unit: "ps",
    default: us(50),
    min: us(0.1),
    max: us(1e6),
    source: "zhang17's simulator; 100 to 500 us in the paper, unconfirmed",
    about: "Interval between probes of a leaf to another leaf, while it sends data there.",
  },
});

/**
 * Indices of the words (32-bit fields of a packet) that this policy adds to those of `round-trip.ts`. MARKED: 1 if the
 * packet was marked before the far leaf. BYTES: the size of the packet.
 */
const MARKED = FIRST_OWN;
const BYTES = FIRST_OWN + 1;
const WORDS = FIRST_OWN + 2;
/**
 * The value that replaces the port of a flow that has finished. A retransmitted packet of the flow may still arrive,
 * and must not be counted.
 */
const GONE = 0xffff;
/** A probe counts as this number of bytes when the share of marked bytes on its path is computed. */
const PROBE_BYTES = 78;

export function unread({ signals: used, ecn }: Values<typeof params>, { signals }: Surroundings): Unread {
  if (used === "rtt") return { ecn: "signals rtt uses no marks", ecnAfter: "signals rtt uses no marks" };
  if (signals.includes("ECN marks")) return {};
  const why = "no policy gives ECN marks";
  // In this scenario no packet is marked, so both parameters have no effect, with one exception. A path is good only if its
  // share of marked bytes is below `ecn`. So with `ecn: 0` no path is good, and only `ecnAfter` has no effect.
  return ecn === 0 ? { ecnAfter: why } : { ecn: why, ecnAfter: why };
}

export function create(p: Values<typeof params>, view: RoutingView): RoutingPolicy {
  const { source, destination, leafOf, firstPort, nodeOf } = view;
  const { at: words } = view.words(WORDS);
  const byHash = ecmp(view);
  const pathsTo = byLeafPair(view, (here, host) => {
    const ports = firstPort[here + 1] - firstPort[here];
    return new Paths(ports, view.baseRtt(here, host) / 1000, p, () => view.random(here));
  });
  const flows = view.keys.length / 4;
  // By flow: the port by which its packets leave the leaf of the source, plus 1. 0: none yet. GONE: the flow is finished.
  const taken = new Uint16Array(flows);
  // By flow: the bytes sent on its present path. Counting ends when they reach the parameter `size`.
  const sent = new Int32Array(flows);
  // By flow: the time stamp of its most recent packet, ns.
  const seen = new Int32Array(flows);
  // By flow: the time of its last check, ns. A check decides whether the flow should change its path. A packet causes a
  // check only if the conditions of `mayMove` hold.
  const looked = new Int32Array(flows);
  const retry = p.retry / 1000;
  const idle = p.idle / 1000;
  /** The words (data fields of a packet, see WORDS) of the next probe or notice that this policy sends. */
  const own = new Int32Array(WORDS);

  function learn(here: number, at: number, flow: number): void {
    const port = -words[at + PATH] - 1;
    const rtt = trip.roundTrip(words, at, view.now);
    pathsTo(here, destination[flow]).learn(port, view.now, rtt, words[at + BYTES], words[at + MARKED] !== 0);
  }

  function move(paths: Paths, flow: number, port: number): void {
    if (taken[flow] !== 0) paths.flows[taken[flow] - 1]--;
    paths.flows[port]++;
    taken[flow] = port + 1;
    sent[flow] = 0;
  }

  /** Sends probes on two random paths and on the best path so far. */
  function probeSome(here: number, paths: Paths, flow: number, ports: Int32Array, from: number, count: number): void {
    paths.probeAt = view.now + p.probeInterval;
    const best = paths.leastRtt(ports, from, count, view.now);
    probe(here, flow, ports[from + best]);
    for (let k = 0; k < 2; k++) probe(here, flow, ports[from + view.pick(here, count)]);
  }
  function probe(here: number, flow: number, port: number): void {
    trip.leave(own, 0, port + 1, view.now);
    own[MARKED] = 0;
    own[BYTES] = PROBE_BYTES;
    view.probe(flow, firstPort[here] + port, own);
  }

  /** True if a flow that uses `port` may leave it now. The random number is drawn only if all other conditions hold. */
  function mayMove(here: number, paths: Paths, flow: number, port: number, now: number): boolean {
    if (!paths.isBad(port, view.now) && ((now - seen[flow]) | 0) <= idle) return false;
    if (sent[flow] < p.size || ((now - looked[flow]) | 0) <= retry) return false;
    looked[flow] = now;
    return view.random(here) >= p.stay;
  }

  return {
    choose(here, flow, reverse, to, ports, from, count, packet) {
      if (reverse || leafOf[source[flow]] !== here || taken[flow] === GONE)
        return byHash.choose(here, flow, reverse, to, ports, from, count, packet);
      const paths = pathsTo(here, to);
      if (view.now >= paths.probeAt) probeSome(here, paths, flow, ports, from, count);
      const now = stampOf(view.now);
      let k = paths.indexOf(taken[flow] - 1, ports, from, count);
      if (k < 0) {
        k = paths.chooseFirst(ports, from, count, view.now);
        move(paths, flow, ports[from + k]);
        looked[flow] = (now - retry - 1) | 0;
      } else if (mayMove(here, paths, flow, ports[from + k], now)) {
        const other = paths.chooseBetter(k, ports, from, count, view.now, p.gain / 1000);
        if (other !== k) move(paths, flow, ports[from + other]);
        k = other;
      }
      seen[flow] = now;
      trip.leave(words, packet * WORDS, ports[from + k] + 1, view.now);
      return k;
    },
    onArrive(port, packet, flow, reverse, size) {
      const at = packet * WORDS;
      const path = words[at + PATH];
      if (path > 0 && !reverse) {
        if (leafOf[destination[flow]] !== nodeOf[port]) return;
        trip.turn(words, at, view.now);
        words[at + MARKED] = view.mark(packet) === UNMARKED ? 0 : 1;
        words[at + BYTES] = size;
      } else if (path < 0 && reverse) {
        const here = nodeOf[port];
        if (leafOf[view.neighbour(port)] >= 0) trip.goBack(words, at, view.now);
        else if (leafOf[source[flow]] === here) {
          learn(here, at, flow);
          words[at + PATH] = 0;
        }
      }
    },
    onEnqueue(port, packet, flow, size) {
      // `sent` counts the flow's bytes on its current path. A packet is counted when it enters the egress queue of its
      // source leaf.
      if (words[packet * WORDS + PATH] !== taken[flow] || leafOf[source[flow]] !== nodeOf[port]) return;
      if (sent[flow] < p.size) sent[flow] += size;
    },
    onProbe(here, packet, flow) {
      const at = packet * WORDS;
      own[PATH] = -words[at + PATH];
      own[trip.SENT] = words[at + trip.SENT];
      own[MARKED] = view.mark(packet) === UNMARKED ? 0 : 1;
      own[BYTES] = PROBE_BYTES;
      view.notify(here, flow, own);
    },
    onNotice(here, packet, flow) {
      learn(here, packet * WORDS, flow);
    },
    onFinish(flow) {
      const port = taken[flow];
      if (port !== 0 && port !== GONE) pathsTo(leafOf[source[flow]], destination[flow]).flows[port - 1]--;
      taken[flow] = GONE;
    },
  };
}
