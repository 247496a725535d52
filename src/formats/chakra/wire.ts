/**
 * Reads the fields of a protobuf message in their order. The caller knows the meaning of each field.
 *
 * Source: protobuf.dev, encoding. A field is a key and a value. The key is a varint with the number of the field, shifted
 * left by three bits, and the wire type in the lower three bits.
 */

/** A field and its value. Texts, messages and packed lists are returned as bytes. */
export interface Field {
  readonly number: number;
  readonly value: Whole | Uint8Array;
}

/** A 64-bit value as two 32-bit halves. The message type determines its meaning: signed, zigzag or float. */
export interface Whole {
  readonly low: number;
  readonly high: number;
}

/** The bytes are not valid protobuf. The message gives the offset and the reason. */
export class WireError extends Error {
  override name = "WireError";
}

const VARINT = 0;
const BITS_64 = 1;
const DELIMITED = 2;
const BITS_32 = 5;
const MAX_VARINT_BYTES = 10;

/** A reader with a position in the bytes. Throws `WireError` if they are not valid protobuf. */
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
    for (let k = 0; k < MAX_VARINT_BYTES; k++) {
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
    throw new WireError(`a number of more than ${MAX_VARINT_BYTES} bytes at byte ${this.at}`);
  }

  /** Reads a length and then that many bytes. */
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

/** Returns the value as uint64. It is not exact above 2^53. */
export const unsigned = ({ low, high }: Whole): number => high * 2 ** 32 + low;

/** Returns the value as int64 or int32. Both are encoded with 64 bits. */
export const signed = ({ low, high }: Whole): number => (high | 0) * 2 ** 32 + low;

const TEXT = new TextDecoder();
export const textOf = (bytes: Uint8Array): string => TEXT.decode(bytes);
