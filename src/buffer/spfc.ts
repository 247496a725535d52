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
  const wasVictim = new Uint8Array(ports);
  /** PAUSEs, of queues and of the port, that await their RESUME. */
  const paused = new Uint16Array(ports);
  let intervalEnd = period;

  /** All ports' clocks run together, and only a question makes one look: an idle switch has no events. */
  function tick(): void {
    const { now } = view;
    if (now < intervalEnd) return;
    const missed = Math.floor((now - intervalEnd) / period);
    for (let port = 0; port < ports; port++) {
      // Intervals that passed unseen had no departures.
      wasVictim[port] = missed === 0 && paused[port] === 0 && departed[port] >= enough[port] ? 1 : 0;
      departed[port] = 0;
    }
    intervalEnd += (missed + 1) * period;
  }

  const isVictim = (port: number): boolean =>
    paused[port] === 0 && (wasVictim[port] !== 0 || departed[port] >= enough[port]);
  const free = (): number => view.capacity - view.used;

  return {
    threshold(port, cls) {
      tick();
      const normal = alpha * free();
      if (!isVictim(port)) return normal;
      if (literal) return view.capacity;
      const own = view.backlog(port, cls);
      return Math.max(normal, own + free());
    },
    portThreshold(port) {
      tick();
      const normal = lossless.length * alpha * free();
      if (!isVictim(port)) return normal;
      if (literal) return lossless.length * view.capacity;
      let own = 0;
      for (const cls of lossless) own += view.backlog(port, cls);
      return Math.max(normal, own + free());
    },
    onDepart(port, _cls, size) {
      tick();
      departed[port] += size;
    },
    onPauseSent(port) {
      tick();
      paused[port]++;
      wasVictim[port] = 0;
    },
    onResumeSent(port) {
      tick();
      if (paused[port] > 0) paused[port]--;
    },
  };
}
