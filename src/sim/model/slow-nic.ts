/**
 * A NIC that consumes data more slowly than its link delivers it. Data packets wait in its memory, and it pauses its
 * peer through the link policy of its port.
 *
 * All classes share one queue, because a NIC has one host bus. ACKs, NACKs, CNPs and flow-control frames do not wait.
 * Under a link policy with credits instead of PAUSE frames, the peer stops because the NIC returns no credits for
 * waiting packets.
 */
import { CLASS_MASK } from "../../base/queue-number.ts";
import type { Intake } from "../../contracts/faults.ts";
import { QUEUE } from "../../contracts/link.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import type { Fabric } from "./fabric.ts";
import { CLASS_SHIFT, LAST_BYTE, META, NEXT, SIZE } from "./packet-record.ts";
import { SLOW_RECEIVER } from "./recorder.ts";

export class SlowNic {
  private readonly fabric: Fabric;
  private readonly port: number;
  /** Schedules a call of `take` at time `at`, when the host has consumed the first packet. */
  private readonly takeAt: (at: Ps) => void;
  private intake: Intake | null = null;
  private head = 0;
  private tail = 0;
  private held: Bytes = 0;
  /** The classes that the NIC has paused, as a bit mask. */
  private pausedClasses = 0;

  constructor(fabric: Fabric, port: number, takeAt: (at: Ps) => void) {
    this.fabric = fabric;
    this.port = port;
    this.takeAt = takeAt;
  }

  /**
   * Sets the limits of the NIC. Null: the NIC is no longer slow. While packets still wait, new packets wait behind them to
   * keep the order. Once no packet waits, new packets never wait.
   */
  set(intake: Intake | null): void {
    this.intake = intake;
  }

  /** Handles an arrived data packet. Returns true if it must wait, or is dropped because the memory is full. */
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
    if (meta >= LAST_BYTE) fabric.lastBytes.waits(meta, this.port, (meta >> CLASS_SHIFT) & CLASS_MASK);
    if (this.head === 0) {
      this.head = packet;
      this.begin();
    } else words[(this.tail << 4) | NEXT] = packet;
    this.tail = packet;
    this.held += size;
    if (intake !== null && this.held >= intake.xoff) this.stop((meta >> CLASS_SHIFT) & CLASS_MASK, intake.xoff);
    return true;
  }

  /** Called when the host has consumed the first packet. */
  take(): void {
    const { fabric, port } = this;
    const { words } = fabric.packets;
    const packet = this.head;
    const meta = words[(packet << 4) | META];
    const size = words[(packet << 4) | SIZE];
    this.held -= size;
    this.head = words[(packet << 4) | NEXT];
    if (this.head !== 0) this.begin();
    if (meta >= LAST_BYTE) fabric.lastBytes.leaves(meta, port, (meta >> CLASS_SHIFT) & CLASS_MASK);
    fabric.links[port].onDepart?.(port, (meta >> CLASS_SHIFT) & CLASS_MASK, size);
    fabric.hosts.takeIn(port, packet, meta);
    if (this.pausedClasses !== 0 && this.held <= (this.intake?.xon ?? 0)) this.resume();
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
    if ((this.pausedClasses & (1 << cls)) !== 0) return;
    this.pausedClasses |= 1 << cls;
    this.fabric.recorder.onVerdict(this.port, cls, QUEUE, true, this.held, threshold);
    this.fabric.links[this.port].pause(this.port, cls, QUEUE);
  }

  private resume(): void {
    for (let cls = 0; cls < 8; cls++) {
      if ((this.pausedClasses & (1 << cls)) === 0) continue;
      this.fabric.recorder.onVerdict(this.port, cls, QUEUE, false, this.held, this.intake?.xon ?? 0);
      this.fabric.links[this.port].resume(this.port, cls, QUEUE);
    }
    this.pausedClasses = 0;
  }
}
