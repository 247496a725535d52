import fc from "fast-check";
import { expect, test } from "vitest";
import { evenWords, Ring, ringBytes } from "./ring.ts";

const ends = (words: number): { writer: Ring; reader: Ring } => {
  const memory = new SharedArrayBuffer(ringBytes(words));
  return { writer: new Ring(memory), reader: new Ring(memory) };
};

/** A record of `length` words. The first word is the length, and the others are `fill`. */
const record = (length: number, fill: number): Int32Array =>
  Int32Array.from({ length }, (_, k) => (k === 0 ? length : fill));

function readAll(reader: Ring): number[] {
  const read: number[] = [];
  for (let place = reader.next(); place >= 0; place = reader.next()) {
    const length = reader.words[place];
    expect([...reader.words.subarray(place + 1, place + length)]).toEqual(
      Array(length - 1).fill(reader.words[place + 1]),
    );
    read.push(reader.words[place + 1]);
    reader.pass(place);
  }
  reader.release();
  return read;
}

test("what is put is there once it is published, in order", () => {
  const { writer, reader } = ends(64);
  expect(writer.put(record(4, 7), 0)).toBe(true);
  expect(reader.next()).toBe(-1);
  expect(writer.put(record(6, 8), 0)).toBe(true);
  writer.publish();
  expect(readAll(reader)).toEqual([7, 8]);
});

test("a full ring takes nothing until what was read is released", () => {
  const { writer, reader } = ends(16);
  expect([1, 2, 3].map((fill) => writer.put(record(6, fill), 0))).toEqual([true, true, false]);
  writer.publish();
  expect(readAll(reader)).toEqual([1, 2]);
  expect(writer.put(record(6, 3), 0)).toBe(true);
  writer.publish();
  expect(readAll(reader)).toEqual([3]);
});

test("any records at any pace, thousands of times round the ring: each comes once, whole and in order", () => {
  const steps = fc.array(fc.record({ words: fc.integer({ min: 2, max: 20 }), read: fc.boolean() }), { maxLength: 400 });
  fc.assert(
    fc.property(steps, (all) => {
      const { writer, reader } = ends(64);
      const put: number[] = [];
      const read: number[] = [];
      all.forEach(({ words, read: reads }, k) => {
        if (writer.put(record(evenWords(words), k), 0)) put.push(k);
        writer.publish();
        if (reads) read.push(...readAll(reader));
      });
      read.push(...readAll(reader));
      expect(read).toEqual(put);
    }),
  );
});
