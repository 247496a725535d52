import { expect, test } from "vitest";
import { readVariation } from "../../run/lab/lab.ts";
import { grid } from "./grid.ts";

const rows = (...variations: string[]) => grid(variations.map((one) => readVariation("--vary", one)));

test("every combination, the first variation changing slowest", () => {
  expect(rows("buffer=st,dt", "seed=1,2").map(({ label }) => label)).toEqual([
    "buffer=st, seed=1",
    "buffer=st, seed=2",
    "buffer=dt, seed=1",
    "buffer=dt, seed=2",
  ]);
});

test("a folder's name says the same with letters, digits, dots, = and - alone", () => {
  const [first] = rows("policies.buffer={name: dt, alpha: 1/2},st", "traffic[0].load=0.3");
  expect(first.slug).toBe("policies.buffer=name-dt-alpha-1-2-traffic-0.load=0.3");
});

test("no two folders share a name, not even where the case of letters does not count", () => {
  const slugs = rows("about=a/b,a b,A-b", "seed=1").map(({ slug }) => slug);
  expect(slugs).toEqual(["about=a-b-seed=1", "about=a-b-seed=1-2", "about=A-b-seed=1-3"]);
  expect(rows(`about=${"x".repeat(300)}1,${"x".repeat(300)}2`).map(({ slug }) => slug.length)).toEqual([100, 102]);
});
