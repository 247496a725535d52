/** A replacement in the text of a module, by offset. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Returns `code` with `edits` applied. The edits must not overlap. */
export function edited(code: string, edits: readonly Edit[]): string {
  let text = "";
  let done = 0;
  for (const { start, end, text: put } of [...edits].sort((a, b) => a.start - b.start)) {
    text += code.slice(done, start) + put;
    done = end;
  }
  return text + code.slice(done);
}
