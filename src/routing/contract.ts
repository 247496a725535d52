/**
 * Routing: which of the equal-cost ports?
 *
 * One policy instance per switch; ports are the switch's own, counted from 0. Asked only where there is a choice.
 */
import type { PacketWords, TimerMaker } from "../view.ts";
import type { Bps, Bytes, Ps } from "../units.ts";

/** The header fields a switch may hash, by flow; an ACK travels with the two ends swapped. */
export interface FlowKeys {
  readonly sourceAddress: Uint32Array;
  readonly destinationAddress: Uint32Array;
  readonly sourcePort: Uint16Array;
  readonly destinationPort: Uint16Array;
}

export interface RoutingView {
  /** The switch's node number. */
  readonly node: number;
  readonly ports: number;
  readonly keys: FlowKeys;
  readonly now: Ps;
  rate(port: number): Bps;
  /** Bytes queued on an egress port, all classes, and whether the peer has stopped `cls` there. */
  queued(port: number): Bytes;
  stopped(port: number, cls: number): boolean;
  /** Hosts' leaves: the switch a host hangs on, for schemes that keep state by leaf. */
  leafOf(host: number): number;
  random(): number;
  readonly timer: TimerMaker;
  words(width: number): PacketWords;
  /** Tells the routing policy of another switch something, `words` 32-bit words, at once or by a probe packet. */
  notify(node: number, words: Int32Array): void;
}

export interface RoutingPolicy {
  /**
   * One of `count` candidates, ports[from .. from + count), for a packet of `flow` to host `to`; returns its index, 0 to count - 1.
   * `reverse` is true for what travels from the flow's receiver to its sender.
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
  onEnqueue?(port: number, packet: number, size: Bytes): void;
  onDequeue?(port: number, packet: number, size: Bytes): void;
  onStopped?(port: number, cls: number): void;
  onStarted?(port: number, cls: number): void;
  onNotice?(from: number, words: Int32Array): void;
}
