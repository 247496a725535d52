/** The log of a run's faults, in order of time. It has few rows, so they are objects. */
import type { Ps } from "../../base/units.ts";

/** A fault, as tables and texts name it. */
export interface NamedFault {
  readonly kind: string;
  readonly target: readonly string[];
  readonly at: Ps;
  readonly until: Ps;
  /** Network-wide numbers. */
  readonly ports: readonly number[];
  /**
   * `stops` describes how the fault pauses the peer of a port, if it does. `cuts` is true if its links are dead. `follows` is the time
   * after the fault during which routes still avoid them.
   */
  readonly stops?: string;
  readonly cuts?: true;
  readonly follows?: Ps;
}

export interface FaultEvent {
  readonly time: Ps;
  /** The fault's number in the scenario. */
  readonly fault: number;
  readonly what: string;
  /** The network-wide port that represents the fault, and the class. -1: no port or class in particular. */
  readonly port: number;
  readonly cls: number;
}

/** The maximum number of rows. A flap or a watchdog may continue for ever, so further events are only counted. */
const MAX_EVENTS = 100_000;

export type FaultsTaken = Pick<FaultLog, "events" | "passed">;

/** Sorts events by time, then by fault. Events of a whole target precede events of single ports; events of one port keep their order. */
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
  /** The number of events without a row. */
  passed = 0;

  constructor(faults: readonly NamedFault[]) {
    this.faults = faults;
  }

  /** Merges the logs of all partitions, in order. */
  put(parts: readonly FaultsTaken[]): void {
    const all = inOrder(parts.flatMap(({ events }) => events));
    for (const event of all.slice(0, MAX_EVENTS)) this.events.push(event);
    this.passed = parts.reduce((sum, { passed }) => sum + passed, all.length - this.events.length);
  }

  add(event: FaultEvent): void {
    if (this.events.length < MAX_EVENTS) this.events.push(event);
    else this.passed++;
  }
}
