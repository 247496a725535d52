/**
 * Trimming: if the egress queue is full, the switch drops the payload of a packet but forwards its header.
 *
 * The header uses a separate class, so the receiver learns of the loss within a one-way delay. The classes of data must
 * be lossy.
 *
 *   waiting + size <= queue                      the packet is queued
 *   otherwise, with `victim: arriving`           it is trimmed
 *   otherwise, with `victim: random`             it or the last packet of the queue is trimmed, each with probability 1/2
 *
 * With `wire: counted`, `waiting` includes a data packet that is being sent.
 *
 * Paper    NDP (SIGCOMM'17), section 3.1; htsim's compositequeue.cpp for `wire`
 * Differs  By default the arriving packet is trimmed. NDP always acts as `victim: random`. In htsim, headers have room for twice the queue. Here they may use the shared pool.
 */
import { defineParams, type Signal, type Values } from "../../base/params.ts";
import type { BufferPolicy, BufferView } from "../../contracts/buffer.ts";

export const about = "a full queue trims packets to their headers";

export const gives: readonly Signal[] = ["trimmed headers"];

export const params = defineParams({
  queue: {
    unit: "bytes",
    default: 8 * 1062,
    min: 1500,
    max: 2 ** 40,
    source: "NDP, section 3.1: eight packets",
    about: "Bytes that an egress queue of data holds.",
  },
  victim: {
    unit: "choice",
    choices: ["arriving", "random"],
    default: "arriving",
    source: "NDP, section 3.1: random",
    about: "The packet that is trimmed: the arriving one, or at random that one or the last of the queue.",
  },
  wire: {
    unit: "choice",
    choices: ["free", "counted"],
    default: "free",
    source: "htsim's compositequeue.cpp: counted",
    about: "Whether `queue` counts a data packet that is being sent.",
  },
  headers: {
    unit: "count",
    default: 1,
    min: 0,
    max: 7,
    source: "lab: the first class after the control class",
    about: "Class of the headers.",
  },
});

export const headerClass = "headers";

export function create(p: Values<typeof params>, view: BufferView): BufferPolicy {
  const { capacity, nodeOf } = view;
  const trims = (_port: number, cls: number): number => (cls === p.headers ? -1 : p.headers);
  const victim = p.victim === "arriving" ? {} : { trimsLast: (port: number): boolean => view.random(port) < 0.5 };
  if (p.wire === "free") {
    const threshold = (port: number, cls: number): number => (cls === p.headers ? capacity[nodeOf[port]] : p.queue);
    return { threshold, trims, ...victim };
  }
  /** By port: the bytes of data in the packet that the port is sending, or that it sent last. */
  const onWire = new Float64Array(view.ports);
  return {
    threshold(port, cls) {
      if (cls === p.headers) return capacity[nodeOf[port]];
      return view.now < view.busyUntil(port) ? Math.max(0, p.queue - onWire[port]) : p.queue;
    },
    trims,
    ...victim,
    onDepart(_port, cls, size, out) {
      // This hook is called when a packet is sent, trimmed or lost. If the port `out` is idle, it now begins to send the packet.
      // If `out` is busy, the packet was trimmed or lost, and the port still sends an earlier one.
      if (view.busyUntil(out) <= view.now) onWire[out] = cls === p.headers ? 0 : size;
    },
  };
}
