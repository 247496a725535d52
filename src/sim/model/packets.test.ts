import fc from "fast-check";
import { expect, test } from "vitest";
import { FLOW, NEXT, SEQ, SIZE } from "./packet-record.ts";
import { Packets } from "./packets.ts";

test("a packet is never 0, which means none, and never one that is in use", () => {
  const packets = new Packets();
  const taken = Array.from({ length: 100 }, () => packets.take());
  expect(taken).not.toContain(0);
  expect(new Set(taken).size).toBe(100);
  expect(packets.live).toBe(100);
});

test("given back, a record is used again before one that was never used", () => {
  const packets = new Packets();
  const [a, b, c] = [packets.take(), packets.take(), packets.take()];
  packets.give(a);
  packets.give(c);
  expect([packets.take(), packets.take()]).toEqual([c, a]);
  expect([a, b, c]).not.toContain(packets.take());
});

test("what packets hold stays: words, doubles and columns, 10,000 of them", () => {
  const packets = new Packets();
  const column = packets.column(3);
  const taken: number[] = [];
  for (let k = 0; k < 10_000; k++) {
    const packet = packets.take();
    taken.push(packet);
    packets.words[(packet << 4) | FLOW] = k;
    packets.words[(packet << 4) | SIZE] = 1000 + k;
    packets.doubles[(packet << 3) | SEQ] = k * 2 ** 40;
    column.at.set([k, -k, 7], packet * 3);
  }
  const held = (packet: number): number[] => [
    packets.words[(packet << 4) | FLOW],
    packets.words[(packet << 4) | SIZE],
    packets.doubles[(packet << 3) | SEQ],
    ...column.at.subarray(packet * 3, packet * 3 + 3),
  ];
  expect(taken.map(held)).toEqual(taken.map((_, k) => [k, 1000 + k, k * 2 ** 40, k, 0 - k, 7]));
});

test("columns are apart from each other, and one made late has room for every packet there is", () => {
  const packets = new Packets();
  const taken = Array.from({ length: 5000 }, () => packets.take());
  const [a, b] = [packets.column(1), packets.column(2)];
  for (const packet of taken) {
    a.at[packet] = packet;
    b.at[packet * 2] = -packet;
    b.at[packet * 2 + 1] = 5;
  }
  for (const packet of taken) {
    expect([a.at[packet], b.at[packet * 2], b.at[packet * 2 + 1]]).toEqual([packet, 0 - packet, 5]);
  }
});

test("a packet has a whole number of words beside it, 1 to 1,024", () => {
  const packets = new Packets();
  for (const width of [0, -1, 1.5, NaN, 1025])
    expect(() => packets.column(width)).toThrow(`words: expected how many a packet has, 1 to 1024, got ${width}`);
  expect(packets.column(1024).at.length).toBeGreaterThanOrEqual(1024 * 4096);
});

test("words and doubles of a record share its 64 bytes: NEXT and SIZE do not touch SEQ", () => {
  const packets = new Packets();
  const packet = packets.take();
  packets.doubles[(packet << 3) | SEQ] = 123_456_789_012;
  packets.words[(packet << 4) | NEXT] = -1;
  packets.words[(packet << 4) | SIZE] = -1;
  expect(packets.doubles[(packet << 3) | SEQ]).toBe(123_456_789_012);
});

test("taken and given in any order, no packet is handed out twice, and `live` is how many there are", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat(1000)), { maxLength: 500, size: "max" }), (steps) => {
      const packets = new Packets();
      const live: number[] = [];
      for (const give of steps) {
        if (give === null) {
          const packet = packets.take();
          expect(live).not.toContain(packet);
          live.push(packet);
        } else if (live.length > 0) packets.give(live.splice(give % live.length, 1)[0]);
        expect(packets.live).toBe(live.length);
      }
    }),
  );
});
