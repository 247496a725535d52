import { expect, test } from "vitest";
import { InputError, quote } from "./input-error.ts";

test("the message names place, expected, found and mend", () => {
  const error = new InputError(
    { file: "topology.txt", line: 7 },
    "a rate such as 100Gbps",
    quote("100Gbs"),
    "Write the unit as Gbps, Mbps, Kbps or bps.",
  );
  expect(error.message).toBe(
    'topology.txt:7: expected a rate such as 100Gbps, found "100Gbs". Write the unit as Gbps, Mbps, Kbps or bps.',
  );
  expect(error).toMatchObject({ name: "InputError", file: "topology.txt", line: 7, found: '"100Gbs"' });
});

test("a column follows the line; a binary file has neither", () => {
  expect(new InputError({ file: "a", line: 2, column: 5 }, "x", "y").message).toBe("a:2:5: expected x, found y");
  expect(new InputError({ file: "mix.tr" }, "x", "y").message).toBe("mix.tr: expected x, found y");
});

test("what is found is cut at 40 characters", () => {
  expect(quote("x".repeat(40))).toBe(`"${"x".repeat(40)}"`);
  expect(quote("x".repeat(100_000_000))).toBe(`"${"x".repeat(40)}..."`);
});

test("quotes, control characters, escapes of a terminal and halves of a character are spelled out", () => {
  expect(quote('a"b\0\n')).toBe(String.raw`"a\"b\u0000\n"`);
  expect(quote("\u001b[31m\u009b\u202e")).toBe(String.raw`"\u001b[31m\u009b\u202e"`);
  expect(quote("\ud800")).toBe(String.raw`"\ud800"`);
  expect(quote("10µs 日本")).toBe('"10µs 日本"');
});
