/**
 * Measures the busy time of a wire within a window that ends now, exact to the picosecond.
 *
 * A ring per port stores the idle times of the wire that overlap the window. An idle time is stored when a packet
 * starts on the idle wire. So a wire that is never idle stores nothing, and its busy time is the whole window. Before
 * the start of the run each wire counts as idle.
 */
import type { Ps } from "../../base/units.ts";

/** The initial number of idle times that a ring can store. A full ring doubles. */
const SPELLS = 16;

export interface BusyTime {
  /** Call this when a packet starts on the wire of `port`. The wire was idle since `free`. */
  readonly starts: (port: number, free: Ps, now: Ps) => void;
  /**
   * The busy time of the wire of `port` within the window that ends now. `free` is the end of its latest transmission.
   */
  readonly within: (port: number, free: Ps, now: Ps) => Ps;
}

export function busyTime(ports: number, window: Ps): BusyTime {
  /** By port: start and end of each stored idle time, alternating. The length of a ring is a power of two. */
  const rings = new Array<Float64Array>(ports);
  for (let port = 0; port < ports; port++) rings[port] = new Float64Array(2 * SPELLS);
  const first = new Int32Array(ports);
  const count = new Int32Array(ports);
  /** By port: the sum of the idle times that `rings` stores for it. */
  const idle = new Float64Array(ports);

  /** Removes the idle times that ended before the window, which begins at `since`. */
  function drop(port: number, since: Ps): void {
    const ring = rings[port];
    while (count[port] > 0) {
      const at = first[port];
      if (ring[at + 1] > since) return;
      idle[port] -= ring[at + 1] - ring[at];
      first[port] = (at + 2) & (ring.length - 1);
      count[port]--;
    }
  }

  function grow(port: number): void {
    const old = rings[port];
    const ring = new Float64Array(2 * old.length);
    ring.set(old.subarray(first[port]));
    ring.set(old.subarray(0, first[port]), old.length - first[port]);
    rings[port] = ring;
    first[port] = 0;
  }

  return {
    starts(port, free, now) {
      if (free >= now) return;
      drop(port, now - window);
      if (2 * count[port] === rings[port].length) grow(port);
      const ring = rings[port];
      const at = (first[port] + 2 * count[port]) & (ring.length - 1);
      ring[at] = free;
      ring[at + 1] = now;
      count[port]++;
      idle[port] += now - free;
    },
    within(port, free, now) {
      const since = now - window;
      drop(port, since);
      let sum = idle[port];
      if (count[port] > 0) sum -= Math.max(0, since - rings[port][first[port]]);
      if (free < now) sum += now - Math.max(free, since);
      return window - sum - Math.max(0, -since);
    },
  };
}
