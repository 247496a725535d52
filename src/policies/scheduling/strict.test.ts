import { expect, test } from "vitest";
import { create } from "./strict.ts";

test("of classes 3, 5 and 7 the third goes, and while it is ready, always the third", () => {
  const policy = create({}, { ports: 1, strict: [], headSize: () => 0 });
  const ready = (1 << 3) | (1 << 5) | (1 << 7);
  for (let k = 0; k < 10; k++) expect(policy.next(0, ready)).toBe(3);
  expect(policy.next(0, ready & ~(1 << 3))).toBe(5);
});

test("class 0 goes before all, class 7 only alone", () => {
  const policy = create({}, { ports: 1, strict: [], headSize: () => 0 });
  expect(policy.next(0, 0xff)).toBe(0);
  expect(policy.next(0, 1 << 7)).toBe(7);
});

test("a strict class goes before lower numbers: control in class 7", () => {
  const policy = create({}, { ports: 1, strict: [7], headSize: () => 0 });
  expect(policy.next(0, (1 << 3) | (1 << 7))).toBe(7);
  expect(policy.next(0, 1 << 3)).toBe(3);
});
