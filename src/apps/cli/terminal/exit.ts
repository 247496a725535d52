/** How `xoff` ends, as a shell sees it. Documented by `xoff --help`. */
export const EXIT = {
  done: 0,
  /** `--verify` found a difference; something of `xoff test` fails. */
  differs: 1,
  /** A mistake in a file or an option: nothing was run, nothing written. */
  input: 2,
  /** A mistake of ours, and of nobody else. */
  internal: 70,
  /** The results could not be written. */
  output: 74,
  /** Another xoff is writing there. */
  busy: 75,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

/** Ends the program with one line on stderr, and one for each that is also wrong, and `code`. */
export class Failure extends Error {
  override name = "Failure";
  readonly code: number;
  readonly others: readonly string[];

  constructor(message: string, code: number, others: readonly string[] = []) {
    super(message);
    this.code = code;
    this.others = others;
  }
}
