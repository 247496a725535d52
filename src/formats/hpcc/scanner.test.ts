import { expect, test } from "vitest";
import { decimalNumber, Scanner, wholeNumber } from "./scanner.ts";

const words = (text: string) => {
  const scanner = new Scanner(text, "f");
  const found: string[] = [];
  for (let token = scanner.take(); token !== undefined; token = scanner.take()) {
    found.push(`${token.line}:${token.column} ${token.text}`);
  }
  return found;
};

test("words carry their line and column; blank lines, tabs, CRLF and a byte order mark only separate", () => {
  expect(words("\ufeffa  bc\r\n\r\n\td\n")).toEqual(["1:2 a", "1:5 bc", "3:2 d"]);
  expect(words(" \n ")).toEqual([]);
});

test("a row is one line: a missing field is not taken from the next", () => {
  const scanner = new Scanner("1 2 3\n4 5\n6 7 8", "f");
  expect(scanner.row("a b c").map((token) => token.text)).toEqual(["1", "2", "3"]);
  expect(() => scanner.row("a b c")).toThrow('f:2: expected "a b c", found 2 fields in "4 5"');
});

test("a row with a field too many, and a row that is not there", () => {
  expect(() => new Scanner("1 2\t 3 4", "f").row("a b")).toThrow(
    'f:1: expected "a b", found more than 2 fields in "1 2 3"',
  );
  expect(() => new Scanner("", "f").row("a b")).toThrow('f:1: expected "a b", found the end of the file');
});

test("a word that is wrong is named with its column, and what it may have come from", () => {
  const error = (text: string) => {
    const scanner = new Scanner(text, "f");
    return scanner.error(scanner.take(), "a number", "Mend it.").message;
  };
  expect(error("\n  x")).toBe('f:2:3: expected a number, found "x". Mend it.');
  expect(error("\u007fELF\u0002")).toContain("It is not a text file: check the name.");
  expect(error(Buffer.from("\u{feff}4 1 3\n", "utf16le").toString())).toContain(
    "It looks like UTF-16: save it as UTF-8.",
  );
  expect(() => new Scanner("4,1,3", "f").row("a b c")).toThrow('found 1 field in "4,1,3". Separate fields by blanks.');
  expect(() => new Scanner("0 1 100 Gbps", "f").row("a b c")).toThrow(
    "Write a number and its unit as one word, such as 100Gbps.",
  );
});

test("a comment where the simulator would read a field is named as one", () => {
  expect(() => new Scanner("# nodes", "f").row("a b c")).toThrow("has no comments");
});

test("a line of 100 MB, as one word or as many, fails and is not echoed", () => {
  for (const line of ["x".repeat(100_000_000), "0 ".repeat(50_000_000)]) {
    const failing = () => new Scanner(line, "f").row("a b c");
    expect(failing).toThrow(/fields? in ".{5,50}"/);
  }
});

test("whole numbers are digits only; decimals may have a sign and an exponent", () => {
  expect(["12", "007", "1.0", "-1", "+1", "0x1", "", "1e3"].map(wholeNumber)).toEqual([
    12,
    7,
    ...Array<undefined>(6).fill(undefined),
  ]);
  expect(["2", "2.", ".5", "-1e-3", "1e", "1,5", "nan", "inf", "9".repeat(41)].map(decimalNumber)).toEqual([
    2,
    2,
    0.5,
    -0.001,
    ...Array<undefined>(5).fill(undefined),
  ]);
});
