/** A named check of a suite. Both a test runner and `xoff test` can run it. */

export interface Check {
  /** The property that must hold, as a sentence. */
  readonly name: string;
  /** Throws if the property does not hold. */
  readonly run: () => void;
}

/** Returns an empty list of checks and a function that adds a check to it. */
export function suite(): { readonly checks: Check[]; readonly test: (name: string, run: () => void) => void } {
  const checks: Check[] = [];
  return { checks, test: (name, run) => void checks.push({ name, run }) };
}
