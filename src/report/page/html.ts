/**
 * Builds HTML text. Values in a template are escaped unless they are HTML already, so that a name in a scenario cannot
 * break a page.
 */

import { spelledOut } from "../../base/format.ts";

export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | undefined | readonly Part[];

/**
 * A template tag for HTML, as in html`<p>${anything}</p>`. A list adds its elements in their order, and undefined adds
 * nothing.
 */
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

/** The text of notes as HTML. Text between backticks becomes code. */
export const prose = (text: string): Html =>
  html`${text.split("`").map((part, k) => (k % 2 === 0 ? part : html`<code>${part}</code>`))}`;

/** Table cells with at most this many characters are never wrapped. */
const SHORT = 32;

/** A title over several columns of a table. */
export interface Span {
  readonly text: string;
  readonly columns: number;
}

interface TableLook {
  /** Number of leading columns that contain text. They are left-aligned. */
  readonly texts?: number;
  /** Number of leading columns in which a value equal to the one above is left blank. */
  readonly grouped?: number;
  /** A line of titles above the header. */
  readonly spans?: readonly Span[];
  /** True for narrow gaps between many columns. */
  readonly dense?: boolean;
}

/** A table with right-aligned numbers. It scrolls horizontally if it is wider than the page. */
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
