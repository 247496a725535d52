/**
 * Buffer that each kind of flow control needs at the end of one link, so that neither a packet nor throughput is lost.
 *
 * A table of the bounds in `bifrost.ts`, with where the memory is and why so much. Whatever its rule says, none is less than the standard
 * lets arrive after a stop at this speed (`headroom-terms.ts`).
 */
import { PS_PER_METRE, type Bps, type Bytes, type Ps } from "../base/units.ts";
import { bdp, bifrostBuffer, bytesIn, cbfcBuffer, CBFC_12_BIT, pfcBuffer, swingBuffer } from "./bifrost.ts";
import { standardHeadroom } from "./headroom-terms.ts";

/** A long link and what runs over it. */
export interface LongLink {
  readonly rate: Bps;
  /** One way. */
  readonly delay: Ps;
  /** T of Bifrost, T_fc of CBFC. */
  readonly slot: Ps;
  readonly period: Ps;
  /** A full frame in the buffer. */
  readonly frame: Bytes;
  /** Largest packet of any class that the port takes: a PAUSE may wait for one. */
  readonly mtu: Bytes;
  /** Lossless classes. */
  readonly classes: number;
}

/** What one link policy needs. */
export interface BufferNeed {
  readonly scheme: string;
  /** Bytes for all classes together, rounded up. */
  readonly bytes: Bytes;
  readonly rule: string;
  /** Is throughput lost in the worst case all the same? */
  readonly starves: boolean;
}

/** What the standard lets arrive after a PAUSE at this speed: for one class, terms in all. */
export const linkHeadroom = ({ rate, delay, frame, mtu }: Omit<LongLink, "slot" | "period" | "classes">) =>
  standardHeadroom({ rate, metres: delay / PS_PER_METRE, mtu: Math.max(mtu, frame) });

/** What each link policy needs at the end of a long link to lose nothing and to run full. */
export function bufferNeeds(link: LongLink): BufferNeed[] {
  const { rate, delay, slot, period, frame, classes } = link;
  const hop = { rate, delay };
  // What a stop needs besides its way, such as the reaction: on a short link more than a BDP, and more than a slot.
  const headroom = linkHeadroom(link).xoff;
  const enough = (bytes: Bytes): Bytes => Math.max(bytes, headroom);
  const need = (scheme: string, bytes: Bytes, rule: string, starves = false): BufferNeed => ({
    ...{ scheme, bytes: Math.ceil(bytes), rule, starves },
  });
  return [
    need("PFC", classes * (pfcBuffer(hop) + headroom - bdp(rate, delay)), "2 BDP: headroom and X_OFF of one each"),
    need("PFC, lossless only", classes * headroom, "headroom alone; then the output starves", true),
    need("CBFC", classes * enough(cbfcBuffer(hop, period, frame)), "BDP + R T_fc + a packet"),
    need("SWING", classes * enough(swingBuffer(hop)), "BDP of DRAM in each relay"),
    need("Bifrost", enough(bifrostBuffer(hop, slot, 1, frame)), "BDP + 2 R T + a packet, all classes"),
    need("BifrostX", enough(bifrostBuffer(hop, slot, 1, frame)), "the same, and classes told apart"),
  ];
}

/** One-way delay up to which the 12-bit credits of InfiniBand keep a link of this rate full. */
export const creditReach = (rate: Bps): Ps => (CBFC_12_BIT * 8e12) / rate / 2;

/** Quanta of 512 bit times that a pause of a whole slot takes; a PAUSE frame has 16 bits for them. */
export const slotQuanta = (rate: Bps, slot: Ps): number => Math.ceil(bytesIn(rate, slot) / 64);
