/**
 * The interface and the functions that all kinds of traffic share. A kind is a file that exports
 *
 *   about       a short description for lists
 *   hosts       its fields that name hosts
 *   params      its other fields, as a parameter table
 *   lists       its fields that hold rows of such fields, if there are any
 *   check       throws `ParamError` for values that cannot be planned, while the scenario's text is still available
 *   create      returns the plan, for values that passed `check`
 *   oneClass    true if all messages of an entry have the entry's `class`
 *   ownPace     true if flows begin when earlier flows have left the NIC, so that their times are not known before the run
 *
 * A scenario names hosts "h0", "h1..h29", "all", or lists them. The code in `scenario/` converts the names to node
 * numbers.
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

/** A field of a traffic entry that names hosts. */
export interface HostField {
  readonly about: string;
  /** True: the field has a list of hosts. False: it has exactly one host. */
  readonly many: boolean;
  /** The value of an omitted field. Without a default the field is required. */
  readonly default?: "all";
}

/** The fields of a kind of traffic that name hosts, by field name. */
export type HostFields = Readonly<Record<string, HostField>>;

/** The values of the host fields of a traffic entry, as node numbers. */
export type HostValues<Fields extends HostFields> = {
  readonly [Name in keyof Fields]: Fields[Name]["many"] extends true ? readonly number[] : number;
};

/** The values of a traffic entry: hosts as node numbers, parameters in base units, and the class of its flows. */
export type EntryValues<Table extends ParamTable, Fields extends HostFields> = Values<Table> &
  HostValues<Fields> & { readonly cls: number };

/** The part of `TrafficView` that `check` gets. It has no random numbers, because `check` must not draw any. */
export type CheckView = Pick<TrafficView, "hosts" | "until" | "waitsForAll" | "rate">;

/** A kind of traffic, as the planner needs it. */
export interface TrafficPlanner {
  create(values: Readonly<Record<string, unknown>>, view: TrafficView): Plan;
}

/**
 * The maximum number of flows in a run. Each flow has several timers, and an event has 24 bits for a number
 * (`sim/engine/event-queue.ts`).
 */
export const MAX_FLOWS = 3_000_000;

/** For the `params` of a kind of traffic: the time at which the traffic begins, in ps. */
export const startParam = {
  unit: "ps",
  default: 0,
  min: 0,
  max: us(9e9),
  source: "lab",
  about: "Time at which the traffic begins.",
} as const satisfies NumberParam;

/** For the `params` of a kind of traffic: the time from which no further flow starts, in ps. */
export const stopParam = {
  unit: "ps",
  derived: "the end of the run",
  min: 1,
  max: us(9e9),
  source: "lab",
  about: "No flow starts at or after this time.",
} as const satisfies DerivedParam;

/** For the `params` of a kind of traffic: the payload bytes of each flow. */
export const sizeParam = {
  unit: "bytes",
  default: 64_000,
  min: 1,
  max: 1e15,
  source: "spfc, section III",
  about: "Payload bytes of a flow.",
} as const satisfies NumberParam;

/**
 * For the `params` of a kind of traffic: whether each flow has a new queue pair. ECMP hashes the pair to choose a path.
 */
export const queuePairParam = {
  unit: "choice",
  choices: ["new", "kept"],
  default: "new",
  source: "lab; perftest keeps one",
  about:
    "Queue pair of each flow, whose UDP source port ECMP hashes. `new`: a new pair. `kept`: one pair, and so one path, for all flows of this entry from a sender to a receiver.",
} as const satisfies ChoiceParam;

/** The hosts of `among` without `host`, because no host sends to itself. */
export const others = (among: readonly number[], host: number): number[] => among.filter((one) => one !== host);

/**
 * Throws `ParamError` unless `start` is before the end of the run and before `stop`. If `start` and `stop` are in a
 * row of a list, `row` is the path of that row.
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

/**
 * Throws `ParamError` if a traffic entry of the scenario has no end, and the run waits for all its flows. `at` is the
 * name of the field that sets the end.
 */
export function checkEnd(end: number | undefined, at: string, { waitsForAll = false }: CheckView): void {
  if (!waitsForAll || end !== undefined) return;
  const hint = "With until: done the run waits for every flow, or only for those of count: { to: 2ms }.";
  throw new ParamError(at, "an end of this traffic", undefined, hint);
}

/** Throws `ParamError` if `senders` contains no host other than the receiver. */
export function checkSenders(senders: readonly number[], receiver: number): void {
  if (others(senders, receiver).length > 0) return;
  throw new ParamError("from", "a host other than the receiver", senders);
}

/** Throws `ParamError` at the path `at` if a run would have too many flows. */
export function checkCount(flows: number, at: string): void {
  if (flows <= MAX_FLOWS) return;
  const hint = `This asks for ${formatCount(Math.round(flows))}: shorten the run, or send less.`;
  throw new ParamError(at, `at most ${formatCount(MAX_FLOWS)} flows`, Math.round(flows), hint);
}

/**
 * The maximum number of flows of a train (a sequence of flows) from a sender with this line rate. It assumes that
 * headers take no time on the wire.
 */
export const flowsOf = ({ bytes, start, stop }: Train, rate: Bps): number =>
  Math.ceil(((stop - start) * rate) / (8e12 * bytes)) + 1;
