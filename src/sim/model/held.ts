/**
 * Packets that a routing policy holds at a switch, until it releases them in order of arrival: the reordering queues of ConWeave's leaves.
 *
 * A packet is held before its switch forwards it, so it is charged to no queue. On release it arrives as if from its link: it is routed, admitted
 * and queued. There is a list for each flow.
 */
import { checkFalse } from "../../contracts/answers.ts";
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
  private forward!: Station["receive"];

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
    this.forward = forward;
    return {
      ...station,
      receive: (port: number, packet: number) => {
        const p = packet << 4;
        if (asked[port] !== 0 && (words[p | META] & KIND_MASK) === DATA) {
          const flow = words[p | FLOW];
          const isHeld = holds(port, packet, flow, words[p | SIZE]);
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

  /** Forwards the held packets of `flow`, in order of arrival. */
  release(flow: number): void {
    const { words } = this.fabric.packets;
    const { state } = this.fabric.queue;
    let packet = this.head[flow];
    this.head[flow] = 0;
    this.tail[flow] = 0;
    while (packet !== 0) {
      const next = words[(packet << 4) | NEXT];
      this.count--;
      state[CARGO] = packet;
      this.forward(words[(packet << 4) | IN], packet);
      packet = next;
    }
  }

  /** Calls `visit` with the first packet of each list. */
  eachList(visit: (first: number) => void): void {
    if (this.count === 0) return;
    for (const first of this.head) if (first !== 0) visit(first);
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
