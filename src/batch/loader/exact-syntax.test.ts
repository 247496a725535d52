import { expect, test } from "vitest";
import { constantsOf } from "./constants.ts";
import { checkExact } from "./exact-syntax.ts";
import { placeAt, syntaxOf } from "./syntax.ts";

function check(code: string): void {
  const program = syntaxOf(code, "a.js");
  const constants = constantsOf(program, () => undefined);
  checkExact(program, constants, (at) => placeAt(code, at, "a.js"));
}

test.each(["x ** 2", "x **= 2", "2 ** 31", "2 ** 1000", "10 ** 9", "2n ** 127n", "x ** 3n", "2 ** BITS"])(
  "%s is the same in every engine",
  (text) => {
    expect(() => {
      check(`const BITS = 20;\n${text};\n`);
    }).not.toThrow();
  },
);

test.each(["x ** .5", "x ** 3", "x **= y", "2 ** n", "10 ** 30", "2 ** HALF", "2 ** -1"])("%s is not", (text) => {
  expect(() => {
    check(`const HALF = 0.5;\n${text};\n`);
  }).toThrow(/same in every engine, got a power by \*\*=? \(a\.js:2\).*pow\(x, y\) of xoff\/policy/);
});

test.each([
  ["an async function", "const hooks = {\n  onAck() {\n    later(async () => 7);\n  },\n};"],
  ["an async function", "\n\nasync function f() {}"],
  ["an async function", "class A {\n  f = 1;\n  async g() {}\n}"],
  ["await", "let x;\n\nawait x;"],
  ["await", "let x;\n\nfor await (const one of x);"],
])("%s is told with its line", (what, code) => {
  expect(() => {
    check(code);
  }).toThrow(`got ${what} (a.js:3). To act later, use view.timer`);
});
