/**
 * A reader for pcapng files and their frames, independent of the code that writes them. It follows the specifications of pcapng (IETF
 * draft), 802.3 and RFC 791, and InfiniBand's BTH and AETH. It recalculates every length and checksum.
 */

export interface ReadFrame {
  readonly port: string;
  /** ns. */
  readonly time: number;
  readonly leaves: boolean;
  readonly remark: string;
  readonly length: number;
  readonly source: string;
  readonly pause?: { readonly enabled: number; readonly quanta: readonly number[] };
  readonly roce?: RoceHeaders;
}

export interface RoceHeaders {
  readonly from: string;
  readonly to: string;
  readonly ecn: number;
  readonly dscp: number;
  readonly opcode: number;
  readonly pair: number;
  readonly becn: boolean;
  readonly psn: number;
  readonly syndrome: number;
  readonly messages: number;
}

/** Throws if the file differs from the draft of the format. */
export function readPcapng(bytes: Uint8Array): ReadFrame[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ports: string[] = [];
  const frames: ReadFrame[] = [];
  for (let at = 0; at < bytes.length;) {
    const type = view.getUint32(at, true);
    const length = view.getUint32(at + 4, true);
    if (length % 4 !== 0 || length < 12) throw new Error(`a block of ${length} bytes at ${at}`);
    if (view.getUint32(at + length - 4, true) !== length) throw new Error(`two lengths of a block at ${at}`);
    if (at === 0 && (type !== 0x0a0d0d0a || view.getUint32(8, true) !== 0x1a2b3c4d)) throw new Error("no section");
    if (type === 1) {
      const options = readOptions(view, at + 16, at + length - 4);
      if (options.get(9)?.[0] !== 9) throw new Error("an interface whose times are not ns");
      ports.push(new TextDecoder().decode(options.get(2)));
    }
    if (type === 6) {
      const kept = view.getUint32(at + 20, true);
      if (kept !== view.getUint32(at + 24, true)) throw new Error("a frame that was cut");
      const options = readOptions(view, at + 28 + Math.ceil(kept / 4) * 4, at + length - 4);
      frames.push({
        port: ports[view.getUint32(at + 8, true)],
        time: view.getUint32(at + 12, true) * 2 ** 32 + view.getUint32(at + 16, true),
        leaves: options.get(2)![0] === 2,
        remark: new TextDecoder().decode(options.get(1) ?? new Uint8Array()),
        length: kept,
        ...readFrame(new DataView(bytes.buffer, bytes.byteOffset + at + 28, kept)),
      });
    }
    at += length;
  }
  return frames;
}

function readOptions(view: DataView, from: number, end: number): Map<number, Uint8Array> {
  const options = new Map<number, Uint8Array>();
  for (let at = from; at < end;) {
    const [code, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    if (code === 0) break;
    options.set(code, new Uint8Array(view.buffer, view.byteOffset + at + 4, length));
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return options;
}

function readFrame(view: DataView): Pick<ReadFrame, "source" | "pause" | "roce"> {
  const source = Array.from({ length: 6 }, (_, k) => view.getUint8(6 + k).toString(16)).join(":");
  const type = view.getUint16(12);
  if (type === 0x8808) {
    if (view.getUint16(14) !== 0x0101 || view.getUint16(0) !== 0x0180 || view.getUint32(2) !== 0xc2000001)
      throw new Error("MAC control that is no PAUSE by class");
    const quanta = Array.from({ length: 8 }, (_, cls) => view.getUint16(18 + cls * 2));
    return { source, pause: { enabled: view.getUint16(16), quanta } };
  }
  if (type !== 0x0800) return { source };
  let sum = 0;
  for (let at = 14; at < 34; at += 2) sum += view.getUint16(at);
  if ((sum % 65_536) + Math.floor(sum / 65_536) !== 0xffff) throw new Error("a checksum of IPv4 that does not add up");
  if (view.getUint16(16) !== view.byteLength - 14) throw new Error("a total length that is not the frame's");
  if (view.getUint8(23) !== 17 || view.getUint16(36) !== 4791) throw new Error("no RoCE");
  if (view.getUint16(38) !== view.byteLength - 34) throw new Error("a length of UDP that is not the frame's");
  const host = (at: number): string => [0, 1, 2, 3].map((k) => view.getUint8(at + k)).join(".");
  const opcode = view.getUint8(42);
  const aeth = opcode === 17 ? view.getUint32(54) : 0;
  return {
    source,
    roce: {
      from: host(26),
      to: host(30),
      ecn: view.getUint8(15) & 3,
      dscp: view.getUint8(15) >> 2,
      opcode,
      pair: view.getUint32(46) & 0xffffff,
      becn: (view.getUint8(46) & 0x40) !== 0,
      psn: view.getUint32(50) & 0xffffff,
      syndrome: aeth >>> 24,
      messages: aeth & 0xffffff,
    },
  };
}
