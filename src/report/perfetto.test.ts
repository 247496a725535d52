/**
 * Tests a trace for Perfetto: it is read by the field numbers of Perfetto's published schema, and must agree with the
 * tables of its run.
 */
import { beforeAll, expect, test } from "vitest";
import { experiment, readScenario, type Results } from "../run/lab/lab.ts";
import { perfettoPieces } from "./perfetto.ts";

type Fields = Map<number, (number | Uint8Array)[]>;

/** The fields of a message in Protobuf's wire format. Fields of 64 bits are read as doubles. */
function fields(bytes: Uint8Array): Fields {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const all: Fields = new Map();
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = varint();
    const [field, type] = [key >> 3, key & 7];
    const list = all.get(field) ?? [];
    all.set(field, list);
    if (type === 0) list.push(varint());
    else if (type === 1) list.push(bytes.slice(at, (at += 8)));
    else if (type === 2) {
      const length = varint();
      if (at + length > view.byteLength) throw new Error("a message beyond the end");
      list.push(bytes.subarray(at, (at += length)));
    } else throw new Error(`wire type ${type}`);
  }
  return all;
}

const first = (message: Fields, field: number): number => message.get(field)?.[0] as number;
const text = (message: Fields, field: number): string =>
  new TextDecoder().decode(message.get(field)?.[0] as Uint8Array);
const inner = (message: Fields, field: number): Fields => fields(message.get(field)![0] as Uint8Array);
const fixed = (values: readonly (number | Uint8Array)[] = []): number[] =>
  values.map((bytes) =>
    Number(new DataView((bytes as Uint8Array).buffer, (bytes as Uint8Array).byteOffset).getBigUint64(0, true)),
  );

interface Event {
  readonly time: number;
  readonly type: number;
  readonly track: string;
  readonly name: string;
  readonly begins: readonly number[];
  readonly ends: readonly number[];
}

let results: Results;
const tracks = new Map<number, { name: string; parent: string; isCounter: boolean }>();
let events: Event[] = [];

beforeAll(() => {
  const scenario = readScenario(
    `
until: 300us
topology: { kind: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 4 }
switch: { memory: 1MiB }
traffic:
  - { kind: flows, list: [ "h4, h0, 1MB, 0us", "h5, h0, 1MB, 0us", "h6, h0, 1MB, 0us", "h1, h0, 1MB, 0us", "h7, h1, 100KB, 0us", "h4, h1, 10KB, 0us" ] }
measure: { every: 10us, queues: leaf0-h0, rates: leaf0-h0 }
`,
    "trace.yaml",
  );
  results = experiment(scenario);
  const pieces = [...perfettoPieces(results.tables, results.summary.simulated_ns)];
  const packets = pieces.flatMap((piece) => fields(piece).get(1) ?? []).map((bytes) => fields(bytes as Uint8Array));
  expect(packets.every((packet) => first(packet, 10) === 1)).toBe(true);
  expect(packets.map((packet) => first(packet, 13)).filter((flags) => flags === 1)).toHaveLength(1);
  for (const packet of packets.filter((one) => one.has(60))) {
    const track = inner(packet, 60);
    const parent = tracks.get(first(track, 5))?.name ?? "";
    tracks.set(first(track, 1), { name: text(track, 2), parent, isCounter: track.has(8) });
  }
  events = packets
    .filter((one) => one.has(11))
    .map((packet) => {
      const event = inner(packet, 11);
      const { name, parent } = tracks.get(first(event, 11))!;
      return {
        time: first(packet, 8),
        type: first(event, 9),
        track: `${parent} ${name}`,
        name: event.has(23) ? text(event, 23) : "",
        begins: fixed(event.get(47)),
        ends: fixed(event.get(48)),
      };
    });
});

const ofType = (type: number, track: RegExp): Event[] =>
  events.filter((one) => one.type === type && track.test(one.track));

test("a slice a PAUSE, on the track of its port and class, from its start to its end", () => {
  const { columns, rows } = results.tables.pauses;
  const [begins, ends] = [ofType(1, /: PAUSE$/), ofType(2, /: PAUSE$/)];
  expect(rows).toBeGreaterThan(5);
  expect([begins.length, ends.length]).toEqual([rows, rows]);
  begins.forEach((begin, row) => {
    const track = `${columns.node[row]} ${columns.node[row]}-${columns.peer[row]}, class ${columns.class[row]}: PAUSE`;
    expect(begin).toMatchObject({
      track,
      time: Math.round(columns.start_ns[row]),
      name: `PAUSE of ${columns.peer[row]}-${columns.node[row]}`,
    });
    const to = columns.start_ns[row] + columns.duration_ns[row];
    expect(ends[row].time).toBe(Math.round(Number.isNaN(to) ? results.summary.simulated_ns : to));
  });
});

test("an arrow from each PAUSE to those that it made", () => {
  const { caused_by: causes, pause } = results.tables.pauses.columns;
  const begins = ofType(1, /: PAUSE$/);
  const arrows = begins.flatMap((from, row) =>
    from.begins.map((arrow) => [pause[row], pause[begins.findIndex(({ ends }) => ends.includes(arrow))]]),
  );
  const expected = [...causes].flatMap((cause, row) => (cause >= 0 ? [[cause, pause[row]]] : []));
  expect(expected.length).toBeGreaterThan(0);
  expect(arrows.toSorted(([a, b], [c, d]) => a - c || b - d)).toEqual(
    expected.toSorted(([a, b], [c, d]) => a - c || b - d),
  );
});

test("a slice a flow, under its sender; slices of one track do not overlap; a point a sample", () => {
  const flows = ofType(1, / flows$/);
  expect(flows.map(({ name }) => name).sort()).toEqual(
    [0, 1, 2, 3, 4, 5].map((flow) => `flow ${flow} to ${flow < 4 ? "h0" : "h1"}`),
  );
  expect(flows.filter(({ track }) => track === "h4 flows")).toHaveLength(2);
  expect([...tracks.values()].filter(({ parent, name }) => parent === "h4" && name === "flows")).toHaveLength(2);
  const { queues, rates } = results.tables;
  expect(ofType(4, /: egress$/)).toHaveLength(queues!.rows);
  expect(ofType(4, /: rate$/)).toHaveLength(rates!.rows);
  expect([...tracks.values()].filter(({ isCounter }) => isCounter).length).toBeGreaterThan(2);
});
