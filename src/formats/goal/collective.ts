/**
 * Writes the messages of a collective as GOAL.
 *
 * At each rank, a computation begins the collective and another one ends it. The label of the last computation is the
 * name of the collective. The label of the first is this name and the letter b. The sends and receives of the rank lie
 * between the two.
 */
import type { Bytes } from "../../base/units.ts";
import { placeComment } from "./layer-comments.ts";

/** A sequence of messages of a collective. The channels of a collective run in parallel. */
export interface Channel {
  /** The ranks in the order of the ring. */
  readonly ranks: readonly number[];
  /** Number of messages that each rank sends. */
  readonly steps: number;
  /** Distance along the ring that the message of a step travels. */
  readonly away: (step: number) => number;
  /** Bytes that the rank at a place of the ring sends in a step. */
  readonly bytes: (place: number, step: number) => Bytes;
  /** True if the message of a step forwards the data that arrived in the step before. */
  readonly passesOn: boolean;
  /** True if a message waits until the one before has left; false if all messages begin at once. */
  readonly inTurn: boolean;
}

interface WrittenCollective {
  /** Prefix of the labels of the collective's operations. */
  readonly name: string;
  readonly rank: number;
  /** The number of the collective's row in the per-layer results. Several collectives may share a row. */
  readonly row: number;
  /** Identifies the collective among those with the same row in the per-layer results. The number is the same at all its ranks. */
  readonly number: number;
  /** Tag of the first channel. The other channels use the following tags. */
  readonly tag: number;
  readonly channels: readonly Channel[];
  /** Time for which the rank computes after it has sent and received everything, ns. */
  readonly update?: number;
}

/** Appends the operations to `lines` and the dependencies to `waits`. */
export function writeCollective(collective: WrittenCollective, lines: string[], waits: string[]): void {
  const { name, rank, row, number, tag, channels, update = 0 } = collective;
  lines.push(placeComment(row, number), `${name}b: calc 0`);
  waits.push(...(channels.every(({ steps }) => steps === 0) ? [`${name} requires ${name}b`] : []));
  channels.forEach(({ ranks, steps, away, bytes, passesOn, inTurn }, channel) => {
    const n = ranks.length;
    const own = ranks.indexOf(rank);
    const at = (k: number): number => ((k % n) + n) % n;
    const label = channel === 0 ? name : `${name}c${channel}`;
    const pair = channel === 0 ? "" : ` nic ${channel}`;
    for (let step = 0; step < steps; step++) {
      const before = at(own - away(step));
      lines.push(
        `${label}s${step}: send ${bytes(own, step)}b to ${ranks[at(own + away(step))]} tag ${tag + channel}${pair}`,
      );
      lines.push(`${label}r${step}: recv ${bytes(before, step)}b from ${ranks[before]} tag ${tag + channel}${pair}`);
      waits.push(`${label}s${step} requires ${step === 0 || !inTurn ? `${name}b` : `${label}s${step - 1}`}`);
      waits.push(`${label}r${step} requires ${name}b`);
      if (step > 0 && passesOn) waits.push(`${label}s${step} requires ${label}r${step - 1}`);
      waits.push(`${name} requires ${label}r${step}`);
      if (!inTurn || step === steps - 1) waits.push(`${name} requires ${label}s${step}`);
    }
  });
  lines.push(placeComment(row), `${name}: calc ${update}`);
}
