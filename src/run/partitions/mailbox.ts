/**
 * Transfers packets from one partition to another, through a ring in shared memory. Each packet is copied from the
 * sender's packet records into the ring, and from there into the receiver's packet records. The layout in the ring:
 *
 *   length, port | arrival time | the relevant part of the packet's record | its columns | its journey, if it has one
 *
 * The columns are additional words of the packet, such as a policy's own. The journey is the record of the packet's
 * way, if the packet has the last byte of a flow (`sim/model/last-byte-trace.ts`).
 */
import { KIND_MASK } from "../../sim/model/packet-record.ts";
import type { Fabric } from "../../sim/model/fabric.ts";
import type { Network } from "../../sim/model/network.ts";
import * as packetRecord from "../../sim/model/packet-record.ts";
import type { Ps } from "../../base/units.ts";
import { evenWords, type Ring } from "./ring.ts";

const { DATA, FLOW, LAST_BYTE, META } = packetRecord;

const PORT = 1;
// A double.
const ARRIVES = 1;
/**
 * The position of the packet's record in a ring entry, in words. The entry has a copy of the record. The copy leaves out
 * the record's first word and its last words. The last words are about the packet's place on a link.
 */
const RECORD = 4;
const FIRST = FLOW;
/** The position of the packet's columns, in words. All words before them are one cache line. */
const COLUMNS = 16;

/** The packets for one other partition. They are written to the ring. While the ring is full they wait here. */
export class Outbox {
  /** The number of packets added since the start. */
  packets = 0;
  private readonly ring: Ring;
  private readonly fabric: Fabric;
  private waiting = new Int32Array(1 << 10);
  private used = 0;
  private sent = 0;

  constructor(ring: Ring, fabric: Fabric) {
    this.ring = ring;
    this.fabric = fabric;
  }

  /** Adds a packet that `port` sends to the other partition. `arrives` is the time of its arrival there. */
  add(port: number, packet: number, arrives: Ps): void {
    const { packets, lastBytes } = this.fabric;
    const meta = packets.words[(packet << 4) | META];
    const hasJourney = (meta & KIND_MASK) === DATA && meta >= LAST_BYTE;
    const length = COLUMNS + evenWords(packets.columnWords) + (hasJourney ? 2 * lastBytes.lengthOf(meta) : 0);
    this.packets++;
    const place = this.used === 0 ? this.ring.place(length) : -1;
    if (place >= 0) this.write(this.ring.words, this.ring.doubles, place, length, port, packet, arrives);
    else this.keep(length, port, packet, arrives);
  }

  /**
   * Moves waiting packets into the ring while it has room, and makes them visible to the reader. Returns true if no
   * packet is left.
   */
  flush(): boolean {
    const { waiting, ring } = this;
    while (this.sent < this.used && ring.put(waiting, this.sent)) this.sent += waiting[this.sent];
    ring.publish();
    if (this.sent < this.used) return false;
    this.used = this.sent = 0;
    return true;
  }

  private write(
    words: Int32Array,
    doubles: Float64Array,
    at: number,
    length: number,
    port: number,
    packet: number,
    arrives: Ps,
  ): void {
    const { packets, lastBytes } = this.fabric;
    const { columnWords } = packets;
    const from = packet << 4;
    words[at] = length;
    words[at + PORT] = port;
    doubles[(at >> 1) + ARRIVES] = arrives;
    copyRecord(packets.words, from, words, at + RECORD - FIRST);
    if (columnWords > 0) packets.saveColumns(packet, words, at + COLUMNS);
    const journeyAt = at + COLUMNS + evenWords(columnWords);
    if (at + length > journeyAt) lastBytes.handOver(packets.words[from | META], doubles, journeyAt >> 1);
  }

  private keep(length: number, port: number, packet: number, arrives: Ps): void {
    if (this.used + length > this.waiting.length) {
      const wider = new Int32Array(Math.max(this.waiting.length * 2, evenWords(this.used + length)));
      wider.set(this.waiting.subarray(0, this.used));
      this.waiting = wider;
    }
    this.write(this.waiting, new Float64Array(this.waiting.buffer), this.used, length, port, packet, arrives);
    this.used += length;
  }
}

/**
 * Copies the packet's record without its first word and without the last words about its place on a link. The
 * statements are written out because V8 does not unroll loops (bench/results.md).
 */
function copyRecord(from: Int32Array, at: number, to: Int32Array, place: number): void {
  to[place + 1] = from[at + 1];
  to[place + 2] = from[at + 2];
  to[place + 3] = from[at + 3];
  to[place + 4] = from[at + 4];
  to[place + 5] = from[at + 5];
  to[place + 6] = from[at + 6];
  to[place + 7] = from[at + 7];
  to[place + 8] = from[at + 8];
  to[place + 9] = from[at + 9];
  to[place + 10] = from[at + 10];
  to[place + 11] = from[at + 11];
}

/** Takes all packets from a ring and puts them on the links of `network`. Returns the number of packets. */
export function drain(ring: Ring, { fabric }: Network): number {
  let place = ring.next();
  if (place < 0) return 0;
  const { packets, lastBytes } = fabric;
  const { words, doubles } = ring;
  const { words: records, columnWords, take } = packets;
  const journeyAt = COLUMNS + evenWords(columnWords);
  let packetsCome = 0;
  for (; place >= 0; place = ring.next()) {
    const packet = take();
    const at = packet << 4;
    copyRecord(words, place + RECORD - FIRST, records, at);
    if (columnWords > 0) packets.loadColumns(packet, words, place + COLUMNS);
    const length = words[place];
    if (length > journeyAt) {
      const meta = records[at | META] & (LAST_BYTE - 1);
      const number = lastBytes.takeOver(doubles, (place + journeyAt) >> 1, (length - journeyAt) >> 1);
      records[at | META] = meta | number;
    }
    fabric.takeOver(words[place + PORT], packet, doubles[(place >> 1) + ARRIVES]);
    ring.pass(place);
    packetsCome++;
  }
  ring.release();
  return packetsCome;
}
