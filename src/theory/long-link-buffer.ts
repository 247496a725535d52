/**
 * The buffer that each kind of flow control needs at the end of one link, so that neither packets nor throughput are lost.
 *
 * The result is a table of the bounds in `bifrost.ts`, each with its rule. The standard's headroom (`headroom-terms.ts`) is the bytes that
 * may arrive after a PAUSE. If a bound is below this headroom, as on a short link, the table has the headroom instead. PFC is an
 * exception. Its bound is two BDP, one of them for headroom. For PFC, the table has the standard's headroom and the other BDP. For
 * comparison, the table also has PFC with headroom alone. This buffer loses no packet, but loses throughput.
 */
import { PS_PER_METRE, type Bps, type Bytes, type Ps } from "../base/units.ts";
import { bdp, bifrostBuffer, bytesIn, cbfcBuffer, CBFC_12_BIT, pfcBuffer, swingBuffer } from "./bifrost.ts";
import { standardHeadroom } from "./headroom-terms.ts";

/** A long link, its frames and its classes. */
export interface LongLink {
  readonly rate: Bps;
  /** The one-way delay. */
  readonly delay: Ps;
  /** The slot T of Bifrost. */
  readonly slot: Ps;
  /** The credit period T_fc of CBFC. */
  readonly period: Ps;
  /** The bytes of a full frame in the buffer. */
  readonly frame: Bytes;
  /** The largest packet of any class on the port: a PAUSE may wait behind one. */
  readonly mtu: Bytes;
  /** The number of lossless classes. */
  readonly classes: number;
}

/** The buffer that one link policy needs. */
export interface BufferNeed {
  readonly scheme: string;
  /** Bytes for all classes together, rounded up. */
  readonly bytes: Bytes;
  readonly rule: string;
  /** True: a buffer of this size loses no packet, but in the worst case it runs empty and the output loses throughput. */
  readonly starves: boolean;
}

/** The standard's headroom of one class at this speed, term by term: the bytes that may arrive after a PAUSE. */
export const linkHeadroom = ({ rate, delay, frame, mtu }: Omit<LongLink, "slot" | "period" | "classes">) =>
  standardHeadroom({ rate, metres: delay / PS_PER_METRE, mtu: Math.max(mtu, frame) });

/** The table of buffers at the end of a long link: one row for each scheme. No row loses packets; `starves` marks loss of throughput. */
export function bufferNeeds(link: LongLink): BufferNeed[] {
  const { rate, delay, slot, period, frame, classes } = link;
  const hop = { rate, delay };
  // The headroom includes the reaction time and other terms in addition to propagation. So on a short link it can exceed the
  // bounds of CBFC, SWING and Bifrost. These are one BDP, plus at most a packet and two slots (or one credit period).
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

/** The maximum one-way delay at which the 12-bit credits of InfiniBand keep a link of this rate full. */
export const creditReach = (rate: Bps): Ps => (CBFC_12_BIT * 8e12) / rate / 2;

/** The length of a slot in quanta of 512 bit times. A PAUSE frame has 16 bits for this number. */
export const slotQuanta = (rate: Bps, slot: Ps): number => Math.ceil(bytesIn(rate, slot) / 64);
