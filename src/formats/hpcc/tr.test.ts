import fc from "fast-check";
import { expect, test } from "vitest";
import { parityLines } from "../../../test/parity/files.ts";
import {
  decode,
  decodeHeader,
  encodeHeader,
  encodeRecord,
  headerBytes,
  RECORD_BYTES,
  recordText,
  TRACE_EVENT,
  type TraceRecord,
} from "./tr.ts";

const ports = [
  { node: 3, port: 1, bps: 100e9 },
  { node: 0, port: 1, bps: 1.6e12 },
];

/** A trace file with these records. */
function encode(records: readonly TraceRecord[]): Uint8Array {
  const header = encodeHeader(ports, 52_000);
  const bytes = new Uint8Array(header.length + RECORD_BYTES * records.length).fill(0xaa);
  bytes.set(header);
  const view = new DataView(bytes.buffer);
  records.forEach((record, i) => encodeRecord(view, header.length + RECORD_BYTES * i, record));
  return bytes;
}

const u = (bits: number) => fc.maxSafeNat().map((n) => n % 2 ** bits);
const u16 = u(16);
const u32 = u(32);
const transport = { sport: u16, dport: u16, seq: u32, ts: u(53), pg: u16 };
const common = {
  timeNs: u(53),
  node: u16,
  port: u(8),
  queue: u(8),
  queueBytes: u32,
  sip: u32,
  dip: u32,
  size: u16,
  event: u(2),
  ecn: u(2),
  nodeType: fc.constantFrom(0 as const, 1 as const),
};
const anyRecord: fc.Arbitrary<TraceRecord> = fc.oneof(
  fc.record({ ...common, ...transport, kind: fc.constant("data" as const), payload: u16 }),
  fc.record({ ...common, ...transport, kind: fc.constantFrom("ack" as const, "nack" as const), flags: u16 }),
  fc.record({ ...common, kind: fc.constant("pfc" as const), pauseTime: u32, queueLength: u32, class: u(8) }),
  fc.record({ ...common, kind: fc.constant("other" as const), protocol: fc.constantFrom(0xff, 0x06, 0) }),
);

/** The record of a line that `trace_reader` prints. The line does not have the node's type, so it is 0 here. */
function parseText(line: string): TraceRecord {
  const [time, node, at, queueBytes, event, ecn, sip, dip, sport, dport, letter, ...rest] = line.split(" ");
  const [port, queue] = at.split(":").map(Number);
  const [size, payload] = (rest.at(-1) ?? "").split(/[()]/).map(Number);
  const shared = {
    timeNs: Number(time),
    node: Number(node.slice(2)),
    port,
    queue,
    queueBytes: Number(queueBytes),
    sip: Number.parseInt(sip, 16),
    dip: Number.parseInt(dip, 16),
    size,
    event: ["Recv", "Enqu", "Dequ", "Drop"].indexOf(event),
    ecn: Number(ecn.slice(4)),
    nodeType: 0,
    sport: Number(sport),
    dport: Number(dport),
  } as const;
  const [a, b, c, d] = rest.map(Number);
  return letter === "U"
    ? { kind: "data", ...shared, seq: a, ts: b, pg: c, payload }
    : { kind: letter === "A" ? "ack" : "nack", ...shared, flags: a, pg: b, seq: c, ts: d };
}

test("lines of a reference trace, read, encoded, decoded and printed, are the same lines", () => {
  const lines = parityLines("mix-excerpt.txt");
  const records = lines.map(parseText);
  const trace = decode(encode(records), "mix.tr");
  expect([...trace.records].map(recordText)).toEqual(lines);
  expect([...trace.records]).toEqual(records); // iterable again
});

test("any header and record come back from their bytes as they were", () =>
  fc.assert(
    fc.property(fc.array(anyRecord), (records) => {
      const trace = decode(encode(records), "mix.tr");
      expect([...trace.records]).toEqual(records);
      expect(trace).toMatchObject({ ports, windowBytes: 52_000, strayBytes: 0 });
    }),
  ));

const shared = {
  timeNs: 2 ** 32 + 1,
  node: 0x0102,
  port: 3,
  queue: 4,
  queueBytes: 5,
  sip: 0x0b000101,
  dip: 0x0b000201,
  size: 43,
  event: TRACE_EVENT.drop,
  ecn: 3,
  nodeType: 1,
} as const;
const flow = { sport: 10_000, dport: 100, pg: 3, seq: 7, ts: 9 };
const bytesOf = (record: TraceRecord) => Buffer.from(encode([record]).subarray(-RECORD_BYTES)).toString("hex");

test("every field stands at its offset, and what a record does not use is zero", () => {
  const start = "0100000001000000" + "0201" + "03" + "04" + "05000000" + "0101000b" + "0102000b" + "2b00";
  const after = "03" + "03" + "01" + "0000";
  expect(bytesOf({ ...shared, ...flow, kind: "data", payload: 1000 })).toBe(
    `${start}11${after}` + "1027" + "6400" + "07000000" + "0900000000000000" + "0300" + "e803" + "00000000",
  );
  expect(bytesOf({ ...shared, ...flow, kind: "nack", flags: 1 })).toBe(
    `${start}fd${after}` + "1027" + "6400" + "0100" + "0300" + "07000000" + "00000000" + "0900000000000000",
  );
  expect(bytesOf({ ...shared, kind: "pfc", pauseTime: 5, queueLength: 6, class: 3 })).toBe(
    `${start}fe${after}` + "05000000" + "06000000" + "03" + "00".repeat(15),
  );
});

test("the header packs 11 bytes a port", () => {
  expect(Buffer.from(encodeHeader([{ node: 258, port: 3, bps: 100e9 }], 52_000)).toString("hex")).toBe(
    "01000000" + "0201" + "03" + "00e8764817000000" + "20cb0000",
  );
});

test("NACKs print as N with two digits of flags, PFC frames as P, what is unknown by its protocol", () => {
  const start = "4294967297 n:258 3:4 5 Drop ecn:3 0b000101 0b000201";
  expect(recordText({ ...shared, ...flow, kind: "nack", flags: 10 })).toBe(`${start} 10000 100 N 0x0A 3 7 9 43`);
  expect(recordText({ ...shared, kind: "pfc", pauseTime: 5, queueLength: 6, class: 3 })).toBe(`${start} P 5 6 3 43`);
  expect(recordText({ ...shared, kind: "other", protocol: 255 })).toBe(`${start} ff 43`);
});

test("a trace cut short gives its whole records; one that is no trace is refused", () => {
  const bytes = encode([{ ...shared, ...flow, kind: "ack", flags: 0 }]);
  expect([...decode(bytes.subarray(0, -1), "mix.tr").records]).toEqual([]);
  expect(decode(bytes.subarray(0, -1), "mix.tr").strayBytes).toBe(55);
  expect(() => decode(new Uint8Array(100).fill(255), "mix.tr")).toThrow(
    "mix.tr: expected a header of 47244640253 bytes for 4294967295 ports, found 100 bytes. Name a .tr file",
  );
  expect(() => decode(new Uint8Array(0), "mix.tr")).toThrow("expected a header of 1 to 16777216 ports, found 0 bytes");
  expect(() => decode(new Uint8Array(100), "mix.tr")).toThrow(
    "expected a header of 1 to 16777216 ports, found 0 ports",
  );
  const text = new TextEncoder().encode(`\u0001\0\0\0${"not a trace ".repeat(20)}`);
  expect(() => decode(text, "mix.tr")).toThrow("mix.tr: expected ports with a rate up to 10Tbps, found ");
  expect(() => headerBytes(new Uint8Array(4).fill(255), Infinity, "pipe")).toThrow("found 4294967295 ports");
  expect(() => decodeHeader(bytes.subarray(0, 20), "pipe")).toThrow(
    /expected a header of \d+ bytes for 2 ports, found 20/,
  );
});
