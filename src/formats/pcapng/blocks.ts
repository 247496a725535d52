/**
 * Writes the blocks of a pcapng capture file, little-endian.
 *
 * - section header: once, at the beginning
 * - interface: one per port, before its first packet; times are whole nanoseconds (if_tsresol 9)
 * - enhanced packet: one per frame, with its bytes, interface and time
 *
 * A block consists of its type, its length, its body and its length again. An option has a code, a length and a value that is padded to 32
 * bits.
 *
 * Source: pcapng, draft-ietf-opsawg-pcapng, sections 3.5 and 4.1 to 4.3
 */
import { ByteWriter, utf8 } from "../../base/bytes.ts";
import type { Bps } from "../../base/units.ts";

const SECTION = 0x0a0d0d0a;
const INTERFACE = 1;
const PACKET = 6;
const BYTE_ORDER = 0x1a2b3c4d;
const ETHERNET = 1;

// Codes of options. 0 ends a list of options.
const REMARK = 1;
const SECTION_PROGRAM = 4;
const INTERFACE_NAME = 2;
const INTERFACE_ABOUT = 3;
const INTERFACE_SPEED = 8;
const INTERFACE_RESOLUTION = 9;
const PACKET_FLAGS = 2;

const NANOSECONDS = 9;
const INBOUND = 1;
const OUTBOUND = 2;

type Option = readonly [code: number, value: Uint8Array];

export interface CapturedPort {
  readonly name: string;
  readonly about: string;
  readonly rate: Bps;
}

export interface CapturedFrame {
  /** Number of the frame's interface, in the order in which interfaces were written. */
  readonly port: number;
  /** Time, whole ns. */
  readonly timeNs: number;
  readonly leaves: boolean;
  readonly bytes: Uint8Array;
  readonly remark?: string;
}

/** Writes one block after another. `take` returns the bytes. */
export class BlockWriter {
  private readonly out = new ByteWriter();
  private readonly body = new ByteWriter();

  section(program: string): void {
    const { body } = this;
    body.u32(BYTE_ORDER);
    body.u16(1); // Version 1.0.
    body.u16(0);
    for (let k = 0; k < 2; k++) body.u32(0xffffffff); // The length of the section is not specified.
    this.options([[SECTION_PROGRAM, utf8(program)]]);
    this.close(SECTION);
  }

  port({ name, about, rate }: CapturedPort): void {
    const { body } = this;
    body.u16(ETHERNET);
    body.u16(0);
    body.u32(0); // No limit on the captured bytes of a frame.
    const speed = new ByteWriter();
    speed.u64(rate);
    this.options([
      [INTERFACE_NAME, utf8(name)],
      [INTERFACE_ABOUT, utf8(about)],
      [INTERFACE_SPEED, speed.take()],
      [INTERFACE_RESOLUTION, Uint8Array.of(NANOSECONDS)],
    ]);
    this.close(INTERFACE);
  }

  frame({ port, timeNs, leaves, bytes, remark }: CapturedFrame): void {
    const { body } = this;
    body.u32(port);
    body.u32(Math.floor(timeNs / 2 ** 32));
    body.u32(timeNs % 2 ** 32);
    body.u32(bytes.length); // Captured length.
    body.u32(bytes.length); // Original length.
    body.put(bytes);
    this.pad(bytes.length);
    const flags: Option = [PACKET_FLAGS, Uint8Array.of(leaves ? OUTBOUND : INBOUND, 0, 0, 0)];
    this.options(remark === undefined ? [flags] : [[REMARK, utf8(remark)], flags]);
    this.close(PACKET);
  }

  /** Returns the blocks since the last call. */
  take(): Uint8Array<ArrayBuffer> {
    return this.out.take();
  }

  private options(all: readonly Option[]): void {
    for (const [code, value] of all) {
      this.body.u16(code);
      this.body.u16(value.length);
      this.body.put(value);
      this.pad(value.length);
    }
    this.body.u32(0);
  }

  private pad(length: number): void {
    for (let k = length; k % 4 !== 0; k++) this.body.u8(0);
  }

  private close(type: number): void {
    const body = this.body.take();
    const length = body.length + 12;
    this.out.u32(type);
    this.out.u32(length);
    this.out.put(body);
    this.out.u32(length);
  }
}
