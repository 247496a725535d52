/** The part of vitest's `expect` that the checks need. Users run the checks without vitest. */

/** A failed expectation. The message has the expected value and the actual one. */
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
      const found = difference(actual, expected);
      if (found === undefined) check(true, text(expected));
      else if (wanted) throw new ExpectationError(differenceText(found));
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

interface Difference {
  /** Names and indices of the entries that lead to the difference, the outermost entry first. */
  readonly path: readonly string[];
  readonly actual: unknown;
  readonly expected: unknown;
}

/** Returns the first difference of two values. They must not contain cycles. An undefined field counts as absent. */
function difference(actual: unknown, expected: unknown, path: readonly string[] = []): Difference | undefined {
  if (Object.is(actual, expected)) return undefined;
  const both = [actual, expected];
  const isDeep = both.every((one) => typeof one === "object" && one !== null);
  if (!isDeep || Array.isArray(actual) !== Array.isArray(expected)) return { path, actual, expected };
  const [a, b] = both as [object, object];
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const found = difference(Reflect.get(a, name), Reflect.get(b, name), [...path, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

const differenceText = ({ path, actual, expected }: Difference): string =>
  `expected ${text(expected)}${path.length === 0 ? "" : ` at ${path.join(".")}`}, got ${text(actual)}`;

/** Returns the value as text that is short enough for one line. */
function text(value: unknown): string {
  const whole = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? String(value));
  return whole.length > 100 ? `${whole.slice(0, 100)}...` : whole;
}
