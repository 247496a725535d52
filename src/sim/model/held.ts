/**
 * Packets that a routing policy holds at a switch, until it releases them in order of arrival: the reordering queues of ConWeave's leaves.
 * There is a list for each flow.
 *
 * By default a packet is held before its switch forwards it, so it is charged to no queue. On release it arrives as if from its link: it is
 * routed, admitted and queued. With `chargesHeld` of the policy, a packet is held behind admission. It stays charged to its ingress queue, and
 * on release it joins the queue of the egress port that was chosen at its arrival.
 */
import { checkFalse } from "../../contracts/answers.ts";
import type { RoutingPolicy } from "../../contracts/routing.ts";
import { CARGO } from "../engine/clock.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import type { Station } from "./arrivals.ts";
import type { LastByteTrace } from "./last-byte-trace.ts";
import { DATA, FLOW, HELD_OUT, IN, KIND_MASK, LAST_BYTE, META, NEXT, SIZE } from "./packet-record.ts";
import type { Packets } from "./packets.ts";

/** The state of the fabric that holding needs. */
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
  /** By port: 1 if the policy is asked about its arrivals. */
  private readonly asked: Uint8Array;
  /** The first and last packet of each flow; 0: none. */
  private readonly head: Int32Array;
  private readonly tail: Int32Array;
  /** Forwards a released packet. `port` is its ingress port, or its egress port if held packets are charged. */
  private forward!: (port: number, packet: number) => void;

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

  /** Returns the switches with `holds` in front, for packets that are charged to no queue. */
  before<Stations extends Station>(station: Stations): Stations {
    const { words } = this.fabric.packets;
    const forward = station.receive;
    this.forward = forward;
    return {
      ...station,
      receive: (port: number, packet: number) => {
        if (!this.asks(port, packet)) {
          forward(port, packet);
          return;
        }
        words[(packet << 4) | IN] = port;
        this.add(packet);
      },
    };
  }

  /** Called with the function that queues released packets at an egress port, for packets that are charged to memory. */
  behind(queue: (out: number, packet: number) => void): void {
    this.forward = queue;
  }

  /** True if an admitted packet that arrived by `port` and leaves by `out` is held. */
  takes(port: number, out: number, packet: number): boolean {
    if (!this.asks(port, packet)) return false;
    const { packets, lastBytes } = this.fabric;
    const meta = packets.words[(packet << 4) | META];
    packets.words[(packet << 4) | HELD_OUT] = out;
    if (meta >= LAST_BYTE) lastBytes.holds(meta, out);
    this.add(packet);
    return true;
  }

  /** Forwards the held packets of `flow`, in order of arrival. */
  release(flow: number): void {
    const { packets, lastBytes } = this.fabric;
    const { words } = packets;
    const { state } = this.fabric.queue;
    let packet = this.head[flow];
    this.head[flow] = 0;
    this.tail[flow] = 0;
    while (packet !== 0) {
      const p = packet << 4;
      const next = words[p | NEXT];
      this.count--;
      state[CARGO] = packet;
      if (this.isCharged && words[p | META] >= LAST_BYTE) lastBytes.releases(words[p | META]);
      this.forward(words[p | (this.isCharged ? HELD_OUT : IN)], packet);
      packet = next;
    }
  }

  /** Calls `visit` with the first packet of each list. */
  eachList(visit: (first: number) => void): void {
    if (this.count === 0) return;
    for (const first of this.head) if (first !== 0) visit(first);
  }

  private asks(port: number, packet: number): boolean {
    const { words } = this.fabric.packets;
    const p = packet << 4;
    if (this.asked[port] === 0 || (words[p | META] & KIND_MASK) !== DATA) return false;
    const isHeld = this.holds(port, packet, words[p | FLOW], words[p | SIZE]);
    if (isHeld) return true;
    checkFalse("routing", "holds", { port }, isHeld);
    return false;
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
