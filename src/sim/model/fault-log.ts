/** The log of a run's faults, ordered by time. It has few rows, so each row may be an object. */
import type { Ps } from "../../base/units.ts";

/** A fault of the scenario, with the fields that tables and reports show. */
export interface NamedFault {
  readonly kind: string;
  readonly target: readonly string[];
  readonly at: Ps;
  readonly until: Ps;
  /** Network-wide numbers. */
  readonly ports: readonly number[];
  /** How the fault pauses the peer of a port, in words. Absent: it does not. */
  readonly stops?: string;
  /** True if the links of the fault are dead. */
  readonly cuts?: true;
  /** The time after the end of the fault during which routes still avoid its links. */
  readonly follows?: Ps;
}

export interface FaultEvent {
  readonly time: Ps;
  /** Index of the fault in the scenario's list of faults. */
  readonly fault: number;
  readonly what: string;
  /** The network-wide port number and the class that the event is about. -1: no particular port or class. */
  readonly port: number;
  readonly cls: number;
}

/**
 * The maximum number of rows. A repeating fault may have any number of events, so events beyond this limit are only
 * counted.
 */
const MAX_EVENTS = 100_000;

export type FaultsTaken = Pick<FaultLog, "events" | "passed">;

/**
 * Sorts events by time, then by fault. Of one fault, events without a class come first, in their present order. Events
 * of a class are sorted by port.
 */
export const inOrder = (events: readonly FaultEvent[]): FaultEvent[] =>
  [...events].sort(
    (a, b) =>
      a.time - b.time ||
      a.fault - b.fault ||
      Number(b.cls < 0) - Number(a.cls < 0) ||
      (a.cls < 0 ? 0 : a.port - b.port),
  );

export class FaultLog {
  readonly faults: readonly NamedFault[];
  readonly events: FaultEvent[] = [];
  /** The number of events beyond the maximum number of rows. They have no row. */
  passed = 0;
  /** Converts a time on the clock of the run to simulated time. They differ if fast-forward skips time: the clock leaves it out. */
  real: (clock: Ps) => Ps = (clock) => clock;

  constructor(faults: readonly NamedFault[]) {
    this.faults = faults;
  }

  /** Merges the logs of all partitions in order of time. */
  put(parts: readonly FaultsTaken[]): void {
    const all = inOrder(parts.flatMap(({ events }) => events));
    for (const event of all.slice(0, MAX_EVENTS)) this.events.push(event);
    this.passed = parts.reduce((sum, { passed }) => sum + passed, all.length - this.events.length);
  }

  /** The number of events so far. */
  get count(): number {
    return this.events.length + this.passed;
  }

  /** Adds an event. `event.time` is on the clock of the run. `real` converts it to simulated time, which includes skipped time. */
  add(event: FaultEvent): void {
    if (this.events.length < MAX_EVENTS) this.events.push({ ...event, time: this.real(event.time) });
    else this.passed++;
  }
}
