/**
 * Compares an output file with the simulator's file, up to the first difference. Text is compared line by line, a trace record by record.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { decodeRecord, headerBytes, HEADER_START, RECORD_BYTES, recordText } from "../../../formats/hpcc/tr.ts";
import { openInput } from "../files/input-file.ts";
import { counted } from "../terminal/terminal.ts";

/** The comparison of two files. `expected` is the simulator's file, and `found` is xoff's. */
export interface Verified {
  readonly expected: string;
  readonly found: string;
  readonly unit: "line" | "record";
  /** Number of equal lines or records before the first difference. */
  readonly same: number;
  /** The first line or record that differs. Undefined: the files are equal. */
  readonly difference?: { readonly at: number; readonly expected: string; readonly found: string };
}

const PIECE = 1 << 20;
/** Maximum number of characters of a line in the report. */
const SHOWN = 200;
const NEWLINE = 10;
const END = "the end of the file";
const ANOTHER_HEADER = { expected: "the header of this network", found: "another" };

/** Compares two files. Throws `Unreadable`, or the system's error. */
export function verify(expected: string, found: string, isTrace: boolean): Verified {
  const ours = openSync(found, "r");
  const theirs = openInput(expected);
  try {
    const at = firstDifference(theirs, ours);
    const place = isTrace ? recordsBefore(ours, at) : linesBefore(theirs, at);
    const files = { expected, found, unit: isTrace ? "record" : "line", same: place.count } as const;
    if (at === undefined) return files;
    if (isTrace && place.start === 0) return { ...files, difference: { at: 0, ...ANOTHER_HEADER } };
    const show = isTrace ? recordAt : lineAt;
    const difference = { at: place.count + 1, expected: show(theirs, place.start), found: show(ours, place.start) };
    return { ...files, difference };
  } finally {
    closeSync(ours);
    closeSync(theirs);
  }
}

export function verifiedText({ expected, found, unit, same, difference }: Verified): string {
  const equal = counted(same, unit);
  if (difference === undefined) return `${found} is the same as ${expected}, ${equal}.`;
  const where = unit === "record" ? `${expected}, record ${difference.at}` : `${expected}:${difference.at}`;
  return `${where}: expected ${difference.expected}, found ${difference.found} in ${found}. ${equal} before it are the same.`;
}

/** Offset of the first byte that differs, or undefined if the files are equal. */
function firstDifference(one: number, other: number): number | undefined {
  for (let from = 0; ; from += PIECE) {
    const [a, b] = [pieceAt(one, from, PIECE), pieceAt(other, from, PIECE)];
    if (!a.equals(b)) {
      const most = Math.min(a.length, b.length);
      let k = 0;
      while (k < most && a[k] === b[k]) k++;
      return from + k;
    }
    if (a.length < PIECE) return undefined;
  }
}

interface Place {
  /** Number of complete lines or trace records before the first difference. */
  readonly count: number;
  readonly start: number;
}

function linesBefore(file: number, at = Infinity): Place {
  let count = 0;
  let start = 0;
  for (let from = 0; from < at; from += PIECE) {
    const piece = pieceAt(file, from, Math.min(PIECE, at - from));
    for (let k = piece.indexOf(NEWLINE); k >= 0; k = piece.indexOf(NEWLINE, k + 1)) {
      count++;
      start = from + k + 1;
    }
    if (piece.length < PIECE) break;
  }
  return { count, start };
}

/**
 * The number and position of the trace record with the first difference. A difference in the header counts as a
 * difference before the first record.
 */
function recordsBefore(file: number, at: number | undefined): Place {
  const { size } = fstatSync(file);
  const header = headerBytes(pieceAt(file, 0, HEADER_START), size, "");
  const end = at ?? size;
  if (end < header) return { count: 0, start: 0 };
  const count = Math.floor((end - header) / RECORD_BYTES);
  return { count, start: header + count * RECORD_BYTES };
}

function lineAt(file: number, start: number): string {
  const piece = pieceAt(file, start, 4 * SHOWN);
  if (piece.length === 0) return END;
  const end = piece.indexOf(NEWLINE);
  const line = piece.subarray(0, end < 0 ? piece.length : end).toString("utf8");
  return line.length > SHOWN ? `${JSON.stringify(line.slice(0, SHOWN))}...` : JSON.stringify(line);
}

function recordAt(file: number, start: number): string {
  const piece = pieceAt(file, start, RECORD_BYTES);
  if (piece.length < RECORD_BYTES) return END;
  return JSON.stringify(recordText(decodeRecord(new DataView(piece.buffer, piece.byteOffset, piece.length), 0)));
}

/** Up to `length` bytes of a file, from an offset on. Near the end of the file there are fewer. */
function pieceAt(file: number, from: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let got = 0;
  while (got < length) {
    const n = readSync(file, bytes, got, length - got, from + got);
    if (n === 0) break;
    got += n;
  }
  return bytes.subarray(0, got);
}
