/**
 * Settings: values put into a scenario from outside its file, by path, such as `policies.buffer=dt` of a command's options.
 *
 * They come over what the file says before it is checked. So a value is written as in a file, with its unit (`switch.memory=32MiB`),
 * and a mistake in it is answered as one in a file is, with the option for its place. The name of a role alone is short for
 * its place among the policies: `buffer.alpha=2` is `policies.buffer.alpha=2`.
 */
import { parseDocument } from "yaml";
import { didYouMean } from "../base/params.ts";
import { defaultPolicies } from "./defaults.ts";
import { quote, ScenarioError, shown } from "./error.ts";
import { pathOf, pathText, type Path } from "./path.ts";

export interface Setting {
  /** As written: "policies.buffer.alpha", "buffer.alpha", "traffic.0.load", "traffic[0].load". */
  readonly path: string;
  /** YAML of one line: "dt", "16MiB", "{ name: dt, alpha: 2 }". */
  readonly value: string;
  /** What messages call it: "--set buffer=dt". */
  readonly from: string;
}

/** A setting whose path and value were read. */
export interface PlacedSetting {
  readonly path: Path;
  readonly value: unknown;
  readonly from: string;
  /** The policy of each role that the scenario may leave unnamed while a parameter of it is set. */
  readonly defaults: Readonly<Record<string, string>>;
}

/** Most values that one variation may list. */
const MAX_VALUES = 1000;

/** `buffer=dt` as a setting. `option` is what the user gave it to, such as "--set". Throws `ScenarioError`. */
export function readSetting(option: string, text: string): Setting {
  const from = `${option} ${text}`;
  const [path, value] = halves(text);
  if (path === "" || value === "") {
    throw new ScenarioError({ file: from }, "", "path=value, such as buffer=dt", quote(text));
  }
  return { path, value, from };
}

/**
 * `buffer=st,dt` or `seed=1..5` as settings, one for each value. Commas within brackets, braces or quotes do not part values.
 * Throws `ScenarioError`, for a value that is listed twice too.
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

/** Where a setting belongs: `names` are the fields of a scenario, `roles` those of its policies. Throws `ScenarioError`. */
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

/** `scenario`, plain values as YAML has them, with the setting in its place; what was given is left as it is. Throws `ScenarioError`. */
export function put(scenario: unknown, setting: PlacedSetting): unknown {
  // What is no map is no scenario, and whoever checks it says so.
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
    throw error(at.length === 0 ? "an entry" : `an entry from 0 to ${at.length - 1}`, String(step));
  }
  const role = policyAt(path.slice(0, depth));
  // Which detection stands there depends on the congestion policy, so no default is put in.
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

/** The role of the policy that stands at `path`, if one does. */
function policyAt([first, second, third, ...more]: Path): string | undefined {
  if (first === "policies" && second !== undefined && third === undefined) return String(second);
  return first === "links" && third === "policy" && more.length === 0 ? "link" : undefined;
}

/** A policy may be written as its name alone. */
const policyMap = (at: unknown): unknown => (typeof at === "string" ? { name: at } : (at ?? {}));

/** Before the first "=" and after it, without blanks around them. */
function halves(text: string): [path: string, value: string] {
  const at = text.indexOf("=");
  return at < 0 ? [text.trim(), ""] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

/** "1..3" as its three values; undefined: it is no range. */
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

/** "st, {name: dt, alpha: 1}" as its two values. */
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

/** The value that YAML of one line spells. */
function plain(text: string, from: string): unknown {
  const document = parseDocument(text, { prettyErrors: false, logLevel: "error" });
  try {
    if (document.errors.length + document.warnings.length === 0) return document.toJS();
  } catch {
    // An alias, which has no anchor here.
  }
  throw new ScenarioError({ file: from }, "", "a value such as dt, 16MiB or {name: dt, alpha: 2}", quote(text));
}
