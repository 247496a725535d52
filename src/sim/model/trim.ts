/** Trimming: a switch drops the payload of a data packet and forwards its header (`trims` in contracts/buffer.ts). */
import type { Fabric } from "./fabric.ts";
import {
  CLASS_SHIFT,
  FLOW,
  IS_TRIMMED,
  KIND_MASK,
  MARK_MASK,
  MARK_SHIFT,
  META,
  PAYLOAD,
  SIZE,
} from "./packet-record.ts";
import { TRIMMED } from "./recorder.ts";

/** Trims a packet that arrived at `port`. Its header continues in class `cls`. */
export function trim(fabric: Fabric, port: number, packet: number, cls: number): void {
  const { words } = fabric.packets;
  const { dataHeader } = fabric.fidelity.frames;
  const at = packet << 4;
  const meta = words[at | META];
  const flow = words[at | FLOW];
  fabric.ledger.drop(TRIMMED, words[at | SIZE] - dataHeader);
  fabric.digest.mix(port, TRIMMED, fabric.nameOf(flow));
  fabric.lastBytes.drop(flow, meta);
  fabric.recorder.onDrop(port, packet, TRIMMED);
  words[at | SIZE] = dataHeader;
  words[at | PAYLOAD] = 0;
  words[at | META] = (meta & (KIND_MASK | (MARK_MASK << MARK_SHIFT))) | (cls << CLASS_SHIFT) | IS_TRIMMED;
}
