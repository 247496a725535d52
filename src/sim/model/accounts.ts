/**
 * The memory accounts of all switches: the bytes of each (port, class) in each memory segment.
 *
 * A packet is charged to its ingress queue, either to headroom or to footroom. Footroom has two segments: bytes go to
 * the private segment while it has room, then to the shared pool. A release frees headroom first, then shared bytes,
 * then private bytes. Only this file moves bytes, so a policy cannot lose any.
 *
 * This file has functions over constant arrays (docs/decisions/0016-closures-over-constant-arrays.md). Nodes and queues
 * have network-wide numbers.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import type { Bytes } from "../../base/units.ts";
import { FOOTROOM, HEADROOM, INGRESS_DOUBLES_LOG, type Queues } from "./queues.ts";

export interface Accounts {
  /** Bytes of the private segment that each (port, class) has. */
  readonly private: Bytes;
  /**
   * By node: the size of the shared pool, which is the memory of the switch less its reserved segments. It is 0 until
   * the headroom policy has set the bytes that it reserves.
   */
  readonly capacity: Float64Array;
  /**
   * By node: the bytes of the shared pool in use. They exceed `capacity` only if the headroom policy charges packets
   * after a PAUSE to the pool.
   */
  readonly used: Float64Array;
  /** By node: the maximum of `used` since the start of the run. */
  readonly peak: Float64Array;
  /** Bytes of an ingress queue in its private segment and in the shared pool. */
  readonly footroom: (queue: number) => Bytes;
  /** Bytes of an ingress queue in headroom. */
  readonly headroom: (queue: number) => Bytes;
  /** Bytes of an ingress queue in the shared pool. */
  readonly shared: (queue: number) => Bytes;
  /**
   * Bytes of a port in headroom, over all classes. The sum is computed on demand, because few policies read it. A stored
   * sum would need a record of the port, which each packet would have to update in addition to the queue's record.
   */
  readonly portHeadroom: (port: number) => Bytes;
  /** Bytes of a port in all segments, over all classes. The sum is computed on demand, as for `portHeadroom`. */
  readonly portHeld: (port: number) => Bytes;
  /**
   * Charges a packet of `size` bytes to the footroom of ingress queue `queue` at switch `node`. Footroom consists of the
   * queue's private segment and the shared pool. Bytes go to the pool only if the private segment is full. Returns the
   * bytes that the queue then has in the shared pool.
   */
  readonly chargeFootroom: (node: number, queue: number, size: Bytes) => Bytes;
  readonly chargeHeadroom: (queue: number, size: Bytes) => void;
  readonly release: (node: number, queue: number, size: Bytes) => void;
  /**
   * The observer of headroom. It is called with each queue whose headroom occupancy has changed. Null: no observer is
   * registered.
   */
  readonly heard: { headroom: ((queue: number) => void) | null };
}

export function accounts(queues: Queues, nodes: number, privateBytes: Bytes): Accounts {
  const { ingressDoubles: doubles, headroomPeak, classLog } = queues;
  const heard: Accounts["heard"] = { headroom: null };
  const used = new Float64Array(nodes);
  const peak = new Float64Array(nodes);
  /**
   * The index of a queue's record. It repeats the formula of `placeOf` in `queues.ts`, because a call of that method
   * for every packet would take longer.
   */
  const recordOf = (queue: number): number =>
    (((queue & CLASS_MASK) << classLog) | (queue >> CLASS_BITS)) << INGRESS_DOUBLES_LOG;
  const footroom = (queue: number): Bytes => doubles[recordOf(queue) | FOOTROOM];
  const headroom = (queue: number): Bytes => doubles[recordOf(queue) | HEADROOM];
  function portHeadroom(port: number): Bytes {
    let bytes = 0;
    for (let queue = port << CLASS_BITS; queue < (port << CLASS_BITS) + 8; queue++) bytes += headroom(queue);
    return bytes;
  }
  return {
    private: privateBytes,
    capacity: new Float64Array(nodes),
    used,
    peak,
    heard,
    footroom,
    headroom,
    shared(queue) {
      const over = footroom(queue) - privateBytes;
      return over > 0 ? over : 0;
    },
    portHeadroom,
    portHeld(port) {
      let bytes = portHeadroom(port);
      for (let queue = port << CLASS_BITS; queue < (port << CLASS_BITS) + 8; queue++) bytes += footroom(queue);
      return bytes;
    },
    chargeFootroom(node, queue, size) {
      const at = recordOf(queue);
      const held = doubles[at | FOOTROOM] + size;
      doubles[at | FOOTROOM] = held;
      const over = held - privateBytes;
      if (over <= 0) return 0;
      const inUse = used[node] + (over < size ? over : size);
      used[node] = inUse;
      if (inUse > peak[node]) peak[node] = inUse;
      return over;
    },
    chargeHeadroom(queue, size) {
      const at = recordOf(queue);
      const held = doubles[at | HEADROOM] + size;
      doubles[at | HEADROOM] = held;
      if (held > headroomPeak[queue]) headroomPeak[queue] = held;
      if (heard.headroom !== null) heard.headroom(queue);
    },
    release(node, queue, size) {
      const at = recordOf(queue);
      let rest = size;
      const inHeadroom = doubles[at | HEADROOM];
      if (inHeadroom !== 0) {
        const fromHeadroom = inHeadroom < rest ? inHeadroom : rest;
        doubles[at | HEADROOM] = inHeadroom - fromHeadroom;
        rest -= fromHeadroom;
        if (heard.headroom !== null) heard.headroom(queue);
      }
      const held = doubles[at | FOOTROOM];
      const over = held - privateBytes;
      if (over > 0) used[node] -= over < rest ? over : rest;
      doubles[at | FOOTROOM] = held - rest;
    },
  };
}
