/** The messages of a collective as GOAL: what one rank sends and receives, from the operation <name>b to the operation <name>. */
import type { Bytes } from "../../base/units.ts";

/** Messages of a collective that go their way side by side with those of its other channels. */
export interface Channel {
  /** In their order: a ring's. */
  readonly ranks: readonly number[];
  /** How many messages each rank sends. */
  readonly steps: number;
  /** How many places on the message of a step goes. */
  readonly away: (step: number) => number;
  /** What the rank at a place sends in a step. */
  readonly bytes: (place: number, step: number) => Bytes;
  /** A message of a step passes on what came in the step before. */
  readonly passesOn: boolean;
  /** A message waits until the one before has left; without it all begin at once. */
  readonly inTurn: boolean;
}

interface WrittenCollective {
  /** Of its operations' labels. */
  readonly name: string;
  readonly rank: number;
  /** Of the first channel. The others have the tags after it. */
  readonly tag: number;
  readonly channels: readonly Channel[];
  /** What the rank does for so long when it has sent and received everything, ns. */
  readonly update?: number;
}

/** `lines` takes the operations, `waits` what waits for what. */
export function writeCollective(collective: WrittenCollective, lines: string[], waits: string[]): void {
  const { name, rank, tag, channels, update = 0 } = collective;
  lines.push(`${name}b: calc 0`);
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
  lines.push(`${name}: calc ${update}`);
}
