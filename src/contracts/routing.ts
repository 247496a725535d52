/**
 * Routing: which of the equal-cost ports does a packet take?
 *
 * One policy instance serves all switches of a network. Its per-packet functions and arrays exist once, so V8 can
 * inline them (docs/decisions/0025-one-policy-a-network.md). The model calls the policy only where several candidates
 * exist.
 *
 * State of a switch is indexed by its node number or its ports, and no other switch reads it. Switches communicate by packets only
 * (docs/decisions/0020-routing-speaks-by-packets.md). They may run in different partitions, each with its own instance of the policy. State
 * of a flow belongs to one switch too, such as the leaf of its source. `onFinish` runs there: a host and its leaf are always in one
 * partition.
 *
 * Nodes and ports have network-wide numbers. Lists of candidates are the exception, since switches share them: their ports are those of the
 * switch, from 0.
 */
import type { PacketWords, Timer } from "../base/view.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

/**
 * The header fields that a switch may hash. `keys` has four consecutive words for each flow:
 *
 * - the source address
 * - the destination address
 * - the source port in the lower 16 bits, and the destination port in the upper 16 bits
 * - the same two ports in the order of an ACK
 */
export interface FlowKeys {
  readonly keys: Int32Array;
}

/** The state of the network that a routing policy may read, and the packets that it may send. */
export interface RoutingView {
  readonly nodes: number;
  /** Number of ports of all nodes together. Node n has the ports from firstPort[n] to firstPort[n + 1] - 1. */
  readonly ports: number;
  readonly firstPort: Int32Array;
  /** The node of a port. */
  readonly nodeOf: Int32Array;
  /** The switch of a host, by the host's node number; -1 for switches. A switch with hosts is a leaf. */
  readonly leafOf: Int32Array;
  /** The fields that switches hash (`FlowKeys`): four words for each flow. */
  readonly keys: Int32Array;
  /**
   * By flow: a number that is the same in all partitions. For most flows it is the flow number. Flows of trains (series
   * of flows one after the other) have another number, because their flow numbers depend on the partitions.
   */
  readonly names: Int32Array;
  /** The entropy that a transport chose for each packet, 0 to 65,535; null: no transport. Hash it in place of the source port. */
  readonly entropy: PacketWords | null;
  /** By flow: the node numbers of its two hosts, and its class. */
  readonly source: Int32Array;
  readonly destination: Int32Array;
  readonly cls: Uint8Array;
  readonly now: Ps;
  rate(port: number): Bps;
  /** Propagation delay of a port's link. */
  delay(port: number): Ps;
  /** The node at the other end of a port's link. */
  neighbour(port: number): number;
  /** Bytes queued at an egress port, all classes. */
  queued(port: number): Bytes;
  /**
   * Total time since the start in which `port` transmitted, with preambles and gaps. A packet counts in full from the
   * start of its transmission, so the result may include time after now.
   */
  busy(port: number): Ps;
  /**
   * Begins to measure how long switch ports send, with preambles and gaps. Call it once, in `create`. The returned
   * function gives the time that a port spent sending within the last `window`, exact at any moment.
   */
  busyWithin(window: Ps): (port: number) => Ps;
  /** Round trip from switch `here` to the leaf of `host` and back in an idle network: a full packet one way, a control packet back. */
  baseRtt(here: number, host: number): Ps;
  /** The ECN mark of a packet so far, as a value of `base/view.ts`. */
  mark(packet: number): number;
  /** Draws a random number from [0, 1), from the stream of switch `here`. */
  random(here: number): number;
  /**
   * The seed of a switch's ECMP hash, 0 to 2^31 - 1. The run draws one for each switch. With the random numbers of ns-3 the seed is the node
   * number, as in HPCC's and ConWeave's simulators.
   */
  hashSeed(here: number): number;
  /** Draws a whole number from 0 to count - 1, all equally probable, from the stream of switch `here`. */
  pick(here: number, count: number): number;
  /**
   * Reserves `width` words on each packet, 1 to 1,024. They are 0 when a host creates a packet. A new ACK gets a copy of its data packet's
   * words.
   */
  words(width: number): PacketWords;
  /**
   * Sends a packet with `words` by `port`. It has the size of a CNP, 78 B by default, and the class of `flow`. It
   * follows the path of the flow's data and ends at the last switch before the destination. Like any other packet, it
   * takes time and is counted. It is paused with its class, and it is lost if a link on its path fails.
   */
  probe(flow: number, port: number, words: Int32Array): void;
  /**
   * Sends a packet with `words` from switch `here`. It has the size of a CNP and the control class. It follows the path
   * of the ACKs and ends at the last switch before the source. Otherwise it behaves like a packet of `probe`. Any hook or timer may call it.
   * The packet leaves after the present event.
   */
  notify(here: number, flow: number, words: Int32Array): void;
  /**
   * Sends a packet as `notify` does, but of `size` bytes and at once: an idle port sends it within the present event.
   * Call it only in `holds`, for an answer that must leave before the packets that the same call of `holds` releases.
   * In all other hooks call `notify`.
   */
  reply(here: number, flow: number, words: Int32Array, size: Bytes): void;
  /**
   * Forwards held packets of `flow` in order of arrival: the first `count`, or all. They are admitted, charged and queued now. With
   * `chargesHeld` they were admitted and charged before, and are only queued now. Without held packets the call does nothing.
   *
   * A policy may call this within `holds`. The released packets then leave before the packet for which `holds` runs, unless the policy has
   * already forwarded that packet (`forward`).
   */
  release(flow: number, count?: number): void;
  /**
   * Forwards one held packet now. Within `holds` it can also forward the packet for which `holds` runs. The return value of `holds` then
   * has no effect. So a policy that sorts packets can forward them in its own order.
   */
  forward(packet: number): void;
  /** A timer for each flow, at the leaf of its destination. */
  timer(action: (flow: number) => void): Timer;
}

/**
 * A path that the scenario prescribes for the flows from one set of hosts to another. Hosts and switches are node numbers. The model
 * enforces the path, so the policy need not.
 */
export interface GivenPath {
  readonly from: readonly number[];
  readonly to: readonly number[];
  /**
   * The switches that the flows pass. `link` selects one of the parallel links from the previous switch, counted from
   * 1.
   */
  readonly via: readonly { readonly node: number; readonly link: number }[];
  /** The path applies until this time. Afterwards the next prescribed path in the scenario's list that matches the hosts applies. */
  readonly until: Ps;
}

/**
 * The hooks of a routing policy. The per-packet hooks are function properties, because the switches call them without
 * `this`.
 */
export interface RoutingPolicy {
  /**
   * How the policy uses the candidates, if known in advance. `flow`: all packets of a flow take one path, which `choose` returns. `packet`:
   * packets spread evenly over all candidates. Absent: the policy decides by its measurements.
   */
  readonly spreads?: "flow" | "packet";
  /**
   * Chooses a port for a packet of `flow` to host `to` at switch `here`. The candidates are `ports[from]` to `ports[from + count - 1]`.
   * Returns the index of one, 0 to count - 1. `reverse` is true for packets from the flow's receiver to its sender.
   *
   * If the scenario prescribes the path of the flow, there is a single candidate, and the policy can only count and measure. `from`
   * identifies a list of candidates. When a link failure changes routes, `ports` is a new array.
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
  // Optional hooks. The run calls only those that a policy defines.
  /** A packet arrived at a leaf by `port`: data from another switch, or a packet of the reverse direction. */
  readonly onArrive?: (port: number, packet: number, flow: number, reverse: boolean, size: Bytes) => void;
  /**
   * A data packet arrived at a leaf by `port` from another switch. True: the leaf holds the packet until `release`, and no queue is charged
   * for it. The leaf calls this hook before all other hooks for the packet. `release` and `forward` do not call it again.
   */
  readonly holds?: (port: number, packet: number, flow: number, size: Bytes) => boolean;
  /**
   * Set this if held packets occupy memory (docs/decisions/0051-held-packets-charged-to-memory.md). `holds` is then called after
   * the egress port was chosen and the packet was admitted. A held packet is charged to its ingress queue, so buffer, headroom and PFC
   * count it. `release` queues it.
   */
  readonly chargesHeld?: true;
  /** A switch has chosen egress `port` for a data packet. The buffer policy has yet to admit the packet. `port` may also lead to a host. */
  readonly onRoute?: (port: number, packet: number, flow: number, size: Bytes) => void;
  /**
   * A data packet or probe joins an egress queue of `port`, which leads to another switch. Not called for ACKs and
   * other packets towards the sender.
   */
  readonly onEnqueue?: (port: number, packet: number, flow: number, size: Bytes) => void;
  /** A packet for which `onEnqueue` was called leaves its egress queue. */
  readonly onDequeue?: (port: number, packet: number, flow: number, size: Bytes) => void;
  onStopped?(port: number, cls: number): void;
  onStarted?(port: number, cls: number): void;
  /**
   * A probe or a notice about `flow` reached its end at switch `here`. `packet` carries the words that were
   * passed to `probe` or `notify`. `onArrive` is not called for it.
   */
  onProbe?(here: number, packet: number, flow: number): void;
  onNotice?(here: number, packet: number, flow: number): void;
  /** The sender has the last ACK of the flow. */
  onFinish?(flow: number): void;
}
