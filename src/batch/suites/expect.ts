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
  return new Expectation(actual, true);
}

/**
 * A class, because its methods are made only once. Closures would be made by each call of `expect`, and suites call `expect` after each of
 * their random events.
 */
class Expectation implements Matchers {
  private readonly actual: unknown;
  private readonly wanted: boolean;

  constructor(actual: unknown, wanted: boolean) {
    this.actual = actual;
    this.wanted = wanted;
  }

  get not(): Matchers {
    return new Expectation(this.actual, !this.wanted);
  }

  toBe(expected: unknown): void {
    this.check(Object.is(this.actual, expected), expected);
  }

  toEqual(expected: unknown): void {
    const found = difference(this.actual, expected);
    if (found === undefined) this.check(true, expected);
    else if (this.wanted) throw new ExpectationError(differenceText(found));
  }

  toContain(one: unknown): void {
    this.check([...(this.actual as Iterable<unknown>)].includes(one), one, "a list with ");
  }

  toHaveLength(length: number): void {
    this.check((this.actual as ArrayLike<unknown>).length === length, length, "a list of ");
  }

  toBeGreaterThan(bound: number): void {
    this.check(typeof this.actual === "number" && this.actual > bound, bound, "above ");
  }

  toBeGreaterThanOrEqual(bound: number): void {
    this.check(typeof this.actual === "number" && this.actual >= bound, bound, "at least ");
  }

  toBeLessThan(bound: number): void {
    this.check(typeof this.actual === "number" && this.actual < bound, bound, "below ");
  }

  toBeLessThanOrEqual(bound: number): void {
    this.check(typeof this.actual === "number" && this.actual <= bound, bound, "at most ");
  }

  /**
   * Throws if the check fails. Only then are the values converted to text, because they may be long lists. In the
   * message, `words` precede the expected value.
   */
  private check(holds: boolean, expected: unknown, words = ""): void {
    if (holds === this.wanted) return;
    const not = this.wanted ? "" : "not ";
    throw new ExpectationError(`expected ${not}${words}${text(expected)}, got ${text(this.actual)}`);
  }
}

interface Difference {
  /** Names and indices of the entries that lead to the difference, the outermost entry first. */
  readonly path: readonly string[];
  readonly actual: unknown;
  readonly expected: unknown;
}

/** Returns the first difference of two values. They must not contain cycles. An undefined field counts as absent. */
function difference(actual: unknown, expected: unknown): Difference | undefined {
  if (Object.is(actual, expected)) return undefined;
  if (!isDeep(actual) || !isDeep(expected) || Array.isArray(actual) !== Array.isArray(expected))
    return { path: [], actual, expected };
  const names = Object.keys(actual);
  for (const name of Object.keys(expected)) if (!Object.hasOwn(actual, name)) names.push(name);
  for (const name of names) {
    const found = difference(Reflect.get(actual, name), Reflect.get(expected, name));
    if (found !== undefined) return { ...found, path: [name, ...found.path] };
  }
  return undefined;
}

const isDeep = (value: unknown): value is object => typeof value === "object" && value !== null;

const differenceText = ({ path, actual, expected }: Difference): string =>
  `expected ${text(expected)}${path.length === 0 ? "" : ` at ${path.join(".")}`}, got ${text(actual)}`;

/** Returns the value as text that is short enough for one line. */
function text(value: unknown): string {
  const whole = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? String(value));
  return whole.length > 100 ? `${whole.slice(0, 100)}...` : whole;
}
