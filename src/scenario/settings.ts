/**
 * Settings: values that override a scenario's file by path, such as `policies.buffer=dt` from the command line.
 *
 * Settings are applied before the scenario is checked. A value is therefore written as in a file, with its unit (`switch.memory=32MiB`). A
 * mistake in a setting is reported like a mistake in a file, with the option as its place.
 *
 * The name of a role abbreviates its path among the policies: `buffer.alpha=2` means `policies.buffer.alpha=2`.
 */
import { parseDocument } from "yaml";
import { didYouMean } from "../base/params.ts";
import { defaultPolicies } from "./defaults.ts";
import { quote, ScenarioError, shown } from "./error.ts";
import { pathOf, pathText, type Path } from "./path.ts";

export interface Setting {
  /** The path as the user wrote it, such as "policies.buffer.alpha", "buffer.alpha", "traffic.0.load" or "traffic[0].load". */
  readonly path: string;
  /** The value as YAML of one line, such as "dt", "16MiB" or "{ name: dt, alpha: 2 }". */
  readonly value: string;
  /** The name of the setting in messages, such as "--set buffer=dt". */
  readonly from: string;
}

/** A setting whose path and value were parsed. */
export interface PlacedSetting {
  readonly path: Path;
  readonly value: unknown;
  readonly from: string;
  /** Default policy of each role. A setting for a parameter of an unnamed policy uses this default. */
  readonly defaults: Readonly<Record<string, string>>;
}

/** Maximum number of values in one variation. It stops a mistyped range such as seed=1..100000000 at once. */
const MAX_VALUES = 1000;

/** The setting in a text such as `buffer=dt`. `option` is the command-line option, such as "--set". Throws `ScenarioError`. */
export function readSetting(option: string, text: string): Setting {
  const from = `${option} ${text}`;
  const [path, value] = halves(text);
  if (path === "" || value === "") {
    throw new ScenarioError({ file: from }, "", "path=value, such as buffer=dt", quote(text));
  }
  return { path, value, from };
}

/**
 * Parses a variation such as `buffer=st,dt` or `seed=1..5` and returns a setting for each value. Commas inside brackets, braces or
 * quotes do not separate values. Throws `ScenarioError`, also if a value is listed twice.
 */
export function readVariation(option: string, text: string): Setting[] {
  const [path, list] = halves(text);
  const error = (expected: string, got: string): ScenarioError =>
    new ScenarioError({ file: `${option} ${text}` }, "", expected, got);
  const values = path === "" ? [] : (counted(list, error) ?? listed(list));
  if (values.length === 0 || values.includes("")) {
    throw error("path=value,value,..., such as buffer=st,dt or seed=1..5", quote(text));
  }
  if (values.length > MAX_VALUES) throw error(`at most ${MAX_VALUES} values`, String(values.length));
  const twice = values.find((value, k) => values.indexOf(value) < k);
  if (twice !== undefined) throw error("each value once", `a second ${quote(twice)}`);
  return values.map((value) => ({ path, value, from: `${option} ${path}=${value}` }));
}

/**
 * The setting with its full path. `names` lists the fields of a scenario, and `roles` the roles of its policies. Throws `ScenarioError`.
 */
export function placed(
  { path: text, value, from }: Setting,
  names: readonly string[],
  roles: readonly string[],
  defaults: PlacedSetting["defaults"] = defaultPolicies,
): PlacedSetting {
  const path = pathOf(text);
  const [first] = path;
  const isRole = roles.includes(String(first));
  if (!isRole && !names.includes(String(first))) {
    const expected = `a path that begins with one of ${names.join(", ")}, or with a role: ${roles.join(", ")}`;
    throw new ScenarioError({ file: from }, "", expected, quote(text), didYouMean(String(first), [...names, ...roles]));
  }
  return { path: isRole ? ["policies", ...path] : path, value: plain(value, from), from, defaults };
}

/** A copy of `scenario` (plain YAML values) with the setting applied. Throws `ScenarioError`. */
export function put(scenario: unknown, setting: PlacedSetting): unknown {
  // A scenario that is no map is returned unchanged. The later check reports the mistake.
  return isMap(scenario) ? putAt(scenario, setting, 0) : scenario;
}

function putAt(at: unknown, setting: PlacedSetting, depth: number): unknown {
  const { path, value, from, defaults } = setting;
  if (depth === path.length) return value;
  const step = path[depth];
  const error = (expected: string, got: string, hint?: string): ScenarioError =>
    new ScenarioError({ file: from }, pathText(path.slice(0, depth)), expected, got, hint);
  if (Array.isArray(at)) {
    if (typeof step === "number" && step < at.length)
      return at.with(step, putAt(at[step], setting, depth + 1)) as unknown;
    const list = pathText(path.slice(0, depth));
    if (at.length === 0)
      throw error("a list with at least one entry", "an empty list", `Set the whole list: ${list}=[...].`);
    const numbers = at.length === 1 ? "0" : `0 to ${at.length - 1}`;
    throw error(`the number of an entry: ${numbers}`, String(step), `For example: the first entry is ${list}[0].`);
  }
  const role = policyAt(path.slice(0, depth));
  // The default detection policy depends on the congestion policy, so no default is inserted here.
  if (role === "detection" && at === undefined && step !== "name")
    throw error(
      `a policy with its parameter, such as "detection={name: red, ${String(step)}: ...}"`,
      "a parameter alone",
      "The scenario names no detection policy, so there is none to set a parameter of.",
    );
  const map = role === undefined ? (at ?? {}) : policyMap(at ?? defaults[role]);
  if (!isMap(map)) throw error("a map or a list at this path", shown(at));
  return { ...map, [step]: putAt(map[step], setting, depth + 1) };
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The role of the policy at `path`, or undefined if `path` is not the path of a policy. */
function policyAt([first, second, third, ...more]: Path): string | undefined {
  if (first === "policies" && second !== undefined && third === undefined) return String(second);
  return first === "links" && third === "policy" && more.length === 0 ? "link" : undefined;
}

/** A policy as a map. A scenario may give a policy as its name alone. */
const policyMap = (at: unknown): unknown => (typeof at === "string" ? { name: at } : (at ?? {}));

/** The trimmed texts before and after the first "=". */
function halves(text: string): [path: string, value: string] {
  const at = text.indexOf("=");
  return at < 0 ? [text.trim(), ""] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

/** The values of a range: "1..3" has three. Undefined if the text is no range. */
function counted(text: string, error: (expected: string, got: string) => ScenarioError): string[] | undefined {
  const [, first, last] = /^(\d+)\.\.(\d+)$/.exec(text) ?? [];
  if (first === undefined) return undefined;
  const [from, to] = [Number(first), Number(last)];
  if (to < from) throw error(`a range that counts upwards, such as ${last}..${first}`, quote(text));
  if (!Number.isSafeInteger(to)) throw error(`whole numbers up to ${Number.MAX_SAFE_INTEGER}`, quote(text));
  const count = to - from + 1;
  if (count > MAX_VALUES) throw error(`at most ${MAX_VALUES} values`, `${count}, from ${from} to ${to}`);
  return Array.from({ length: count }, (_, k) => String(from + k));
}

/** The values of a list: "st, {name: dt, alpha: 1}" has two. */
function listed(text: string): string[] {
  const values = [""];
  let depth = 0;
  let quoted = "";
  for (const char of text) {
    if (quoted !== "") quoted = char === quoted ? "" : quoted;
    else if (char === '"' || char === "'") quoted = char;
    else if ("{[".includes(char)) depth++;
    else if ("}]".includes(char)) depth--;
    if (char === "," && depth === 0 && quoted === "") values.push("");
    else values[values.length - 1] += char;
  }
  return values.map((value) => value.trim());
}

/** The value of a one-line YAML text. */
function plain(text: string, from: string): unknown {
  const document = parseDocument(text, { prettyErrors: false, logLevel: "error" });
  try {
    if (document.errors.length + document.warnings.length === 0) return document.toJS();
  } catch {
    // The text has no value, for example because it uses a YAML alias without an anchor. The error below reports
    // this.
  }
  throw new ScenarioError({ file: from }, "", "a value such as dt, 16MiB or {name: dt, alpha: 2}", quote(text));
}
