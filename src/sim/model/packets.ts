/**
 * All packets of a run, as 64-byte records in one buffer with two views: 32-bit words and doubles.
 *
 * A record contains the fields that one hop uses. Record 0 means "no packet" and ends each list. NEXT chains the
 * records of a queue, of a link or of the free list. Nothing is allocated per packet. The buffer has room for all
 * packets from the start, so its views never change. The operating system provides a page when it is first written. The
 * free list returns the most recently freed record first, because it is still in the CPU cache.
 */
import { reserve } from "../engine/reserve.ts";
import { invariant } from "../../base/invariant.ts";
import { wrongCall } from "../../contracts/answers.ts";
import type { PacketWords } from "../../base/view.ts";
import { NEXT } from "./packet-record.ts";

/** The maximum number of packets at one time: 16.7 million, which reserve 1 GiB of addresses. */
const MAX_PACKETS = 1 << 24;
/**
 * The maximum bytes of a column, that is, of additional words for each packet (`column`). A column of up to eight 32-bit
 * words per packet has room for MAX_PACKETS packets. A wider column lowers the maximum number of packets.
 */
const MAX_BYTES = 2 ** 29;
/** The maximum width of a column, in words per packet. A column of this width has room for 131,072 packets. */
const MAX_WIDTH = 1024;

// Index in `state`: the first free record.
const FREE = 0;
// Index in `state`: the number of records ever used.
const USED = 1;
// Index in `state`: the number of records in use.
const LIVE = 2;

export class Packets {
  readonly words: Int32Array;
  readonly doubles: Float64Array;
  /** Returns a free record. The caller must set its fields, which have old values. */
  readonly take: () => number;
  readonly give: (packet: number) => void;
  private readonly state: Int32Array;
  /** The total number of words that all columns have for each packet. */
  columnWords = 0;
  private readonly columns: PacketWords[] = [];
  /**
   * The maximum number of packets. Each column has room for a maximum number of packets, and the smallest of these
   * limits applies.
   */
  private most: number;

  constructor() {
    const buffer = reserve(MAX_PACKETS * 64);
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

  /** The number of packets in the network at present. */
  get live(): number {
    return this.state[LIVE];
  }

  /** The number of packet records ever used. The buffer reserves addresses for more, but only these records take memory. */
  get used(): number {
    return this.state[USED];
  }

  /** Adds a column: `width` words per packet, stored outside the packet's record. They are 0 at first. */
  column(width: number): PacketWords {
    if (!(Number.isInteger(width) && width >= 1 && width <= MAX_WIDTH))
      wrongCall("words", `how many a packet has, 1 to ${MAX_WIDTH}`, width);
    const at = new Int32Array(reserve(Math.min(MAX_PACKETS * width * 4, MAX_BYTES)));
    this.most = Math.min(this.most, Math.floor(at.length / width));
    const column = { width, at };
    this.columns.push(column);
    this.columnWords += width;
    return column;
  }

  /**
   * `saveColumns` copies the words of all columns of a packet to `to`, from index `at` on. `loadColumns` copies them
   * back from there.
   */
  saveColumns(packet: number, to: Int32Array, at: number): void {
    for (const column of this.columns)
      for (let k = packet * column.width, end = k + column.width; k < end; k++) to[at++] = column.at[k];
  }

  loadColumns(packet: number, from: Int32Array, at: number): void {
    for (const column of this.columns)
      for (let k = packet * column.width, end = k + column.width; k < end; k++) column.at[k] = from[at++];
  }
}

/** Sets the words of a column to 0 for a new packet, because its record may have belonged to another packet. */
export function clearWords({ at, width }: PacketWords, packet: number): void {
  for (let k = packet * width, end = k + width; k < end; k++) at[k] = 0;
}
