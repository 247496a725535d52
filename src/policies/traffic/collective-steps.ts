/**
 * The algorithms of collectives. Each one adds the sends of one iteration, and their dependencies, to `Dependencies`.
 *
 * In each step, the send of a rank waits for two events. The chunk to pass on must have arrived and been reduced. The
 * rank's previous send must have left its NIC. An algorithm starts after one given task of each rank. It returns one
 * task of each rank, which ends after all sends and receives of the rank.
 */
import { partOf } from "../../base/even-parts.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import type { Dependencies } from "./dependencies.ts";

export interface Iteration {
  readonly plan: Dependencies;
  /** The node numbers of the hosts, in the order of the ranks. */
  readonly ranks: readonly number[];
  /** The bytes of this channel, which are its share of the buffer. */
  readonly bytes: Bytes;
  /** The number of chunks of a tree, or of micro-batches of a pipeline. */
  readonly pieces: number;
  readonly begin: readonly number[];
  readonly iteration: number;
  readonly pair: number;
  /** The time that a rank needs to reduce received bytes. */
  readonly reduction: (bytes: Bytes) => Ps;
}

export type Algorithm = (of: Iteration) => readonly number[];

/**
 * A ring: in each step a rank passes the chunk that it received in the previous step to the next rank. The first n - 1
 * steps reduce and scatter the data, and n - 1 further steps gather it.
 *
 * Paper    patarasuk09; NCCL's ring
 */
export function ring(reduceSteps: number, gatherSteps: number): Algorithm {
  return ({ plan, ranks, bytes, begin, iteration, pair, reduction }) => {
    const n = ranks.length;
    const chunk = (rank: number, step: number): Bytes => partOf(bytes, n, (((rank - step) % n) + n) % n);
    const steps = reduceSteps + gatherSteps;
    const next = (rank: number): number => (rank + 1) % n;
    const before = (rank: number): number => (rank + n - 1) % n;
    let now = begin;
    for (let step = 0; step < steps; step++) {
      const takes = (rank: number): Ps => (step < reduceSteps ? reduction(chunk(before(rank), step)) : 0);
      const then = ranks.map((host, rank) => plan.task(host, takes(rank)));
      ranks.forEach((_, rank) => {
        const to = next(rank);
        const waits = { leaves: then[rank], arrives: then[to] };
        plan.send(now[rank], ranks[to], chunk(rank, step), { ...waits, iteration, step, pair });
      });
      now = then;
    }
    return now;
  };
}

/**
 * Halving and doubling among 2^k ranks. In each step two ranks whose numbers differ in one bit exchange half of their
 * data. The distance between them doubles with each step. At the end each of the n = 2^k ranks has reduced an n-th of the data.
 * The same steps in reverse order gather the data.
 *
 * Paper    rabenseifner04: vector halving with distance doubling, vector doubling with distance halving
 */
export function halvingDoubling({ plan, ranks, bytes, begin, iteration, pair, reduction }: Iteration): number[] {
  const levels = 31 - Math.clz32(ranks.length);
  const held = ranks.map(() => [0, bytes] as readonly [number, number]);
  const sent: (readonly [number, number])[][] = []; // The range that each rank gives away, by step.
  for (let level = 0; level < levels; level++) {
    const gives = held.map(([low, high], rank): [number, number] => {
      const middle = Math.floor((low + high) / 2);
      const isUpper = ((rank >> level) & 1) === 1;
      held[rank] = isUpper ? [middle, high] : [low, middle];
      return isUpper ? [low, middle] : [middle, high];
    });
    sent.push(gives);
  }
  const size = ([low, high]: readonly [number, number]): Bytes => high - low;
  let now = [...begin];
  for (let step = 0; step < 2 * levels; step++) {
    const reduces = step < levels;
    const level = reduces ? step : 2 * levels - 1 - step;
    const partner = (rank: number): number => rank ^ (1 << level);
    // In a gathering step, a rank returns a range of data to its partner. The partner sent this range to the rank in the
    // reducing step of the same level. Since then the rank gave away parts of the range, and has gathered them again.
    const bytesOf = (rank: number): Bytes => size(sent[level][reduces ? rank : partner(rank)]);
    const then = ranks.map((host, rank) => plan.task(host, reduces ? reduction(bytesOf(partner(rank))) : 0));
    ranks.forEach((_, rank) => {
      const to = partner(rank);
      const waits = { leaves: then[rank], arrives: then[to] };
      plan.send(now[rank], ranks[to], bytesOf(rank), { ...waits, iteration, step, pair });
    });
    now = then;
  }
  return now;
}

/**
 * A binary tree over the ranks. Sums go up to its root chunk by chunk, and the result comes down. Each channel sends its
 * part of the buffer over a tree of its own. Trees of odd channels number the ranks in reverse order. So a rank that
 * is a leaf in the even channels is an inner node in the odd channels, and vice versa. The only exception is the middle
 * rank of an odd number of ranks, which is a leaf in all channels.
 *
 * Paper    sanders09: two trees; NCCL's double binary tree
 */
export function tree(of: Iteration): readonly number[] {
  const { plan, ranks: given, bytes, pieces, begin, iteration, pair, reduction } = of;
  const mirrored = pair % 2 === 1;
  const place = (rank: number): number => (mirrored ? given.length - 1 - rank : rank);
  const ranks = given.map((_, rank) => given[place(rank)]);
  const parent = (rank: number): number => (rank - 1) >> 1;
  const children = ranks.map((_, rank) => [2 * rank + 1, 2 * rank + 2].filter((child) => child < ranks.length));
  const piece = (k: number): Bytes => partOf(bytes, pieces, k);
  const grid = (takes: (rank: number, k: number) => Ps): number[][] =>
    ranks.map((host, rank) => Array.from({ length: pieces }, (_, k) => plan.task(host, takes(rank, k))));
  const up = grid((rank, k) => reduction(piece(k) * children[rank].length));
  const down = grid(() => 0);
  const end = ranks.map((host) => plan.task(host, 0));
  ranks.forEach((_, rank) => {
    plan.precedes(begin[place(rank)], up[rank][0]);
    const last = end[rank];
    for (let k = 0; k < pieces; k++) {
      const rest = { iteration, pair };
      if (rank > 0) {
        const leaves = up[rank][k + 1] ?? last;
        const arrives = up[parent(rank)][k];
        plan.send(up[rank][k], ranks[parent(rank)], piece(k), { ...rest, step: 2 * k, leaves, arrives });
      } else plan.precedes(up[rank][k], down[rank][k]);
      for (const child of children[rank]) {
        const leaves = down[rank][k + 1] ?? last;
        plan.send(down[rank][k], ranks[child], piece(k), { ...rest, step: 2 * k + 1, leaves, arrives: down[child][k] });
      }
      if (children[rank].length === 0) plan.precedes(down[rank][k], last);
      // A rank processes chunks in their order, even where no send enforces the order.
      if (k + 1 < pieces) plan.precedes(up[rank][k], up[rank][k + 1]);
    }
  });
  return given.map((_, rank) => end[place(rank)]);
}

/**
 * A pipeline with one stage for each rank. Micro-batches go forward from stage to stage. When the last stage has all of
 * them, the gradients go backward. `forward` returns the compute time of a stage for one micro-batch. Backward
 * computation takes twice as long.
 *
 * Paper    huang19 (GPipe): all forward, then all backward
 */
export function pipeline(forward: (rank: number) => Ps): Algorithm {
  return ({ plan, ranks, bytes, pieces, begin, iteration, pair }) => {
    const last = ranks.length - 1;
    const row = (host: number, takes: Ps, before: number): number[] => {
      const tasks: number[] = [];
      for (let k = 0; k < pieces; k++) tasks.push(plan.task(host, takes, k === 0 ? before : tasks[k - 1]));
      return tasks;
    };
    const forth = ranks.map((host, rank) => row(host, forward(rank), begin[rank]));
    const back = ranks.map((host, rank) => row(host, 2 * forward(rank), forth[rank][pieces - 1]));
    const end = ranks.map((host, rank) => plan.task(host, 0, back[rank][pieces - 1]));
    ranks.forEach((_, rank) => {
      for (let k = 0; k < pieces; k++) {
        const rest = { iteration, pair, leaves: end[rank] };
        if (rank < last)
          plan.send(forth[rank][k], ranks[rank + 1], bytes, { ...rest, step: 2 * k, arrives: forth[rank + 1][k] });
        if (rank > 0)
          plan.send(back[rank][k], ranks[rank - 1], bytes, { ...rest, step: 2 * k + 1, arrives: back[rank - 1][k] });
      }
    });
    return end;
  };
}

/**
 * All to all: each rank sends to the next rank, then to the second next, and so on. On each channel a flow begins when
 * the previous one has left the NIC. `share` returns how many of a rank's bytes go to another rank. If that is less
 * than one byte, no flow is created.
 */
export function allToAll(channel: number, channels: number, share: (rank: number, of: Bytes) => number): Algorithm {
  return ({ plan, ranks, bytes, begin, iteration, pair }) => {
    const n = ranks.length;
    const flows = ranks.map((host, rank) => {
      const own: { readonly after: number; readonly to: number; readonly size: Bytes; readonly step: number }[] = [];
      let after = begin[rank];
      for (let step = channel + 1; step < n; step += channels) {
        const to = (rank + step) % n;
        const size = Math.floor(share(to, bytes));
        if (size < 1) continue;
        own.push({ after, to, size, step: step - 1 });
        after = plan.task(host, 0);
      }
      return { own, after };
    });
    const end = ranks.map((host, rank) => plan.task(host, 0, flows[rank].after));
    for (const { own, after: last } of flows) {
      own.forEach(({ after, to, size, step }, k) => {
        const leaves = own[k + 1]?.after ?? last;
        plan.send(after, ranks[to], size, { iteration, step, pair, leaves, arrives: end[to] });
      });
    }
    return end;
  };
}
