/** A path into a scenario: the keys and indices that lead to a value. Its text form is `traffic[0].size`. */
export type Path = readonly (string | number)[];

/** The text of a path: ["traffic", 0, "size"] becomes `traffic[0].size`. */
export function pathText(path: Path): string {
  return path.map((step, k) => (typeof step === "number" ? `[${step}]` : k === 0 ? step : `.${step}`)).join("");
}

/** The path that a text denotes. `traffic.0.size` denotes the same path as `traffic[0].size`. */
export function pathOf(text: string): Path {
  return text
    .split(/[.[\]]+/)
    .filter((step) => step !== "")
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/**
 * A copy of `value` without the value at `path`. If nothing exists at `path`, the copy omits the nearest existing
 * parent.
 */
export function without(value: unknown, path: Path): unknown {
  const there = path.findIndex((_, depth) => at(value, path.slice(0, depth + 1)) === undefined);
  const reached = there < 0 ? path : path.slice(0, there);
  return reached.length === 0 ? value : remove(value, reached);
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Record<string | number, unknown> | null | undefined)?.[step], value);

function remove(value: unknown, [step, ...rest]: Path): unknown {
  if (Array.isArray(value)) {
    if (rest.length === 0) return value.filter((_, k) => k !== step);
    return value.map((one: unknown, k) => (k === step ? remove(one, rest) : one));
  }
  const { [step]: inner, ...others } = value as Readonly<Record<string, unknown>>;
  return rest.length === 0 ? others : { ...others, [step]: remove(inner, rest) };
}
