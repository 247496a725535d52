/**
 * Every packet of a run, as 64-byte records in one buffer with two views on it.
 *
 * A record holds what one hop touches together. Record 0 is "no packet", so that lists end in 0. Records are chained by
 * NEXT, in a queue, on a link or in the free list. Nothing is allocated while a packet lives; when records run out the
 * buffer doubles and both views are replaced, so hold them no longer than one handler.
 */
import { invariant } from "../invariant.ts";
import type { PacketWords } from "../view.ts";
import * as record from "./packet-record.ts";

// Local names: an engine folds a module's own constants into its code, and reads imported ones from memory each time.
const { NEXT } = record;

export class Packets {
  words: Int32Array;
  doubles: Float64Array;
  /** Packets that exist now. */
  live = 0;
  private records: number;
  private free = 0;
  private readonly columns: Column[] = [];

  constructor(records = 4096) {
    this.records = records;
    const buffer = new ArrayBuffer(records * 64);
    this.words = new Int32Array(buffer);
    this.doubles = new Float64Array(buffer);
    this.chainFree(1);
  }

  /** A record whose fields are what its last user left. */
  take(): number {
    if (this.free === 0) this.grow();
    const packet = this.free;
    this.free = this.words[(packet << 4) | NEXT];
    this.live++;
    return packet;
  }

  give(packet: number): void {
    this.words[(packet << 4) | NEXT] = this.free;
    this.free = packet;
    this.live--;
  }

  /** `width` words a packet beside its record. */
  column(width: number): PacketWords {
    const column = { width, at: new Int32Array(this.records * width) };
    this.columns.push(column);
    return column;
  }

  private grow(): void {
    const from = this.records;
    invariant(from < 1 << 26, "fewer than 67 million packets at once", from);
    this.records *= 2;
    const buffer = new ArrayBuffer(this.records * 64);
    const words = new Int32Array(buffer);
    words.set(this.words);
    this.words = words;
    this.doubles = new Float64Array(buffer);
    for (const column of this.columns) {
      const at = new Int32Array(this.records * column.width);
      at.set(column.at);
      column.at = at;
    }
    this.chainFree(from);
  }

  private chainFree(from: number): void {
    for (let packet = from; packet < this.records - 1; packet++) this.words[(packet << 4) | NEXT] = packet + 1;
    this.words[((this.records - 1) << 4) | NEXT] = 0;
    this.free = from;
  }
}

interface Column extends PacketWords {
  at: Int32Array;
}
