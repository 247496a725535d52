/**
 * Probe: what else is to be measured?
 *
 * A probe listens while a network runs and writes rows of a table of its own. It looks and changes nothing, so a run with probes is the
 * same run as one without; what no probe asks for is not called. A row is of a subject at a time, by which the table is in order: rows of one
 * time by the number of their subject, those of one subject as they were recorded.
 */
import type { SwitchesView } from "../base/view.ts";
import type { Bytes, Ps } from "../base/units.ts";

/**
 * What the rows of a probe are of. Their table begins with `time_ns` and says who it was: `node`; `node`, `port` and `peer`, the node at the other
 * end; these and `class`; `flow`, as the table of flows numbers it; or nothing more.
 */
export type ProbeSubject = "network" | "node" | "port" | "queue" | "flow";

/**
 * A column of a probe: values are recorded in base units, and the unit decides what becomes of them. `ps` is recorded in picoseconds and stands in
 * the table as nanoseconds, `_ns` behind its name; `bytes` and `bps` get `_bytes` and `_bps` there. `choice`: the index of one of `choices`; `node`:
 * the number of a node, which stands there by its name; `flag`: 0 or 1.
 */
export interface ProbeColumn {
  readonly unit: "ps" | "bytes" | "bps" | "ratio" | "count" | "flag" | "choice" | "node";
  readonly about: string;
  readonly choices?: readonly string[];
  /** May cells be empty? Then this says when: NaN is recorded, or for `count`, `choice` and `node` -1. A flag is never. */
  readonly empty?: string;
}

/** Columns of a probe, by name. Their order is that of the values given to `record`. */
export type ProbeColumns = Readonly<Record<string, ProbeColumn>>;

/** Kinds of packets, by number: data, and what transport, links and routing send each other. */
export const PACKET_KINDS = ["data", "ACK", "NACK", "CNP", "link frame", "probe", "notice"] as const;

/** Why a packet was dropped, by number. */
export const DROP_CAUSES = [
  "no buffer",
  "no headroom",
  "damaged",
  "link down",
  "no route",
  "lost pause",
  "watchdog",
  "slow receiver",
] as const;

/** The flows of a run, by number; NaN stands for a time that has not come. Only to be read. */
export interface ProbeFlows {
  /** So many have been given to their senders, or are planned to be: those of trains are numbered as they begin. */
  readonly count: number;
  readonly source: Int32Array;
  readonly destination: Int32Array;
  readonly cls: Uint8Array;
  /** Bytes; Infinity: it never ends. */
  readonly size: Float64Array;
  readonly start: Float64Array;
  /** When the receiver had every byte in order, and when the sender had the last ACK, ps. */
  readonly received: Float64Array;
  readonly acked: Float64Array;
  /** The next byte to send, the first that is not acknowledged, and the first that the receiver misses. */
  readonly sndNxt: Float64Array;
  readonly sndUna: Float64Array;
  readonly rcvNxt: Float64Array;
  /** What congestion control lets it send: bit/s, and bytes in flight; 0: any. */
  readonly rate: Float64Array;
  readonly window: Float64Array;
}

/** What a probe sees: nodes, ports and flows by their numbers through the network. A queue is port * 8 + class. Only to be read. */
export interface ProbeView extends SwitchesView {
  readonly now: Ps;
  /** `measure.every` of the scenario: between two samples, where the probe names no other time. */
  readonly every: Ps;
  /** By node. Hosts have the lowest numbers. */
  readonly names: readonly string[];
  /** By port: the port at the other end of its link. */
  readonly peer: Int32Array;
  readonly flows: ProbeFlows;

  /** Bytes of frames that a port has sent since the start, preamble and gap not counted. */
  sentBytes(port: number): Bytes;
  /** Classes of a port that its peer has stopped, a bit mask. */
  stopped(port: number): number;
  /** Bytes that wait to leave by a queue of a switch. */
  backlog(queue: number): Bytes;
  /** Bytes stored in a switch that came in by a port and class, all segments. */
  held(queue: number): Bytes;
  /** Bytes of them in headroom, all classes of a port. */
  headroom(port: number): Bytes;
  /** Above which an ingress queue of a switch has its peer stopped; NaN for a lossy class. */
  threshold(queue: number): Bytes;
  /** By node: the shared pool of a switch, and what of it is in use. */
  readonly capacity: Float64Array;
  readonly used: Float64Array;

  /** Of a packet that a hook is told of, until it returns: index in `PACKET_KINDS`, its flow, or -1 for frames of links, and bytes of its frame. */
  kindOf(packet: number): number;
  flowOf(packet: number): number;
  bytesOf(packet: number): Bytes;

  /**
   * Adds a row, of now: the number of its subject (of `network` 0), then a value for each column, in their order. Throws for values that its columns
   * do not admit, and beyond 2,000,000 rows.
   */
  record(subject: number, ...values: number[]): void;
  /** The same of an earlier time, ps. */
  recordAt(time: Ps, subject: number, ...values: number[]): void;
}

/** Hooks of a probe; at least one. Each is told of what has just happened, of the whole network. */
export interface Probe {
  /** Time between two samples; absent: `measure.every`. Needs `onSample`. */
  readonly every?: Ps | undefined;
  /** Every so often, once all that happens at that time has. */
  onSample?(): void;
  /** The receiver has every byte of a flow in order; its sender has the last ACK. */
  onReceived?(flow: number): void;
  onAcked?(flow: number): void;
  /** A switch tells the peer of `port` to stop sending a class, or to go on, for it holds so many shared bytes against a threshold. */
  onPause?(port: number, cls: number, backlog: Bytes, threshold: Bytes): void;
  onResume?(port: number, cls: number, backlog: Bytes, threshold: Bytes): void;
  /** The peer of `port` has stopped classes there, a bit mask, or has let them go. */
  onStopped?(port: number, classes: number): void;
  onStarted?(port: number, classes: number): void;
  /** A packet was lost as it came in by `port` or waited there; `cause`: index in `DROP_CAUSES`. */
  onDrop?(port: number, packet: number, cause: number): void;
  /** The headroom of an ingress port has so many bytes in it now. */
  onHeadroom?(port: number, bytes: Bytes): void;
  // Of each packet: these take their time.
  /** It has come in by `port`, undamaged. */
  onReceive?(port: number, packet: number): void;
  /** It begins to wait at `port` behind so many bytes of its class, or is sent, which leaves so many; `mark` is what it leaves with. */
  onEnqueue?(port: number, cls: number, packet: number, backlog: Bytes): void;
  onDequeue?(port: number, cls: number, packet: number, backlog: Bytes, mark: number): void;
  /** The run is over: for rows that sum it up. */
  onEnd?(): void;
}

/** What a probe exports, besides `about` and `params`. */
export interface ProbeModule {
  readonly of: ProbeSubject;
  readonly columns: ProbeColumns;
  /**
   * Each row comes of what stands and happens at its own node alone, and the probe keeps nothing of the network as a whole: a run may be cut into parts
   * then, each with an instance. For rows of nodes, ports and queues only; absent: such a run is in one part.
   */
  readonly local?: true;
  create(values: Readonly<Record<string, unknown>>, view: ProbeView): Probe;
}
