/**
 * Two leaves with four paths between them, for the contract of routing policies that hold packets.
 *
 * Packets of the flows come from the source leaf. Each path has a delay of its own, so packets overtake each other. Any
 * packet may be lost on its path, also the packets that the policy sends. At the far leaf the bench asks the policy for
 * each packet whether to hold it.
 */
import { Clock, routingView } from "./views.ts";
import type { Stream } from "../../base/random.ts";
import { us, type Ps } from "../../base/units.ts";
import { CONGESTED, UNMARKED, type PacketWords } from "../../base/view.ts";
import type { RoutingPolicy, RoutingView } from "../../contracts/routing.ts";

export const FLOWS = 2;
const SIZE = 1000;
/** Maximum number of packets in a bench: data packets together with those that the policy sends. */
const PACKETS = 1 << 14;

// Nodes: two hosts, their leaves, and a spine for each path. SPINE is the first spine. The first port of a leaf leads to its host.
const [HOST, FAR_HOST, LEAF, FAR_LEAF, SPINE] = [0, 1, 2, 3, 4];
const FIRST_PORT = Int32Array.of(0, 1, 2, 7, 12, 14, 16, 18, 20);
export const PATHS = 4;
const NODES = SPINE + PATHS;
const NEIGHBOURS = [
  LEAF,
  FAR_LEAF,
  HOST,
  4,
  5,
  6,
  7,
  FAR_HOST,
  4,
  5,
  6,
  7,
  ...[4, 5, 6, 7].flatMap(() => [LEAF, FAR_LEAF]),
];
const NODE_OF = Int32Array.from(NEIGHBOURS, (_, port) => FIRST_PORT.findIndex((first) => first > port) - 1);
const UPLINKS = Int32Array.of(1, 2, 3, 4);

export interface Paths {
  /** The delay of each path. */
  readonly delays: readonly Ps[];
  /** The share of packets that are lost. */
  readonly loss: number;
}

export class HoldingBench {
  readonly clock = new Clock();
  /** By flow: its held packets in order of arrival. */
  readonly held: number[][] = Array.from({ length: FLOWS }, () => []);
  /** The number of packets that the policy has held. */
  holds = 0;
  private readonly policy: RoutingPolicy;
  private readonly paths: Paths;
  private readonly source: Stream;
  private readonly travelling: (() => void)[] = [];
  private readonly arrivals = this.clock.timer(PACKETS, (k) => {
    this.travelling[k]();
  });
  /** By packet: its flow. Packets have numbers from 1. */
  private readonly flowOf = [-1];
  private words: PacketWords = { width: 0, at: new Int32Array(0) };
  /** The packet for which `holds` is running. 0: none, or the policy has forwarded it. */
  private present = 0;

  constructor(create: (view: RoutingView) => RoutingPolicy, paths: Paths, source: Stream) {
    this.paths = paths;
    this.source = source;
    this.policy = create(this.view());
  }

  /** A data packet of `flow` arrives at the source leaf from its host. */
  send(flow: number): void {
    const { policy } = this;
    const packet = this.number(flow);
    const path = policy.choose(LEAF, flow, false, FAR_HOST, UPLINKS, 0, PATHS, packet);
    this.pass(FIRST_PORT[LEAF] + 1 + path, packet);
    this.travel(this.paths.delays[path], () => {
      this.pass(FIRST_PORT[SPINE + path] + 1, packet);
      this.arrive(FIRST_PORT[FAR_LEAF] + 1 + path, packet);
    });
  }

  /** A packet passes the queue of a port that leads to a switch. */
  private pass(port: number, packet: number): void {
    const { policy, flowOf } = this;
    policy.onRoute?.(port, packet, flowOf[packet], SIZE);
    policy.onEnqueue?.(port, packet, flowOf[packet], SIZE);
    policy.onDequeue?.(port, packet, flowOf[packet], SIZE);
  }

  /** A data packet arrives at the far leaf. */
  private arrive(port: number, packet: number): void {
    const { policy, flowOf } = this;
    const isCharged = policy.chargesHeld === true;
    if (isCharged) this.route(port, packet);
    this.present = packet;
    const isHeld = policy.holds?.(port, packet, flowOf[packet], SIZE) === true;
    const isForwarded = this.present === 0;
    this.present = 0;
    if (isForwarded) return;
    if (isHeld) {
      this.holds++;
      this.held[flowOf[packet]].push(packet);
    } else if (!isCharged) this.route(port, packet);
  }

  private route(port: number, packet: number): void {
    this.policy.onArrive?.(port, packet, this.flowOf[packet], false, SIZE);
    this.policy.onRoute?.(FIRST_PORT[FAR_LEAF], packet, this.flowOf[packet], SIZE);
  }

  /**
   * Calls the routing hooks for a released packet. With `chargesHeld` the hooks were called before `holds`, so they are
   * not called again.
   */
  private leave(packet: number): void {
    if (this.policy.chargesHeld !== true) this.route(FIRST_PORT[FAR_LEAF] + 1, packet);
  }

  private forward(packet: number): void {
    if (packet !== 0 && packet === this.present) this.present = 0;
    else {
      const list = this.held[this.flowOf[packet] ?? 0];
      const at = list.indexOf(packet);
      if (at < 0)
        throw new Error(
          `expected view.forward with a held packet, got ${packet}. Pass the packet of the hook holds, or one that it held.`,
        );
      list.splice(at, 1);
    }
    this.leave(packet);
  }

  private number(flow: number): number {
    return this.flowOf.push(flow) - 1;
  }

  private travel(delay: Ps, arrive: () => void): void {
    if (this.source.next() < this.paths.loss) return;
    const k = this.travelling.push(arrive) - 1;
    if (k >= PACKETS) throw new Error(`expected at most ${PACKETS} packets, got more. Send fewer probes and notices.`);
    this.arrivals.arm(k, this.clock.now + delay);
  }

  /** Sends a probe or notice that the policy creates, with the given `words` (its 32-bit header fields). */
  private originate(flow: number, words: Int32Array, delay: Ps, arrive: (packet: number) => void): void {
    const packet = this.number(flow);
    const { at, width } = this.words;
    at.set(words.subarray(0, width), packet * width);
    this.travel(delay, () => {
      arrive(packet);
    });
  }

  private view(): RoutingView {
    const { clock, paths, source } = this;
    const back = (_here: number, flow: number, words: Int32Array): void => {
      this.originate(flow, words, paths.delays[0], (packet) => this.policy.onNotice?.(LEAF, packet, flow));
    };
    return routingView(clock, LEAF, FLOWS, () => source.next(), {
      ...{ nodes: NODES, ports: NEIGHBOURS.length, firstPort: FIRST_PORT, nodeOf: NODE_OF },
      leafOf: Int32Array.from({ length: NODES }, (_, node) => (node < LEAF ? LEAF + node : -1)),
      source: new Int32Array(FLOWS).fill(HOST),
      destination: new Int32Array(FLOWS).fill(FAR_HOST),
      neighbour: (port) => NEIGHBOURS[port],
      baseRtt: () => us(4),
      mark: (packet) => (packet % 5 === 0 ? CONGESTED : UNMARKED),
      words: (width) => (this.words = { width, at: new Int32Array(width * 2 * PACKETS) }),
      probe: (flow, port, words) => {
        const path = port - FIRST_PORT[LEAF] - 1;
        this.originate(flow, words, paths.delays[path], (packet) => this.policy.onProbe?.(FAR_LEAF, packet, flow));
      },
      notify: back,
      reply: back,
      release: (flow, count = Infinity) => {
        const list = this.held[flow];
        for (let k = 0; k < count && list.length > 0; k++) this.leave(list.shift() as number);
      },
      forward: (packet) => {
        this.forward(packet);
      },
    });
  }
}
