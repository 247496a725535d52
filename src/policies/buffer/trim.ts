/**
 * Trimming: if the egress queue is full, the switch drops the payload of a packet but forwards its header.
 *
 * The header uses a separate class, so the receiver learns of the loss within a one-way delay. The classes of data must
 * be lossy.
 *
 * Paper    NDP (SIGCOMM'17), section 3.1
 * Differs  NDP trims the arriving packet or the last one in the queue at random. Here the arriving packet is trimmed. htsim's queue counts the
 *          packet on the wire, and its headers have room for twice the queue. `queue` counts waiting packets only.
 */
import { defineParams, type Values } from "../../base/params.ts";
import type { BufferPolicy, BufferView } from "../../contracts/buffer.ts";

export const about = "a full queue trims packets to their headers";

export const params = defineParams({
  queue: {
    unit: "bytes",
    default: 8 * 1062,
    min: 1500,
    max: 2 ** 40,
    source: "NDP, section 3.1: eight packets",
    about: "Bytes that an egress queue of data holds.",
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

export function create(p: Values<typeof params>, view: BufferView): BufferPolicy {
  const { capacity, nodeOf } = view;
  return {
    threshold: (port, cls) => (cls === p.headers ? capacity[nodeOf[port]] : p.queue),
    trims: (_port, cls) => (cls === p.headers ? -1 : p.headers),
  };
}
