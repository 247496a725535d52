/**
 * Calls `stampAck` of a detection policy before a switch puts an ACK or a NACK on the wire.
 *
 * This is a function around `transmit`, created only for a policy with this hook. So the code of switches in other
 * networks is unchanged, and as fast as before.
 */
import type { DetectionPolicy } from "../../contracts/detection.ts";
import { ACK_PACKET, IN, KIND_MASK, META, NACK_PACKET } from "./packet-record.ts";
import type { Packets } from "./packets.ts";
import type { Wires } from "./wires.ts";

interface StampedFabric {
  readonly packets: Packets;
  readonly node: Int32Array;
  readonly wiring: { readonly isSwitch: readonly boolean[] };
  transmit: Wires["transmit"];
}

/** `marks`: 1 for each switch that writes stamps. Null: all switches do. */
export function stampAcks(
  fabric: StampedFabric,
  policy: Required<Pick<DetectionPolicy, "stampAck">>,
  marks: Uint8Array | null,
): void {
  const { transmit, node, wiring } = fabric;
  const { words } = fabric.packets;
  const stamps = Uint8Array.from(node, (at) => (wiring.isSwitch[at] && (marks === null || marks[at] !== 0) ? 1 : 0));
  fabric.transmit = (port, packet, more) => {
    const kind = words[(packet << 4) | META] & KIND_MASK;
    if (stamps[port] === 1 && (kind === ACK_PACKET || kind === NACK_PACKET))
      policy.stampAck(port, packet, words[(packet << 4) | IN]);
    transmit(port, packet, more);
  };
}
