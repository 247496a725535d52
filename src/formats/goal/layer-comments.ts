/**
 * Reads and writes comments of a GOAL file that assign its operations to rows of the per-layer results. Other programs
 * ignore these comments.
 *
 *   //xoff row 0 {"layer":3,"name":"mlp","pass":"forward","operation":"all-reduce","group":"TP","ranks":8,"bytes":4096}
 *   rank 0 {
 *   //xoff in row 0                    the operations from here on are computations of row 0, or single messages
 *   //xoff in row 0 collective 8       the operations from here on belong to collective 8 of row 0
 *   }                                  the end of a rank: the operations after it belong to no row
 */
import type { LayerRow } from "../../contracts/traffic.ts";
import { InputError, quote, type Place } from "../hpcc/input-error.ts";

const BEGINS = "//xoff ";
const ROW = /^\/\/xoff row (\d+) (\{.*\})$/;
const IN_ROW = /^\/\/xoff in row (\d+)(?: collective (\d+))?$/;
const FORMS = '"//xoff row 0 {...}" with the next number, "//xoff in row 0" or "//xoff in row 0 collective 8"';
const TEXTS = ["name", "pass", "operation", "group"] as const;
const NUMBERS = ["layer", "ranks", "bytes"] as const;

/** The place of the operations after a comment: their row in the per-layer results and, if any, their collective. */
interface RowPlace {
  readonly row?: number;
  readonly collective?: number;
}

export const isLayerComment = (line: string): boolean => line.trimStart().startsWith(BEGINS);

export class LayerComments {
  readonly rows: LayerRow[] = [];
  place: RowPlace = {};

  /** Reads one comment. Throws `InputError`. */
  read(line: string, at: Place): void {
    const comment = line.trim();
    const [, number, content] = ROW.exec(comment) ?? [];
    if (Number(number) === this.rows.length) {
      this.rows.push(rowOf(content, at));
      return;
    }
    const [, row, collective] = IN_ROW.exec(comment) ?? [];
    if (!(Number(row) < this.rows.length)) throw new InputError(at, FORMS, quote(comment));
    this.place = { row: Number(row), ...(collective === undefined ? {} : { collective: Number(collective) }) };
  }

  /** Ends the assignment to a row of the per-layer results. Operations up to the next comment that names a row belong to none. */
  leave(): void {
    this.place = {};
  }
}

/** The comment in a GOAL file that declares a row of the per-layer results. */
export const rowComment = (number: number, row: LayerRow): string => `${BEGINS}row ${number} ${JSON.stringify(row)}`;

/**
 * Returns the comment that assigns the operations after it to a row of the per-layer results. `collective` identifies, within
 * this row, the collective to which the operations belong. Undefined: the operations belong to no collective.
 */
export const placeComment = (row: number, collective?: number): string =>
  `${BEGINS}in row ${row}${collective === undefined ? "" : ` collective ${collective}`}`;

function rowOf(content: string, at: Place): LayerRow {
  let row: Partial<Record<string, unknown>>;
  try {
    row = JSON.parse(content) as Partial<Record<string, unknown>>;
  } catch {
    throw new InputError(at, "a row in JSON", quote(content));
  }
  for (const field of TEXTS)
    if (typeof row[field] !== "string") throw new InputError(at, `a text as ${field} of the row`, quote(content));
  for (const field of NUMBERS)
    if (!Number.isSafeInteger(row[field]) || Number(row[field]) < 0)
      throw new InputError(at, `a whole number as ${field} of the row`, quote(content));
  return row as unknown as LayerRow;
}
