/**
 * Writes the protobuf fields that a trace needs: integers (as varint or fixed 64 bits), doubles, text and messages.
 *
 * Source: protobuf.dev, encoding: a field is the varint (number << 3 | wire type), followed by the value
 */
import { ByteWriter, utf8 } from "../../base/bytes.ts";

const VARINT = 0;
const BITS_64 = 1;
const DELIMITED = 2;

export class Message {
  private readonly out = new ByteWriter();

  /** Writes an integer from 0 to 2^53. */
  whole(field: number, value: number): this {
    this.varint(field * 8 + VARINT);
    this.varint(value);
    return this;
  }

  double(field: number, value: number): this {
    this.varint(field * 8 + BITS_64);
    this.out.f64(value);
    return this;
  }

  fixed64(field: number, value: number): this {
    this.varint(field * 8 + BITS_64);
    this.out.u64(value);
    return this;
  }

  text(field: number, value: string): this {
    return this.bytes(field, utf8(value));
  }

  message(field: number, value: Message): this {
    return this.bytes(field, value.take());
  }

  /** Returns the bytes of the message and starts a new one. */
  take(): Uint8Array {
    return this.out.take();
  }

  private bytes(field: number, value: Uint8Array): this {
    this.varint(field * 8 + DELIMITED);
    this.varint(value.length);
    this.out.put(value);
    return this;
  }

  private varint(value: number): void {
    for (; value >= 0x80; value = Math.floor(value / 0x80)) this.out.u8((value % 0x80) | 0x80);
    this.out.u8(value);
  }
}
