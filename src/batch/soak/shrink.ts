/**
 * Reduces a scenario that breaks a rule to a smaller one that breaks the same rule. It removes flows, resets policies and parameters to
 * their defaults, and reduces numbers and time.
 */
import type { Path } from "../../scenario/path.ts";
import { without } from "../../scenario/path.ts";
import type { Written } from "./values.ts";

/** Maximum number of trials, that is, of smaller scenarios that are run. For some scenarios, one trial takes a second. */
const MAX_TRIALS = 400;

/** Returns a smaller scenario for which `breaks` is still true. `breaks(written)` must be true. */
export function shrunk(written: Written, breaks: (smaller: Written) => boolean): Written {
  let smallest = written;
  let trials = 0;
  for (let before: Written | undefined; smallest !== before;) {
    before = smallest;
    for (const edit of [...leavingOut(smallest), ...halving(smallest)]) {
      const smaller = edit(smallest);
      if (smaller === undefined) continue;
      if (++trials > MAX_TRIALS) return smallest;
      if (breaks(smaller)) smallest = smaller;
    }
  }
  return smallest;
}

/** A step of the reduction. Returns undefined if it changes nothing. */
type Edit = (written: Written) => Written | undefined;

function* leavingOut(written: Written): Iterable<Edit> {
  for (const path of paths(written)) {
    // The counts of nodes in a topology are not removed. A default would take their place, and it is larger.
    if (path[0] === "topology" && isCount(at(written, path))) continue;
    yield (one) => (at(one, path) === undefined ? undefined : (without(one, path) as Written));
  }
}

function* halving(written: Written): Iterable<Edit> {
  for (const path of paths(written)) {
    yield (one) => {
      const half = halfOf(at(one, path));
      return half === undefined ? undefined : (replaced(one, path, half) as Written);
    };
  }
}

const isCount = (value: unknown): boolean => typeof value === "string" && /^\d+$/.test(value);

/** Halves the number in a value: "64KB" becomes "32KB", and 5 becomes 2. Undefined if there is no number. */
function halfOf(value: unknown): unknown {
  if (typeof value === "number") return value > 1 ? Math.floor(value / 2) : undefined;
  const [, number, unit] = typeof value === "string" ? (/^(\d+(?:\.\d+)?)([A-Za-z]*)$/.exec(value) ?? []) : [];
  if (number === undefined || Number(number) === 0) return undefined;
  const half = Number(number) / 2;
  return `${half >= 1 ? Math.floor(half) : half}${unit}`;
}

/**
 * Returns the paths of all values in a scenario. The last entry of a list comes first, so that removing it does not renumber the others.
 */
function paths(value: unknown, from: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [];
  const steps = Array.isArray(value) ? [...value.keys()].reverse() : Object.keys(value);
  return steps.flatMap((step) => {
    const path = [...from, step];
    return [path, ...paths((value as Record<string | number, unknown>)[step], path)];
  });
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Record<string | number, unknown> | null | undefined)?.[step], value);

function replaced(value: unknown, [step, ...rest]: Path, by: unknown): unknown {
  if (step === undefined) return by;
  if (Array.isArray(value)) return value.map((one: unknown, k) => (k === step ? replaced(one, rest, by) : one));
  const map = value as Written;
  return { ...map, [step]: replaced(map[step], rest, by) };
}
