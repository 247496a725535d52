/** HTML as text. What is put into a template is escaped unless it is HTML already, so no name or sentence of a scenario can break a page. */

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
  return String(part).replace(/[&<>"']/g, (sign) => ENTITIES[sign]);
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

/**
 * A table with numbers to the right; the first `texts` columns are text and stand to the left. `grouped`: what the first column
 * repeats is left blank.
 */
export function tableOf(
  head: readonly string[],
  rows: readonly (readonly (string | Html)[])[],
  { texts = 1, grouped = false }: { readonly texts?: number; readonly grouped?: boolean } = {},
): Html {
  const open = (tag: string, text: string | Html, column: number): Html => {
    const long = (typeof text === "string" ? text : text.text).length > SHORT;
    return new Html(column >= texts ? `<${tag}>` : long ? `<${tag} class="text">` : `<${tag} class="short text">`);
  };
  const line = (tag: string, cells: readonly (string | Html)[], above?: readonly (string | Html)[]): Html => {
    const close = new Html(`</${tag}>`);
    const written = cells.map((text, column) => {
      const shown = grouped && column === 0 && text === above?.[0] ? "" : text;
      return html`${open(tag, text, column)}${shown}${close}`;
    });
    return html`<tr>
      ${written}
    </tr> `;
  };
  return html`<div class="scroll">
    <table>
      <thead>
        ${line("th", head)}
      </thead>
      <tbody>
        ${rows.map((row, k) => line("td", row, rows[k - 1]))}
      </tbody>
    </table>
  </div>`;
}
