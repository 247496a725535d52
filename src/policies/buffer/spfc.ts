/**
 * Selective-PFC: a port that sends on much of what it receives may fill the pool; the others share it by DT.
 *
 *   normal   T = alpha * free              Dynamic Threshold
 *   victim   T = own bytes + spare         pauses only when memory is full; never less than a normal port's
 *
 * Spare is the free pool where headroom has accounts of its own, and over one counter what memory bears besides all that may arrive
 * after PAUSEs (`policies/headroom/one-counter.ts`).
 *
 * Whose traffic leaves faster than C / K carries more than a burst into a congested output: its other flows would be
 * paused for nothing. Each ingress port has the circuit of the paper's figure 10:
 *
 *   TC   a clock; every `period` the count starts again
 *   IRC  counts bytes that came in by the port and leave; the verdict is victim once they reach C * TC / K
 *   SH   keeps the last interval's verdict, so the state rises at once and falls only when TC is over;
 *        held in reset from the port's PAUSE to its RESUME: a port that pauses is normal
 *
 * Paper    spfc, sections IV and V
 * Differs  counts bytes, not packets; the victim's threshold is not the buffer's size, which would not be lossless (docs/errata.md)
 */
import { defineParams, type Values } from "../../base/params.ts";
import type { Bytes } from "../../base/units.ts";
import type { BufferPolicy, BufferView } from "../../contracts/buffer.ts";

export const about = "DT, but ports that carry victims pause only when memory is full";

export const params = defineParams({
  alpha: {
    unit: "ratio",
    default: 2,
    min: 1 / 1024,
    max: 1024,
    source: "spfc, section VII-D",
    about: "A queue of a normal port may hold alpha times the free memory.",
  },
  k: {
    unit: "ratio",
    default: 5,
    min: 1,
    max: 1024,
    source: "spfc, section IV-C",
    about: "A port from which more than 1/k of its rate departs is a victim.",
  },
  period: {
    unit: "ps",
    derived: "4 of the longest base RTT between two hosts",
    min: 1e6,
    max: Number.MAX_SAFE_INTEGER,
    source: "spfc, section V-B",
    about: "TC: how long departures are counted.",
  },
  buffer: {
    unit: "bytes",
    derived: "the shared pool",
    min: 1,
    max: 2 ** 40,
    source: "spfc, equation 4",
    about:
      "B: the memory that thresholds reckon with. Less than the pool leaves room for what `literal` stores beyond it.",
  },
  reach: {
    unit: "choice",
    default: "memory",
    choices: ["memory", "buffer"],
    source: "spfc, section IV-B",
    about:
      "How far victims may go: as memory bears it, headroom that no late byte needs included, or no farther than the shared pool. Where " +
      "headroom has accounts of its own the two are one.",
  },
  literal: {
    unit: "flag",
    default: false,
    source: "docs/errata.md",
    about: "As printed: a victim's threshold is the size of the buffer, whatever others hold of it.",
  },
});

/** Longest base RTTs that the counting period spans. */
const PERIOD_RTTS = 4;

export function create(p: Values<typeof params>, view: BufferView): BufferPolicy {
  const { alpha, literal } = p;
  const { firstPort, lossless, nodeOf, nodes, ports, used } = view;
  const departed = view.departures();
  /** By node: B. */
  const capacity = p.buffer === undefined ? view.capacity : new Float64Array(nodes).fill(p.buffer);
  const period = p.period ?? PERIOD_RTTS * view.baseRtt;
  /** Bytes of an interval that make a victim. */
  const enough = Float64Array.from({ length: ports }, (_, port) => (view.rate(port) * period) / 8e12 / p.k);
  /** What had left when the interval began, and from which count on the port is a victim: always, at a count, or (paused) never. */
  const before = new Float64Array(ports);
  const victimFrom = enough.slice();
  /** PAUSEs, of queues and of the port, that await their RESUME. */
  const paused = new Uint16Array(ports);

  // All clocks run together, from time 0 on. A switch's rests while nothing is stored, for then nothing departs.
  const running = new Uint8Array(nodes);
  const clock = view.timer(nodes, (node) => {
    running[node] = 0;
    let busy = false;
    for (let port = firstPort[node]; port < firstPort[node + 1]; port++) {
      const count = departed[port] - before[port];
      before[port] = departed[port];
      if (paused[port] === 0) victimFrom[port] = count >= enough[port] ? -Infinity : before[port] + enough[port];
      if (count > 0 || view.occupancy(port) > 0) busy = true;
    }
    if (busy) start(node);
  });
  function start(node: number): void {
    running[node] = 1;
    clock.arm(node, (Math.floor(view.now / period) + 1) * period);
  }

  const isNormal = (port: number): boolean => departed[port] < victimFrom[port];
  const free = (node: number): Bytes => Math.max(0, capacity[node] - used[node]);
  /** What memory bears, less what `buffer` leaves of the pool to others. */
  const spare =
    p.reach === "buffer"
      ? free
      : (node: number): Bytes => Math.max(0, view.spare(node) - (view.capacity[node] - capacity[node]));

  function byState(node: number, port: number, cls: number): Bytes {
    if (running[node] === 0) start(node);
    const normal = alpha * free(node);
    if (isNormal(port)) return normal;
    return Math.max(normal, literal ? capacity[node] : view.backlog(port, cls) + spare(node));
  }

  return {
    // As long as a normal port may have the whole pool it does not matter which it is: most of the time, so it must be quick.
    threshold(port, cls) {
      const here = nodeOf[port];
      const normal = alpha * (capacity[here] - used[here]);
      return running[here] !== 0 && normal >= capacity[here] ? normal : byState(here, port, cls);
    },
    portThreshold(port) {
      const here = nodeOf[port];
      const normal = lossless.length * alpha * free(here);
      if (isNormal(port)) return normal;
      if (literal) return lossless.length * capacity[here];
      let own = 0;
      for (const cls of lossless) own += view.backlog(port, cls);
      return Math.max(normal, own + spare(here));
    },
    onPauseSent(port) {
      paused[port]++;
      victimFrom[port] = Infinity;
    },
    onResumeSent(port) {
      if (paused[port] > 0) paused[port]--;
      if (paused[port] === 0) victimFrom[port] = before[port] + enough[port];
    },
  };
}
