/** What the page and its workers say to each other. Columns are typed arrays, which are handed over rather than copied. */
import type { Link, OwnModule, ProbeSeries, Summary } from "xoff";

/** A mistake or a warning, with its place in the text; lines and columns count from 1, and 0 is no place of its own. */
export interface Remark {
  readonly severity: "error" | "warning";
  readonly line: number;
  readonly column: number;
  /** Such as "policies.buffer.alpha"; "" for the whole. */
  readonly path: string;
  readonly message: string;
}

/** What is known of a text before it runs. */
export interface Checked {
  readonly remarks: readonly Remark[];
  /** Names of channels that wait for each other, a list a cycle; empty: the routes cannot deadlock. */
  readonly cycles: readonly (readonly string[])[];
  readonly hosts: number;
  readonly switches: number;
  readonly untilNs: number;
  /** What it comes to, in base units, for the controls; undefined where it cannot be read. */
  readonly chosen: Chosen | undefined;
  /** Who is wired to whom, and by port the load that it is offered, as a share of its rate; undefined where it cannot be read. */
  readonly fabric: { readonly wired: Fabric; readonly loads: Float32Array } | undefined;
}

/** A policy, a topology or an entry of the traffic, and its values in base units (ps, bytes, bit/s). */
export interface ChosenEntry {
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface Chosen {
  readonly policies: Readonly<Record<string, ChosenEntry>>;
  readonly topology: ChosenEntry;
}

/** A figure of a paper in the gallery. */
export interface FigureCard {
  readonly id: string;
  readonly title: string;
  readonly asks: string;
}

/** A scenario of a figure at quick scale. */
export interface TrialText {
  /** Its key in words: "scheme SPFC, bursts 24". */
  readonly label: string;
  readonly text: string;
}

/** Nodes, links and ports. Ports are numbered through the network, a node's side by side. */
export interface Fabric {
  readonly names: readonly string[];
  readonly isSwitch: Uint8Array;
  /** By node: its first port; one more than there are nodes. */
  readonly base: Int32Array;
  /** By port: its node, and the port at the other end of its link. */
  readonly node: Int32Array;
  readonly peer: Int32Array;
  /** By port: bit/s, and one-way delay in ns. */
  readonly rate: Float64Array;
  readonly delay: Float64Array;
}

/** PAUSEs, in the order in which they were decided. Ports are those of `Fabric`. */
export interface Pauses {
  /** Ingress port of the switch that decided; its peer port was told to stop. */
  readonly port: Int32Array;
  readonly cls: Int32Array;
  readonly start: Float64Array;
  /** Until then; after the end of the run where it held until then. */
  readonly end: Float64Array;
  readonly causedBy: Int32Array;
  readonly occupancy: Float64Array;
  readonly threshold: Float64Array;
  /** 1: the port as a whole was over its threshold, not one class (DSH). */
  readonly isPort: Uint8Array;
  /** Egress port of most of the ingress queue's bytes; -1: unknown. */
  readonly egress: Int32Array;
}

/** Samples of all ports: `values[sample * ports + port]`. Of ports of hosts queues are 0. */
export interface Samples {
  /** ns. */
  readonly times: Float64Array;
  readonly ports: number;
  /** 1: all of them are here; 2: every other. */
  readonly every: number;
  /** Of the CLI's runs: were queues and rates recorded at all? */
  readonly hasQueues: boolean;
  readonly hasUse: boolean;
  readonly egress: Float32Array;
  readonly ingress: Float32Array;
  /** NaN: nobody is held against one. */
  readonly threshold: Float32Array;
  /** Where the headroom policy stops the peer by that threshold, and where it lets it go. NaN: its link's policy decides, or none. */
  readonly xoff: Float32Array;
  readonly xon: Float32Array;
  /** Bits of the classes that were stopped. */
  readonly stopped: Uint8Array;
  /** Share of the link's rate, 0 to 1. */
  readonly use: Float32Array;
}

/** Goodput of flows: `bps[sample * flows.length + k]`. */
export interface Goodputs {
  readonly flows: Int32Array;
  readonly times: Float64Array;
  readonly bps: Float32Array;
}

export interface Flows {
  readonly source: Int32Array;
  readonly destination: Int32Array;
  readonly cls: Int32Array;
  readonly size: Float64Array;
  readonly start: Float64Array;
  /** NaN: not within the run. */
  readonly fct: Float64Array;
  readonly slowdown: Float64Array;
  readonly received: Float64Array;
  /** Times in ns by part, `parts[flow * PARTS.length + k]`. */
  readonly parts: Float64Array;
}

/** What a probe has measured, by column. */
export interface Probed {
  readonly probe: string;
  readonly series: readonly ProbeSeries[];
  /** 1: all values are here; 3: of each line with too many one of three. */
  readonly every: number;
}

/** A run, as views need it. */
export interface RunView {
  readonly fabric: Fabric;
  readonly pauses: Pauses;
  readonly samples: Samples;
  readonly goodputs: Goodputs;
  readonly flows: Flows;
  readonly probes: readonly Probed[];
  /** By port: most bytes of one class that came in there and lay in headroom. */
  readonly headroomPeak: Float64Array;
  /** Classes that no packet may be lost of. */
  readonly lossless: readonly number[];
  /** All memory of a switch, bytes. */
  readonly memory: number;
  readonly partNames: readonly string[];
  readonly summary: Summary;
  readonly threads: { readonly count: number; readonly why?: string };
}

/** What a scenario's text is read with, where it is not all: what was set over it, and the files that it names. */
export interface Beside {
  readonly set: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

/** A run of the CLI's, from what it recorded. */
export interface Recorded {
  readonly view: RunView;
  readonly text: string;
  readonly beside: Beside;
  /** Why it cannot be repeated in the page; undefined: it can. */
  readonly isOver?: string;
  /** What was not recorded, or in part, a sentence each. */
  readonly missing: readonly string[];
}

/** Modules of one's own; with some the worker is one in a frame without an origin. */
interface WithOwn {
  readonly own?: readonly OwnModule[] | undefined;
}

/** A scenario, and the modules of one's own that it may name. */
interface Given extends WithOwn {
  readonly text: string;
}

export type Asked =
  | ({ readonly what: "check" } & Given)
  | { readonly what: "figures" }
  | { readonly what: "trials"; readonly id: string }
  | ({ readonly what: "schema" } & WithOwn)
  | ({ readonly what: "catalogue" } & WithOwn)
  | ({ readonly what: "run"; readonly name: string } & Given)
  | ({ readonly what: "why paused"; readonly chain: readonly Link[] } & Repeated)
  | ({ readonly what: "why flow"; readonly flow: number } & Repeated)
  /** `at`: the address of the folder's results; `path`: that of the run in it. */
  | { readonly what: "recorded"; readonly at: string; readonly path: string };

/** A run that is repeated up to `end`, ns. */
export interface Repeated extends Given {
  readonly beside?: Beside;
  readonly end: number;
}

export type Told =
  | { readonly answer: unknown }
  | { readonly failed: string; readonly remarks?: readonly Remark[] }
  | { readonly progress: { readonly nowNs: number; readonly untilNs: number; readonly packetHops: number } };
