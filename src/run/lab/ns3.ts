/**
 * Joins the stages for the input of HPCC's ns-3 simulator. It is no scenario, so such a run loads no YAML parser and no schema.
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
  /** False makes every end of transmission an event: slower, same results. */
  readonly elide?: boolean;
  /** Enables the histogram of queue occupancy, in the window that the config sets. The value is the time between two dumps. */
  readonly queueDumpNs?: number;
  /** A buffer policy and its values that replace the simulator's threshold. */
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
  // After the build, because the simulator sets up its monitor last, too.
  const queues =
    queueDumpNs === undefined ? null : new QueueHistogram(network, { startNs, endNs, dumpNs: queueDumpNs });
  return { build, network, recorder, queues, trace };
}

/** Runs ns-3 input to the last completion or its stop time. */
export function runNs3(input: Ns3Input, options: Ns3Options = {}): Ns3Run {
  const setup = setUpNs3(input, options);
  return { ...setup, ending: setup.network.run(setup.build.until) };
}
