/**
 * Selective-PFC: a port that sends on much of what it receives may fill the pool; the others share it by DT.
 *
 *   normal   T = alpha * free              Dynamic Threshold
 *   victim   T = own bytes + free          pauses only when the pool is full; never less than a normal port's
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
import { defineParams, type Values } from "../params.ts";
import type { BufferPolicy, BufferView } from "./contract.ts";

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
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    source: "spfc, section V-B",
    about: "TC: how long departures are counted.",
  },
  literal: {
    unit: "flag",
    default: false,
    source: "docs/errata.md",
    about: "As printed: a victim's threshold is the size of the pool, which can lose packets.",
  },
});

/** Longest base RTTs that the counting period spans. */
const PERIOD_RTTS = 4;

export function create(p: Values<typeof params>, view: BufferView): BufferPolicy {
  const { alpha, literal } = p;
  const { lossless, ports } = view;
  const period = p.period ?? PERIOD_RTTS * view.baseRtt;
  /** Bytes of an interval that make a victim. */
  const enough = Float64Array.from({ length: ports }, (_, port) => (view.rate(port) * period) / 8e12 / p.k);
  const departed = new Float64Array(ports);
  /** SH: the verdict of the last interval. */
  const held = new Uint8Array(ports);
  /** PAUSEs, of queues and of the port, that await their RESUME. */
  const paused = new Uint16Array(ports);
  /** The state, kept current rather than reckoned: it is asked twice a packet. */
  const victim = new Uint8Array(ports);

  // All ports' clocks run together, from time 0 on; while nothing departs and nobody is a victim there is nothing to count.
  let running = false;
  const clock = view.timer(1, () => {
    running = false;
    for (let port = 0; port < ports; port++) {
      held[port] = paused[port] === 0 && departed[port] >= enough[port] ? 1 : 0;
      victim[port] = held[port];
      departed[port] = 0;
      if (held[port] !== 0) start();
    }
  });
  function start(): void {
    if (running) return;
    running = true;
    clock.arm(0, (Math.floor(view.now / period) + 1) * period);
  }

  return {
    threshold(port, cls) {
      const { capacity } = view;
      const free = capacity - view.used;
      const normal = alpha * free;
      if (victim[port] === 0) return normal;
      if (literal) return capacity;
      // Own bytes and the free ones are never more than the pool.
      if (normal >= capacity) return normal;
      return Math.max(normal, view.backlog(port, cls) + free);
    },
    portThreshold(port) {
      const free = view.capacity - view.used;
      if (victim[port] === 0) return lossless.length * alpha * free;
      if (literal) return lossless.length * view.capacity;
      let own = 0;
      for (const cls of lossless) own += view.backlog(port, cls);
      return Math.max(lossless.length * alpha * free, own + free);
    },
    onDepart(port, _cls, size) {
      if (!running) start();
      const count = departed[port] + size;
      departed[port] = count;
      if (count >= enough[port] && paused[port] === 0) victim[port] = 1;
    },
    onPauseSent(port) {
      paused[port]++;
      held[port] = 0;
      victim[port] = 0;
    },
    onResumeSent(port) {
      if (paused[port] > 0) paused[port]--;
      if (paused[port] === 0 && departed[port] >= enough[port]) victim[port] = 1;
    },
  };
}
