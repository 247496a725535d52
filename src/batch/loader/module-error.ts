/** A module file that cannot be loaded. The error says what is wrong; the caller adds where the module is named. */
export class ModuleError extends Error {
  override name = "ModuleError";
  readonly expected: string;
  readonly got: string;
  readonly hint: string | undefined;

  constructor(expected: string, got: string, hint?: string) {
    super(`expected ${expected}, got ${got}${hint === undefined ? "" : `. ${hint}`}`);
    this.expected = expected;
    this.got = got;
    this.hint = hint;
  }
}
