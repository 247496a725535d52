import fc from "fast-check";
import { expect, test } from "vitest";

import { gbps, psPerByte, us } from "../base/units.ts";
import { idealFct, type PathLink } from "./ideal-fct.ts";

/** Packets of 1000 B take 82 B more on the wire: 62 B of headers and FCS, and 20 B of preamble and gap. */
const link = (gigabits: number, delay = us(1)): PathLink => ({
  psPerByte: psPerByte(gbps(gigabits)),
  delay,
  overhead: 82,
});

/** D(k, l) by its recursive definition, packet by packet. */
function byRecurrence(size: number, payload: number, path: readonly PathLink[]): number {
  const left = path.map(() => 0);
  for (let sent = 0; sent < size; sent += payload) {
    let ready = 0;
    path.forEach(({ psPerByte, delay, overhead }, l) => {
      const tx = Math.round((Math.min(payload, size - sent) + overhead) * psPerByte);
      left[l] = Math.max(left[l], ready) + tx;
      ready = left[l] + delay;
    });
  }
  return left[path.length - 1] + path[path.length - 1].delay;
}

test("1000 B over one 100G link of 1 us: 1082 B at 80 ps/B is 86,560 ps, and 1 us on the way", () => {
  expect(idealFct(1000, 1000, [link(100)])).toBe(86_560 + us(1));
});

test("1000 B over two such links: stored and forwarded once, 2 x (86,560 ps + 1 us)", () => {
  expect(idealFct(1000, 1000, [link(100), link(100)])).toBe(2 * (86_560 + us(1)));
});

test("1 MB over two 100G links: 1000 packets and one more for the second hop, 1001 x 86,560 ps + 2 us", () => {
  expect(idealFct(1e6, 1000, [link(100), link(100)])).toBe(1001 * 86_560 + us(2));
});

test("1 MB over 100G, 400G, 100G: the fast link adds its 21,640 ps once, the slow ones 1001 x 86,560 ps", () => {
  expect(idealFct(1e6, 1000, [link(100), link(400), link(100)])).toBe(1001 * 86_560 + 21_640 + us(3));
});

test("1001 B over two 100G links: the last byte waits for the full packet, 2 x 86,560 + 83 x 80 ps + 2 us", () => {
  expect(idealFct(1001, 1000, [link(100), link(100)])).toBe(2 * 86_560 + 83 * 80 + us(2));
});

test("2001 B over 400G then 100G: the short packet waits at the slow link behind two full ones", () => {
  expect(idealFct(2001, 1000, [link(400, 0), link(100, 0)])).toBe(21_640 + 2 * 86_560 + 83 * 80);
});

test("1 byte: 83 B on the wire", () => {
  expect(idealFct(1, 1000, [link(100, 0)])).toBe(83 * 80);
});

test("the closed form is the recurrence, over any links and sizes", () => {
  const anyLink = fc.record({
    psPerByte: fc.constantFrom(5, 10, 20, 80, 200, 320, 800, 8e12 / 3e9),
    delay: fc.nat(5e6),
    overhead: fc.nat(100),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60_000 }),
      fc.integer({ min: 100, max: 9000 }),
      fc.array(anyLink, { minLength: 1, maxLength: 7 }),
      (size, payload, path) => {
        expect(idealFct(size, payload, path)).toBe(byRecurrence(size, payload, path));
      },
    ),
    { numRuns: 2000 },
  );
});

test("a flow without bytes, or without a path, is a mistake of the lab", () => {
  expect(() => idealFct(0, 1000, [link(100)])).toThrow("a flow has bytes and a path (0, 1000)");
  expect(() => idealFct(1, 1000, [])).toThrow("a flow has bytes and a path");
});
