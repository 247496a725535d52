/**
 * Protobuf, read: the fields of a message in their order. What a field means is for who knows the message.
 *
 * Source  protobuf.dev, encoding: a field is number << 3 | wire type as a varint, and its value
 */

/** A field and its value: bytes for texts, messages and packed lists. */
export interface Field {
  readonly number: number;
  readonly value: Whole | Uint8Array;
}

/** 64 bits, as the two halves that a number can hold; what they mean (sign, zigzag, a float) the message says. */
export interface Whole {
  readonly low: number;
  readonly high: number;
}

/** What is no protobuf: where in the bytes, and why. */
export class WireError extends Error {
  override name = "WireError";
}

const VARINT = 0;
const BITS_64 = 1;
const DELIMITED = 2;
const BITS_32 = 5;
const MOST_VARINT_BYTES = 10;

/** A place in bytes, moving on. Throws `WireError` at what is no protobuf. */
export class Wire {
  private at = 0;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isOver(): boolean {
    return this.at >= this.bytes.length;
  }

  varint(): Whole {
    let low = 0;
    let high = 0;
    for (let k = 0; k < MOST_VARINT_BYTES; k++) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new WireError("the end of the file within a number");
      const bits = byte & 0x7f;
      if (k < 4) low |= bits << (7 * k);
      else if (k === 4) {
        low |= bits << 28;
        high |= bits >> 4;
      } else high |= bits << (7 * k - 32);
      if (byte < 0x80) return { low: low >>> 0, high: high >>> 0 };
    }
    throw new WireError(`a number of more than ${MOST_VARINT_BYTES} bytes at byte ${this.at}`);
  }

  /** So many bytes as its length says, which comes first. */
  delimited(): Uint8Array {
    const length = unsigned(this.varint());
    if (length > this.bytes.length - this.at)
      throw new WireError(`${length} bytes declared at byte ${this.at}, but ${this.bytes.length - this.at} left`);
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  *fields(): Generator<Field> {
    while (!this.isOver) {
      const key = unsigned(this.varint());
      yield { number: Math.floor(key / 8), value: this.value(key % 8) };
    }
  }

  private value(type: number): Whole | Uint8Array {
    if (type === VARINT) return this.varint();
    if (type === DELIMITED) return this.delimited();
    const length = type === BITS_64 ? 8 : type === BITS_32 ? 4 : 0;
    if (length === 0) throw new WireError(`a field of the unknown wire type ${type} at byte ${this.at}`);
    if (length > this.bytes.length - this.at) throw new WireError("the end of the file within a number");
    const low = this.view.getUint32(this.at, true);
    const high = length === 8 ? this.view.getUint32(this.at + 4, true) : 0;
    this.at += length;
    return { low, high };
  }
}

/** As uint64; beyond 2^53 not exact. */
export const unsigned = ({ low, high }: Whole): number => high * 2 ** 32 + low;

/** As int64, and as int32, which is written in as many bits. */
export const signed = ({ low, high }: Whole): number => (high | 0) * 2 ** 32 + low;

const TEXT = new TextDecoder();
export const textOf = (bytes: Uint8Array): string => TEXT.decode(bytes);
