/** What faults did in a run, in order of time: few rows, so they are objects. */
import type { Ps } from "../../base/units.ts";

/** A fault, for whoever tells of it. */
export interface NamedFault {
  readonly kind: string;
  readonly target: readonly string[];
  readonly at: Ps;
  readonly until: Ps;
  /** Of the network. */
  readonly ports: readonly number[];
  /** What stops a port's peer, if it does; are its links dead, and how much longer do routes shun them? */
  readonly stops?: string;
  readonly cuts?: true;
  readonly follows?: Ps;
}

export interface FaultEvent {
  readonly time: Ps;
  /** Its number in the scenario. */
  readonly fault: number;
  readonly what: string;
  /** Network-wide port that stands for it, and the class; -1: none in particular. */
  readonly port: number;
  readonly cls: number;
}

/** A flap or a watchdog may go on for ever: what comes after these is counted. */
const MOST = 100_000;

export type FaultsTaken = Pick<FaultLog, "events" | "passed">;

/** Of one moment: fault by fault, what befalls all of its target first, then by port; what happens at one port stays in its order. */
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
  /** Those that have no row. */
  passed = 0;

  constructor(faults: readonly NamedFault[]) {
    this.faults = faults;
  }

  /** Puts in order what parts of the network have seen. */
  put(parts: readonly FaultsTaken[]): void {
    const all = inOrder(parts.flatMap(({ events }) => events));
    for (const event of all.slice(0, MOST)) this.events.push(event);
    this.passed = parts.reduce((sum, { passed }) => sum + passed, all.length - this.events.length);
  }

  add(event: FaultEvent): void {
    if (this.events.length < MOST) this.events.push(event);
    else this.passed++;
  }
}
