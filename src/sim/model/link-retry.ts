/**
 * Link-level retry: a link retransmits damaged frames, in order, so that no frame is lost on it (go-back-N).
 *
 *   sender      numbers each frame of the link
 *   receiver    accepts an undamaged frame with the next number. It discards any other frame, and sends a NACK for the
 *               first discarded one
 *   NACK        arrives after the link's delay and `response`. The sender then retransmits all discarded frames, in
 *               order, before new ones
 *
 * A real sender has copies of its frames in a replay buffer, and sends the copy of a discarded frame. Here the sender
 * has no copies. The discarded packet is kept until the NACK has arrived, and then joins the frames at the sender's
 * port. So packets move back from the receiver to the sender, and both ends of such a link must be in one partition.
 *
 * Source  Ultra Ethernet specification 1.0, section 5.1 (docs/link-retry.md)
 */
import type { EventQueue } from "../engine/event-queue.ts";
import type { TimerBoard } from "../engine/timers.ts";
import type { Timer } from "../../base/view.ts";
import type { Ps } from "../../base/units.ts";
import { NEXT } from "./packet-record.ts";
import type { Packets } from "./packets.ts";

/** The fields of the fabric that this file uses. */
interface RetryingFabric {
  readonly queue: EventQueue;
  readonly packets: Packets;
  /** Inserts a packet at a port after the waiting packets for which `isBefore` is true. */
  readonly linkFrames: { insert(port: number, packet: number, isBefore: (other: number) => boolean): void };
  readonly delay: Float64Array;
  readonly ports: number;
  transmit: (port: number, packet: number, more: boolean) => void;
  kick(port: number): void;
}

export class LinkRetry {
  /** Frames that were retransmitted. */
  replays = 0;
  private readonly fabric: RetryingFabric;
  /** By packet: the sequence number that its current link has given it, from 1 on. 0: the link has given it none yet. */
  private readonly number: Int32Array;
  // Arrays by sending port. Frames of a link are numbered from 1.
  /** By sending port: the time that both ends need for a NACK, in ps. -1: the link has no retry. */
  private readonly response: Float64Array;
  /** By sending port: the number of the latest new frame. */
  private readonly sent: Int32Array;
  /** By sending port: the number of the latest frame that the receiver accepted. */
  private readonly accepted: Int32Array;
  /** By sending port: the highest number among the frames that the receiver discarded. */
  private readonly discarded: Int32Array;
  /** By sending port: the oldest discarded packet whose NACK is on its way. 0: none. */
  private readonly head: Int32Array;
  /** By sending port: the latest discarded packet whose NACK is on its way. */
  private readonly tail: Int32Array;
  private readonly nack: Timer;

  /** `response` maps each sending port of a link with retry to the time that both ends need for a NACK, in ps. */
  constructor(fabric: RetryingFabric, timers: TimerBoard, response: ReadonlyMap<number, Ps>) {
    const { ports } = fabric;
    this.fabric = fabric;
    this.number = fabric.packets.column(1).at;
    this.response = new Float64Array(ports).fill(-1);
    for (const [port, time] of response) this.response[port] = time;
    this.sent = new Int32Array(ports);
    this.accepted = new Int32Array(ports);
    this.discarded = new Int32Array(ports);
    this.head = new Int32Array(ports);
    this.tail = new Int32Array(ports);
    this.nack = timers.make(ports, (port) => {
      this.replay(port);
    });
    const { transmit } = fabric;
    fabric.transmit = (port, packet, more) => {
      this.numbers(port, packet);
      transmit(port, packet, more);
    };
  }

  /** True if the link that begins at `port` has retry. */
  has(port: number): boolean {
    return this.response[port] >= 0;
  }

  /** True if the receiver accepts a frame that arrived from `port`. Otherwise the frame is retransmitted later. */
  accepts(port: number, packet: number, isDamaged: boolean): boolean {
    const number = this.number[packet];
    const isNext = number === this.accepted[port] + 1;
    if (isNext && !isDamaged) {
      this.accepted[port] = number;
      this.number[packet] = 0;
      return true;
    }
    // The receiver discards this frame. `isKnown`: it has discarded an earlier frame, too. The sender retransmits all frames
    // from the earlier one on, so this frame needs no NACK of its own. If this frame is the next in order, all earlier
    // frames were accepted. It is then discarded because it is damaged, and needs a NACK.
    const isKnown = this.accepted[port] < this.discarded[port] && !isNext;
    this.discarded[port] = Math.max(this.discarded[port], number);
    if (isKnown && this.nack.due(port) === Infinity) {
      this.insert(port, packet);
      this.fabric.kick(port);
    } else this.wait(port, packet);
    return false;
  }

  /** Calls `visit` with each discarded packet whose NACK is on its way. */
  eachWaiting(visit: (packet: number) => void): void {
    const { words } = this.fabric.packets;
    for (const first of this.head)
      for (let packet = first; packet !== 0; packet = words[(packet << 4) | NEXT]) visit(packet);
  }

  private numbers(port: number, packet: number): void {
    if (!this.has(port)) return;
    if (this.number[packet] === 0) this.number[packet] = ++this.sent[port];
    else this.replays++;
  }

  /** Appends a discarded packet to the list of those that wait for a NACK. Sends the NACK, unless one is on its way. */
  private wait(port: number, packet: number): void {
    const { queue, packets, delay } = this.fabric;
    packets.words[(packet << 4) | NEXT] = 0;
    if (this.head[port] === 0) this.head[port] = packet;
    else packets.words[(this.tail[port] << 4) | NEXT] = packet;
    this.tail[port] = packet;
    // The NACK travels in the opposite direction, in which the link has the same delay.
    if (this.nack.due(port) === Infinity) this.nack.arm(port, queue.now + delay[port] + this.response[port]);
  }

  /** A NACK arrived at `port`: the packets that the receiver discarded join the frames that wait there for transmission. */
  private replay(port: number): void {
    const { words } = this.fabric.packets;
    let packet = this.head[port];
    this.head[port] = this.tail[port] = 0;
    while (packet !== 0) {
      const next = words[(packet << 4) | NEXT];
      this.insert(port, packet);
      packet = next;
    }
    this.fabric.kick(port);
  }

  /**
   * Puts a packet that the receiver discarded into the list of frames that wait at its sending port. Such packets are
   * sorted by sequence number, and precede the frames that were never sent.
   */
  private insert(port: number, packet: number): void {
    const number = this.number[packet];
    this.fabric.linkFrames.insert(port, packet, (other) => this.number[other] !== 0 && this.number[other] < number);
  }
}
