/** The messages between the page and its workers. Columns are typed arrays, whose memory is transferred without a copy. */
import type { Link, OwnModule, ProbeSeries, Summary } from "xoff";

/** An error or a warning, with its place in the text. Lines and columns count from 1, and 0 means no specific place. */
export interface Remark {
  readonly severity: "error" | "warning";
  readonly line: number;
  readonly column: number;
  /** Path of the field, such as "policies.buffer.alpha". Empty for the whole scenario. */
  readonly path: string;
  readonly message: string;
}

/** Results of checking a scenario's text before it runs. */
export interface Checked {
  readonly remarks: readonly Remark[];
  /**
   * Possible deadlocks. Each is a cycle of links whose queues can wait for each other. A link is named by its
   * direction, such as "leaf1 to spine0". Empty if the routes cannot deadlock.
   */
  readonly cycles: readonly (readonly string[])[];
  /** A sentence on the highest offered load of a link, if it exceeds the link rate. Otherwise empty. */
  readonly overload: string;
  readonly hosts: number;
  readonly switches: number;
  readonly untilNs: number;
  /** The policies and the topology, for the controls. Their values are in base units. Undefined if the text cannot be read. */
  readonly chosen: Chosen | undefined;
  /**
   * The network, and the load offered to each port as a share of its rate. The loads leave out long-lived flows, whose
   * number is `longLived`. Undefined if the text cannot be read.
   */
  readonly fabric: { readonly wired: Fabric; readonly loads: Float32Array; readonly longLived: number } | undefined;
}

/** A policy, a topology or an entry of the traffic. Its values are in base units (ps, bytes, bit/s). */
export interface ChosenEntry {
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface Chosen {
  readonly policies: Readonly<Record<string, ChosenEntry>>;
  readonly topology: ChosenEntry;
}

/** A paper's figure in the gallery. */
export interface FigureCard {
  readonly id: string;
  readonly title: string;
  readonly asks: string;
}

/** One scenario of a paper's figure, in the size for quick runs (scale `quick`). */
export interface TrialText {
  /** The trial's key in words, such as "scheme SPFC, bursts 24". */
  readonly label: string;
  readonly text: string;
}

/** Nodes, links and ports of a network. Port numbers count through the whole network, node by node. */
export interface Fabric {
  readonly names: readonly string[];
  readonly isSwitch: Uint8Array;
  /** For each node, the number of its first port. One more entry at the end is the number of ports. */
  readonly base: Int32Array;
  /** For each port: its node. */
  readonly node: Int32Array;
  /** For each port: the port at the other end of its link. */
  readonly peer: Int32Array;
  /** For each port: its rate in bit/s. */
  readonly rate: Float64Array;
  /** For each port: the one-way delay of its link in ns. */
  readonly delay: Float64Array;
}

/** PAUSEs in the order in which switches decided them. Ports are numbered as in `Fabric`. */
export interface Pauses {
  /** The ingress port that sent the PAUSE. Its switch decided to pause the port at the other end of the link. */
  readonly port: Int32Array;
  readonly cls: Int32Array;
  readonly start: Float64Array;
  /** End of the PAUSE in ns. If it lasted until the end of the run, this value is later than that end. */
  readonly end: Float64Array;
  readonly causedBy: Int32Array;
  readonly occupancy: Float64Array;
  readonly threshold: Float64Array;
  /** 1 if the port as a whole exceeded its threshold, as in DSH. 0 if the queue of one class did. */
  readonly isPort: Uint8Array;
  /**
   * Number of the single queue that a scheduling policy paused, within its class. If the paused node is a host, this is
   * the number of the paused flow. -1: the PAUSE is for the whole class.
   */
  readonly queue: Int32Array;
  /** The egress port to which most bytes of the ingress queue were going, or -1 if unknown. */
  readonly egress: Int32Array;
}

/**
 * Samples of all ports. An array has the values of all ports at the first sample, then those at the second, and so on.
 * Queues of host ports are 0.
 */
export interface Samples {
  /** Sample times in ns. */
  readonly times: Float64Array;
  readonly ports: number;
  /** Every n-th sample of the run is in the view, where n is this number. */
  readonly every: number;
  /**
   * False if the run has no samples of queues. Examples are a run of the command line that did not record them, and a run
   * with fast-forward.
   */
  readonly hasQueues: boolean;
  /** False if the run has no samples of link utilisation. The reasons are those of `hasQueues`. */
  readonly hasUse: boolean;
  readonly egress: Float32Array;
  readonly ingress: Float32Array;
  /** Threshold of the ingress queue in bytes. NaN if the queue has none. */
  readonly threshold: Float32Array;
  /** X_OFF of the ingress queue in bytes, from the headroom policy. NaN if the link policy decides pauses, or no policy does. */
  readonly xoff: Float32Array;
  /** X_ON of the ingress queue in bytes. NaN if the link policy decides pauses, or no policy does. */
  readonly xon: Float32Array;
  /** The paused classes, one bit for each. */
  readonly stopped: Uint8Array;
  /** Link utilisation, from 0 to 1. */
  readonly use: Float32Array;
}

/** Goodputs of flows. `bps` has the values of all flows at the first sample, then those at the second, and so on. */
export interface Goodputs {
  readonly flows: Int32Array;
  readonly times: Float64Array;
  readonly bps: Float32Array;
}

/** The goodput of one flow or of all flows over time, in bit/s, with the times of the samples in ns. */
export interface FlowSamples {
  readonly times: Float64Array;
  readonly bps: Float64Array;
}

export interface Flows {
  readonly source: Int32Array;
  readonly destination: Int32Array;
  readonly cls: Int32Array;
  readonly size: Float64Array;
  readonly start: Float64Array;
  /** Flow completion time in ns. NaN if the flow did not end within the run. */
  readonly fct: Float64Array;
  /** FCT of the flow without other traffic, in ns. */
  readonly ideal: Float64Array;
  readonly slowdown: Float64Array;
  readonly received: Float64Array;
  /**
   * The parts of the flows' completion times in ns. The parts of the first flow come first, in the order of
   * `partTexts`. Then follow those of the second flow, and so on.
   */
  readonly parts: Float64Array;
}

/** The values that a probe measured, by column. */
export interface Probed {
  readonly probe: string;
  readonly series: readonly ProbeSeries[];
  /** If a series has many values, the view contains only every n-th of them, where n is this number. */
  readonly every: number;
}

/** A run in progress at one moment. Columns are by port. */
export interface Live {
  readonly nowNs: number;
  /** Link utilisation since the worker's previous message about the run in progress, from 0 to 1. */
  readonly use: Float32Array;
  /** Bytes in the egress queues. 0 at hosts. */
  readonly queued: Float32Array;
  /** The classes that the peer has paused, one bit for each. */
  readonly paused: Uint8Array;
}

/** Properties of a run that a comparison over seeds needs in addition to the measured values. */
export interface Seeding {
  /** Identifies the traffic. Runs with equal texts have the same traffic under the same seed. */
  readonly traffic: string;
  /** The roles whose policy has a part that is the same under every seed, such as ECMP's hash. */
  readonly fixed: readonly string[];
  /** Hash of all flows of the run. If it is equal under all seeds, the seed does not change the flows. */
  readonly flowSet: string;
}

/** Everything that the page shows of a run. */
export interface RunView {
  readonly fabric: Fabric;
  readonly pauses: Pauses;
  readonly samples: Samples;
  readonly goodputs: Goodputs;
  /** The goodput of all flows together. Undefined if the run did not record it. */
  readonly total: FlowSamples | undefined;
  readonly flows: Flows;
  readonly probes: readonly Probed[];
  /** For each port: the maximum bytes that one of its ingress queues had in headroom. */
  readonly headroomPeak: Float64Array;
  /**
   * Time in ns for which ports were paused, summed over ports and classes, as in `xoff compare`. A port is paused from
   * the arrival of a PAUSE frame to the arrival of the RESUME frame. So the sum differs a little from the times between
   * the switches' decisions to pause and to resume.
   */
  readonly pausedNs: number;
  /** The lossless classes. */
  readonly lossless: readonly number[];
  /** Total memory of a switch in bytes. */
  readonly memory: number;
  /** The parts of a completion time, as the page names them. */
  readonly partTexts: readonly string[];
  readonly summary: Summary;
  /** The data for a comparison over seeds. Undefined for a recorded run: the page runs no further seeds of it. */
  readonly seeding?: Seeding;
  readonly threads: { readonly count: number; readonly why?: string };
}

/**
 * The input of a run in addition to the scenario's text: the settings that override the scenario, and the files that the
 * scenario names. Only a run that the command line recorded has such input.
 */
export interface Beside {
  readonly set: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

/** A run that the command line recorded. */
export interface Recorded {
  readonly view: RunView;
  readonly text: string;
  readonly beside: Beside;
  /** A sentence on the reason why the page cannot repeat the run. Undefined if the page can repeat it. */
  readonly notRepeatable?: string;
  /** One sentence for each result that was not recorded, or only in part. */
  readonly missing: readonly string[];
}

/** The user's policy modules. The worker for a message with such modules runs in a frame without an origin (a sandbox). */
interface WithOwn {
  readonly own?: readonly OwnModule[] | undefined;
}

/** A scenario, and the user's policy modules that it can name. */
interface Given extends WithOwn {
  readonly text: string;
}

export type Asked =
  | ({ readonly what: "check" } & Given)
  | { readonly what: "figures" }
  | { readonly what: "trials"; readonly id: string }
  | ({ readonly what: "schema" } & WithOwn)
  | ({ readonly what: "catalogue" } & WithOwn)
  /** `seed` overrides the seed of the scenario. */
  | ({ readonly what: "run"; readonly name: string; readonly seed?: number } & Given)
  | ({ readonly what: "why paused"; readonly chain: readonly Link[] } & Repeated)
  | ({ readonly what: "why flow"; readonly flow: number } & Repeated)
  | ({ readonly what: "goodput"; readonly flow: number } & Repeated)
  /** Asks for drops, ECN marks and retransmissions from the time `from` to `end`, in ns. */
  | ({ readonly what: "packet events"; readonly from: number } & Repeated)
  /** `at` is the address of the results folder, and `path` is the run's path in it. */
  | { readonly what: "recorded"; readonly at: string; readonly path: string };

/** A run that is repeated from the start to the time `end`, in ns. */
export interface Repeated extends Given {
  readonly beside?: Beside;
  readonly end: number;
}

export type WorkerMessage =
  | { readonly answer: unknown }
  | { readonly failed: string; readonly remarks?: readonly Remark[] }
  | { readonly progress: { readonly nowNs: number; readonly untilNs: number; readonly packetHops: number } }
  /** The fabric of the run that begins. */
  | { readonly wired: Fabric }
  | { readonly live: Live };
