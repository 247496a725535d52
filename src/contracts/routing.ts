/**
 * Routing: which of the equal-cost ports?
 *
 * One policy instance serves all switches of a network, so that what runs for each packet is there once and is compiled with its arrays
 * (docs/decisions/0025-one-policy-a-network.md). What a switch knows stands at its node number or at its ports', and no other switch
 * reads it: they tell each other by packets only (docs/decisions/0020-routing-speaks-by-packets.md). They may run in different parts of the
 * network, each with an instance of the policy. What is kept by flow belongs to one switch too, as the leaf of its source; `onFinish` is told
 * there, for a host is always in the part of that leaf.
 *
 * Nodes and ports carry their network-wide numbers, except in lists of candidates, which switches share: there ports are those of the
 * switch that is asked, from 0. Asked only where there is a choice.
 */
import type { PacketWords } from "../base/view.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

/**
 * The header fields a switch may hash: four words a flow, [flow * 4 ...]: source address, destination address, source port |
 * destination port << 16, and the ports the other way round, as an ACK has them.
 */
export interface FlowKeys {
  readonly keys: Int32Array;
}

/** What a routing policy may read of the network, and the packets that it may send. */
export interface RoutingView {
  readonly nodes: number;
  /** Ports of all nodes. Node n has those from firstPort[n] to firstPort[n + 1] - 1. */
  readonly ports: number;
  readonly firstPort: Int32Array;
  /** The node that a port belongs to. */
  readonly nodeOf: Int32Array;
  /** The switch that a host hangs on, by the host's node number: a switch with hosts is a leaf. -1 for switches. */
  readonly leafOf: Int32Array;
  /** `FlowKeys`: four words a flow. */
  readonly keys: Int32Array;
  /** A number of each flow that is its own however the network is cut: its number, if it was planned. */
  readonly names: Int32Array;
  /** Hosts of each flow, by node number, and its class. */
  readonly source: Int32Array;
  readonly destination: Int32Array;
  readonly cls: Uint8Array;
  readonly now: Ps;
  rate(port: number): Bps;
  /** The node behind a port. */
  neighbour(port: number): number;
  /** Bytes queued on an egress port, all classes. */
  queued(port: number): Bytes;
  /** Time that the wire behind `port` was taken since the start, preambles and gaps included, up to the packet sent last. */
  busy(port: number): Ps;
  /**
   * Measures for how long of the last `window` the wire behind a switch's port was taken, by any packet or frame, preambles and gaps
   * included. The answer is exact at any moment. A policy asks once, when it is made.
   */
  busyWithin(window: Ps): (port: number) => Ps;
  /** Round trip from switch `here` to the leaf of `host` and back in an idle network: a full packet there, a control packet back. */
  baseRtt(here: number, host: number): Ps;
  /** Mark of a packet, as `view.ts` has them: what detection left on it so far. */
  mark(packet: number): number;
  /**
   * Seed of a switch's ECMP hash, 0 to 2^31 - 1. The run draws it for each switch. With the random numbers of ns-3 it is the node number, as
   * in HPCC's and ConWeave's simulators.
   */
  hashSeed(here: number): number;
  /** A draw from [0, 1); each switch has its own. */
  random(here: number): number;
  /** One of `count`, 0 to count - 1, each as likely, by such a draw. */
  pick(here: number, count: number): number;
  /** So many words on each packet, 1 to 1,024: 0 when a host makes a packet, and on an ACK what was left on its data. */
  words(width: number): PacketWords;
  /**
   * Sends a packet of 78 B with these words: a probe by `port`, from the switch that has it, in the class of `flow` and the way of its
   * data, to the last switch before its destination; a notice from switch `here` in the control class, the way of its ACKs, to the last
   * switch before its source. On wires and in queues they are packets like others: they take time, are stopped with their class, are
   * counted, and are lost with a link.
   */
  probe(flow: number, port: number, words: Int32Array): void;
  notify(here: number, flow: number, words: Int32Array): void;
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
   * How a flow's packets use the candidates, if that is known in advance. `flow`: all packets take the path that `choose` names. `packet`:
   * they spread evenly over all candidates. Absent: the policy decides by what it measures.
   */
  readonly spreads?: "flow" | "packet";
  /**
   * Switch `here` has one of `count` candidates to take, ports[from .. from + count), for a packet of `flow` to host `to`; returns its
   * index, 0 to count - 1. A single one is asked about where the scenario gives the flow its path: there is no choice, but something to
   * count and measure. `reverse` is true for what travels from the flow's receiver to its sender. A list of candidates stands at one place
   * of `ports`, so `from` names it; when routes change, because a link failed, `ports` is another array.
   */
  readonly choose: (
    here: number,
    flow: number,
    reverse: boolean,
    to: number,
    ports: Int32Array,
    from: number,
    count: number,
    packet: number,
  ) => number;
  // Only policies that need them name these; the build wires none that is absent.
  /** A packet has come to a leaf by `port`: data from another switch, and what travels back. */
  readonly onArrive?: (port: number, packet: number, flow: number, reverse: boolean, size: Bytes) => void;
  /** A switch has chosen egress `port` for a data packet. The buffer policy has yet to admit the packet; the port may lead to a host. */
  readonly onRoute?: (port: number, packet: number, flow: number, size: Bytes) => void;
  /** Data and probes begin to wait at a port to another switch, and leave it. Of what travels back, and at ports to hosts, nothing is heard. */
  readonly onEnqueue?: (port: number, packet: number, flow: number, size: Bytes) => void;
  readonly onDequeue?: (port: number, packet: number, flow: number, size: Bytes) => void;
  onStopped?(port: number, cls: number): void;
  onStarted?(port: number, cls: number): void;
  /** A probe or a notice about `flow` has come to its end, at `here`; its words are those of `packet`. `onArrive` is not called for it. */
  onProbe?(here: number, packet: number, flow: number): void;
  onNotice?(here: number, packet: number, flow: number): void;
  /** A flow has its last ACK. */
  onFinish?(flow: number): void;
}
