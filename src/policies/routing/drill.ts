/**
 * DRILL(d, m): each packet takes the shortest of several egress queues.
 *
 *     The switch compares the present queues of the m ports that it remembers, and then of d random ports. The packet takes the port
 *     with the shortest queue. Among equal queues the first one compared wins. The switch then remembers the m best of these ports.
 *
 * A queue is all bytes that wait at a port, of every class. The switch has no state about flows and gets no signal from other switches.
 * So a distant PAUSE has an effect only after it has filled a queue of this switch.
 *
 * Paper    ghorbani17 (DRILL); rule, d = 2 and m = 1 as in ConWeave's and the Hermes authors' simulators.
 * Role     Every switch with several next hops. The switch remembers ports for each list of candidates. Destinations with the same next
 *          hops share a list.
 * Differs  ACKs and notifications use ECMP. There are no groups of symmetric paths (the paper's answer to asymmetry) and no separate
 *          engines. The receiver handles reordering.
 */
import { defineParams, type Idle, type Signal, type Unread, type Values } from "../../base/params.ts";
import { perGroupState } from "./per-group-state.ts";
import type { RoutingPolicy, RoutingView } from "../../contracts/routing.ts";
import { ecmp } from "./ecmp.ts";

export const about = "each packet to the shortest of d random queues and m remembered queues";

export const reads = (): readonly Signal[] => [];

export const idle: Idle = "single paths";

// "flows": fast-forward may replay flows (simulate them without packets), but only flows between hosts of one switch.
// Such a flow has a single path, so the policy has no choice and keeps no state for it.
export const steady = "flows";

/** The maximum of `d`. With this value every switch compares all its queues. */
const MAX_D = 64;

export const params = defineParams({
  d: {
    unit: "count",
    default: 2,
    min: 1,
    max: MAX_D,
    source: "ghorbani17: DRILL(2, 1)",
    about: "Number of different egress queues drawn for each packet.",
  },
  m: {
    unit: "count",
    default: 1,
    min: 0,
    max: 64,
    source: "ghorbani17: DRILL(2, 1)",
    about: "Number of shortest queues remembered from the last packet.",
  },
  remember: {
    unit: "choice",
    default: "candidates",
    choices: ["candidates", "host"],
    source: "ghorbani17; ConWeave's simulator: host",
    about:
      "Scope of the remembered queues: shared by destinations with the same candidates, or separate for each host.",
  },
  draw: {
    unit: "choice",
    default: "few",
    choices: ["few", "shuffle"],
    source: "lab: few; ConWeave's simulator: C++'s random_shuffle",
    about:
      "How the d queues are drawn: one by one, or by a shuffle of all candidates. The probabilities are equal, the random numbers differ.",
  },
});

export const unread = ({ m }: Values<typeof params>): Unread => (m === 0 ? { remember: "m is 0" } : {});

export function create({ d, m, remember, draw }: Values<typeof params>, view: RoutingView): RoutingPolicy {
  const byHash = ecmp(view);
  const { firstPort } = view;
  /**
   * For each list of candidates: the remembered candidates, the one with the shortest queue first. A value is an index
   * plus 1. 0: none.
   */
  const remembered = perGroupState(view.nodes);
  /**
   * With `remember: host`, by switch and host: the remembered candidates. The array of a switch is created when the
   * switch first has a choice.
   */
  const ofHosts = new Array<Int32Array | undefined>(view.nodes).fill(undefined);
  const byHost = (here: number): Int32Array => (ofHosts[here] ??= new Int32Array(view.nodes * m));
  /**
   * By switch and number of candidates: the candidates in the order that earlier draws left. Each draw swaps d random ones
   * to the front. This order does not matter, because every place in the order is equally likely to be drawn.
   */
  const orders = Array.from({ length: view.nodes }, (): Int32Array[] => []);
  /** The indices of the candidates with the shortest queues found so far. */
  const best = new Int32Array(m + 1);
  /** The lengths of the queues of the candidates in `best`. */
  const queue = new Float64Array(m + 1);
  let found = 0;

  /**
   * Adds candidate `k` to `best` if `best` has fewer than `most` candidates. Otherwise the candidate replaces the one with
   * the longest queue in `best` if its own queue is shorter. On a tie the earlier candidate stays.
   */
  function consider(k: number, queued: number, most: number): void {
    for (let j = 0; j < found; j++) if (best[j] === k) return;
    if (found === most && queued >= queue[found - 1]) return;
    let at = found < most ? found++ : found - 1;
    for (; at > 0 && queue[at - 1] > queued; at--) {
      best[at] = best[at - 1];
      queue[at] = queue[at - 1];
    }
    best[at] = k;
    queue[at] = queued;
  }

  /** Shuffles all candidates, starting from ascending order, by the algorithm of the GNU C++ library. */
  function shuffle(here: number, order: Int32Array): void {
    for (let k = 0; k < order.length; k++) order[k] = k;
    for (let k = 1; k < order.length; k++) swap(order, k, view.pick(here, k + 1));
  }

  return {
    ...(d >= MAX_D && m === 0 ? { spreads: "packet" as const } : {}), // with all queues compared, every packet balances the load
    choose(here, flow, reverse, to, ports, from, count, packet) {
      if (reverse || count === 1) return byHash.choose(here, flow, reverse, to, ports, from, count, packet);
      const ofHost = remember === "host";
      const memory = ofHost ? byHost(here) : remembered(here, ports);
      const first = ofHost ? to * m : from;
      const base = firstPort[here];
      const most = m === 0 ? 1 : m;
      const old = m < count ? m : count;
      found = 0;
      for (let j = 0; j < old; j++) {
        const k = memory[first + j] - 1;
        if (k >= 0 && k < count) consider(k, view.queued(base + ports[from + k]), most);
      }
      const order = (orders[here][count] ??= Int32Array.from({ length: count }, (_, k) => k));
      if (draw === "shuffle") shuffle(here, order);
      for (let j = 0; j < d && j < count; j++) {
        if (draw === "few") swap(order, j, j + view.pick(here, count - j));
        const k = order[j];
        consider(k, view.queued(base + ports[from + k]), most);
      }
      for (let j = 0; j < old && j < found; j++) memory[first + j] = best[j] + 1;
      return best[0];
    },
  };
}

function swap(order: Int32Array, a: number, b: number): void {
  const k = order[a];
  order[a] = order[b];
  order[b] = k;
}
