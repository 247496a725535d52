/** A suite as a list of named checks, which a test runner and `xoff test` both run. */

export interface Check {
  /** What holds, in a sentence. */
  readonly name: string;
  /** Throws where it does not. */
  readonly run: () => void;
}

/** An empty list, and what puts a check there. */
export function suite(): { readonly checks: Check[]; readonly test: (name: string, run: () => void) => void } {
  const checks: Check[] = [];
  return { checks, test: (name, run) => void checks.push({ name, run }) };
}
