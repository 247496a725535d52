/** Files damaged by a person or a disk, such as lost or doubled lines, swapped words and flipped bytes. */
import type { Stream } from "../../src/base/random.ts";

/** Words that once caused an error in a reader of files. */
const NASTY = [
  ...["-1", "0", "1e999", "-0", ".nan", ".inf", "0x10", "1_000", "1,5ms", "9".repeat(40), "1e-9", "1/0", "100%"],
  ...[
    "{",
    "}",
    "[",
    "]",
    "{}",
    "[]",
    "*a",
    "&a",
    "*a:",
    "!tag",
    "<<:",
    "<<",
    "|",
    ">",
    "?",
    "-",
    "---",
    "...",
    '"',
    "'",
    "#",
    "%",
  ],
  ...[
    "null",
    "~",
    "true",
    "yes",
    "constructor",
    "__proto__",
    "toString",
    "all",
    "h0..h9999",
    "h9..h0",
    "sw0",
    "\u0000",
    "\ufffd",
  ],
  ...[
    "1us",
    "100Gbps",
    "64KB",
    "0Gbps",
    "0us",
    "\t",
    ":",
    ": ",
    ",",
    ",,",
    "KMAX_MAP",
    "CC_MODE",
    "4294967296",
    "99999999999999999999",
  ],
];

const pick = <Value>(among: readonly Value[], draw: Stream): Value => among[draw.int(among.length)];

type Mutation = (text: string, draw: Stream) => string;

const lines =
  (change: (lines: string[], at: number, draw: Stream) => void): Mutation =>
  (text, draw) => {
    const all = text.split("\n");
    change(all, draw.int(all.length), draw);
    return all.join("\n");
  };

/** Splits a text into words and the blanks between them. Joined, they are the text again. */
const words =
  (change: (words: string[], at: number, draw: Stream) => void): Mutation =>
  (text, draw) => {
    const all = text.split(/([\s,{}[\]:]+)/);
    change(all, 2 * draw.int(Math.ceil(all.length / 2)), draw);
    return all.join("");
  };

const MUTATIONS: readonly Mutation[] = [
  lines((all, at) => all.splice(at, 1)),
  lines((all, at) => all.splice(at, 0, all[at])),
  lines((all, at, draw) => all.splice(at, 0, all[draw.int(all.length)])),
  lines((all, at, draw) => (all[at] = `${" ".repeat(draw.int(5))}${all[at].trimStart()}`)),
  words((all, at, draw) => {
    const other = 2 * draw.int(Math.ceil(all.length / 2));
    [all[at], all[other]] = [all[other], all[at]];
  }),
  words((all, at) => (all[at] = "")),
  words((all, at, draw) => (all[at] = pick(NASTY, draw))),
  words((all, at, draw) => (all[at] += pick(NASTY, draw))),
  words((all, at, draw) => (all[at + 1] = pick([" ", "", ": ", ", ", "\n", " { ", " } "], draw))),
  words((all, at) => (all[at] = all[at].replace(/\d/, (digit) => String(9 - Number(digit))))),
  words(
    (all, at, draw) =>
      (all[at] = all[at].toUpperCase() === all[at] ? all[at].toLowerCase() : all[at] + all[draw.int(all.length)]),
  ),
  (text, draw) => text.slice(0, draw.int(text.length + 1)),
  (text, draw) => {
    const bytes = Buffer.from(text);
    for (let flips = 1 + draw.int(3); flips > 0 && bytes.length > 0; flips--)
      bytes[draw.int(bytes.length)] ^= 1 << draw.int(8);
    return bytes.toString("utf8");
  },
];

/** Returns `text` with one to three random damages. */
export function mutated(text: string, draw: Stream): string {
  let changed = text;
  for (let left = 1 + draw.int(3); left > 0; left--) changed = pick(MUTATIONS, draw)(changed, draw);
  return changed;
}
