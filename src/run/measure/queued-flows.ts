/** Counts the bytes of each flow in the queues of a switch's egress port. */
import { CLASS_BITS } from "../../base/queue-number.ts";
import type { Bytes } from "../../base/units.ts";
import type { Network } from "../../sim/model/network.ts";
import { DATA, FLOW, KIND_MASK, META, NEXT, SIZE } from "../../sim/model/packet-record.ts";

/** By flow: the bytes of its data packets in the given classes of an egress port. Empty for port -1. */
export function bytesByFlow(
  { fabric, switches }: Network,
  port: number,
  classes: readonly number[],
): Map<number, Bytes> {
  const held = new Map<number, Bytes>();
  const at = port < 0 ? null : switches[fabric.node[port]];
  if (at === null) return held;
  const { words } = fabric.packets;
  for (const cls of classes) {
    at.eachFirst((port << CLASS_BITS) | cls, (first) => {
      for (let packet = first; packet !== 0; packet = words[(packet << 4) | NEXT]) {
        if ((words[(packet << 4) | META] & KIND_MASK) !== DATA) continue;
        const flow = words[(packet << 4) | FLOW];
        held.set(flow, (held.get(flow) ?? 0) + words[(packet << 4) | SIZE]);
      }
    });
  }
  return held;
}
