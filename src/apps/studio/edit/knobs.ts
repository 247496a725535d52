/**
 * The numbers of a scenario that users usually change first. They are the seed, the end of the run, the memory and the
 * amounts of traffic.
 */
import { isMap, isScalar, isSeq, parseDocument } from "yaml";

export interface Knob {
  readonly path: readonly (string | number)[];
  readonly label: string;
  /** The value as the text has it. Empty if the text does not set it. */
  readonly value: string;
}

/** Values that the list shows for every scenario, even if the scenario's text does not set them. */
const ALWAYS: readonly (readonly [label: string, path: readonly string[]])[] = [
  ["seed", ["seed"]],
  ["until", ["until"]],
  ["switch memory", ["switch", "memory"]],
];

/**
 * Fields of the traffic that `knobsOf` leaves out, because they are no quantities: names, and the number of a class.
 */
const NAMES = new Set(["kind", "name", "cdf", "file", "class"]);

/**
 * The numbers that users usually change first, with their values in a scenario's text. Empty if the text is not valid
 * YAML.
 */
export function knobsOf(text: string): Knob[] {
  const document = parseDocument(text);
  if (document.errors.length > 0 || !isMap(document.contents)) return [];
  const valueAt = (path: readonly (string | number)[]): string => {
    const found = document.getIn(path);
    return typeof found === "number" || typeof found === "string" ? String(found) : "";
  };
  const knobs = ALWAYS.map(([label, path]): Knob => ({ label, path, value: valueAt(path) }));
  const traffic = document.get("traffic");
  if (!isSeq(traffic)) return knobs;
  traffic.items.forEach((entry, k) => {
    if (!isMap(entry)) return;
    const kind = valueAt(["traffic", k, "kind"]);
    for (const { key, value } of entry.items) {
      if (!isScalar(key) || !isScalar(value)) continue;
      const field = String(key.value);
      const isAmount = typeof value.value === "number" || /^[\d.]/.test(String(value.value));
      if (NAMES.has(field) || !isAmount) continue;
      knobs.push({ label: `${kind} ${field}`, path: ["traffic", k, field], value: String(value.value) });
    }
  });
  return knobs;
}
