/**
 * The stages joined for the reference simulator's input, which is no scenario: so whoever runs it loads no YAML and no schema.
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
  /** Off: every end of transmission is an event. Slower, same results. */
  readonly elide?: boolean;
  /** Counts how full queues are, in the window that the config sets; the time between two dumps. */
  readonly queueDumpNs?: number;
  /** A buffer policy and its values, in place of the simulator's threshold. */
  readonly buffer?: ChosenPolicy;
  /** Nodes whose packets are traced. */
  readonly traced?: readonly number[];
}

/** A run of the reference simulator's input, ready to go: `network.run(build.until)`, in slices or at once. */
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
  // After the build: the simulator too sets its monitor up last.
  const queues =
    queueDumpNs === undefined ? null : new QueueHistogram(network, { startNs, endNs, dumpNs: queueDumpNs });
  return { build, network, recorder, queues, trace };
}

/** A run of the reference simulator's input, to the last completion or its stop time. */
export function runNs3(input: Ns3Input, options: Ns3Options = {}): Ns3Run {
  const setup = setUpNs3(input, options);
  return { ...setup, ending: setup.network.run(setup.build.until) };
}
