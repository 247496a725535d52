/**
 * The headroom that a lossless queue needs: the bytes that arrive after a PAUSE was triggered.
 *
 * DSH eq. 1 adds five terms. C is the rate of the link, D its one-way delay, and L_MTU the largest packet:
 *
 * 1. the wait of the PAUSE behind a packet: L_MTU
 * 2. its propagation: C D
 * 3. the upstream's reaction: 3840 B
 * 4. the upstream's current packet: L_MTU
 * 5. the propagation of that packet: C D
 *
 *   eta = 2 (C D + L_MTU) + 3840 B
 *
 * With static headroom, a switch of N_p ports with N_q lossless queues each reserves N_p N_q eta (eq. 3).
 *
 * Eq. 1 mixes bytes in the buffer with bytes on the wire. It also omits the PAUSE frame itself and the packet whose arrival triggered it. Let
 * L be the frame as the buffer counts it, and w the 20 B of preamble and gap. Let pfc be the PAUSE frame on the wire, and reaction the
 * reaction time in bytes. The exact need is
 *
 *   h* = L + (2 (L + w) + pfc + 2 C D + reaction) L / (L + w)
 *
 * This is the triggering packet, and then the bytes that the wire carries from the decision to pause until the last packet has arrived. The
 * share L / (L + w) of these bytes is stored. So eq. 1 is neither safe (short links) nor tight (long ones): see the tests, and docs/errata.md.
 *
 * Paper: dsh, section II; 802.1Qbb.
 */
import type { Bps, Bytes, Ps } from "../base/units.ts";

/**
 * The reaction time to a PAUSE that DSH's eq. 1 assumes at every speed, in bytes: 60 quanta of 512 bits. In 802.3 each
 * speed has its own limit (`response.ts`), for example 67 quanta at 10G.
 */
export const REACTION_10G: Bytes = 3840;

/**
 * DSH eq. 1: headroom of a queue in bytes, for an upstream link of `rate` bps and one-way `delay` ps. `mtu` is L_MTU in bytes; the paper
 * uses 1500.
 */
export function eta(rate: Bps, delay: Ps, mtu: Bytes): Bytes {
  return Math.ceil(2 * (inFlight(rate, delay) + mtu) + REACTION_10G);
}

/** DSH eq. 3: the total bytes reserved. Each port has `queues` lossless queues, and each queue has its own headroom, `etaBytes`. */
export function totalHeadroom(ports: number, queues: number, etaBytes: Bytes): Bytes {
  return ports * queues * etaBytes;
}

/** A link and its frames, for `exactHeadroom`. */
export interface HeadroomNeed {
  /** L: the bytes that the largest data frame takes in the buffer. */
  readonly frame: Bytes;
  /** Preamble and gap, which are on the wire but not stored. */
  readonly wireOverhead?: Bytes;
  /** The PFC frame on the wire, including its preamble and gap. */
  readonly pfcWire?: Bytes;
  /** The rate of the upstream link. */
  readonly rate: Bps;
  /** The one-way delay. */
  readonly delay: Ps;
  /**
   * The upstream's reaction time to a PAUSE, in bytes on the wire. It begins when the PAUSE arrives and ends when the
   * upstream stops starting frames.
   */
  readonly reaction?: Bytes;
}

/**
 * h*: the maximum bytes that arrive from the time at which a PAUSE is triggered until the upstream is silent. The frame whose arrival
 * triggers the PAUSE counts, too. The result is rounded up. With this headroom no packet is dropped. If whole frames exactly fill
 * the time until the upstream is silent, one byte less causes a drop.
 */
export function exactHeadroom(need: HeadroomNeed): Bytes {
  const { frame, wireOverhead = 20, pfcWire = 84, rate, delay, reaction = REACTION_10G } = need;
  const wire = 2 * (frame + wireOverhead) + pfcWire + 2 * inFlight(rate, delay) + reaction;
  return Math.ceil(frame + (wire * frame) / (frame + wireOverhead));
}

/** C D: the bytes on the wire of a link, in one direction. */
function inFlight(rate: Bps, delay: Ps): Bytes {
  return (delay * rate) / 8e12;
}
