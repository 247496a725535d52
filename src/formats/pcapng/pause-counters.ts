/**
 * Counts the PFC frames in a capture, pcapng or pcap, of either byte order.
 *
 * A capture of a switch names its interfaces after ports. A packet that has the flag "outbound" was sent by the port. All
 * other packets were received. A capture in the older pcap format has no names: its only interface is named after the
 * file.
 *
 * Sources:
 *
 * - pcapng: draft-ietf-opsawg-pcapng, sections 4.1 to 4.3
 * - pcap: draft-ietf-opsawg-pcap, sections 4 and 5
 * - PFC frame: IEEE 802.1Qbb, MAC control frame 0x8808 with opcode 0x0101
 */
import type { PortCounters } from "../../theory/incident/counters.ts";
import { InputError } from "../hpcc/input-error.ts";

const SECTION = 0x0a0d0d0a;
const INTERFACE = 1;
const ENHANCED_PACKET = 6;
const BYTE_ORDER = 0x1a2b3c4d;
const PCAP = [0xa1b2c3d4, 0xa1b23c4d];

const INTERFACE_NAME = 2;
const PACKET_FLAGS = 2;
const OUTBOUND = 2;

const MAC_CONTROL = 0x8808;
const PFC = 0x0101;
const VLAN = 0x8100;

/** True if the file begins as a capture does. */
export const isCapture = (bytes: Uint8Array): boolean => orderOf(bytes) !== undefined;

/** The counters by the name of the interface. Throws `InputError` if the file ends within a block or has no PFC frame. */
export function pauseCounters(bytes: Uint8Array, file: string, port: string): Map<string, PortCounters> {
  const order = orderOf(bytes);
  if (order === undefined) throw new InputError({ file }, "a capture, pcapng or pcap", "another file");
  const ports = new Map<string, PortCounters>();
  const paused = new Set<string>();
  const count = (name: string, leaves: boolean, frame: Uint8Array): void => {
    for (const { cls, quanta } of pausesOf(frame)) {
      const of = ports.get(name) ?? {};
      ports.set(name, of);
      (of[leaves ? "txPfc" : "rxPfc"] ??= new Array<number>(8).fill(0))[cls]++;
      if (leaves) continue;
      // A PAUSE frame of a class that is not paused begins a new pause, which is counted. Any other PAUSE frame only
      // prolongs the current pause. The pause ends with a frame that has the pause time 0; the expiry of a pause time
      // is not computed.
      const key = `${name} ${cls}`;
      if (quanta > 0 && !paused.has(key)) (of.rxPauseTransitions ??= new Array<number>(8).fill(0))[cls]++;
      if (quanta > 0) paused.add(key);
      else paused.delete(key);
    }
  };
  if (order.isPcapng) readPcapng(bytes, order.isLittle, file, port, count);
  else readPcap(bytes, order.isLittle, file, (frame) => count(port, false, frame));
  if (ports.size === 0) throw new InputError({ file }, "PFC frames (MAC control 0x8808, opcode 0x0101)", "none");
  return ports;
}

interface Order {
  readonly isPcapng: boolean;
  readonly isLittle: boolean;
}

function orderOf(bytes: Uint8Array): Order | undefined {
  if (bytes.length < 24) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const isLittle of [true, false]) {
    if (view.getUint32(0, isLittle) === SECTION && view.getUint32(8, isLittle) === BYTE_ORDER)
      return { isPcapng: true, isLittle };
    if (PCAP.includes(view.getUint32(0, isLittle))) return { isPcapng: false, isLittle };
  }
  return undefined;
}

function readPcapng(
  bytes: Uint8Array,
  isLittle: boolean,
  file: string,
  port: string,
  count: (name: string, leaves: boolean, frame: Uint8Array) => void,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const u32 = (at: number): number => view.getUint32(at, isLittle);
  let names: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = at + 12 <= bytes.length ? u32(at + 4) : 0;
    if (length < 12 || at + length > bytes.length)
      throw new InputError({ file }, "a whole capture", `a block cut off at byte ${at}`, "Copy the file again.");
    const type = u32(at);
    const end = at + length - 4;
    if (type === SECTION) names = [];
    else if (type === INTERFACE) {
      const name = optionAt(at + 16, end, INTERFACE_NAME);
      names.push(name === undefined ? port : new TextDecoder().decode(name));
    } else if (type === ENHANCED_PACKET) {
      const captured = u32(at + 20);
      const flags = optionAt(at + 28 + Math.ceil(captured / 4) * 4, end, PACKET_FLAGS);
      const frame = bytes.subarray(at + 28, at + 28 + captured);
      const direction = flags === undefined ? 0 : (isLittle ? flags[0] : flags[3]) & 3;
      count(names[u32(at + 8)] ?? port, direction === OUTBOUND, frame);
    }
    at += length;
  }

  /** The value of an option in the list of options from `from` to `end`. */
  function optionAt(from: number, end: number, wanted: number): Uint8Array | undefined {
    for (let at = from; at + 4 <= end;) {
      const [code, length] = [view.getUint16(at, isLittle), view.getUint16(at + 2, isLittle)];
      if (code === 0) return undefined;
      if (code === wanted) return bytes.subarray(at + 4, at + 4 + length);
      at += 4 + Math.ceil(length / 4) * 4;
    }
    return undefined;
  }
}

function readPcap(bytes: Uint8Array, isLittle: boolean, file: string, count: (frame: Uint8Array) => void): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 24; at < bytes.length;) {
    const length = at + 16 <= bytes.length ? view.getUint32(at + 8, isLittle) : Infinity;
    if (at + 16 + length > bytes.length)
      throw new InputError({ file }, "a whole capture", `a packet cut off at byte ${at}`, "Copy the file again.");
    count(bytes.subarray(at + 16, at + 16 + length));
    at += 16 + length;
  }
}

/** The classes of a PFC frame, with the time for which it pauses each. Empty for other frames. */
function pausesOf(frame: Uint8Array): { readonly cls: number; readonly quanta: number }[] {
  const u16 = (at: number): number => (frame[at] << 8) | frame[at + 1];
  const type = u16(12) === VLAN ? 16 : 12;
  if (frame.length < type + 22 || u16(type) !== MAC_CONTROL || u16(type + 2) !== PFC) return [];
  const vector = u16(type + 4);
  return Array.from({ length: 8 }, (_, cls) => ({ cls, quanta: u16(type + 6 + 2 * cls) })).filter(
    ({ cls }) => (vector & (1 << cls)) !== 0,
  );
}
