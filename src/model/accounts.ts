/**
 * Where bytes of ingress queues are moved, and nowhere else: from and to the segments of a pool (`pool.ts`).
 *
 * Functions over the one array that never changes, for the pools of all switches
 * (docs/decisions/0016-closures-over-constant-arrays.md). Queues are numbered network-wide.
 */
import type { Bytes } from "../units.ts";
import * as queueRecord from "./queues.ts";

// Local names: an engine folds a module's own constants into its code, and reads imported ones from memory each time.
const { FOOTROOM, HEADROOM, HEADROOM_PEAK, QUEUE_DOUBLES_LOG } = queueRecord;

/** A pool in numbers (`pool.ts`). */
interface Shared {
  readonly private: Bytes;
  used: Bytes;
  peak: Bytes;
}

export interface Accounts {
  /** Private and shared bytes of `queue`; bytes in headroom. */
  readonly footroom: (queue: number) => Bytes;
  readonly headroom: (queue: number) => Bytes;
  readonly chargeFootroom: (pool: Shared, queue: number, size: Bytes) => void;
  readonly chargeHeadroom: (queue: number, size: Bytes) => void;
  readonly release: (pool: Shared, queue: number, size: Bytes) => void;
  /** Who hears of a queue whose headroom has changed; null unless somebody measures it. */
  readonly heard: { headroom: ((queue: number) => void) | null };
}

export function accounts(doubles: Float64Array): Accounts {
  const heard: Accounts["heard"] = { headroom: null };
  return {
    heard,
    footroom: (queue) => doubles[(queue << QUEUE_DOUBLES_LOG) | FOOTROOM],
    headroom: (queue) => doubles[(queue << QUEUE_DOUBLES_LOG) | HEADROOM],
    chargeFootroom(pool, queue, size) {
      const at = queue << QUEUE_DOUBLES_LOG;
      const held = doubles[at | FOOTROOM] + size;
      doubles[at | FOOTROOM] = held;
      const over = held - pool.private;
      if (over > 0) {
        const used = pool.used + (over < size ? over : size);
        pool.used = used;
        if (used > pool.peak) pool.peak = used;
      }
    },
    chargeHeadroom(queue, size) {
      const at = queue << QUEUE_DOUBLES_LOG;
      const held = doubles[at | HEADROOM] + size;
      doubles[at | HEADROOM] = held;
      if (held > doubles[at | HEADROOM_PEAK]) doubles[at | HEADROOM_PEAK] = held;
      if (heard.headroom !== null) heard.headroom(queue);
    },
    release(pool, queue, size) {
      const at = queue << QUEUE_DOUBLES_LOG;
      let rest = size;
      const inHeadroom = doubles[at | HEADROOM];
      if (inHeadroom !== 0) {
        const fromHeadroom = inHeadroom < rest ? inHeadroom : rest;
        doubles[at | HEADROOM] = inHeadroom - fromHeadroom;
        rest -= fromHeadroom;
        if (heard.headroom !== null) heard.headroom(queue);
      }
      const held = doubles[at | FOOTROOM];
      const over = held - pool.private;
      if (over > 0) pool.used -= over < rest ? over : rest;
      doubles[at | FOOTROOM] = held - rest;
    },
  };
}
