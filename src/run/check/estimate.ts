/**
 * Estimates packet-hops and memory of a run before it begins. `apps/cli/terminal/run-time.ts` converts packet-hops into
 * seconds.
 */
import type { Plan } from "../../contracts/traffic.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Measure, Scenario } from "../../scenario/scenario.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import { workOf, type Work } from "./work.ts";

/** The estimated work and memory of a run, with the size of its network. */
export interface Estimate extends Work {
  readonly hosts: number;
  readonly ports: number;
  /** The estimated peak memory of the process in bytes, if the run uses one thread. */
  readonly memory: Bytes;
  /**
   * True if the run uses fast-forward, that is, skips time while the network repeats itself. The skipped share is unknown
   * before the run, so the estimate is that of the exact run.
   */
  readonly skips: boolean;
}

/** Estimates the work (packet-hops) and the memory of a run. `ackEvery`: the number of data packets for each ACK. */
export function estimateOf(scenario: Scenario, network: Network, plan: Plan, ackEvery = 1): Estimate {
  const { until, window } = scenario;
  const work = workOf(network, plan, {
    until,
    window: window === "bdp" || window === 0 ? undefined : window,
    ackEvery,
  });
  const hosts = network.fabric.wiring.isSwitch.filter((isSwitch) => !isSwitch).length;
  const memory = memoryOf(scenario.measure, network, plan, work);
  return { ...work, hosts, ports: network.fabric.ports, memory, skips: scenario.fastForward === true };
}

// Resident memory of `xoff run` in bytes, measured with Node 20. PROGRAM is the program without a network. Each other
// constant is for one thing, such as a flow or a port, and includes the rows of that thing in the results.
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

/**
 * The maximum number of rows in all time series of the run, if each sampled port has one class of data. A flow has rows
 * only while it is active, so there may be fewer.
 */
function samplesOf({ every, queues, rates, goodputs, inFlight }: Measure, flows: number, ends: Ps): number {
  const of = (asked: readonly number[] | "all"): number => (asked === "all" ? flows : asked.length);
  return Math.floor(ends / every) * (queues.length + rates.length + of(goodputs) + of(inFlight));
}
