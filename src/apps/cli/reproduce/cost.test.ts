import { expect, test } from "vitest";
import { spreadOver } from "./cost.ts";

test("few numbers come each once, many are spread evenly", () => {
  for (let count = 0; count <= 16; count++)
    expect(spreadOver(count, 16).sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, k) => k));
  expect(spreadOver(1600, 16).slice(0, 4)).toEqual([0, 800, 400, 1200]);
  const many = spreadOver(1600, 16).sort((a, b) => a - b);
  expect(many.map((at) => Math.floor(at / 100))).toEqual(Array.from({ length: 16 }, (_, k) => k));
});
