/**
 * How much arrives after a PAUSE was triggered: the headroom that a lossless queue needs.
 *
 * DSH eq. 1 adds five parts: waiting behind a packet (L_MTU), the PAUSE's way (C D), the upstream's reaction
 * (3840 B / C), its packet just begun (L_MTU), the last packet's way (C D):
 *
 *   eta = 2 (C D + L_MTU) + 3840 B        and, statically, a switch reserves N_p N_q eta (eq. 3)
 *
 * It mixes bytes in the buffer with bytes on the wire, and forgets the PAUSE frame itself and the packet whose arrival
 * triggered it. With L the frame as the buffer counts it and w the 20 B of preamble and gap, the exact need is
 *
 *   h* = L + (2 (L + w) + pfc + 2 C D + reaction) * L / (L + w)
 *
 * the trigger, and then what the wire carries in that time, of which the part L / (L + w) is stored. So eq. 1 is
 * neither safe (short links) nor tight (long ones): see the tests, and the errata.
 *
 * Paper    dsh, section II; 802.1Qbb
 */
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** Processing time of a PAUSE that eq. 1 assumes at every speed: 60 quanta of 512 bits, the standard's limit at 10G. */
export const REACTION_10G: Bytes = 3840;

/**
 * DSH eq. 1: bytes of headroom a queue, for an upstream link of `rate` bps and one-way `delay` ps. `mtu` is L_MTU in
 * bytes; the paper takes 1500.
 */
export function eta(rate: Bps, delay: Ps, mtu: Bytes): Bytes {
  return Math.ceil(2 * (inFlight(rate, delay) + mtu) + REACTION_10G);
}

/** DSH eq. 3: bytes reserved in all, when each of `queues` lossless queues of each of `ports` has its own `eta`. */
export function totalHeadroom(ports: number, queues: number, etaBytes: Bytes): Bytes {
  return ports * queues * etaBytes;
}

/** A link and its frames, as `exactHeadroom` wants to know them. */
export interface HeadroomNeed {
  /** L: bytes that a data frame of the largest size takes in the buffer. */
  readonly frame: Bytes;
  /** Preamble and gap, which pass on the wire but are not stored. */
  readonly wireOverhead?: Bytes;
  /** The PFC frame on the wire, its preamble and gap included. */
  readonly pfcWire?: Bytes;
  /** Of the upstream link. */
  readonly rate: Bps;
  /** One way. */
  readonly delay: Ps;
  /** What the wire carries from the arrival of the PAUSE until the upstream starts no new frame. */
  readonly reaction?: Bytes;
}

/**
 * h*: the bytes that arrive at worst from the frame that triggers a PAUSE, which the headroom holds too, until silence;
 * rounded up. With this much nothing is dropped; where whole frames fill that time exactly, a byte less is too little.
 */
export function exactHeadroom(need: HeadroomNeed): Bytes {
  const { frame, wireOverhead = 20, pfcWire = 84, rate, delay, reaction = REACTION_10G } = need;
  const wire = 2 * (frame + wireOverhead) + pfcWire + 2 * inFlight(rate, delay) + reaction;
  return Math.ceil(frame + (wire * frame) / (frame + wireOverhead));
}

/** C D: bytes on the wire of a link, one way. */
function inFlight(rate: Bps, delay: Ps): Bytes {
  return (delay * rate) / 8e12;
}
