/**
 * Times of SONiC's PFC watchdog, which reads the counters once in each poll interval. For a detection or restoration
 * time T it needs n = ceil(T / poll) samples in a row. Each of them must cover a whole poll interval. An event begins
 * somewhere within an interval, so the watchdog notices it after n to n + 1 poll intervals.
 *
 * Source: SONiC: `pfc_detect_broadcom.lua`, `pfc_restore.lua` (orchagent)
 */
import type { Bps, Ps } from "../base/units.ts";

export interface Span {
  readonly least: Ps;
  readonly most: Ps;
}

/**
 * The minimum and the maximum time until the watchdog reacts. If `time` is the configured detection time, they count from
 * the beginning of a storm. If it is the restoration time, they count from the last PAUSE frame of the storm.
 */
export function countdownSpan(time: Ps, poll: Ps): Span {
  const samples = Math.ceil(time / poll);
  return { least: samples * poll, most: (samples + 1) * poll };
}

/** The bits of a quantum (802.1Qbb). */
const QUANTUM_BITS = 512;
/** The largest number of quanta of a PAUSE frame (802.1Qbb). */
const MAX_QUANTA = 65535;

/**
 * Time after which a NIC repeats a PAUSE frame of maximum duration: half of this duration. SONiC's detection on
 * Broadcom's ASICs needs a new frame in each poll interval. So with a poll interval shorter than this time, the watchdog
 * misses storms.
 */
export const repetitionTime = (rate: Bps): Ps => Math.ceil((MAX_QUANTA * QUANTUM_BITS * 1e12) / rate / 2);
