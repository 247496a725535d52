/** Exit codes of `xoff`. `xoff --help` documents them. */
export const EXIT = {
  done: 0,
  /** `--verify` found a difference, `--fast-forward verify` an error beyond its bound, or a check of `xoff test` failed. */
  differs: 1,
  /** A mistake in a file or an option. No run was started and no file written. */
  input: 2,
  /** An internal error of xoff. */
  internal: 70,
  /** The results could not be written. */
  output: 74,
  /** Another xoff process is writing to the same place. */
  busy: 75,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

/** An error that ends the program with `code`. It prints its message and one line for each further mistake on stderr. */
export class Failure extends Error {
  override name = "Failure";
  readonly code: number;
  readonly others: readonly string[];

  constructor(message: string, code: number, others: readonly string[] = [], options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.others = others;
  }
}
