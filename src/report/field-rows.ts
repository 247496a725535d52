/** The fields of a policy, topology or kind of traffic as rows for pages and terminals. */
import { defaultText, rangeText, UNIT_WORDS } from "../base/param-text.ts";
import type { Row } from "../scenario/tables.ts";

export interface FieldRow {
  readonly name: string;
  /** The unit in a word, such as "bytes". */
  readonly unit: string;
  /** The default as text: a value in the notation of scenarios, a description of a derived value, "none" or "required". */
  readonly fallback: string;
  /** True if `fallback` describes how the default is derived from other values. */
  readonly derived: boolean;
  /** The permitted values. Empty if every value is valid. */
  readonly range: string;
  readonly source: string;
  readonly about: string;
}

export function fieldRows({ texts = {}, hosts = {}, places = {}, params, required = [] }: Row): FieldRow[] {
  const must = (name: string, otherwise: string): string => (required.includes(name) ? "required" : otherwise);
  const plain = { derived: false, range: "", source: "" };
  return [
    ...Object.entries(texts).map(([name, { about }]) => {
      return { ...plain, name, unit: "name", fallback: must(name, "none"), about };
    }),
    ...Object.entries(hosts).map(([name, { about, many, default: fallback = "required" }]) => {
      return { ...plain, name, unit: many ? "hosts" : "one host", fallback, about };
    }),
    ...Object.entries(places).map(([name, { about }]) => {
      return { ...plain, name, unit: "names", fallback: "required", about };
    }),
    ...Object.entries(params).map(([name, param]) => {
      const { unit, source, about } = param;
      const derived = "derived" in param && !required.includes(name);
      const fallback = must(name, defaultText(param));
      return { name, unit: UNIT_WORDS[unit], fallback, derived, range: rangeText(param), source, about };
    }),
  ];
}
