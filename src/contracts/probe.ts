/**
 * Probe: measurements that xoff does not have itself.
 *
 * A probe observes a run and writes rows of its own table. It cannot change the run, so the results with and without it
 * are equal. Events for which no probe has a hook cost nothing. The table is ordered by time, then by subject, then by
 * the order of recording.
 */
import type { SwitchesView } from "../base/view.ts";
import type { Bytes, Ps } from "../base/units.ts";

/**
 * The subject of a probe's rows: the object that each row describes. The table begins with `time_ns` and these columns:
 *
 * - `node`: node
 * - `port`: node, port and peer, which is the node at the other end
 * - `queue`: node, port, peer and class
 * - `flow`: the number of the flow in the table of flows
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
   * Set this if cells of the column may be empty: a text that says when they are. Record an empty cell as NaN, or as -1
   * for `count`, `choice` and `node`. A flag cannot be empty.
   */
  readonly empty?: string;
}

/** The columns of a probe by name, in the order of the values that `record` takes. */
export type ProbeColumns = Readonly<Record<string, ProbeColumn>>;

/** The kinds of packets. `kindOf` returns an index of this list. */
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

/** The causes of drops. `onDrop` receives an index of this list. */
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

/** The flows of a run as read-only columns, by flow number. A time that has not come yet is NaN. */
export interface ProbeFlows {
  /**
   * The number of flows in the columns: those with a planned start, and all others that have started. A flow of a train
   * (a sequence of flows) gets its flow number only when it starts.
   */
  readonly count: number;
  readonly source: Int32Array;
  readonly destination: Int32Array;
  readonly cls: Uint8Array;
  /** Payload bytes of each flow. Infinity: the flow has no end. */
  readonly size: Float64Array;
  readonly start: Float64Array;
  /** The time in ps at which the receiver had every byte of the flow in order. */
  readonly received: Float64Array;
  /** The time in ps at which the sender received the ACK that completed the flow. */
  readonly acked: Float64Array;
  /** By flow: the next byte to send. */
  readonly sndNxt: Float64Array;
  /** By flow: the first byte without an ACK. */
  readonly sndUna: Float64Array;
  /** By flow: the first byte that the receiver misses. */
  readonly rcvNxt: Float64Array;
  /** By flow: the rate that congestion control has set, bit/s. 0: no limit. */
  readonly rate: Float64Array;
  /** By flow: the bytes in flight that congestion control permits. 0: no limit. */
  readonly window: Float64Array;
}

/**
 * The state that a probe may read. Nodes, ports and flows have network-wide numbers. A queue is 8 times port, plus
 * class.
 */
export interface ProbeView extends SwitchesView {
  readonly now: Ps;
  /** The value of `measure.every` in the scenario. It is the default time between two samples. */
  readonly every: Ps;
  /** The name of each node. Hosts have the lowest node numbers. */
  readonly names: readonly string[];
  /** By port: the port at the other end of its link. */
  readonly peer: Int32Array;
  readonly flows: ProbeFlows;

  /** Bytes of frames that a port has sent since the start, without preamble and gap. */
  sentBytes(port: number): Bytes;
  /** The classes of `port` that its peer has paused, as a bit mask. */
  stopped(port: number): number;
  /** Bytes that wait in an egress queue of a switch. */
  backlog(queue: number): Bytes;
  /** Bytes of an ingress queue of a switch, over all memory segments. */
  held(queue: number): Bytes;
  /** Bytes of an ingress port that are in headroom, over all classes. */
  headroom(port: number): Bytes;
  /** X_OFF of an ingress queue of a switch; NaN for a lossy class. */
  threshold(queue: number): Bytes;
  /** By node: the size of a switch's shared pool, bytes. */
  readonly capacity: Float64Array;
  /** By node: the bytes in use of a switch's shared pool. */
  readonly used: Float64Array;

  /**
   * Properties of a packet that a hook receives. They are valid until the hook returns. `kindOf` is an index of
   * `PACKET_KINDS`. `flowOf` is -1 for flow-control frames.
   */
  kindOf(packet: number): number;
  flowOf(packet: number): number;
  bytesOf(packet: number): Bytes;

  /**
   * Adds a row with the current time. `subject` is the number of the row's subject, 0 for `network`. `values` has a
   * value for each column. It throws for a value out of its column's range, and after 2,000,000 rows.
   */
  record(subject: number, ...values: number[]): void;
  /** Adds a row as `record` does, but with an earlier time, in ps. */
  recordAt(time: Ps, subject: number, ...values: number[]): void;
}

/**
 * The hooks of a probe, of which it defines at least one. The model calls a hook after its event, for every node of the
 * network.
 */
export interface Probe {
  /** Time between two calls of `onSample`. Absent: `measure.every` of the scenario. Requires `onSample`. */
  readonly every?: Ps | undefined;
  /** Called at regular times, `every` apart, after all other events of the same picosecond. */
  onSample?(): void;
  /** The receiver has every byte of a flow in order. */
  onReceived?(flow: number): void;
  /** The sender has the last ACK. */
  onAcked?(flow: number): void;
  /**
   * A switch pauses or resumes a class of the peer of `port`. `backlog` is the queue's bytes in the shared pool;
   * `threshold` is X_OFF.
   */
  onPause?(port: number, cls: number, backlog: Bytes, threshold: Bytes): void;
  onResume?(port: number, cls: number, backlog: Bytes, threshold: Bytes): void;
  /** The peer of `port` paused the classes in the bit mask `classes` at this port. */
  onStopped?(port: number, classes: number): void;
  /** The peer of `port` resumed the classes in the bit mask `classes` at this port. */
  onStarted?(port: number, classes: number): void;
  /** A packet was dropped, on arrival at `port` or from its queue. `cause` is an index of `DROP_CAUSES`. */
  onDrop?(port: number, packet: number, cause: number): void;
  /** The headroom occupancy of ingress `port` has changed to `bytes`. */
  onHeadroom?(port: number, bytes: Bytes): void;
  // The next three hooks run for every packet, so they slow the run down.
  /** An undamaged packet arrived at `port`. */
  onReceive?(port: number, packet: number): void;
  /** A packet joined the egress queue of class `cls` at `port`. `backlog` is the bytes queued before it. */
  onEnqueue?(port: number, cls: number, packet: number, backlog: Bytes): void;
  /**
   * A packet left the egress queue of class `cls` at `port`. `backlog` is the remaining bytes, and `mark` is the
   * packet's ECN mark.
   */
  onDequeue?(port: number, cls: number, packet: number, backlog: Bytes, mark: number): void;
  /** The run is over: record summary rows here. */
  onEnd?(): void;
}

/** The exports of the file of a probe, in addition to `about` and `params`. */
export interface ProbeModule {
  readonly of: ProbeSubject;
  readonly columns: ProbeColumns;
  /**
   * Set this if each recorded row depends on one node only and the probe keeps no network-wide state. A partitioned run
   * then has an instance of the probe in each partition. Valid only if `of` is "node", "port" or "queue". Absent: the
   * run uses one partition.
   */
  readonly local?: true;
  create(values: Readonly<Record<string, unknown>>, view: ProbeView): Probe;
}
