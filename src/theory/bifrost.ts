/**
 * The guarantees of Bifrost, and the buffer that each kind of flow control needs on a long link.
 *
 * There are two goals: no packet is lost, and no throughput is lost. Throughput is lost if a queue is empty although its output could
 * send, because the peer upstream was paused. Each goal has a worst case. For loss, the output of the queue stops while the link is full.
 * For throughput, the output starts while the peer is paused.
 *
 * R is the rate of the link, D its one-way delay, and BDP is 2 R D. T is the slot of Bifrost, T_fc the credit period of CBFC, and MTU the
 * largest packet.
 *
 *   PFC        2 BDP              One BDP is headroom, for the packets that arrive after a PAUSE. The other BDP has packets for the
 *                                 output, until packets arrive again after a RESUME.
 *   Bifrost    BDP + 2 R T        Theorem 1. Bifrost knows the bytes in flight, so one BDP serves both purposes.
 *   CBFC       BDP + R T_fc + MTU The bytes that the sender sends until the next credit arrives, in whole packets.
 *   SWING      BDP                DRAM in the relay. The switch behind it needs 2 BDP of its short link, as under PFC.
 *
 * Paper: bifrost, sections II to IV. The papers of CBFC and SWING give no such formulas; these follow from their rules.
 */
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** Bytes that a link carries in `time`. */
export const bytesIn = (rate: Bps, time: Ps): Bytes => (rate * time) / 8e12;

/** The bandwidth-delay product of one hop: the bytes that the hop carries in a round trip. `delay` is one way. */
export const bdp = (rate: Bps, delay: Ps): Bytes => bytesIn(rate, 2 * delay);

/**
 * Theorem 1: the lower and upper bound of L + F at every slot. L is the occupancy, and F the bytes that may still arrive. `product` is BDP,
 * `slotBytes` is R T, and `buffer` is H. The paper prints the bounds for H >= BDP + 2 R T, where the lower bound is BDP + R T. For a smaller
 * H the lower bound is H - R T.
 */
export function theorem1(
  product: Bytes,
  slotBytes: Bytes,
  buffer: Bytes,
): { readonly least: Bytes; readonly most: Bytes } {
  return { least: Math.min(product + slotBytes, buffer - slotBytes), most: buffer };
}

/** Rate and delay of a long link. The formulas below give its buffer for one lossless class. */
export interface Hop {
  readonly rate: Bps;
  /** The one-way delay. */
  readonly delay: Ps;
}

/** PFC's buffer: a threshold X_OFF of one BDP, and headroom of one BDP. */
export const pfcBuffer = ({ rate, delay }: Hop): Bytes => 2 * bdp(rate, delay);

/**
 * Bifrost's buffer: H = BDP + 2 R T, where T is `slot`. It also has room for k packets of `mtu`, which the peer sends
 * because PAUSE frames arrive late.
 */
export const bifrostBuffer = ({ rate, delay }: Hop, slot: Ps, k: number, mtu: Bytes): Bytes =>
  bdp(rate, delay) + 2 * bytesIn(rate, slot) + k * mtu;

/** CBFC's buffer: BDP + R T_fc + MTU, where T_fc is `period`, the time between two credit updates. */
export const cbfcBuffer = ({ rate, delay }: Hop, period: Ps, mtu: Bytes): Bytes =>
  bdp(rate, delay) + bytesIn(rate, period) + mtu;

/** The maximum bytes that 12-bit credits can grant: 2048 blocks of 64 B. */
export const CBFC_12_BIT: Bytes = 2048 * 64;

/** SWING's buffer: each of the two relays needs one BDP of the long link. */
export const swingBuffer = ({ rate, delay }: Hop): Bytes => bdp(rate, delay);

/** The maximum share of a link that Bifrost's PAUSE frames use: one frame in each slot. */
export const pauseShare = (rate: Bps, slot: Ps, frame: Bytes): number => frame / bytesIn(rate, slot);
