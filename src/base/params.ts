/**
 * Parameter tables: what may be set, as data.
 *
 * One table per policy, topology or traffic says of each parameter its unit, default, range, meaning and source.
 * Types, checks, CLI help, the studio's sliders and docs/parameters.md all read it, so none can drift from the others.
 *
 *   export const params = defineParams({
 *     alpha: { unit: "ratio", default: 1, min: 1 / 128, max: 16, source: "lab", about: "..." },
 *     gamma: { unit: "ratio", derived: "alpha / 2", min: 0, max: 16, source: "lab", about: "..." },
 *     mode:  { unit: "choice", choices: ["on", "off"], default: "on", source: "lab", about: "..." },
 *     trace: { unit: "flag", default: false, source: "lab", about: "..." },
 *   });
 *   Values<typeof params>  { alpha: number; gamma: number | undefined; mode: "on" | "off"; trace: boolean }
 *
 * Values are in base units here. Text with units ("2us") is read before, by `scenario/quantity.ts`.
 */
import { nearest } from "./suggest.ts";

/**
 * Units of numbers. All but `ratio` are whole numbers.
 *
 *   ps      time, picoseconds
 *   delay   the same, but a scenario may also give the length of a cable
 *   bytes   size
 *   bps     rate, bits per second
 *   ratio   any number without a unit: share, factor, probability
 *   count   things
 *   quanta  pause quanta of 802.1Qbb, 512 bit times each
 */
export type NumberUnit = "ps" | "delay" | "bytes" | "bps" | "ratio" | "count" | "quanta";
export type Unit = NumberUnit | "choice" | "flag";

interface Described {
  /** One sentence or two: what it does. */
  readonly about: string;
  /** Where the default comes from: a citation key, "802.1Qbb", or "lab: why". */
  readonly source: string;
}

/** A number with its unit, default and range. */
export interface NumberParam extends Described {
  readonly unit: NumberUnit;
  readonly default: number;
  /** Range, both ends included, in `unit`. */
  readonly min: number;
  readonly max: number;
}

/** A number that, left out, the policy works out from others: `derived` says how. Its value is then undefined. */
export interface DerivedParam extends Described {
  readonly unit: NumberUnit;
  readonly derived: string;
  readonly min: number;
  readonly max: number;
}

/** One of some words. */
export interface ChoiceParam extends Described {
  readonly unit: "choice";
  readonly choices: readonly string[];
  readonly default: string;
}

/** True or false. */
export interface FlagParam extends Described {
  readonly unit: "flag";
  readonly default: boolean;
}

/** A row of a parameter table. */
export type Param = NumberParam | DerivedParam | ChoiceParam | FlagParam;
/** Parameters by name. */
export type ParamTable = Readonly<Record<string, Param>>;

type Value<P extends Param> = P extends ChoiceParam
  ? P["choices"][number]
  : P extends FlagParam
    ? boolean
    : P extends DerivedParam
      ? number | undefined
      : number;

/** What a table's parameters are once checked: each is present, in base units and within its range. */
export type Values<T extends ParamTable> = { readonly [Name in keyof T]: Value<T[Name]> };

/**
 * What one policy tells another: marks and stamps that detection leaves on packets, UE marks of detection `tcd` among them, and losses that
 * recovery reports to congestion control.
 */
export const SIGNALS = ["ECN marks", "UE marks", "INT stamps", "losses"] as const;
/** One of `SIGNALS`. */
export type Signal = (typeof SIGNALS)[number];

/** What a policy requires. A scenario that names no such policy gets it. A scenario that names another is refused. */
export interface Needs {
  /** Marks or stamps, by the name of a detection policy. Another one that gives the same signals will do. */
  readonly detection?: string;
  /** The recovery policy that reports losses to a congestion policy. Another one that gives the same signals will do. */
  readonly recovery?: string;
  /** A window for each flow: without one the rule has no meaning, or only departs from its paper. */
  readonly window?: "always" | "usually";
  /** That window shrinks with the rate. */
  readonly scaleWindow?: true;
  /** Of a buffer policy: the headroom policy beside which alone its rule has a meaning. */
  readonly headroom?: string;
  /** Of a link policy: the ports of its links have memory of their own. A scenario must give it, or they get an even share of their switch's. */
  readonly ownMemory?: true | "even share";
}

/** A part that is the same under every seed of a run, although it differs from network to network in practice. */
export interface Fixed {
  /** As a sentence has it: "flows are given", "ECMP's hash is fixed by `seed: per-switch`". */
  readonly what: string;
  /** Parameters with which the seed draws the part; absent: no parameters do. */
  readonly draw?: Readonly<Record<string, string>>;
}

/** A condition under which a policy has no effect: no class is lossless, or each pair of nodes has a single path. */
export type Idle = "no lossless class" | "single paths";

/** What a policy puts on the wire, as far as others must reckon with it. */
export interface OnWire {
  /** Unit of the counters it stamps on packets; absent: it stamps none, and packets need no room for it. */
  readonly stampScale?: number;
  /** Bytes of its own frames. */
  readonly frame?: number;
  /** Bytes a peer still sends between receiving a frame and heeding it; or those by the rate of the link, bit/s. */
  readonly reaction?: number | ((rate: number) => number);
  /** Class whose packets leave a switch's port before frames that are made later; absent: frames leave before all packets. */
  readonly behind?: number;
  /** Of a recovery policy: data packets that one ACK answers; absent: one. */
  readonly ackEvery?: number;
}

/** A file that plugs in under a role: its exports `about`, `params` and `create`. */
export interface PolicyModule<View, Policy> {
  /** A few words for a list: what sets it apart. */
  readonly about: string;
  readonly params: ParamTable;
  /** Lists of rows, by name: what differs from flow to flow, say. */
  readonly lists?: Readonly<Record<string, { readonly about: string; readonly params: ParamTable }>>;
  readonly needs?: Needs;
  /** Signals that the policy requires with these values. Absent: those of the policies in `needs`, and perhaps others. */
  reads?(values: Readonly<Record<string, unknown>>): readonly Signal[];
  /** Optional signals: the policy uses them if packets carry them. */
  readonly uses?: readonly Signal[];
  /** Signals that it gives to other policies. Absent: unknown, so the scenario is not refused for a lack. */
  readonly gives?: readonly Signal[];
  /** True if the role stays empty with this policy. */
  readonly absent?: boolean;
  /** The condition under which the policy has no effect for any values of its parameters. Absent: there is none. */
  readonly idle?: Idle;
  /** Throws `ParamError` for values that do not go together. Asked while the scenario's text is at hand. */
  check?(values: Readonly<Record<string, unknown>>): void;
  onWire?(values: Readonly<Record<string, unknown>>): OnWire;
  /** The part that no seed draws; undefined: none. Comparisons over seeds name it if the seed changes no result. */
  fixed?(values: Readonly<Record<string, unknown>>): Fixed | undefined;
  /**
   * Of a link policy that runs on boxes of its own, one at each end of a link: delay of the cable between box and port, ps. The ports at
   * the link's ends keep the policy of the rest.
   */
  relays?(values: Readonly<Record<string, unknown>>): number;
  /** `values` are those of `params`, and the rows of `lists`. */
  create(values: Readonly<Record<string, unknown>>, view: View): Policy;
}

/** A value that a table does not admit. `at` is its path in what the user wrote, such as "policies.buffer.alpha". */
export class ParamError extends Error {
  override name = "ParamError";
  readonly at: string;
  readonly expected: string;
  readonly got: unknown;
  readonly hint: string | undefined;

  constructor(at: string, expected: string, got: unknown, hint?: string) {
    super(`${at}: ${complaint(expected, got, hint)}`);
    this.at = at;
    this.expected = expected;
    this.got = got;
    this.hint = hint;
  }
}

/** The sentence every mistake of a user is told in: `expected st or dt, got "td". Did you mean "dt"?` */
export function complaint(expected: string, got: unknown, hint?: string): string {
  const shown = got === undefined ? "nothing" : typeof got === "number" ? String(got) : JSON.stringify(got);
  return `expected ${expected}, got ${shown}${hint === undefined ? "" : `. ${hint}`}`;
}

/** `Did you mean "dt"?`, or undefined when no candidate is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const meant = nearest(name, candidates);
  return meant === undefined ? undefined : `Did you mean "${meant}"?`;
}

/** A policy module is JavaScript when it is loaded, so no compiler has checked its table. */
function checkRow(name: string, row: Param): void {
  const param: Readonly<Record<string, unknown>> = { ...row };
  const { unit } = param;
  if (typeof unit !== "string" || !UNITS.includes(unit))
    throw new ParamError(`unit of ${name}`, `one of ${UNITS.join(", ")}`, unit, didYouMean(String(unit), UNITS));
  if (!Object.hasOwn(NOUNS, unit)) return;
  for (const bound of ["min", "max"])
    if (typeof param[bound] !== "number") throw new ParamError(`${bound} of ${name}`, "a number", param[bound]);
}

/** Keeps the table as it is, with its exact type. Throws `ParamError` for a row without unit or range, and for a default outside its range. */
export function defineParams<const T extends ParamTable>(table: T): T {
  for (const [name, param] of Object.entries(table)) {
    checkRow(name, param);
    if ("default" in param) checkValue(param, param.default, `default of ${name}`);
  }
  return table;
}

/** The values of a scenario that sets nothing. */
export function defaults<T extends ParamTable>(table: T): Values<T> {
  return checkValues(table, {}, "defaults");
}

/**
 * Checks what was given, in base units, and fills in the defaults of what was not.
 *
 * `at` is the path of the whole, put before each name in errors; may be empty. Throws `ParamError` for a name that the
 * table does not have, for a wrong type, and for a number that is out of range or should be whole. An explicit
 * undefined counts as left out.
 */
export function checkValues<T extends ParamTable>(
  table: T,
  given: Readonly<Record<string, unknown>>,
  at: string,
): Values<T> {
  const path = (name: string) => (at === "" ? name : `${at}.${name}`);
  const names = Object.keys(table);
  for (const [name, value] of Object.entries(given)) {
    if (names.includes(name)) continue;
    const expected = names.length === 0 ? "no parameters" : `one of ${names.join(", ")}`;
    throw new ParamError(path(name), expected, value, didYouMean(name, names));
  }
  const values: Record<string, number | boolean | string | undefined> = {};
  for (const name of names) {
    const param = table[name];
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value !== undefined) values[name] = checkValue(param, value, path(name));
    else values[name] = "default" in param ? param.default : undefined;
  }
  return values as Values<T>;
}

/** `value`, if `param` admits it; otherwise throws `ParamError`. */
function checkValue(param: Param, value: unknown, at: string): number | boolean | string {
  if (param.unit === "flag") {
    if (typeof value === "boolean") return value;
    throw new ParamError(at, "true or false", value);
  }
  if (param.unit === "choice") {
    if (typeof value === "string" && param.choices.includes(value)) return value;
    const hint = typeof value === "string" ? didYouMean(value, param.choices) : undefined;
    throw new ParamError(at, `one of ${param.choices.join(", ")}`, value, hint);
  }
  const fits = typeof value === "number" && value >= param.min && value <= param.max;
  if (fits && (param.unit === "ratio" || Number.isInteger(value))) return value;
  throw new ParamError(at, `${NOUNS[param.unit]} from ${param.min} to ${param.max}`, value);
}

const NOUNS: Record<NumberUnit, string> = {
  ps: "a whole number of picoseconds",
  delay: "a whole number of picoseconds",
  bytes: "a whole number of bytes",
  bps: "a whole number of bits per second",
  ratio: "a number",
  count: "a whole number",
  quanta: "a whole number of pause quanta",
};
const UNITS: readonly string[] = [...Object.keys(NOUNS), "choice", "flag"];
