/**
 * Pairs the flows of two runs with the same traffic, and computes how much faster or slower each flow is in the second
 * run.
 */
import type { RunView } from "../lab/messages.ts";

export interface FlowDifference {
  readonly flow: number;
  /** FCT in ns: in the first run, and in the second one. NaN if the flow did not end in that run. */
  readonly fct: readonly [number, number];
  /** Payload in bytes that the receiver had in order at the end of each run. */
  readonly received: readonly [number, number];
  /**
   * The speed of the flow in the second run relative to the first. For example, 2 means twice as fast. If the flow
   * ended in both runs, it is the first FCT divided by the second. Otherwise it is the ratio of the received bytes.
   */
  readonly gain: number;
}

export interface Paired {
  /** The flows in order of their numbers. */
  readonly flows: readonly FlowDifference[];
  /** Number of flows that cannot be compared: only one run has them, or their hosts, sizes or starts differ. */
  readonly unpaired: number;
}

export function pairedFlows(a: RunView, b: RunView): Paired {
  const count = Math.min(a.flows.start.length, b.flows.start.length);
  const flows: FlowDifference[] = [];
  for (let flow = 0; flow < count; flow++) {
    if (!isSame(a, b, flow)) continue;
    const fct = [a.flows.fct[flow], b.flows.fct[flow]] as const;
    const received = [a.flows.received[flow], b.flows.received[flow]] as const;
    const hasEnded = !Number.isNaN(fct[0]) && !Number.isNaN(fct[1]);
    // An unfinished flow is compared by its received bytes. Equal numbers, which may both be 0, count as equally fast.
    const gain = hasEnded ? fct[0] / fct[1] : received[0] === received[1] ? 1 : received[1] / received[0];
    flows.push({ flow, fct, received, gain });
  }
  return { flows, unpaired: Math.max(a.flows.start.length, b.flows.start.length) - flows.length };
}

function isSame({ fabric: first, flows: a }: RunView, { fabric: second, flows: b }: RunView, flow: number): boolean {
  const isSize = a.size[flow] === b.size[flow] || (Number.isNaN(a.size[flow]) && Number.isNaN(b.size[flow]));
  return (
    isSize &&
    a.start[flow] === b.start[flow] &&
    first.names[a.source[flow]] === second.names[b.source[flow]] &&
    first.names[a.destination[flow]] === second.names[b.destination[flow]]
  );
}

/** A ratio that differs from 1 by at most this much counts as no change. */
const EQUAL = 0.005;

/** The flows that became faster and those that became slower. Both lists begin with the largest change. */
export function byChange({ flows }: Paired): {
  readonly gained: FlowDifference[];
  readonly lost: FlowDifference[];
  readonly equal: number;
} {
  const gained = flows.filter(({ gain }) => gain > 1 + EQUAL).sort((a, b) => b.gain - a.gain || a.flow - b.flow);
  const lost = flows.filter(({ gain }) => gain < 1 / (1 + EQUAL)).sort((a, b) => a.gain - b.gain || a.flow - b.flow);
  return { gained, lost, equal: flows.length - gained.length - lost.length };
}
