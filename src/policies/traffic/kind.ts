/**
 * What the kinds of traffic share. A kind is a file that exports
 *
 *   about    a few words for a list
 *   hosts    its fields that name hosts
 *   params   its other fields, as a parameter table
 *   lists    its fields that hold rows of such fields, where it has any
 *   check    throws `ParamError` for values that cannot be planned; asked while the scenario's text is at hand
 *   create   the plan, for values that `check` let pass
 *
 * In a scenario hosts go by name, "h0", "h1..h29", "all", or a list of such; the scenario stage makes node numbers of them.
 */
import { formatCount, formatTime } from "../../base/format.ts";
import {
  ParamError,
  type ChoiceParam,
  type DerivedParam,
  type NumberParam,
  type ParamTable,
  type Values,
} from "../../base/params.ts";
import { us, type Bps, type Ps } from "../../base/units.ts";
import type { Plan, Train, TrafficView } from "../../contracts/traffic.ts";

/** A field that names hosts. */
export interface HostField {
  readonly about: string;
  /** Several hosts, or exactly one. */
  readonly many: boolean;
  /** What it is when left out; without this it must be given. */
  readonly default?: "all";
}

/** Fields of an entry that name hosts, by name. */
export type HostFields = Readonly<Record<string, HostField>>;

/** Node numbers for each field. */
export type HostValues<Fields extends HostFields> = {
  readonly [Name in keyof Fields]: Fields[Name]["many"] extends true ? readonly number[] : number;
};

/** Values of an entry: hosts as node numbers, parameters in base units, and the class of its flows. */
export type EntryValues<Table extends ParamTable, Fields extends HostFields> = Values<Table> &
  HostValues<Fields> & { readonly cls: number };

/** What `check` may know: no random numbers. */
export type CheckView = Pick<TrafficView, "hosts" | "until" | "waitsForAll" | "rate">;

/** A kind of traffic, as far as whoever plans it has to know. */
export interface TrafficPlanner {
  create(values: Readonly<Record<string, unknown>>, view: TrafficView): Plan;
}

/** Of a run: each flow has a handful of timers, whose events have 24 bits for a number (`sim/engine/event-queue.ts`). */
export const MAX_FLOWS = 3_000_000;

/** `start` of an entry. */
export const startParam = {
  unit: "ps",
  default: 0,
  min: 0,
  max: us(9e9),
  source: "lab",
  about: "When it begins.",
} as const satisfies NumberParam;

/** `stop` of an entry. */
export const stopParam = {
  unit: "ps",
  derived: "the end of the run",
  min: 1,
  max: us(9e9),
  source: "lab",
  about: "No flow starts at or after this.",
} as const satisfies DerivedParam;

/** `size` of an entry. */
export const sizeParam = {
  unit: "bytes",
  default: 64_000,
  min: 1,
  max: 1e15,
  source: "spfc, section III",
  about: "Payload bytes of a flow.",
} as const satisfies NumberParam;

/** `queuePair` of an entry. */
export const queuePairParam = {
  unit: "choice",
  choices: ["new", "kept"],
  default: "new",
  source: "lab; perftest keeps one",
  about:
    "Queue pair of each flow, by whose UDP source port ECMP hashes: a new one, or one for all flows of this entry from a sender to a receiver, so that they keep one path.",
} as const satisfies ChoiceParam;

/** `among` without `host`: nobody sends to itself. */
export const others = (among: readonly number[], host: number): number[] => among.filter((one) => one !== host);

/**
 * Throws `ParamError` unless flows that start in [start, stop) start before the run ends. `row` is the path of the row that holds
 * the two, where they stand in one.
 */
export function checkSpan(
  { start, stop }: { readonly start: Ps; readonly stop?: Ps | undefined },
  { until }: CheckView,
  row = "",
): void {
  if (start >= until) {
    const hint = "The run would end before the first flow.";
    throw new ParamError(
      `${row}start`,
      `a time before the end of the run at ${formatTime(until)}`,
      formatTime(start),
      hint,
    );
  }
  if (stop !== undefined && stop <= start) {
    throw new ParamError(`${row}stop`, `a time after its start at ${formatTime(start)}`, formatTime(stop));
  }
}

/** Throws `ParamError` where a run waits for all flows of an entry whose end, its field `at`, is left out. */
export function checkEnd(end: number | undefined, at: string, { waitsForAll = false }: CheckView): void {
  if (!waitsForAll || end !== undefined) return;
  const hint = "With until: done the run waits for every flow, or only for those of count: { to: 2ms }.";
  throw new ParamError(at, "an end of this traffic", undefined, hint);
}

/** Throws `ParamError` when `senders` name nobody but the receiver. */
export function checkSenders(senders: readonly number[], receiver: number): void {
  if (others(senders, receiver).length > 0) return;
  throw new ParamError("from", "a host other than the receiver", senders);
}

/** Throws `ParamError` at the path `at` for more flows than a run may have. */
export function checkCount(flows: number, at: string): void {
  if (flows <= MAX_FLOWS) return;
  const hint = `This asks for ${formatCount(Math.round(flows))}: shorten the run, or send less.`;
  throw new ParamError(at, `at most ${formatCount(MAX_FLOWS)} flows`, Math.round(flows), hint);
}

/** Most flows that a train may become, as if headers took no time on the wire of a sender of `rate`. */
export const flowsOf = ({ bytes, start, stop }: Train, rate: Bps): number =>
  Math.ceil(((stop - start) * rate) / (8e12 * bytes)) + 1;
