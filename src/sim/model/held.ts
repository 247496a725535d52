/**
 * Packets that a routing policy holds at a switch, until it releases them: the reordering queues of ConWeave's leaves.
 *
 * A packet is held before its switch forwards it, so it is charged to no queue. On release it arrives as if from its link: it is routed, admitted
 * and queued. There is a list for each flow.
 */
import { checkFalse, wrongCall } from "../../contracts/answers.ts";
import type { RoutingPolicy } from "../../contracts/routing.ts";
import { CARGO } from "../engine/clock.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import type { Station } from "./arrivals.ts";
import { DATA, FLOW, IN, KIND_MASK, META, NEXT, SIZE } from "./packet-record.ts";
import type { Packets } from "./packets.ts";

/** The state of the fabric that holding needs. */
interface HoldingFabric {
  readonly packets: Packets;
  readonly queue: EventQueue;
}

export class Held {
  /** Packets held now. */
  count = 0;
  private readonly fabric: HoldingFabric;
  /** The first and last packet of each flow; 0: none. */
  private readonly head: Int32Array;
  private readonly tail: Int32Array;
  private receive!: Station["receive"];
  /** The packet of the present call of `holds`, and its ingress port. 0: no call, or the policy has forwarded the packet. */
  private asked = 0;
  private askedPort = 0;

  constructor(fabric: HoldingFabric, flows: number) {
    this.fabric = fabric;
    this.head = new Int32Array(flows);
    this.tail = new Int32Array(flows);
  }

  /** Returns the switches with `holds` in front: it may hold each data packet that arrives by a port of `asked`. */
  before<Stations extends Station>(
    station: Stations,
    holds: NonNullable<RoutingPolicy["holds"]>,
    asked: Uint8Array,
  ): Stations {
    const { words } = this.fabric.packets;
    const forward = station.receive;
    this.receive = forward;
    return {
      ...station,
      receive: (port: number, packet: number) => {
        const p = packet << 4;
        if (asked[port] !== 0 && (words[p | META] & KIND_MASK) === DATA) {
          const flow = words[p | FLOW];
          this.asked = packet;
          this.askedPort = port;
          const isHeld = holds(port, packet, flow, words[p | SIZE]);
          if (this.asked === 0) return;
          this.asked = 0;
          if (isHeld) {
            words[p | IN] = port;
            this.add(flow, packet);
            return;
          }
          checkFalse("routing", "holds", { port }, isHeld);
        }
        forward(port, packet);
      },
    };
  }

  /** Forwards the first `count` held packets of `flow`, in order of arrival. */
  release(flow: number, count: number): void {
    for (let k = 0; k < count && this.head[flow] !== 0; k++) this.leave(flow, 0, this.head[flow]);
  }

  /** Forwards `packet`: a held one, or that of the present call of `holds`. */
  forward(packet: number): void {
    const { words } = this.fabric.packets;
    if (packet === this.asked && packet !== 0) {
      this.asked = 0;
      this.fabric.queue.state[CARGO] = packet;
      this.receive(this.askedPort, packet);
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

  /** Takes `packet` from its list, where it follows `before` (0: it is the first), and forwards it. */
  private leave(flow: number, before: number, packet: number): void {
    const { words } = this.fabric.packets;
    const next = words[(packet << 4) | NEXT];
    if (before === 0) this.head[flow] = next;
    else words[(before << 4) | NEXT] = next;
    if (next === 0) this.tail[flow] = before;
    this.count--;
    this.fabric.queue.state[CARGO] = packet;
    this.receive(words[(packet << 4) | IN], packet);
  }

  private add(flow: number, packet: number): void {
    const { words } = this.fabric.packets;
    words[(packet << 4) | NEXT] = 0;
    if (this.tail[flow] === 0) this.head[flow] = packet;
    else words[(this.tail[flow] << 4) | NEXT] = packet;
    this.tail[flow] = packet;
    this.count++;
  }
}
