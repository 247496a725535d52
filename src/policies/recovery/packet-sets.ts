/**
 * Which packets of each flow have come out of order: a set of packet numbers a flow, as a ring of bits.
 *
 * A set holds numbers less than `width` beyond a first one that is itself missing. A flow takes a ring with the first number of its set
 * and gives it back with the last, so memory follows the flows that are out of order at one time, not those of the run. The rings lie in
 * one array, which doubles when they are all taken; nothing else is allocated.
 */
import { invariant } from "../../base/invariant.ts";

const NONE = -1;

export class PacketSets {
  readonly width: number;
  private readonly wordsPerRing: number;
  private words: Int32Array;
  private readonly ring: Int32Array;
  private readonly held: Int32Array;
  /** Rings that no flow has; those from `used` on were never taken. */
  private readonly spare: number[] = [];
  private used = 0;

  constructor(flows: number, width: number) {
    invariant(width >= 1, "a set has room for a packet", width);
    this.wordsPerRing = Math.ceil(width / 32);
    this.width = width;
    this.words = new Int32Array(this.wordsPerRing);
    this.ring = new Int32Array(flows).fill(NONE);
    this.held = new Int32Array(flows);
  }

  /** How many packets the set of `flow` holds. */
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

  /** Removes the packets from `from` up to, not including, `to`. */
  removeRange(flow: number, from: number, to: number): void {
    for (let packet = from; packet < to && this.held[flow] > 0; packet++) this.remove(flow, packet);
  }

  /** Removes `from` and all that follow it without a gap; returns the first that is missing. */
  removeRun(flow: number, from: number): number {
    let packet = from;
    while (this.has(flow, packet)) this.remove(flow, packet++);
    return packet;
  }

  /** The first packet from `from` on that the set lacks. */
  firstMissing(flow: number, from: number): number {
    let packet = from;
    while (this.has(flow, packet)) packet++;
    return packet;
  }

  /** The first packet from `from` on that the set has; it must have one there. */
  firstPresent(flow: number, from: number): number {
    let packet = from;
    while (!this.has(flow, packet)) packet++;
    return packet;
  }

  private flip(flow: number, packet: number): void {
    const bit = packet % this.width;
    this.words[this.ring[flow] * this.wordsPerRing + (bit >> 5)] ^= 1 << (bit & 31);
  }

  /** A ring without a bit: one given back was emptied bit by bit. */
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
