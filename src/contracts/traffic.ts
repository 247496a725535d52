/** Traffic: who sends what, when? A generator turns its parameters into a plan; nothing here runs. */
import type { Stream } from "../base/random.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** What a generator may know of the network and of the scenario. */
export interface TrafficView {
  /** Host node numbers, in order of node number. */
  readonly hosts: readonly number[];
  /** When the run ends at the latest. */
  readonly until: Ps;
  /** The run ends when every flow is done, so nobody may go on starting flows until it ends. */
  readonly waitsForAll?: boolean;
  /** Rate of a host's first port. */
  rate(host: number): Bps;
  /** The switch a host hangs on. */
  leafOf(host: number): number;
  /** A stream of its own for each purpose and component of this traffic entry. */
  stream(purpose: string, component?: number): Stream;
}

/** One flow that starts at a known time. `bytes` may be Infinity: it never ends. */
export interface PlannedFlow {
  readonly source: number;
  readonly destination: number;
  readonly bytes: Bytes;
  readonly start: Ps;
  readonly cls: number;
  /** All flows of its entry that say so and have its two ends share a queue pair, and so its source port. */
  readonly keepsPair?: true;
  /** Which of a scenario's traffic entries asks for it, from 0. Whoever puts plans together says so (`plan.ts`), no kind of traffic. */
  readonly entry?: number;
}

/**
 * Open-loop: flows of `bytes` one after another. The next starts when the NIC has sent the last byte of the former,
 * acknowledged or not, as long as that is before `stop`.
 */
export interface Train {
  readonly source: number;
  readonly destination: number;
  readonly bytes: Bytes;
  readonly start: Ps;
  readonly stop: Ps;
  readonly cls: number;
  /** As those of a planned flow. */
  readonly keepsPair?: true;
  readonly entry?: number;
}

export interface Plan {
  readonly flows: readonly PlannedFlow[];
  readonly trains: readonly Train[];
}
