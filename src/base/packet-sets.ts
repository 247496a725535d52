/**
 * The packets of each flow that arrived out of order. Each flow has one set of packet numbers, stored as a ring of bits.
 *
 * A set covers `width` numbers, from the flow's first missing packet on. A flow takes a ring when a number is added to its empty set, and
 * returns the ring when the set is empty again. So memory grows with the flows that are out of order at one time, not with all flows. The
 * rings share one array, which doubles when all are taken. Nothing else is allocated.
 */
import { invariant } from "./invariant.ts";

const NONE = -1;

/** A set of packet numbers for each flow. It covers `width` numbers, from the flow's first missing packet on. */
export class PacketSets {
  readonly width: number;
  private readonly wordsPerRing: number;
  private words: Int32Array;
  private readonly ring: Int32Array;
  private readonly held: Int32Array;
  /** Indices of the rings that flows have returned. These rings are free again. */
  private readonly spare: number[] = [];
  /** Rings with this number or a higher one were never in use. */
  private used = 0;

  constructor(flows: number, width: number) {
    invariant(width >= 1, "a set has room for a packet", width);
    this.wordsPerRing = Math.ceil(width / 32);
    this.width = width;
    this.words = new Int32Array(this.wordsPerRing);
    this.ring = new Int32Array(flows).fill(NONE);
    this.held = new Int32Array(flows);
  }

  /** Number of packets in the set of `flow`. */
  count(flow: number): number {
    return this.held[flow];
  }

  has(flow: number, packet: number): boolean {
    if (this.held[flow] === 0) return false;
    const bit = packet % this.width;
    return (this.words[this.ring[flow] * this.wordsPerRing + (bit >> 5)] & (1 << (bit & 31))) !== 0;
  }

  add(flow: number, packet: number): void {
    if (this.has(flow, packet)) return;
    if (this.held[flow]++ === 0) this.ring[flow] = this.takeRing();
    this.flip(flow, packet);
  }

  remove(flow: number, packet: number): void {
    if (!this.has(flow, packet)) return;
    this.flip(flow, packet);
    if (--this.held[flow] > 0) return;
    this.spare.push(this.ring[flow]);
    this.ring[flow] = NONE;
  }

  /** Removes the packets from `from` up to, but not including, `to`. */
  removeRange(flow: number, from: number, to: number): void {
    for (let packet = from; packet < to && this.held[flow] > 0; packet++) this.remove(flow, packet);
  }

  /** Removes `from` and all packets that follow without a gap. Returns the first missing packet. */
  removeRun(flow: number, from: number): number {
    let packet = from;
    while (this.has(flow, packet)) this.remove(flow, packet++);
    return packet;
  }

  /** The first packet at or after `from` that is not in the set. */
  firstMissing(flow: number, from: number): number {
    let packet = from;
    while (this.has(flow, packet)) packet++;
    return packet;
  }

  /** The first packet at or after `from` that is in the set. There must be one. */
  firstPresent(flow: number, from: number): number {
    let packet = from;
    while (!this.has(flow, packet)) packet++;
    return packet;
  }

  private flip(flow: number, packet: number): void {
    const bit = packet % this.width;
    this.words[this.ring[flow] * this.wordsPerRing + (bit >> 5)] ^= 1 << (bit & 31);
  }

  /**
   * Takes a ring whose bits are all 0. A ring from `spare` needs no clearing, because its packets were removed one by
   * one.
   */
  private takeRing(): number {
    const ring = this.spare.pop() ?? this.used++;
    if (this.used * this.wordsPerRing > this.words.length) {
      const words = new Int32Array(this.words.length * 2);
      words.set(this.words);
      this.words = words;
    }
    return ring;
  }
}
