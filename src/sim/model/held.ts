/**
 * Packets that a routing policy holds at a switch until it releases them, such as the reordering queues of ConWeave's leaves. Each flow has a
 * list, in order of arrival.
 *
 * By default a packet is held before its switch forwards it, so it is charged to no queue. On release it arrives as if from its link: it is
 * routed, admitted and queued. With `chargesHeld` of the policy, a packet is held after its admission to memory. It is charged to its ingress
 * queue, and on release it joins the queue of the egress port that was chosen at its arrival.
 */
import { checkFalse, wrongCall } from "../../contracts/answers.ts";
import type { RoutingPolicy } from "../../contracts/routing.ts";
import { CARGO } from "../engine/clock.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import type { Station } from "./arrivals.ts";
import type { LastByteTrace } from "./last-byte-trace.ts";
import { DATA, FLOW, HELD_OUT, IN, KIND_MASK, LAST_BYTE, META, NEXT, SIZE } from "./packet-record.ts";
import type { Packets } from "./packets.ts";

/** The fields of the fabric that this file uses. */
interface HoldingFabric {
  readonly packets: Packets;
  readonly queue: EventQueue;
  readonly lastBytes: LastByteTrace;
}

export class Held {
  /** Packets held now. */
  count = 0;
  /** True if held packets are charged to memory. */
  readonly isCharged: boolean;
  private readonly fabric: HoldingFabric;
  private readonly holds: NonNullable<RoutingPolicy["holds"]>;
  /** By port: 1 if the routing policy decides for each data packet that arrives there whether to hold it. */
  private readonly asked: Uint8Array;
  /** By flow: the first and the last held packet. 0: none. */
  private readonly head: Int32Array;
  private readonly tail: Int32Array;
  /** Forwards a released packet. `port` is its ingress port, or its egress port if the switch's memory is charged for held packets. */
  private pass!: (port: number, packet: number) => void;
  /** The packet for which `holds` is running. 0: no call is running, or the policy has already forwarded the packet. */
  private present = 0;
  /** The port that `pass` gets as argument if the policy forwards the packet `present` while its hook `holds` still runs. */
  private presentPort = 0;

  constructor(
    fabric: HoldingFabric,
    flows: number,
    { holds, chargesHeld }: RoutingPolicy & Required<Pick<RoutingPolicy, "holds">>,
    asked: Uint8Array,
  ) {
    this.fabric = fabric;
    this.holds = holds;
    this.asked = asked;
    this.isCharged = chargesHeld === true;
    this.head = new Int32Array(flows);
    this.tail = new Int32Array(flows);
  }

  /**
   * Wraps `station`, the functions of switches: before a switch forwards a packet, the policy's hook `holds` is called.
   * Used if packets that the policy holds are charged to no queue. Otherwise the switch calls `takes`.
   */
  before<Stations extends Station>(station: Stations): Stations {
    const { packets, lastBytes } = this.fabric;
    const { words } = packets;
    const forward = station.receive;
    this.pass = forward;
    return {
      ...station,
      receive: (port: number, packet: number) => {
        if (!this.asks(port, port, packet)) {
          forward(port, packet);
          return;
        }
        if (this.present === 0) return; // the policy has already forwarded the packet
        this.present = 0;
        const meta = words[(packet << 4) | META];
        words[(packet << 4) | IN] = port;
        if (meta >= LAST_BYTE) lastBytes.holds(meta, port);
        this.add(packet);
      },
    };
  }

  /**
   * Sets the function that queues released packets at an egress port. Called if held packets are charged to memory.
   * Otherwise `before` sets the function.
   */
  behind(queue: (out: number, packet: number) => void): void {
    this.pass = queue;
  }

  /**
   * Lets the routing policy decide whether to hold an admitted packet, which arrived by `port` and leaves by `out`. Returns
   * true if the packet is now held, or if the policy has already forwarded it.
   */
  takes(port: number, out: number, packet: number): boolean {
    if (!this.asks(port, out, packet)) return false;
    if (this.present === 0) return true;
    this.present = 0;
    const { packets, lastBytes } = this.fabric;
    const meta = packets.words[(packet << 4) | META];
    packets.words[(packet << 4) | HELD_OUT] = out;
    if (meta >= LAST_BYTE) lastBytes.holds(meta, out);
    this.add(packet);
    return true;
  }

  /** Forwards the first `count` held packets of `flow`, in order of arrival. */
  release(flow: number, count: number): void {
    for (let k = 0; k < count && this.head[flow] !== 0; k++) this.leave(flow, 0, this.head[flow]);
  }

  /** Forwards a held packet, or the packet for which `holds` is running. */
  forward(packet: number): void {
    const { words } = this.fabric.packets;
    if (packet === this.present && packet !== 0) {
      this.present = 0;
      this.fabric.queue.state[CARGO] = packet;
      this.pass(this.presentPort, packet);
      return;
    }
    const flow = packet > 0 ? words[(packet << 4) | FLOW] : 0;
    let before = 0;
    let at = this.head[flow];
    while (at !== packet && at !== 0) {
      before = at;
      at = words[(at << 4) | NEXT];
    }
    if (at === 0) wrongCall("forward", "a packet that is held, or that of the present hook `holds`", packet);
    this.leave(flow, before, packet);
  }

  /** Calls `visit` with the first packet of each list. */
  eachList(visit: (first: number) => void): void {
    if (this.count === 0) return;
    for (const first of this.head) if (first !== 0) visit(first);
  }

  /**
   * Calls the policy's hook `holds` for a data packet that arrived by `port`. Returns false if the caller must forward the
   * packet. Returns true in two cases:
   * - The policy holds the packet.
   * - The policy has already forwarded the packet in the hook, with `to` as the port for `pass`. The field `present` is
   *   then 0. In the first case it is the packet.
   */
  private asks(port: number, to: number, packet: number): boolean {
    const { words } = this.fabric.packets;
    const p = packet << 4;
    if (this.asked[port] === 0 || (words[p | META] & KIND_MASK) !== DATA) return false;
    this.present = packet;
    this.presentPort = to;
    const isHeld: unknown = this.holds(port, packet, words[p | FLOW], words[p | SIZE]);
    if (isHeld === true || this.present === 0) return true;
    this.present = 0;
    checkFalse("routing", "holds", { port }, isHeld);
    return false;
  }

  /**
   * Removes `packet` from its list and forwards it. `before` is the packet before it in the list. 0: `packet` is the
   * first.
   */
  private leave(flow: number, before: number, packet: number): void {
    const { packets, lastBytes, queue } = this.fabric;
    const { words } = packets;
    const p = packet << 4;
    const next = words[p | NEXT];
    if (before === 0) this.head[flow] = next;
    else words[(before << 4) | NEXT] = next;
    if (next === 0) this.tail[flow] = before;
    this.count--;
    queue.state[CARGO] = packet;
    if (words[p | META] >= LAST_BYTE) lastBytes.releases(words[p | META]);
    this.pass(words[p | (this.isCharged ? HELD_OUT : IN)], packet);
  }

  private add(packet: number): void {
    const { words } = this.fabric.packets;
    const flow = words[(packet << 4) | FLOW];
    words[(packet << 4) | NEXT] = 0;
    if (this.tail[flow] === 0) this.head[flow] = packet;
    else words[(this.tail[flow] << 4) | NEXT] = packet;
    this.tail[flow] = packet;
    this.count++;
  }
}
