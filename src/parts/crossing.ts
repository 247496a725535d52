/**
 * Packets from one part of a network to another: out of the records of the one, through a ring, into those of the other.
 *
 *   length, port | time of arrival | the packet's record | its columns | its journey, if it has one
 */
import type { Network } from "../model/network.ts";
import * as packetRecord from "../model/packet-record.ts";
import type { Ps } from "../base/units.ts";
import { evenWords, type Ring } from "./ring.ts";

const { DATA, JOURNEY, META } = packetRecord;

const ARRIVES = 1; // a double
const RECORD = 4;
const RECORD_WORDS = 16;
const COLUMNS = RECORD + RECORD_WORDS;

/** What goes to one other part. It waits here until the end of a batch of events, and as long as the ring is full. */
export class Outbox {
  private readonly ring: Ring;
  private readonly network: () => Network;
  private words = new Int32Array(1 << 14);
  private doubles = new Float64Array(this.words.buffer);
  private used = 0;
  private sent = 0;

  constructor(ring: Ring, network: () => Network) {
    this.ring = ring;
    this.network = network;
  }

  /** Takes a packet that arrives at the other end of the link behind `port`. */
  add(port: number, packet: number, arrives: Ps): void {
    const { packets, journeys } = this.network().fabric;
    const meta = packets.words[(packet << 4) | META];
    const hasJourney = (meta & 15) === DATA && meta >= JOURNEY;
    const columns = packets.columnWords;
    const journeyAt = evenWords(COLUMNS + columns);
    const length = journeyAt + (hasJourney ? 2 * journeys.lengthOf(meta) : 0);
    if (this.used + length > this.words.length) this.grow(length);
    const { words, used } = this;
    words[used] = length;
    words[used + 1] = port;
    this.doubles[(used >> 1) + ARRIVES] = arrives;
    for (let k = 0, from = packet << 4; k < RECORD_WORDS; k++) words[used + RECORD + k] = packets.words[from + k];
    if (columns > 0) packets.saveColumns(packet, words, used + COLUMNS);
    if (hasJourney) journeys.handOver(meta, this.doubles, (used + journeyAt) >> 1);
    this.used += length;
  }

  /** Gives the ring what it has room for, and shows the other part what is in it. Returns whether all of it is. */
  flush(): boolean {
    if (this.used === 0) return true;
    const { words, ring } = this;
    while (this.sent < this.used && ring.put(words, this.sent)) this.sent += words[this.sent];
    ring.publish();
    if (this.sent < this.used) return false;
    this.used = this.sent = 0;
    return true;
  }

  private grow(length: number): void {
    const words = new Int32Array(Math.max(this.words.length * 2, evenWords(this.used + length)));
    words.set(this.words.subarray(0, this.used));
    this.words = words;
    this.doubles = new Float64Array(words.buffer);
  }
}

/** Puts what has come by a ring on the links of `network`. Returns how many packets. */
export function drain(ring: Ring, { fabric }: Network): number {
  const { packets, journeys } = fabric;
  const { words, doubles } = ring;
  let place = ring.next();
  if (place < 0) return 0;
  let packetsCome = 0;
  const columns = packets.columnWords;
  const journeyAt = evenWords(COLUMNS + columns);
  for (; place >= 0; place = ring.next()) {
    const packet = packets.take();
    const at = packet << 4;
    for (let k = 0; k < RECORD_WORDS; k++) packets.words[at | k] = words[place + RECORD + k];
    if (columns > 0) packets.loadColumns(packet, words, place + COLUMNS);
    const length = words[place];
    if (length > journeyAt) {
      const meta = packets.words[at | META] & (JOURNEY - 1);
      const number = journeys.takeOver(doubles, (place + journeyAt) >> 1, (length - journeyAt) >> 1);
      packets.words[at | META] = meta | number;
    }
    fabric.takeOver(words[place + 1], packet, doubles[(place >> 1) + ARRIVES]);
    ring.pass(place);
    packetsCome++;
  }
  ring.release();
  return packetsCome;
}
