/**
 * The completion times of collectives on an idle star. Each rank has its own link to one switch, and all links are equal. Receivers
 * acknowledge only the last byte of a message. Senders have no window and no rate limit.
 *
 * No two messages share a link, except in a tree with two children. So a step takes as long as its message alone (`ideal-fct.ts`). Between
 * two steps, a rank's NIC sends the ACK of the message that arrived. During this time the rank reduces the data of the message. The next
 * step begins after the longer of the two times.
 */
import { idealFct, type PathLink } from "./ideal-fct.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

export interface IdleStar {
  /** The two links from one rank to another. */
  readonly path: readonly [PathLink, PathLink];
  /** The payload of a full packet. */
  readonly payload: Bytes;
  /** The time of an ACK on the wire. */
  readonly ack: Ps;
  /** The rate at which a rank reduces data. Absent: reduction takes no time. */
  readonly reduceRate?: Bps;
}

const alone = ({ path, payload }: IdleStar, bytes: Bytes): Ps => idealFct(bytes, payload, path);

const reduction = ({ reduceRate }: IdleStar, bytes: Bytes): Ps =>
  reduceRate === undefined ? 0 : Math.round((bytes * 8e12) / reduceRate);

/**
 * The time of several steps in sequence. Each entry of `bytes` is the size of one step's messages. The ranks reduce the data of the first
 * `reduces` steps.
 */
function steps(star: IdleStar, bytes: readonly Bytes[], reduces: number): Ps {
  return bytes.reduce((sum, size, step) => {
    const reducing = step < reduces ? reduction(star, size) : 0;
    const isLast = step === bytes.length - 1;
    return sum + alone(star, size) + (isLast ? reducing : Math.max(star.ack, reducing));
  }, 0);
}

/** Ring all-reduce: 2 (n - 1) steps of size / n bytes (patarasuk09). size / n must be whole. */
export const ringAllReduce = (star: IdleStar, ranks: number, size: Bytes): Ps =>
  steps(star, new Array<Bytes>(2 * (ranks - 1)).fill(size / ranks), ranks - 1);

/** Ring all-gather or reduce-scatter: n - 1 steps of size / n bytes. */
export const ringOnce = (star: IdleStar, ranks: number, size: Bytes, reduces: boolean): Ps =>
  steps(star, new Array<Bytes>(ranks - 1).fill(size / ranks), reduces ? ranks - 1 : 0);

/**
 * All-reduce by halving and doubling: steps of size / 2, size / 4 and so on to size / n, then the same steps in reverse order
 * (rabenseifner04). `size` is a multiple of `ranks`, which is 2^k.
 */
export function halvingDoublingAllReduce(star: IdleStar, ranks: number, size: Bytes): Ps {
  const halves: Bytes[] = [];
  for (let parts = 2; parts <= ranks; parts *= 2) halves.push(size / parts);
  return steps(star, [...halves, ...halves.toReversed()], halves.length);
}

/**
 * Tree all-reduce: the whole buffer goes up and down a full binary tree in one piece. The tree has `depth` levels below its root. At each
 * level two messages share the parent's link, so a level takes the time of twice the bytes. `size` is a whole number of full packets.
 */
export function treeAllReduce(star: IdleStar, depth: number, size: Bytes): Ps {
  const level = alone(star, 2 * size);
  const up = Math.max(star.ack, reduction(star, 2 * size));
  return depth * (level + up) + depth * level + (depth - 1) * star.ack;
}

/**
 * The minimum time of an all-to-all. A rank has one link, which carries all bytes that the rank sends one after another. The same applies
 * to the bytes that it receives. The bytes for one rank, `size` / `ranks`, must be a whole number of full packets.
 */
export const allToAllLeast = (star: IdleStar, ranks: number, size: Bytes): Ps =>
  alone(star, (ranks - 1) * (size / ranks));

/**
 * The time of a pipeline in which one micro-batch passes through all stages and back, from the first message on. A stage
 * computes for the time `forward` in the forward pass, and for twice this time in the backward pass.
 */
export const pipelineOnce = (star: IdleStar, stages: number, size: Bytes, forward: Ps): Ps =>
  2 * (stages - 1) * alone(star, size) + (stages - 1) * forward + stages * 2 * forward;
