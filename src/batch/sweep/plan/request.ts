/** The request for a sweep, from a file or from the command line, before the scenario is read. */
import { Source } from "../../../scenario/source.ts";
import { ParamError } from "../../../base/params.ts";
import { didYouMean } from "../../../base/params.ts";
import { readVariation, type Setting } from "../../../run/lab/lab.ts";
import { rowColumns } from "../../../report/columns.ts";
import type { SeedRule } from "./plan.ts";

export interface SweepRequest {
  /** Path of the scenario's file, relative to the sweep's file. */
  readonly scenario: string;
  /** Settings of all runs. */
  readonly set: readonly Setting[];
  /** Varied settings with their values, such as "buffer=st,dt". Each combination of the values is a point of the sweep. */
  readonly grid: readonly (readonly Setting[])[];
  /** Points listed one by one. Each is combined with the grid. If the list is empty, the grid alone gives the points. */
  readonly list: readonly (readonly Setting[])[];
  /** The number of seeds, counted from the scenario's seed, or a list of seeds. */
  readonly seeds: number | readonly number[];
  readonly rule: SeedRule | null;
  readonly keep: readonly KeptName[];
}

/** A table that is to be stored for each run. `from` is the place of the request, for messages. */
export interface KeptName {
  readonly name: string;
  readonly from: string;
}

export const MAX_SEEDS = 100_000;
/** Default maximum number of seeds of a point in a sweep with a seed rule. */
export const AT_MOST = 200;

const FIELDS = ["scenario", "set", "grid", "list", "seeds", "until", "atMost", "keep"];

/** True if the text is a sweep's file rather than a scenario. */
export function isSweepText(text: string, file: string): boolean {
  const { value } = new Source(text, file);
  return typeof value === "object" && value !== null && "scenario" in value;
}

/** Parses the file of a sweep. Throws `ScenarioError` with the place of a mistake. */
export function readSweep(text: string, file: string): SweepRequest {
  const source = new Source(text, file);
  const value = source.value as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(value).find((key) => !FIELDS.includes(key));
  if (unknown !== undefined)
    throw source.error([unknown], `one of ${FIELDS.join(", ")}`, `"${unknown}"`, didYouMean(unknown, FIELDS), "key");
  const { scenario, seeds, until, atMost, keep } = value;
  if (typeof scenario !== "string") throw source.error(["scenario"], "the path of a scenario's file", words(scenario));
  const rule =
    until === undefined ? null : source.within(["until"], () => ruleOf(typeof until === "string" ? until : ""));
  if (rule === null && atMost !== undefined)
    throw source.error(
      ["atMost"],
      "until next to atMost, such as until: slowdown_p99 within 5%",
      "atMost alone",
      undefined,
      "key",
    );
  if (rule !== null && seeds !== undefined)
    throw source.error(["seeds"], "either until or seeds", "both", "To limit the seeds of until, use atMost.", "key");
  return {
    scenario,
    set: pairs(source, ["set"], value.set).map(([path, one, at]) => settingOf(source, path, one, at)),
    grid: pairs(source, ["grid"], value.grid).map(([path, values, at]) => variation(source, path, values, at)),
    list: rowsOf(source, value.list),
    seeds: rule === null ? seedsOf(source, ["seeds"], seeds ?? 1) : seedsOf(source, ["atMost"], atMost ?? AT_MOST),
    rule,
    keep: keep === undefined ? [] : kept(source, keep),
  };
}

type At = readonly (string | number)[];

function pairs(source: Source, at: At, value: unknown): [path: string, value: unknown, at: At][] {
  if (value === undefined) return [];
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw source.error(at, "paths of the scenario, each with a colon and its value", words(value));
  return Object.entries(value).map(([path, one]) => [path, one as unknown, [...at, path]]);
}

function rowsOf(source: Source, value: unknown): Setting[][] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length === 0)
    throw source.error(["list"], "a list of maps, such as - { buffer: dt, switch.memory: 16MiB }", words(value));
  return value.map((row, k) => {
    const settings = pairs(source, ["list", k], row);
    return settings.map(([path, one, at]) => settingOf(source, path, one, at));
  });
}

function variation(source: Source, path: string, values: unknown, at: At): Setting[] {
  if (typeof values === "string") return source.within(at, () => readVariation(path, `${path}=${values}`));
  if (!Array.isArray(values) || values.length === 0)
    throw source.error(at, "a list of values, or a range such as 1..5", words(values));
  const settings = values.map((one, k) => settingOf(source, path, one, [...at, k]));
  const twice = settings.findIndex(({ value }, k) => settings.findIndex((other) => other.value === value) < k);
  if (twice >= 0) throw source.error([...at, twice], "each value once", `a second ${settings[twice].value}`);
  return settings;
}

/**
 * Makes a setting from a value in the file. Its field `from` is the value's place in the file. Messages about the value
 * begin with this place.
 */
function settingOf(source: Source, path: string, value: unknown, at: At): Setting {
  if (value === undefined || value === null) throw source.error(at, "a value", "nothing");
  return { path, value: written(value), from: placed(source, at) };
}

function placed(source: Source, at: At): string {
  const { file, line, column } = source.place(at);
  return `${file}:${line ?? 1}:${column ?? 1}`;
}

/** Formats a value as YAML on one line. */
const written = (value: unknown): string =>
  typeof value === "string" && /^[\w./][\w./ %-]*$/.test(value) ? value : JSON.stringify(value);

function seedsOf(source: Source, at: At, value: unknown): number | number[] {
  const isSeed = (one: unknown): one is number => typeof one === "number" && Number.isSafeInteger(one) && one >= 0;
  if (isSeed(value) && value >= 1 && value <= MAX_SEEDS) return value;
  if (
    at[0] === "seeds" &&
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(isSeed) &&
    new Set(value).size === value.length
  )
    return value;
  if (at[0] === "seeds" && typeof value === "string" && /^\d+\.\.\d+$/.test(value))
    return source.within(at, () => readVariation("seeds", `seed=${value}`)).map((one) => Number(one.value));
  const list = at[0] === "seeds" ? ", a list of different seeds, or a range such as 1..20" : "";
  throw source.error(at, `a number of seeds from 1 to ${MAX_SEEDS}${list}`, words(value));
}

/** Reads the names of the tables to store. They are checked later, because the scenario's probes may add tables. */
function kept(source: Source, value: unknown): KeptName[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.map((name, k) => {
    if (typeof name !== "string") throw source.error(["keep"], "names of tables, such as [flows]", words(value));
    return { name, from: placed(source, Array.isArray(value) ? ["keep", k] : ["keep"]) };
  });
}

/**
 * Parses a seed rule, the condition under which a point of a sweep has enough seeds (`SeedRule`). Examples are
 * "slowdown_p99 within 5%", "pauses decided" and "slowdown_p99 within 5% or decided". Throws `ParamError`.
 */
export function ruleOf(text: string): SeedRule {
  const [, name = "", percent, or, decided] =
    /^(\w+) (?:within ([\d.]+) ?%)?( or )?(decided)?$/.exec(text.trim()) ?? [];
  const column = rowColumns.find((one) => one === name);
  const share = percent === undefined ? null : Number(percent) / 100;
  if (name !== "" && column === undefined) {
    const hint = didYouMean(name, rowColumns) ?? "xoff compare --help lists them.";
    throw new ParamError("", "a column of a row", name, hint);
  }
  const both = share !== null && decided !== undefined;
  const isRule = (share !== null || decided !== undefined) && (or !== undefined) === both;
  if (column === undefined || !isRule || (share !== null && !(share > 0 && share < 1)))
    throw new ParamError(
      "",
      'a column and its target, such as "slowdown_p99 within 5%", "pauses decided" or "slowdown_p99 within 5% or decided"',
      text,
    );
  return { column, within: share, decided: decided !== undefined };
}

const words = (value: unknown): string =>
  value === undefined || value === null
    ? "nothing"
    : typeof value === "object"
      ? "something else"
      : JSON.stringify(value);
