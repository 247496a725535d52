/**
 * Probe: what else is to be measured?
 *
 * A probe observes a run and writes rows of its own table. It changes nothing, so a run with probes equals the run without. Events that no
 * probe subscribes to cost nothing. The table is ordered by time, then by subject, then by the order of recording.
 */
import type { SwitchesView } from "../base/view.ts";
import type { Bytes, Ps } from "../base/units.ts";

/**
 * The subject of a probe's rows. Its table begins with `time_ns` and the columns of the subject:
 *
 * - `node`: node
 * - `port`: node, port and peer, the node at the other end
 * - `queue`: the same and class
 * - `flow`: the number in the table of flows
 * - `network`: no column
 */
export type ProbeSubject = "network" | "node" | "port" | "queue" | "flow";

/**
 * A column of a probe. Values are recorded in base units; the unit decides the form in the table:
 *
 * - `ps`: recorded in picoseconds, written in nanoseconds with the suffix `_ns`
 * - `bytes`, `bps`: suffix `_bytes` or `_bps`
 * - `choice`: the index of one of `choices`
 * - `node`: the number of a node, written as its name
 * - `flag`: 0 or 1
 */
export interface ProbeColumn {
  readonly unit: "ps" | "bytes" | "bps" | "ratio" | "count" | "flag" | "choice" | "node";
  readonly about: string;
  readonly choices?: readonly string[];
  /**
   * Set this if cells may be empty: it says when. An empty cell is recorded as NaN, or as -1 for `count`, `choice` and `node`. A flag is
   * never empty.
   */
  readonly empty?: string;
}

/** The columns of a probe, by name, in the order of the values of `record`. */
export type ProbeColumns = Readonly<Record<string, ProbeColumn>>;

/** Kinds of packets, by number. */
export const PACKET_KINDS = [
  "data",
  "ACK",
  "NACK",
  "CNP",
  "link frame",
  "probe",
  "notice",
  "signal",
  "request",
  "reply",
] as const;

/** Reasons of drops, by number. */
export const DROP_CAUSES = [
  "no buffer",
  "no headroom",
  "damaged",
  "link down",
  "no route",
  "lost pause",
  "watchdog",
  "slow receiver",
  "trimmed",
] as const;

/** The flows of a run, by number, read-only. NaN is a time in the future. */
export interface ProbeFlows {
  /** The number of flows that are planned or given to their senders. Flows of trains are numbered as they begin. */
  readonly count: number;
  readonly source: Int32Array;
  readonly destination: Int32Array;
  readonly cls: Uint8Array;
  /** Bytes; Infinity: no end. */
  readonly size: Float64Array;
  readonly start: Float64Array;
  /** The time at which the receiver had every byte in order, and the time of the last ACK at the sender, ps. */
  readonly received: Float64Array;
  readonly acked: Float64Array;
  /** The next byte to send, the first byte without an ACK, and the first byte that the receiver misses. */
  readonly sndNxt: Float64Array;
  readonly sndUna: Float64Array;
  readonly rcvNxt: Float64Array;
  /** The limits set by congestion control: bit/s, and bytes in flight; 0: no limit. */
  readonly rate: Float64Array;
  readonly window: Float64Array;
}

/** The state that a probe may read: nodes, ports and flows by their network-wide numbers. A queue is port * 8 + class. */
export interface ProbeView extends SwitchesView {
  readonly now: Ps;
  /** `measure.every` of the scenario: the default time between two samples. */
  readonly every: Ps;
  /** By node. Hosts have the lowest numbers. */
  readonly names: readonly string[];
  /** By port: the port at the other end of its link. */
  readonly peer: Int32Array;
  readonly flows: ProbeFlows;

  /** Bytes of frames that a port has sent since the start, without preamble and gap. */
  sentBytes(port: number): Bytes;
  /** The classes of a port that its peer has paused, a bit mask. */
  stopped(port: number): number;
  /** Bytes in an egress queue of a switch. */
  backlog(queue: number): Bytes;
  /** Bytes of an ingress queue of a switch, all segments. */
  held(queue: number): Bytes;
  /** Bytes of an ingress port in headroom, all classes. */
  headroom(port: number): Bytes;
  /** X_OFF of an ingress queue of a switch; NaN for a lossy class. */
  threshold(queue: number): Bytes;
  /** By node: the shared pool of a switch, and its bytes in use. */
  readonly capacity: Float64Array;
  readonly used: Float64Array;

  /** The packet of a hook, until the hook returns. `kindOf` is an index in `PACKET_KINDS`. `flowOf` is -1 for link frames. */
  kindOf(packet: number): number;
  flowOf(packet: number): number;
  bytesOf(packet: number): Bytes;

  /**
   * Adds a row at the current time: the number of its subject (0 for `network`), then a value for each column. It throws for values out of
   * a column's range, and beyond 2,000,000 rows.
   */
  record(subject: number, ...values: number[]): void;
  /** The same, at an earlier time, ps. */
  recordAt(time: Ps, subject: number, ...values: number[]): void;
}

/** The hooks of a probe; at least one. The model calls each after the event, for the whole network. */
export interface Probe {
  /** Time between two samples; absent: `measure.every`. Needs `onSample`. */
  readonly every?: Ps | undefined;
  /** Called every `every`, after all other events of that time. */
  onSample?(): void;
  /** The receiver has every byte of a flow in order; the sender has the last ACK. */
  onReceived?(flow: number): void;
  onAcked?(flow: number): void;
  /** A switch pauses a class of the peer of `port`, or resumes it; `backlog` are the shared bytes, `threshold` is X_OFF. */
  onPause?(port: number, cls: number, backlog: Bytes, threshold: Bytes): void;
  onResume?(port: number, cls: number, backlog: Bytes, threshold: Bytes): void;
  /** The peer of `port` paused classes, a bit mask, or resumed them. */
  onStopped?(port: number, classes: number): void;
  onStarted?(port: number, classes: number): void;
  /** A packet was dropped on arrival at `port` or in its queue; `cause` is an index in `DROP_CAUSES`. */
  onDrop?(port: number, packet: number, cause: number): void;
  /** The headroom of an ingress port now contains `bytes`. */
  onHeadroom?(port: number, bytes: Bytes): void;
  // The next three run for every packet, so they take time.
  /** An undamaged packet arrived at `port`. */
  onReceive?(port: number, packet: number): void;
  /**
   * A packet joined the egress queue at `port`; `backlog` are the bytes of its class before it. A packet left; `backlog` are the remaining
   * bytes and `mark` is its mark.
   */
  onEnqueue?(port: number, cls: number, packet: number, backlog: Bytes): void;
  onDequeue?(port: number, cls: number, packet: number, backlog: Bytes, mark: number): void;
  /** The run is over: record summary rows here. */
  onEnd?(): void;
}

/** The exports of a probe, in addition to `about` and `params`. */
export interface ProbeModule {
  readonly of: ProbeSubject;
  readonly columns: ProbeColumns;
  /**
   * Set this if each row depends on its own node alone and the probe has no network-wide state. The run may then be partitioned, with an
   * instance for each partition. For rows of nodes, ports and queues only. Absent: the run uses one partition.
   */
  readonly local?: true;
  create(values: Readonly<Record<string, unknown>>, view: ProbeView): Probe;
}
