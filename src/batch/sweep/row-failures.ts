/** Mistakes in the rows of a comparison or the points of a sweep, found before the first run. Each is reported once, with the rows that have it. */

/** The maximum number of reported lines. */
const MAX_LINES = 20;
/** The maximum number of row labels in one line. */
const MAX_NAMED = 8;

export class RowsError extends Error {
  override name = "RowsError";
  readonly others: readonly string[];

  constructor([first, ...others]: readonly string[]) {
    super(first);
    this.others = others;
  }
}

interface Found {
  readonly lines: readonly string[];
  readonly labels: string[];
}

export class RowFailures {
  /** Mistakes by the first line of their messages. */
  private readonly found = new Map<string, Found>();
  private readonly file: string;

  /**
   * `file` is the name of the scenario file. Messages about mistakes in it begin with this name, and get the labels of
   * the rows in which they occur. Other messages already name the setting at fault.
   */
  constructor(file: string) {
    this.file = file;
  }

  /** Adds the mistakes in the row `label`, one line for each. Rows whose first mistake has the same text are reported together. */
  add(label: string, lines: readonly string[]): void {
    const known = this.found.get(lines[0]);
    if (known === undefined) this.found.set(lines[0], { lines, labels: [label] });
    else known.labels.push(label);
  }

  /** True if the limit is reached, so that further rows need not be read. */
  get isFull(): boolean {
    return this.found.size >= MAX_LINES;
  }

  /** Throws one `RowsError` for all recorded mistakes. Does nothing if no mistake was recorded (`add`). */
  settle(): void {
    const lines = [...this.found.values()].flatMap((one) => this.linesOf(one));
    if (lines.length === 0) return;
    const shown = lines.slice(0, MAX_LINES);
    const isCut = this.isFull || lines.length > MAX_LINES;
    throw new RowsError(isCut ? [...shown, `${this.file}: only the first ${shown.length} mistakes are shown`] : shown);
  }

  private linesOf({ lines: [first, ...others], labels }: Found): string[] {
    // A message about the scenario file states the rows in which it occurs. So does a message about --fast-forward: it is
    // set in all rows, but a policy that excludes fast-forward may be in some rows only.
    const isOfRow = first.startsWith(this.file) || first.startsWith("--fast-forward");
    if (!isOfRow || labels[0] === "") return [first, ...others];
    const more = labels.length > MAX_NAMED ? `; and ${labels.length - MAX_NAMED} rows more` : "";
    return [`${first} (with ${labels.slice(0, MAX_NAMED).join("; ")}${more})`, ...others];
  }
}
