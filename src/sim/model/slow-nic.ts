/**
 * A NIC that takes in data more slowly than its link brings them: they wait in its memory, and it stops its peer by the link policy of its port.
 *
 * One queue for all classes, as the bus behind a NIC is one. Answers to what the host sent, and frames of flow control, go no further than the NIC and
 * do not wait. Where the link policy has no frame to stop a peer with, as with credits, the room that is not given back stops it.
 */
import { CLASS_MASK } from "../../base/queue-number.ts";
import type { Intake } from "../../contracts/faults.ts";
import { QUEUE } from "../../contracts/link.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import type { Fabric } from "./fabric.ts";
import { CLASS_SHIFT, JOURNEY, META, NEXT, SIZE } from "./packet-record.ts";
import { SLOW_RECEIVER } from "./recorder.ts";

export class SlowNic {
  private readonly fabric: Fabric;
  private readonly port: number;
  /** Arms the moment at which the first packet has been taken in. */
  private readonly takeAt: (at: Ps) => void;
  private intake: Intake | null = null;
  private head = 0;
  private tail = 0;
  private held: Bytes = 0;
  /** Classes that it has stopped, a bit mask. */
  private told = 0;

  constructor(fabric: Fabric, port: number, takeAt: (at: Ps) => void) {
    this.fabric = fabric;
    this.port = port;
    this.takeAt = takeAt;
  }

  /** null: as fast as the link. What waits is taken in first. */
  set(intake: Intake | null): void {
    this.intake = intake;
  }

  /** Does a data packet that has arrived wait, or get lost? */
  takes(packet: number): boolean {
    const { intake, fabric } = this;
    if (intake === null && this.head === 0) return false;
    const { words } = fabric.packets;
    const size = words[(packet << 4) | SIZE];
    const meta = words[(packet << 4) | META];
    if (intake !== null && this.held + size > intake.memory) {
      fabric.drop(this.port, packet, SLOW_RECEIVER);
      return true;
    }
    words[(packet << 4) | NEXT] = 0;
    fabric.links[this.port].onArrive?.(this.port, (meta >> CLASS_SHIFT) & CLASS_MASK, size);
    if (meta >= JOURNEY) fabric.journeys.waits(meta, this.port, (meta >> CLASS_SHIFT) & CLASS_MASK);
    if (this.head === 0) {
      this.head = packet;
      this.begin();
    } else words[(this.tail << 4) | NEXT] = packet;
    this.tail = packet;
    this.held += size;
    if (intake !== null && this.held >= intake.xoff) this.stop((meta >> CLASS_SHIFT) & CLASS_MASK, intake.xoff);
    return true;
  }

  /** The first packet is in the host's memory. */
  take(): void {
    const { fabric, port } = this;
    const { words } = fabric.packets;
    const packet = this.head;
    const meta = words[(packet << 4) | META];
    const size = words[(packet << 4) | SIZE];
    this.held -= size;
    this.head = words[(packet << 4) | NEXT];
    if (this.head !== 0) this.begin();
    if (meta >= JOURNEY) fabric.journeys.leaves(meta, port, (meta >> CLASS_SHIFT) & CLASS_MASK);
    fabric.links[port].onDepart?.(port, (meta >> CLASS_SHIFT) & CLASS_MASK, size);
    fabric.hosts.takeIn(port, packet, meta);
    if (this.told !== 0 && this.held <= (this.intake?.xon ?? 0)) this.letGo();
  }

  each(visit: (packet: number) => void): void {
    const { words } = this.fabric.packets;
    for (let packet = this.head; packet !== 0; packet = words[(packet << 4) | NEXT]) visit(packet);
  }

  private begin(): void {
    const { fabric, port } = this;
    const rate = this.intake?.rate ?? fabric.rate[port];
    const size = fabric.packets.words[(this.head << 4) | SIZE];
    this.takeAt(fabric.queue.now + Math.round((size * 8e12) / rate));
  }

  private stop(cls: number, threshold: Bytes): void {
    if ((this.told & (1 << cls)) !== 0) return;
    this.told |= 1 << cls;
    this.fabric.recorder.onVerdict(this.port, cls, QUEUE, true, this.held, threshold);
    this.fabric.links[this.port].pause(this.port, cls, QUEUE);
  }

  private letGo(): void {
    for (let cls = 0; cls < 8; cls++) {
      if ((this.told & (1 << cls)) === 0) continue;
      this.fabric.recorder.onVerdict(this.port, cls, QUEUE, false, this.held, this.intake?.xon ?? 0);
      this.fabric.links[this.port].resume(this.port, cls, QUEUE);
    }
    this.told = 0;
  }
}
