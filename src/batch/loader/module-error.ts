/** A module from a file that cannot be had: what is wrong with it, for whoever knows where it was named. */
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
