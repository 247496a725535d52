/** HTML as text. What is put into a template is escaped unless it is HTML already, so no name or sentence of a scenario can break a page. */

import { spelledOut } from "../../base/format.ts";

export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | undefined | readonly Part[];

/** html`<p>${anything}</p>`; undefined is nothing, a list is its parts one after another. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(texts.map((text, k) => (k === 0 ? text : written(parts[k - 1]) + text)).join(""));
}

function written(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(written).join("");
  return spelledOut(String(part)).replace(/[&<>"']/g, (sign) => ENTITIES[sign]);
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text of notes: what stands between backticks is code. */
export const prose = (text: string): Html =>
  html`${text.split("`").map((part, k) => (k % 2 === 0 ? part : html`<code>${part}</code>`))}`;

/** Longer text may be broken into lines. */
const SHORT = 32;

/** Words over several columns of a table. */
export interface Span {
  readonly text: string;
  readonly columns: number;
}

interface TableLook {
  /** So many columns are text and stand to the left. */
  readonly texts?: number;
  /** Of so many columns, from the first on, what a row repeats of the one above is left blank. */
  readonly grouped?: number;
  /** A line above the head. */
  readonly spans?: readonly Span[];
  /** Columns closer together, where there are many. */
  readonly dense?: boolean;
}

/** A table with numbers to the right. It scrolls inside itself where it is wider than the page. */
export function tableOf(
  head: readonly (string | Html)[],
  rows: readonly (readonly (string | Html)[])[],
  { texts = 1, grouped = 0, spans = [], dense = false }: TableLook = {},
): Html {
  const open = (tag: string, text: string | Html, column: number): Html => {
    const long = (typeof text === "string" ? text : text.text).length > SHORT;
    return new Html(column >= texts ? `<${tag}>` : long ? `<${tag} class="text">` : `<${tag} class="short text">`);
  };
  const line = (tag: string, cells: readonly (string | Html)[], above?: readonly (string | Html)[]): Html => {
    const close = new Html(`</${tag}>`);
    let repeats = above !== undefined;
    const written = cells.map((text, column) => {
      repeats &&= column < grouped && text === above?.[column];
      return html`${open(tag, text, column)}${repeats ? "" : text}${close}`;
    });
    return html`<tr>
      ${written}
    </tr> `;
  };
  return html`<div class="scroll${dense ? " dense" : ""}" tabindex="0">
    <table>
      <thead>
        ${
          spans.length === 0
            ? undefined
            : html`<tr class="spans">
                ${spans.map(({ text, columns }) => html`<th colspan="${columns}">${text}</th>`)}
              </tr> `
        }
        ${line("th", head)}
      </thead>
      <tbody>
        ${rows.map((row, k) => line("td", row, rows[k - 1]))}
      </tbody>
    </table>
  </div>`;
}
