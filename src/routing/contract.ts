/**
 * Routing: which of the equal-cost ports?
 *
 * One policy instance per switch; ports are the switch's own, counted from 0. Asked only where there is a choice.
 */
import type { PacketWords, TimerMaker } from "../view.ts";
import type { Bps, Bytes, Ps } from "../units.ts";

/**
 * The header fields a switch may hash: four words a flow, [flow * 4 ...]: source address, destination address, source port |
 * destination port << 16, and the ports the other way round, as an ACK has them.
 */
export interface FlowKeys {
  readonly keys: Int32Array;
}

export interface RoutingView {
  /** The switch's node number, and how many nodes there are. */
  readonly node: number;
  readonly nodes: number;
  readonly ports: number;
  /** `FlowKeys`: four words a flow. */
  readonly keys: Int32Array;
  readonly now: Ps;
  rate(port: number): Bps;
  /** Hosts of each flow, by node number. */
  readonly source: Int32Array;
  readonly destination: Int32Array;
  /** The node behind a port, and whether it is a host: a switch with hosts is a leaf. */
  neighbour(port: number): number;
  isHost(node: number): boolean;
  /** Bytes queued on an egress port, all classes, and whether the peer has stopped `cls` there. */
  queued(port: number): Bytes;
  stopped(port: number, cls: number): boolean;
  /** Time that the wire behind `port` was taken since the start, preambles and gaps included, up to the packet sent last. */
  busy(port: number): Ps;
  /** Hosts' leaves: the switch a host hangs on, for schemes that keep state by leaf. */
  leafOf(host: number): number;
  /** Round trip from this switch to the leaf of `host` and back in an idle network: a full packet there, a control packet back. */
  baseRtt(host: number): Ps;
  /** Class of a flow. */
  readonly cls: Uint8Array;
  /** Mark of a packet, as `view.ts` has them: what detection left on it so far. */
  mark(packet: number): number;
  random(): number;
  readonly timer: TimerMaker;
  /** Words on each packet, one column for all switches: 0 when a host makes a packet, and on an ACK what was left on its data. */
  words(width: number): PacketWords;
  /**
   * Sends a packet of 78 B with these words: a probe by `port`, in the class of `flow` and the way of its data, to the last switch
   * before its destination; a notice in the control class, the way of its ACKs, to the last switch before its source. On wires and in
   * queues they are packets like others: they take time, are stopped with their class, are counted, and are lost with a link.
   */
  probe(flow: number, port: number, words: Int32Array): void;
  notify(flow: number, words: Int32Array): void;
}

/** Flows between these hosts, by node number, pass these switches. A build sees to that; policies are not asked. */
export interface GivenPath {
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** A switch, and by which of the links that join it and the switch before, from 1. */
  readonly via: readonly { readonly node: number; readonly link: number }[];
  /** From then on the next row that fits counts. */
  readonly until: Ps;
}

/** What is asked for every packet is a function, not a method: a switch keeps each in a field of its own, and calls it without the policy. */
export interface RoutingPolicy {
  /**
   * One of `count` candidates, ports[from .. from + count), for a packet of `flow` to host `to`; returns its index, 0 to count - 1.
   * A single one is asked about where the scenario gives the flow its path: there is no choice, but something to count and measure.
   * `reverse` is true for what travels from the flow's receiver to its sender. A list of candidates stands at one place of `ports`,
   * so `from` names it; when routes change, because a link failed, `ports` is another array.
   */
  readonly choose: (
    flow: number,
    reverse: boolean,
    to: number,
    ports: Int32Array,
    from: number,
    count: number,
    packet: number,
  ) => number;
  // Only policies that need them name these; the build wires none that is absent.
  readonly onArrive?: (port: number, packet: number, flow: number, reverse: boolean, size: Bytes) => void;
  /** Data and probes begin to wait at a port to another switch, and leave it. Of what travels back, and at ports to hosts, nothing is heard. */
  readonly onEnqueue?: (port: number, packet: number, flow: number, size: Bytes) => void;
  readonly onDequeue?: (port: number, packet: number, flow: number, size: Bytes) => void;
  onStopped?(port: number, cls: number): void;
  onStarted?(port: number, cls: number): void;
  /** A probe or a notice about `flow` has come to its end, here; its words are those of `packet`. `onArrive` is not called for it. */
  onProbe?(packet: number, flow: number): void;
  onNotice?(packet: number, flow: number): void;
  /** A flow from one of this leaf's hosts has its last ACK. */
  onFinish?(flow: number): void;
}
