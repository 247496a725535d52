/**
 * Joins all stages for the input files of HPCC's ns-3 simulator. Such a run has no scenario, so it loads neither a YAML
 * parser nor the schema.
 */
import { buildNs3, type Ns3Build, type Ns3Input } from "../network/ns3.ts";
import { Ns3Recorder } from "../measure/ns3-outputs.ts";
import { PacketTrace } from "../measure/packet-trace.ts";
import { QueueHistogram } from "../measure/queue-histogram.ts";
import type { Ending, Network } from "../../sim/model/network.ts";
import { policies } from "../../policies/policies.ts";
import type { ChosenPolicy } from "../../scenario/scenario.ts";

export { deadlockedQueues, drops, nearestToPause, shortOfMemory, unfinishedFlows } from "../measure/findings.ts";
export { PACKET, SEEN, type TraceChunk } from "../measure/packet-trace.ts";
export type { QueueDump } from "../measure/queue-histogram.ts";
export type { Ending, Network, Ns3Input };

export interface Ns3Options {
  /**
   * True, the default: the end of a transmission is an event only if a packet waits for it. False: the end of each
   * transmission is an event. False gives equal results but a slower run.
   */
  readonly elide?: boolean;
  /**
   * The time between two dumps of the queue histogram in ns. The configuration file sets the recorded time window.
   * Absent: no histogram.
   */
  readonly queueDumpNs?: number;
  /** A buffer policy with its values. It replaces the PFC threshold of HPCC's simulator. */
  readonly buffer?: ChosenPolicy;
  /** The nodes whose packets are traced. */
  readonly traced?: readonly number[];
}

/** A run of ns-3 input, ready to start: call `network.run(build.until)` at once or in slices. */
export interface Ns3Setup {
  readonly build: Ns3Build;
  readonly network: Network;
  readonly recorder: Ns3Recorder;
  readonly queues: QueueHistogram | null;
  readonly trace: PacketTrace | null;
}

export interface Ns3Run extends Ns3Setup {
  readonly ending: Ending;
}

export function setUpNs3(input: Ns3Input, options: Ns3Options = {}): Ns3Setup {
  let recorder!: Ns3Recorder;
  const build = buildNs3(input, policies, {
    elide: options.elide ?? true,
    ...(options.buffer === undefined ? {} : { buffer: options.buffer }),
    recorder: (network) => (recorder = new Ns3Recorder(network)),
  });
  const { network } = build;
  const { traced = [], queueDumpNs } = options;
  let trace: PacketTrace | null = null;
  if (traced.length > 0) network.fabric.tracer = trace = new PacketTrace(network, traced);
  const { qlenMonStartNs: startNs, qlenMonEndNs: endNs } = input.config;
  // The histogram is created after the network, because HPCC's simulator also creates its queue monitor last. Events with
  // the same time run in the order in which they were scheduled. So they run in the same order as in that simulator.
  const queues =
    queueDumpNs === undefined ? null : new QueueHistogram(network, { startNs, endNs, dumpNs: queueDumpNs });
  return { build, network, recorder, queues, trace };
}

/** Runs ns-3 input until all flows are done, at most until its stop time. */
export function runNs3(input: Ns3Input, options: Ns3Options = {}): Ns3Run {
  const setup = setUpNs3(input, options);
  return { ...setup, ending: setup.network.run(setup.build.until) };
}
