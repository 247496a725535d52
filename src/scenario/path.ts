/** Paths into a scenario: the keys and indices that lead to a value, as text `traffic[0].size`. */
export type Path = readonly (string | number)[];

/** ["traffic", 0, "size"] as `traffic[0].size`. */
export function pathText(path: Path): string {
  return path.map((step, k) => (typeof step === "number" ? `[${step}]` : k === 0 ? step : `.${step}`)).join("");
}

/** The path that such text spells; `traffic.0.size` says the same. */
export function pathOf(text: string): Path {
  return text
    .split(/[.[\]]+/)
    .filter((step) => step !== "")
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}
