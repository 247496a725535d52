/** What a check expects, in the words of vitest, of which there is as much here as checks need: they run where vitest is not. */

/** What was expected, and what was there. */
export class ExpectationError extends Error {
  override name = "ExpectationError";
}

interface Matchers {
  toBe(expected: unknown): void;
  toEqual(expected: unknown): void;
  toContain(one: unknown): void;
  toHaveLength(length: number): void;
  toBeGreaterThan(bound: number): void;
  toBeGreaterThanOrEqual(bound: number): void;
  toBeLessThan(bound: number): void;
  toBeLessThanOrEqual(bound: number): void;
}

export function expect(actual: unknown): Matchers & { readonly not: Matchers } {
  return { ...matchers(actual, true), not: matchers(actual, false) };
}

function matchers(actual: unknown, wanted: boolean): Matchers {
  const check = (holds: boolean, expected: string): void => {
    if (holds === wanted) return;
    throw new ExpectationError(`expected ${wanted ? "" : "not "}${expected}, got ${text(actual)}`);
  };
  const number = (bound: number, holds: (value: number) => boolean, word: string): void => {
    check(typeof actual === "number" && holds(actual), `${word} ${bound}`);
  };
  return {
    toBe: (expected) => {
      check(Object.is(actual, expected), text(expected));
    },
    toEqual: (expected) => {
      check(equal(actual, expected), text(expected));
    },
    toContain: (one) => {
      check([...(actual as Iterable<unknown>)].includes(one), `a list with ${text(one)}`);
    },
    toHaveLength: (length) => {
      check((actual as ArrayLike<unknown>).length === length, `a list of ${length}`);
    },
    toBeGreaterThan: (bound) => {
      number(bound, (value) => value > bound, "above");
    },
    toBeGreaterThanOrEqual: (bound) => {
      number(bound, (value) => value >= bound, "at least");
    },
    toBeLessThan: (bound) => {
      number(bound, (value) => value < bound, "below");
    },
    toBeLessThanOrEqual: (bound) => {
      number(bound, (value) => value <= bound, "at most");
    },
  };
}

/** Values without circles; a field that is undefined is as good as none. */
function equal(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    [...names].every((name) => equal(Reflect.get(a, name), Reflect.get(b, name)))
  );
}

/** Short enough for a line. */
function text(value: unknown): string {
  const whole = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? String(value));
  return whole.length > 100 ? `${whole.slice(0, 100)}...` : whole;
}
