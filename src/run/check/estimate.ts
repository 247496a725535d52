/** Estimates packet-hops and memory of a run before it begins. src/apps/cli/terminal/run-time.ts turns packet-hops into seconds. */
import type { Plan } from "../../contracts/traffic.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Measure, Scenario } from "../../scenario/scenario.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import { workOf, type Work } from "./work.ts";

/** What a run takes. */
export interface Estimate extends Work {
  readonly hosts: number;
  readonly ports: number;
  /** Of the process at its largest, in one thread. */
  readonly memory: Bytes;
}

/** `ackEvery`: data packets that one ACK answers. */
export function estimateOf(scenario: Scenario, network: Network, plan: Plan, ackEvery = 1): Estimate {
  const { until, window } = scenario;
  const work = workOf(network, plan, {
    until,
    window: window === "bdp" || window === 0 ? undefined : window,
    ackEvery,
  });
  const hosts = network.fabric.wiring.isSwitch.filter((isSwitch) => !isSwitch).length;
  return { ...work, hosts, ports: network.fabric.ports, memory: memoryOf(scenario.measure, network, plan, work) };
}

// Resident memory of `xoff run`, measured with Node 20: the program, and each flow, port and so on with its rows in the results.
const PROGRAM: Bytes = 85e6;
const OF_FLOW: Bytes = 3500;
const OF_SEND: Bytes = 5500;
const OF_PORT: Bytes = 1700;
const OF_PACKET: Bytes = 64;
const OF_SAMPLE: Bytes = 100;

function memoryOf(measure: Measure, network: Network, { sends = [] }: Plan, { ends, packets }: Work): Bytes {
  const { fabric, flows } = network;
  return Math.round(
    PROGRAM +
      OF_FLOW * (flows.capacity - sends.length) +
      OF_SEND * sends.length +
      OF_PORT * fabric.ports +
      (OF_PACKET + 4 * fabric.packets.columnWords) * packets +
      OF_SAMPLE * samplesOf(measure, flows.capacity, ends),
  );
}

/** Rows of series at most: a queue that is empty has none. */
function samplesOf({ every, queues, rates, goodputs, inFlight }: Measure, flows: number, ends: Ps): number {
  const of = (asked: readonly number[] | "all"): number => (asked === "all" ? flows : asked.length);
  return Math.floor(ends / every) * (queues.length + rates.length + of(goodputs) + of(inFlight));
}
