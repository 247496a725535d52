/**
 * Collects the mistakes in a scenario, so that one run of the check reports all of them.
 *
 * A value that depends on a mistaken value is not checked, so that no mistake causes a second report.
 */
import { ScenarioError } from "./error.ts";

/** Maximum number of mistakes in one report. A file may hold a million. */
export const MAX_REPORTED = 20;

class Unknown extends Error {}

/** Returns `value`. If a mistake left the value undefined, the current `attempt` ends here. */
export function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Unknown();
  return value;
}

export class Mistakes {
  private readonly found: ScenarioError[] = [];
  private untold = 0;
  /** The number of calls of `attempt` in progress, each within the one before. */
  private depth = 0;

  /**
   * Returns the result of `work`. Returns undefined if `work` finds a mistake, or if `work` depends on a value that an earlier mistake left
   * undefined.
   */
  attempt<Result>(work: () => Result): Result | undefined {
    this.depth++;
    try {
      return work();
    } catch (error) {
      if (error instanceof ScenarioError) this.add(error);
      else if (!(error instanceof Unknown)) throw error;
    } finally {
      this.depth--;
    }
    // The report is full. This error also ends the enclosing calls of `attempt`, so the rest of a long list is not
    // checked.
    if (this.depth > 0 && this.untold > 0) throw new Unknown();
    return undefined;
  }

  add(error: ScenarioError): void {
    if (this.found.length < MAX_REPORTED) this.found.push(error);
    else this.untold++;
  }

  /** Counts mistakes that are left out of the report. */
  pass(count: number): void {
    this.untold += count;
  }

  /** Throws the first mistake. Its `others` hold the further ones. */
  settle(): void {
    if (this.found.length === 0) return;
    const [first, ...others] = this.found;
    first.others = others;
    first.untold = this.untold;
    throw first;
  }
}
