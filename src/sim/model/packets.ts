/**
 * Every packet of a run, as 64-byte records in one buffer with two views on it.
 *
 * A record holds what one hop touches together. Record 0 is "no packet", so that lists end in 0. Records are chained by
 * NEXT, in a queue, on a link or in the free list. Nothing is allocated while a packet lives, and the buffer has room for all from the
 * start, so its views never change: a system gives memory to a page when it is first written, and the free list hands out the record
 * given back last before one that was never used.
 */
import { reserve } from "../engine/reserve.ts";
import { invariant } from "../../base/invariant.ts";
import { wrongCall } from "../../contracts/answers.ts";
import type { PacketWords } from "../../base/view.ts";
import { NEXT } from "./packet-record.ts";

/** 16.7 million packets at once: 1 GiB of addresses. */
const MOST = 1 << 24;
/** Of a column: room for all packets where it has no more than eight words. */
const MOST_BYTES = 2 ** 29;
/** Words of a column: there is room for 131,072 packets then. */
const MOST_WIDTH = 1024;

// Words of the store's own: first free record, how many were ever used, how many are in use.
const FREE = 0;
const USED = 1;
const LIVE = 2;

export class Packets {
  readonly words: Int32Array;
  readonly doubles: Float64Array;
  /** A record whose fields are what its last user left. */
  readonly take: () => number;
  readonly give: (packet: number) => void;
  private readonly state: Int32Array;
  /** Words of all columns together. */
  columnWords = 0;
  private readonly columns: PacketWords[] = [];
  /** Packets that there is room for. */
  private most: number;

  constructor() {
    const buffer = reserve(MOST * 64);
    const words = new Int32Array(buffer);
    const state = new Int32Array(new ArrayBuffer(64));
    state[USED] = 1;
    this.most = buffer.byteLength / 64;
    this.words = words;
    this.doubles = new Float64Array(buffer);
    this.state = state;
    const fresh = (): number => {
      const packet = state[USED]++;
      invariant(packet < this.most, "memory has room for all packets at once", packet);
      return packet;
    };
    this.take = () => {
      state[LIVE]++;
      const packet = state[FREE];
      if (packet === 0) return fresh();
      state[FREE] = words[(packet << 4) | NEXT];
      return packet;
    };
    this.give = (packet) => {
      words[(packet << 4) | NEXT] = state[FREE];
      state[FREE] = packet;
      state[LIVE]--;
    };
  }

  /** Packets that exist now. */
  get live(): number {
    return this.state[LIVE];
  }

  /** Records that were ever in use, which is what of the buffer has memory. */
  get used(): number {
    return this.state[USED];
  }

  /** `width` words a packet beside its record, 0 at first. */
  column(width: number): PacketWords {
    if (!(Number.isInteger(width) && width >= 1 && width <= MOST_WIDTH))
      wrongCall("words", `how many a packet has, 1 to ${MOST_WIDTH}`, width);
    const at = new Int32Array(reserve(Math.min(MOST * width * 4, MOST_BYTES)));
    this.most = Math.min(this.most, Math.floor(at.length / width));
    const column = { width, at };
    this.columns.push(column);
    this.columnWords += width;
    return column;
  }

  /** What all columns have of a packet, written to `to` from `at` on, and read from there. */
  saveColumns(packet: number, to: Int32Array, at: number): void {
    for (const column of this.columns)
      for (let k = packet * column.width, end = k + column.width; k < end; k++) to[at++] = column.at[k];
  }

  loadColumns(packet: number, from: Int32Array, at: number): void {
    for (const column of this.columns)
      for (let k = packet * column.width, end = k + column.width; k < end; k++) column.at[k] = from[at++];
  }
}
