/**
 * Mistakes of whoever wrote a scenario, gathered, so that all of them are told at once.
 *
 * What one mistake leaves unknown is not looked at: no second mistake is told that the first has made.
 */
import { ScenarioError } from "./error.ts";

/** More than anybody mends at once; a file may have a million. */
export const MAX_REPORTED = 20;

class Unknown extends Error {}

/** `value`. Where a mistake left it unknown, whoever attempts something with it ends there. */
export function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Unknown();
  return value;
}

export class Mistakes {
  private readonly found: ScenarioError[] = [];
  private untold = 0;
  /** Attempts under way, one within the other. */
  private depth = 0;

  /** What `work` returns; undefined where it found a mistake, or needed what is not `known` for another. */
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
    // Enough is known to be wrong: nobody goes through the rest of a long list for it.
    if (this.depth > 0 && this.untold > 0) throw new Unknown();
    return undefined;
  }

  add(error: ScenarioError): void {
    if (this.found.length < MAX_REPORTED) this.found.push(error);
    else this.untold++;
  }

  /** So many more than were worth telling. */
  pass(count: number): void {
    this.untold += count;
  }

  /** Throws the first, which knows the others. */
  settle(): void {
    if (this.found.length === 0) return;
    const [first, ...others] = this.found;
    first.others = others;
    first.untold = this.untold;
    throw first;
  }
}
