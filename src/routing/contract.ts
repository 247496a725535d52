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
  /** The switch's node number. */
  readonly node: number;
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
  /** Hosts' leaves: the switch a host hangs on, for schemes that keep state by leaf. */
  leafOf(host: number): number;
  random(): number;
  readonly timer: TimerMaker;
  /** Words on each packet, one column for all switches: 0 when a data packet is born, and what was left there on its ACK. */
  words(width: number): PacketWords;
  /** Tells the routing policy of another switch something, `words` 32-bit words, at once or by a probe packet. */
  notify(node: number, words: Int32Array): void;
}

export interface RoutingPolicy {
  /**
   * One of `count` candidates, ports[from .. from + count), for a packet of `flow` to host `to`; returns its index, 0 to count - 1.
   * `reverse` is true for what travels from the flow's receiver to its sender. A list of candidates stands at one place of `ports`,
   * so `from` names it; when routes change, because a link failed, `ports` is another array.
   */
  choose(
    flow: number,
    reverse: boolean,
    to: number,
    ports: Int32Array,
    from: number,
    count: number,
    packet: number,
  ): number;
  // Only policies that need them name these; the build wires none that is absent.
  onArrive?(port: number, packet: number, flow: number, reverse: boolean, size: Bytes): void;
  onEnqueue?(port: number, packet: number, flow: number, size: Bytes): void;
  onDequeue?(port: number, packet: number, flow: number, size: Bytes): void;
  onStopped?(port: number, cls: number): void;
  onStarted?(port: number, cls: number): void;
  onNotice?(from: number, words: Int32Array): void;
}
