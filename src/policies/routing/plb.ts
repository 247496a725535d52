/**
 * PLB: kicks out a path if the wait for the end of a PAUSE there exceeds the extra RTT of the next best path. Flows then
 * use all other paths until that path is measured again.
 *
 *   paths     RTT <= RTT_low                    not congested
 *             RTT > RTT_low, utilisation 1      congested
 *             RTT > RTT_low, utilisation < 1    undetermined: PAUSE and RESUME alternate
 *   choice    (algorithm 2) A flow chooses a path if it is new, or if its path is congested or kicked out. It takes the uncongested path
 *             of lowest RTT. Without one it takes the undetermined path of highest utilisation, otherwise the congested path of lowest
 *             RTT. Kicked-out paths are no candidates.
 *   sensing   (algorithm 1, with line 5 corrected) A packet tolerates a delay of t_td: the RTT of the best other path minus the
 *             RTT of its own path. If it arrives at a paused egress port and t_td < max(t_avgST, t_pd), its path is kicked out until the
 *             next measurement of the path. Otherwise it waits, and its sojourn time is subtracted from t_td. If t_td is
 *             negative then, the path is kicked out too, unless `literal` is set. t_avgST is the average sojourn time of packets that
 *             met a pause in this switch. t_pd is the predicted delay: the time to drain the queue, plus the time since the pause
 *             began.
 *
 * RTT and utilisation return to the source leaf on ACKs of data and on answers to probes. The source leaf decides about
 * paths. Another switch that kicks a path out sends a notice to the source leaf. Leaves have state about paths for each
 * other leaf, and one port for each flow. Each switch has two numbers for each queue.
 *
 * Paper    plb, section 3.
 * Differs  Points that the paper leaves open are parameters (docs/policies/plb.md). `literal` runs algorithm 1 as printed.
 */
import { defineParams, type Idle, type Signal, type Unread, type Values } from "../../base/params.ts";
import { us } from "../../base/units.ts";
import type { RoutingPolicy, RoutingView } from "../../contracts/routing.ts";
import { ecmp } from "./ecmp.ts";
import { byLeafPair } from "./leaf-pairs.ts";
import { CONGESTED, Paths } from "./plb-paths.ts";
import * as trip from "./round-trip.ts";
import { FIRST_OWN, PATH } from "./round-trip.ts";

export const about = "leaves a path that PFC pauses for longer than another path costs";

export const reads = (): readonly Signal[] => [];

export const idle: Idle = "single paths";

// "flows": fast-forward may replay flows (simulate them without packets), but only flows between hosts of one switch.
// Such a flow has a single path, so the policy has no choice and keeps no state for it.
export const steady = "flows";

export const params = defineParams({
  low: {
    unit: "ps",
    default: us(30),
    min: 0,
    max: us(1e6),
    source: "plb, section 3.2: 20 to 40 us",
    about: "RTT_low minus the base RTT: a path with a shorter RTT is not congested.",
  },
  fullLoad: {
    unit: "choice",
    choices: ["1", "0.95", "never"],
    default: "1",
    source: "plb, section 3.2: 1; lab: 0.95 and never",
    about:
      "Utilisation from which a path with a long RTT is congested instead of undetermined. `1`: as printed, no idle time in `window`. " +
      "`0.95`: a deviation, a link with short gaps is congested too. `never`: a deviation, only a kick-out moves a flow.",
  },
  window: {
    unit: "ps",
    default: us(50),
    min: us(0.1),
    max: us(1e6),
    source: "lab: about a base RTT of the paper's fabrics",
    about: "Time over which a link's utilisation is measured.",
  },
  probeInterval: {
    unit: "ps",
    default: us(50),
    min: us(0.1),
    max: us(1e6),
    source: "lab: about a base RTT; Hermes's authors probe as often",
    about: "Interval between probes of every path to another leaf, while a leaf sends data there.",
  },
  resolution: {
    unit: "ps",
    default: us(1),
    min: 1000,
    max: us(1e6),
    source: "lab: about a packet's time on each link of a path at 40G",
    about: "Step in which RTTs are compared. Among equal paths a flow keeps its own, else one is drawn at random.",
  },
  weight: {
    unit: "ratio",
    default: 0.125,
    min: 0,
    max: 1,
    source: "lab: as RFC 6298 smooths RTT",
    about: "Alpha: weight of a packet's sojourn in the average of its switch.",
  },
  pauseCounts: {
    unit: "flag",
    default: true,
    source: "lab: the paper predicts from the egress queue, but a slow flow behind a PAUSE does not fill that queue",
    about:
      "The predicted delay t_pd is the time to drain the queue at line rate, plus the time for which it has been paused.",
  },
  alone: {
    unit: "ps",
    default: us(1e6),
    min: 0,
    max: us(1e6),
    source: "lab: without another path a packet can only wait",
    about: "Tolerable delay of a packet whose path is the only active one.",
  },
  literal: {
    unit: "flag",
    default: false,
    source: "lab",
    about:
      "Algorithm 1 as printed: line 5 waits where section 1 leaves the path, line 8 averages averages, and a departure has no check.",
  },
});

export const unread = ({ literal }: Values<typeof params>): Unread =>
  literal ? { pauseCounts: "with literal, only the queue predicts the delay" } : {};

/**
 * Indices of the 32-bit words that a packet carries for this policy, after the words of `round-trip.ts`. LOAD: the highest
 * utilisation on the packet's path, in units of 2^-16. LEFT: the packet's remaining tolerable delay in ns. SINCE: the
 * time at which the packet was enqueued, in ns.
 */
const LOAD = FIRST_OWN;
const LEFT = FIRST_OWN + 1;
const SINCE = FIRST_OWN + 2;
const WORDS = FIRST_OWN + 3;
const ONE = 65_536;
/** The tolerable delay of a probe in ns. It is so large that no path is kicked out because of a probe. */
const ANY_DELAY = 2 ** 31 - 1;
/**
 * The value of LEFT in a notice about a kick-out. The source leaf that gets this notice excludes the path. In an answer to
 * a probe LEFT is 0.
 */
const KICKED = 1;

export function create(p: Values<typeof params>, view: RoutingView): RoutingPolicy {
  const { source, destination, cls: classOf, leafOf, firstPort, nodeOf } = view;
  const { at: words } = view.words(WORDS);
  const byHash = ecmp(view);
  const busy = view.busyWithin(p.window);
  const nsPerByte = Float64Array.from({ length: view.ports }, (_, port) => 8e9 / view.rate(port));
  /** By egress port: the paused classes, as a bit mask. While it is 0, enqueued packets skip the check for PAUSEs. */
  const stopped = new Uint8Array(view.ports);
  /** By egress port: 1 after the first resume. While it is 0, dequeued packets skip the check for PAUSEs. */
  const started = new Uint8Array(view.ports);
  /** By egress queue (8 times port, plus class): the start of its current pause, ps. */
  const stoppedAt = new Float64Array(view.ports * 8);
  /** By egress queue: the time of its last resume, ps. */
  const startedAt = new Float64Array(view.ports * 8).fill(-Infinity);
  /** By switch: the average time in ns that packets affected by a PAUSE spend in a queue. */
  const average = new Float64Array(view.nodes);
  /** By switch: the value of `average` before its latest update. */
  const averageBefore = new Float64Array(view.nodes);
  const notice = new Int32Array(WORDS);
  const probe = new Int32Array(WORDS);
  /**
   * By egress port and source leaf (port times `nodes`, plus leaf): the path that was last kicked out. The leaf gets
   * one notice for each kick-out.
   */
  const lastNotice = new Map<number, number>();
  const rules = { ...p, fullLoad: p.fullLoad === "never" ? Infinity : Number(p.fullLoad) };
  const pathsTo = byLeafPair(view, (here, host) => {
    const ports = firstPort[here + 1] - firstPort[here];
    return new Paths(ports, view.baseRtt(here, host) / 1000, rules, () => view.random(here));
  });
  /** By flow: its last uplink, plus 1. 0: none yet. */
  const taken = new Uint16Array(view.keys.length / 4);
  /** By flow: the index of its last uplink (the one in `taken`) in the list of candidates. */
  const index = new Uint8Array(view.keys.length / 4);

  /**
   * Algorithm 1, line 5: true if a packet that tolerates `left` ns should wait at a paused egress port behind `queued`
   * bytes.
   */
  function waits(port: number, cls: number, left: number, queued: number): boolean {
    const soFar = p.pauseCounts && !p.literal ? (view.now - stoppedAt[port * 8 + cls]) / 1000 : 0;
    const delay = Math.max(average[nodeOf[port]], queued * nsPerByte[port] + soFar);
    return p.literal ? left < delay : left >= delay;
  }

  /**
   * Algorithm 1, lines 7 and 8: updates the averages with the time `sojourn` (ns) of a packet that met a pause in its
   * queue.
   */
  function note(here: number, at: number, sojourn: number): void {
    words[at + LEFT] -= sojourn;
    const before = average[here];
    average[here] = (1 - p.weight) * before + p.weight * (p.literal ? averageBefore[here] : sojourn);
    averageBefore[here] = before;
  }

  /** Kicks out a path of the flow's source leaf, because of a PAUSE at an egress port of that path. */
  function kickOut(path: number, port: number, flow: number): void {
    const here = nodeOf[port];
    const leaf = leafOf[source[flow]];
    if (leaf === here) {
      pathsTo(here, destination[flow]).kickOut(path);
      return;
    }
    const key = port * view.nodes + leaf;
    if (lastNotice.get(key) === path) return;
    lastNotice.set(key, path);
    notice.fill(0);
    notice[PATH] = -path;
    notice[LEFT] = KICKED;
    view.notify(here, flow, notice);
  }

  /** Stores RTT and utilisation of a path. An ACK of data, or the answer to a probe, has brought them to the flow's source leaf. */
  function learn(here: number, at: number, flow: number): void {
    pathsTo(here, destination[flow]).learn(
      -words[at + PATH],
      trip.roundTrip(words, at, view.now),
      words[at + LOAD] / ONE,
    );
  }

  function probeAll(here: number, paths: Paths, flow: number, ports: Int32Array, from: number, count: number): void {
    const { now } = view;
    paths.probeAt = now + p.probeInterval;
    for (let k = 0; k < count; k++) {
      const port = ports[from + k];
      trip.leave(probe, 0, paths.name(port), now);
      probe[LEFT] = ANY_DELAY;
      view.probe(flow, firstPort[here] + port, probe);
    }
  }

  return {
    choose(here, flow, reverse, to, ports, from, count, packet) {
      if (reverse || leafOf[source[flow]] !== here)
        return byHash.choose(here, flow, reverse, to, ports, from, count, packet);
      const base = firstPort[here];
      const paths = pathsTo(here, to);
      const { now } = view;
      if (now >= paths.probeAt) probeAll(here, paths, flow, ports, from, count);
      let k = paths.indexOf(taken[flow] - 1, index[flow], ports, from, count);
      if (k < 0 || !paths.active(ports[from + k]) || paths.state(ports[from + k]) === CONGESTED)
        k = paths.choose(k, ports, from, count);
      let port = ports[from + k];
      let left = paths.tolerable(k, ports, from, count);
      // The source leaf sees that its own port is paused. So it takes another path at once, without a notice of another switch.
      for (let tries = 1; tries < count && (stopped[base + port] & (1 << classOf[flow])) !== 0; tries++) {
        if (waits(base + port, classOf[flow], left, view.queued(base + port))) break;
        paths.kickOut(paths.name(port));
        k = paths.choose(k, ports, from, count);
        port = ports[from + k];
        left = paths.tolerable(k, ports, from, count);
      }
      taken[flow] = port + 1;
      index[flow] = k;
      const at = packet * WORDS;
      trip.leave(words, at, paths.name(port), now);
      words[at + LOAD] = 0;
      words[at + LEFT] = left;
      return k;
    },
    onArrive(port, packet, flow, reverse) {
      const at = packet * WORDS;
      const path = words[at + PATH];
      const here = nodeOf[port];
      if (path > 0 && !reverse) {
        if (leafOf[destination[flow]] === here) trip.turn(words, at, view.now);
      } else if (path < 0 && reverse) {
        if (leafOf[view.neighbour(port)] >= 0) trip.goBack(words, at, view.now);
        else if (leafOf[source[flow]] === here) {
          learn(here, at, flow);
          words[at + PATH] = 0;
        }
      }
    },
    onEnqueue(port, packet, flow, size) {
      const at = packet * WORDS;
      const path = words[at + PATH];
      if (path <= 0) return;
      words[at + SINCE] = trip.stampOf(view.now);
      if (stopped[port] === 0 || words[at + LEFT] === ANY_DELAY) return;
      const cls = classOf[flow];
      // At the source leaf of the flow, `choose` has already decided whether the packet waits at a paused port.
      if ((stopped[port] & (1 << cls)) === 0 || leafOf[source[flow]] === nodeOf[port]) return;
      if (!waits(port, cls, words[at + LEFT], view.queued(port) - size)) kickOut(path, port, flow);
    },
    onDequeue(port, packet, flow) {
      const at = packet * WORDS;
      const path = words[at + PATH];
      if (path <= 0) return;
      const used = Math.floor((busy(port) / p.window) * ONE);
      if (used > words[at + LOAD]) words[at + LOAD] = used;
      if (started[port] === 0 || words[at + LEFT] === ANY_DELAY) return;
      const sojourn = (trip.stampOf(view.now) - words[at + SINCE]) | 0;
      if (view.now - startedAt[port * 8 + classOf[flow]] >= sojourn * 1000) return;
      note(nodeOf[port], at, sojourn);
      if (!p.literal && words[at + LEFT] < 0) kickOut(path, port, flow);
    },
    onStopped(port, cls) {
      stopped[port] |= 1 << cls;
      stoppedAt[port * 8 + cls] = view.now;
    },
    onStarted(port, cls) {
      stopped[port] &= ~(1 << cls);
      started[port] = 1;
      startedAt[port * 8 + cls] = view.now;
    },
    onProbe(here, packet, flow) {
      const at = packet * WORDS;
      for (let k = 0; k < WORDS; k++) notice[k] = words[at + k];
      notice[PATH] = -words[at + PATH];
      notice[LEFT] = 0;
      view.notify(here, flow, notice);
    },
    onNotice(here, packet, flow) {
      const at = packet * WORDS;
      if (words[at + LEFT] === KICKED) pathsTo(here, destination[flow]).kickOut(-words[at + PATH]);
      else learn(here, at, flow);
    },
  };
}
