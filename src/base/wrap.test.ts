import { expect, test } from "vitest";
import { hang, wrap } from "./wrap.ts";

test("lines are as long as they may be, and a longer word has its own", () => {
  expect(wrap("one two  three\nfour", 9)).toEqual(["one two", "three", "four"]);
  expect(wrap("a incomprehensibility b", 5)).toEqual(["a", "incomprehensibility", "b"]);
  expect(wrap("", 10)).toEqual([]);
});

test("further lines stand below the beginning of the first", () => {
  expect(hang("  dt  ", "a share of free memory, for every queue", 30)).toBe(
    "  dt  a share of free memory,\n      for every queue",
  );
  expect(hang("  dt  ", "", 30)).toBe("  dt");
});
