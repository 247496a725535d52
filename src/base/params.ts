/**
 * Parameter tables: the possible settings, as data.
 *
 * Each policy, topology or traffic has one table. A row has the unit, default and range of a parameter, with a description and a source.
 * Types and checks, CLI help, sliders of the studio and docs/parameters.md are derived from this table. So they always agree.
 *
 *   export const params = defineParams({
 *     alpha: { unit: "ratio", default: 1, min: 1 / 128, max: 16, source: "lab", about: "..." },
 *     gamma: { unit: "ratio", derived: "alpha / 2", min: 0, max: 16, source: "lab", about: "..." },
 *     mode:  { unit: "choice", choices: ["on", "off"], default: "on", source: "lab", about: "..." },
 *     trace: { unit: "flag", default: false, source: "lab", about: "..." },
 *   });
 *   Values<typeof params>  { alpha: number; gamma: number | undefined; mode: "on" | "off"; trace: boolean }
 *
 * Values here are in base units: `scenario/quantity.ts` has already converted text with units ("2us").
 */
import { nearest } from "./suggest.ts";

/**
 * Units of numbers. All except `ratio` are whole numbers.
 *
 *   ps      time, picoseconds
 *   delay   the same, but a scenario may also give the length of a cable
 *   bytes   size
 *   bps     rate, bits per second
 *   ratio   any number without a unit: share, factor, probability
 *   count   a number of things
 *   quanta  pause quanta of 802.1Qbb, 512 bit times each
 */
export type NumberUnit = "ps" | "delay" | "bytes" | "bps" | "ratio" | "count" | "quanta";
export type Unit = NumberUnit | "choice" | "flag";

interface Described {
  /** The meaning of the parameter, in one or two sentences. */
  readonly about: string;
  /** The source of the default: a citation key, a standard such as "802.1Qbb", or "lab: " and xoff's reason. */
  readonly source: string;
}

/** A number with its unit, default and range. */
export interface NumberParam extends Described {
  readonly unit: NumberUnit;
  readonly default: number;
  /** The range in `unit`, both ends included. */
  readonly min: number;
  readonly max: number;
}

/**
 * A number that the policy derives from other parameters if the scenario does not set it. The policy then gets
 * `undefined` for this parameter. `derived` states the rule.
 */
export interface DerivedParam extends Described {
  readonly unit: NumberUnit;
  readonly derived: string;
  readonly min: number;
  readonly max: number;
}

/** A parameter whose value is one of several names. */
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

/** The values of a parameter table after the checks. Each value is present, in base units and within its range. */
export type Values<T extends ParamTable> = { readonly [Name in keyof T]: Value<T[Name]> };

/**
 * Information that one policy passes to another. Detection sets marks and stamps on packets, including UE marks of `tcd`. Recovery reports
 * losses to congestion control. A buffer policy trims packets to headers, which a transport answers. A transport chooses the entropy of
 * each packet, by which routing selects a path.
 */
export const SIGNALS = ["ECN marks", "UE marks", "INT stamps", "losses", "trimmed headers", "entropies"] as const;
/** One of `SIGNALS`. */
export type Signal = (typeof SIGNALS)[number];

/**
 * The policies of other roles that a policy requires. A scenario that names no policy of such a role gets the required one. A scenario that
 * names a different one is refused. A policy of the user is named by the path of its file, such as "./my-stamps.ts". This path is relative
 * to the folder of the policy that requires it.
 */
export interface Needs {
  /**
   * The detection policy whose marks or stamps this policy requires. Another detection policy that gives the same
   * signals is also accepted.
   */
  readonly detection?: string;
  /**
   * For a congestion policy: the recovery policy whose loss reports it requires. Another recovery policy that gives the
   * same signals is also accepted.
   */
  readonly recovery?: string;
  /**
   * The policy requires a window for each flow. With "always", its rule has no meaning without a window. With "usually", its rule
   * works without a window, but then deviates from its paper.
   */
  readonly window?: "always" | "usually";
  /** The policy requires a window that scales with the rate of the flow (`host.scaleWindow`). */
  readonly scaleWindow?: true;
  /** For a buffer policy: the only headroom policy with which its rule is meaningful. */
  readonly headroom?: string;
  /**
   * For a link policy whose ports need their own memory. With true the scenario must set this memory. With "even share" each port gets an
   * equal part of its switch's memory.
   */
  readonly ownMemory?: true | "even share";
}

/** A property that is the same under every seed of a run, although it differs from network to network in practice. */
export interface Fixed {
  /** A sentence that says what is the same under every seed: "flows are given", "ECMP's hash is fixed by `seed: per-switch`". */
  readonly what: string;
  /**
   * Parameter values under which the property (`what`) is not fixed, because each seed then draws it anew. An example is `seed: drawn`
   * for ECMP's hash. Absent: there are no such values.
   */
  readonly draw?: Readonly<Record<string, string>>;
}

/**
 * The part of a policy's behaviour that repeats while the traffic repeats (`steady` in PolicyModule). Fast-forward leaves
 * out packets, so each policy of the run must declare this part. True: the policy's decisions repeat. "flows": the
 * decisions may differ, but equal flows still have about equal completion times.
 */
export type Steady = true | "flows";

/** A condition under which a policy has no effect: no class is lossless, or each pair of nodes has a single path. */
export type Idle = "no lossless class" | "single paths";

/** Properties of a scenario that can leave a parameter of a policy without effect. */
export interface Surroundings {
  /** The signals that the scenario's policies give. */
  readonly signals: readonly Signal[];
  /** For a link policy: true if a port that runs it has its own memory. */
  readonly ownMemory: boolean;
  /** True if a class is lossless, or if faults or settings of single links may pause ports. */
  readonly pauses: boolean;
}

/** The names of parameters without effect, each with the reason, such as `{ tcdCut: "tcd is false" }`. */
export type Unread = Readonly<Record<string, string>>;

/** The effects of a policy on packets and frames on the wire. Other code reads them, for example to compute headroom. */
export interface OnWire {
  /** The unit of the counters that the policy stamps on packets. Absent: the policy writes no stamps, and packets have no room for them. */
  readonly stampScale?: number;
  /** The size of the policy's own frames, in bytes. */
  readonly frame?: number;
  /** The bytes that a peer still sends between receiving a frame and reacting to it. A function takes the rate of the link in bit/s. */
  readonly reaction?: number | ((rate: number) => number);
  /**
   * A class whose packets delay the policy's frames. At a switch's port, a frame waits for the packets of this class that were queued
   * before it. Absent: a frame leaves before all packets.
   */
  readonly behind?: number;
  /** For a recovery policy: the number of data packets that one ACK answers. Absent: one. */
  readonly ackEvery?: number;
}

/** The exports of a policy's file: `about`, `params`, `create`, and optional ones. */
export interface PolicyModule<View, Policy> {
  /** The difference from other policies of the role, in a few words for lists of policies. */
  readonly about: string;
  readonly params: ParamTable;
  /**
   * Parameters that are lists of rows in a scenario, by name, such as settings of single flows. `params` has the fields
   * of a row.
   */
  readonly lists?: Readonly<Record<string, { readonly about: string; readonly params: ParamTable }>>;
  readonly needs?: Needs;
  /**
   * The signals that the policy requires with these values. Absent: it requires the signals that the policies in
   * `needs` give, and may read others.
   */
  reads?(values: Readonly<Record<string, unknown>>): readonly Signal[];
  /** Optional signals: the policy uses them if packets carry them. */
  readonly uses?: readonly Signal[];
  /**
   * The signals that this policy gives to other policies. Absent: they are unknown. The policy then counts as giving every signal of its role
   * except INT stamps (`scenario/signals.ts`).
   */
  readonly gives?: readonly Signal[];
  /**
   * True if this policy is only a name for an empty role, such as `none`. The network then has no policy in this role.
   */
  readonly absent?: boolean;
  /**
   * Set this if a run with this policy may use fast-forward, which leaves out packets. Congestion control also needs
   * the hook `isAtRest`.
   *
   * - true: the policy's decisions repeat as long as packets, queues and pauses repeat, and no packet is lost or out of
   *   order. For this, the policy's state must follow from the state of packets, queues and pauses. Timers that the
   *   policy's view offers are allowed, too.
   * - "flows": the policy's state may change all the time, but the policy keeps no state of a flow after its end. Without congestion,
   *   equal flows have about equal completion times. Fast-forward may therefore replay a flow, that is, simulate it without packets.
   *   When fast-forward simulates the flow's packets again, it calls `onStart` of congestion control once more.
   */
  readonly steady?: Steady;
  /**
   * The condition under which the policy has no effect with any values of its parameters. Absent: no such condition.
   */
  readonly idle?: Idle;
  /** Throws `ParamError` for values that contradict each other. It runs while the scenario is read, so the error can name its line. */
  check?(values: Readonly<Record<string, unknown>>): void;
  /**
   * Returns the parameters that have no effect. The cause is a value of another parameter, or `surroundings`:
   * properties of the scenario outside the policy. xoff warns if the scenario sets a parameter that has no effect.
   */
  unread?(values: Readonly<Record<string, unknown>>, surroundings: Surroundings): Unread;
  onWire?(values: Readonly<Record<string, unknown>>): OnWire;
  /**
   * Returns a property of the policy that is the same under every seed, such as a fixed ECMP hash, or undefined. If no
   * result of a comparison depends on the seed, the comparison shows this property as the reason.
   */
  fixed?(values: Readonly<Record<string, unknown>>): Fixed | undefined;
  /**
   * For a buffer policy or a transport: the class of its trimmed headers or messages, which should leave before data. A
   * text is the name of the parameter that has this class, and a number is the class itself. xoff warns if scheduling
   * always sends a class of data first.
   */
  readonly headerClass?: string | number;
  /**
   * Set this for a scheduling policy under which a lower class number always leaves first, apart from the classes that precede
   * all others (`view.strict`).
   */
  readonly isByClass?: true;
  /**
   * For a link policy that runs on separate relays, one at each end of a link. Returns the delay of the cable between relay and port, in
   * ps. The ports at the link's ends do not run this policy, but the scenario's usual link policy.
   */
  relays?(values: Readonly<Record<string, unknown>>): number;
  /** `values` maps each name in `params` to its value, and each name in `lists` to an array of rows, such as settings of single flows. */
  create(values: Readonly<Record<string, unknown>>, view: View): Policy;
}

/** A value that a table does not permit. `at` is its path in the user's input, such as "policies.buffer.alpha". */
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

/** The message of every user error: `expected st or dt, got "td". Did you mean "dt"?` */
export function complaint(expected: string, got: unknown, hint?: string): string {
  const shown = got === undefined ? "nothing" : typeof got === "number" ? String(got) : JSON.stringify(got);
  return `expected ${expected}, got ${shown}${hint === undefined ? "" : `. ${hint}`}`;
}

/** `Did you mean "dt"?`, or undefined if no candidate is similar. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const meant = nearest(name, candidates);
  return meant === undefined ? undefined : `Did you mean "${meant}"?`;
}

/** Checks one row of a parameter table. A policy module may be JavaScript, whose types no compiler has checked. */
function checkRow(name: string, row: Param): void {
  const param: Readonly<Record<string, unknown>> = { ...row };
  const { unit } = param;
  if (typeof unit !== "string" || !UNITS.includes(unit))
    throw new ParamError(`unit of ${name}`, `one of ${UNITS.join(", ")}`, unit, didYouMean(String(unit), UNITS));
  if (!Object.hasOwn(NOUNS, unit)) return;
  for (const bound of ["min", "max"])
    if (typeof param[bound] !== "number") throw new ParamError(`${bound} of ${name}`, "a number", param[bound]);
}

/** Returns the table with its exact type. Throws `ParamError` for a row without unit or range, and for a default outside its range. */
export function defineParams<const T extends ParamTable>(table: T): T {
  for (const [name, param] of Object.entries(table)) {
    checkRow(name, param);
    if ("default" in param) checkValue(param, param.default, `default of ${name}`);
  }
  return table;
}

/** The values of a table's parameters if the scenario sets none of them. */
export function defaults<T extends ParamTable>(table: T): Values<T> {
  return checkValues(table, {}, "defaults");
}

/**
 * Checks the given values, in base units, and fills in defaults for missing ones.
 *
 * `at` is the path of the table, which errors put before each name. It may be empty. Throws `ParamError` for an unknown name, a wrong type
 * or a number out of range. A fraction is an error if the number must be whole. An explicit undefined counts as absent.
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

/** Returns `value` if `param` permits it. Otherwise throws `ParamError`. */
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
