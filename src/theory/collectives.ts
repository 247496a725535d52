/**
 * What collectives take on an idle star of equal links: each rank on a link of its own to one switch, receivers that acknowledge the last byte
 * of a message alone, senders without window or rate limit.
 *
 * No two messages meet on a link but where a tree has two children, so a step takes as long as its message alone (`ideal-fct.ts`). Before the
 * next step's message a rank's NIC sends the ACK of the one that has come, while it reduces what came: the longer of the two lies between.
 */
import { idealFct, type PathLink } from "./ideal-fct.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

export interface IdleStar {
  /** The two links from rank to rank. */
  readonly path: readonly [PathLink, PathLink];
  /** Payload of a full packet. */
  readonly payload: Bytes;
  /** What an ACK takes on the wire. */
  readonly ack: Ps;
  /** Rate at which a rank reduces; absent: in no time. */
  readonly reduceRate?: Bps;
}

const alone = ({ path, payload }: IdleStar, bytes: Bytes): Ps => idealFct(bytes, payload, path);

const reduction = ({ reduceRate }: IdleStar, bytes: Bytes): Ps =>
  reduceRate === undefined ? 0 : Math.round((bytes * 8e12) / reduceRate);

/** Steps one after the other, each of so many bytes; what the first `reduces` of them bring is reduced. */
function steps(star: IdleStar, bytes: readonly Bytes[], reduces: number): Ps {
  return bytes.reduce((sum, size, step) => {
    const reducing = step < reduces ? reduction(star, size) : 0;
    const isLast = step === bytes.length - 1;
    return sum + alone(star, size) + (isLast ? reducing : Math.max(star.ack, reducing));
  }, 0);
}

/** 2 (n - 1) steps of size / n bytes, which must be whole (patarasuk09). */
export const ringAllReduce = (star: IdleStar, ranks: number, size: Bytes): Ps =>
  steps(star, new Array<Bytes>(2 * (ranks - 1)).fill(size / ranks), ranks - 1);

/** All-gather, or reduce-scatter: n - 1 steps of size / n bytes. */
export const ringOnce = (star: IdleStar, ranks: number, size: Bytes, reduces: boolean): Ps =>
  steps(star, new Array<Bytes>(ranks - 1).fill(size / ranks), reduces ? ranks - 1 : 0);

/** size / 2, size / 4, ..., size / n, and the same backwards (rabenseifner04); `size` a multiple of `ranks`, which is 2^k. */
export function halvingDoublingAllReduce(star: IdleStar, ranks: number, size: Bytes): Ps {
  const halves: Bytes[] = [];
  for (let parts = 2; parts <= ranks; parts *= 2) halves.push(size / parts);
  return steps(star, [...halves, ...halves.toReversed()], halves.length);
}

/**
 * The whole buffer up and down a full binary tree of `depth` levels below its root, in one piece: at each level two messages share the parent's link, so
 * that a level takes what twice the bytes would. `size` in full packets.
 */
export function treeAllReduce(star: IdleStar, depth: number, size: Bytes): Ps {
  const level = alone(star, 2 * size);
  const up = Math.max(star.ack, reduction(star, 2 * size));
  return depth * (level + up) + depth * level + (depth - 1) * star.ack;
}

/** The least time of an all-to-all: what a rank sends and what it receives take its link, one after the other. `size` in full packets a rank. */
export const allToAllLeast = (star: IdleStar, ranks: number, size: Bytes): Ps =>
  alone(star, (ranks - 1) * (size / ranks));

/** One micro-batch through the stages and back, each computing `forward` on it, and twice that on its gradient; from its first message on. */
export const pipelineOnce = (star: IdleStar, stages: number, size: Bytes, forward: Ps): Ps =>
  2 * (stages - 1) * alone(star, size) + (stages - 1) * forward + stages * 2 * forward;
