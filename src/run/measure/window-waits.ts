/**
 * Explains why the ACKs of a window-limited flow came late. It names the queues in which packets of the flow waited,
 * and the flows that filled these queues. `xoff why --flow` repeats a run to record these waits. Other runs
 * do not record them.
 *
 * A period with a full window ends when the ACK of some packet arrives. Without waiting in queues, that ACK would have
 * arrived earlier by the sum of its packet's waits. So at most this sum is attributed to the queues, in proportion to
 * the waits. If the period is longer than this sum, the remainder is attributed to the round trip without queues. The
 * window is then smaller than the BDP of the path, so it is full even without queues.
 */
import type { Bytes, Ps } from "../../base/units.ts";
import { OPEN, STALL_DOUBLES_LOG } from "../../sim/model/sender-stalls.ts";
import type { Network } from "../../sim/model/network.ts";
import {
  ACK_PACKET,
  DATA,
  FLOW,
  KIND_MASK,
  LINK_FRAME,
  META,
  NACK_PACKET,
  SIZE,
  STAMP,
} from "../../sim/model/packet-record.ts";
import type { Tracer } from "../../sim/model/recorder.ts";
import { addTracer } from "./add-tracer.ts";

/** The round trip of one packet of the flow: first as data, then as its ACK. */
interface Trip {
  /** The time at which the packet was sent. It distinguishes packets that use the same record one after another. */
  readonly sent: Ps;
  /** By switch port: the time that the packet or its ACK waited in the port's queue. */
  readonly waits: Map<number, Ps>;
  /** The port at which the packet waits now. -1: the packet does not wait. */
  port: number;
  /** The start of the current wait. */
  since: Ps;
}

/**
 * A period in which a flow's window was full, and the waits of the packet whose ACK ended the period. If the period has
 * not ended: the waits so far of the oldest packet.
 */
interface Gap {
  readonly until: Ps;
  readonly waits: ReadonlyMap<number, Ps>;
}

/** The window-limited time that the queue of one port caused. Port -1: the round trip without queues. */
export interface WindowShare {
  readonly port: number;
  time: Ps;
}

export class WindowWaits implements Tracer {
  private readonly network: Network;
  private readonly flow: number;
  /** The current round trips by packet number, in the order of sending. */
  private readonly trips = new Map<number, Trip>();
  /** By switch port: the number of the flow's packets in its queue. */
  private readonly waiting = new Map<number, number>();
  /**
   * By port, then by flow: the bytes of that flow that the port sent while packets of the observed flow waited there. A
   * byte that the port sends while n packets of the observed flow wait counts n times.
   */
  private readonly sent = new Map<number, Map<number, Bytes>>();
  /** By port: the packet that the port sends, or sent last. */
  private readonly sending = new Map<number, { readonly flow: number; readonly size: Bytes; readonly from: Ps }>();
  /** The waits of the packet whose ACK ended the latest period with a full window. */
  private opener: ReadonlyMap<number, Ps> = new Map();
  /** The periods with a full window. The key is the start of the period. */
  private readonly gaps = new Map<Ps, Gap>();

  /** Observes `flow`. Create it before the run. */
  constructor(network: Network, flow: number) {
    this.network = network;
    this.flow = flow;
    addTracer(network, this);
    network.hosts.stalls.onWindow = (held, from, until) => {
      if (held === flow) this.gaps.set(from, { until, waits: this.isFull() ? this.waitsSoFar() : this.opener });
    };
  }

  /**
   * Splits `time`, for which the window limited the flow, among the queues and the round trip (port -1). The largest
   * share is first.
   *
   * Each period with a full window is divided by the recorded waits at the queues, and its rest belongs to the round
   * trip. Periods that begin at or after `sent` (ps) are ignored, because the last byte has then left the NIC. The
   * shares add up to `time`. If the periods add up to less, the difference is added to the share of the round trip.
   * If they add up to more, it is subtracted from that share first, then from those of the queues.
   */
  shares(time: Ps, sent: Ps): WindowShare[] {
    const byPort = new Map<number, Ps>([[-1, 0]]);
    const add = (port: number, some: Ps): void => void byPort.set(port, (byPort.get(port) ?? 0) + some);
    let found = 0;
    for (const [from, { until, waits }] of this.gaps) {
      if (from >= sent) continue;
      const all = sum(waits.values());
      const queued = Math.min(until - from, all);
      let [sofar, given] = [0, 0];
      for (const [port, wait] of waits) {
        sofar += wait;
        const upTo = Math.round(queued * (sofar / all));
        add(port, upTo - given);
        given = upTo;
      }
      add(-1, until - from - queued);
      found += until - from;
    }
    add(-1, Math.max(0, time - found));
    const shares = Array.from(byPort, ([port, of]): WindowShare => ({ port, time: of }));
    // The sum of the periods with a full window may exceed `time`, the window-limited part of the FCT. The reason: a
    // part of these periods may count as ideal FCT instead. The excess is subtracted from the share of the round trip
    // (port -1) first, then from the shares of the queues.
    let excess = Math.max(0, found - time);
    for (const share of shares) {
      const less = Math.min(excess, share.time);
      share.time -= less;
      excess -= less;
    }
    return shares.filter((share) => share.time > 0).sort((a, b) => b.time - a.time);
  }

  /**
   * For each flow, its bytes that `port` sent while packets of the observed flow waited there. The flow with most
   * bytes is first.
   */
  filledBy(port: number): { readonly flow: number; readonly bytes: Bytes }[] {
    const bytes = Array.from(this.sent.get(port) ?? [], ([flow, of]) => ({ flow, bytes: Math.round(of) }));
    return bytes.sort((a, b) => b.bytes - a.bytes || a.flow - b.flow);
  }

  onEnqueue(node: number, port: number, _cls: number, packet: number): void {
    if (!this.isOurs(packet) || this.network.switches[node] === null) return;
    const trip = this.tripOf(packet);
    const { now } = this.network.queue;
    trip.port = port;
    trip.since = now;
    const before = this.sending.get(port);
    const busyUntil = this.network.fabric.busyUntil(port);
    if (before !== undefined && busyUntil > now)
      this.addSent(port, before.flow, (before.size * (busyUntil - now)) / (busyUntil - before.from));
    this.waiting.set(port, (this.waiting.get(port) ?? 0) + 1);
  }

  onDequeue(_node: number, port: number, _cls: number, packet: number): void {
    const { queue, fabric } = this.network;
    const trip = this.trips.get(packet);
    if (trip?.port === port && this.isOurs(packet)) {
      const wait = queue.now - trip.since;
      if (wait > 0) trip.waits.set(port, (trip.waits.get(port) ?? 0) + wait);
      this.stopWaiting(trip);
    }
    const { words } = fabric.packets;
    if ((words[(packet << 4) | META] & KIND_MASK) === LINK_FRAME) return;
    const [flow, size] = [words[(packet << 4) | FLOW], words[(packet << 4) | SIZE]];
    this.sending.set(port, { flow, size, from: queue.now });
    const waiting = this.waiting.get(port) ?? 0;
    if (waiting > 0) this.addSent(port, flow, size * waiting);
  }

  onReceive(node: number, _port: number, packet: number): void {
    if (node !== this.network.flows.source[this.flow] || !this.isOurs(packet)) return;
    if (this.isFull()) this.opener = this.tripOf(packet).waits;
    this.trips.delete(packet);
  }

  onDrop(packet: number): void {
    const trip = this.trips.get(packet);
    if (trip === undefined || !this.isOurs(packet)) return;
    this.stopWaiting(trip);
    this.trips.delete(packet);
  }

  private addSent(port: number, flow: number, bytes: Bytes): void {
    let sent = this.sent.get(port);
    if (sent === undefined) this.sent.set(port, (sent = new Map<number, Bytes>()));
    sent.set(flow, (sent.get(flow) ?? 0) + bytes);
  }

  private isOurs(packet: number): boolean {
    const { words } = this.network.fabric.packets;
    const kind = words[(packet << 4) | META] & KIND_MASK;
    return words[(packet << 4) | FLOW] === this.flow && (kind === DATA || kind === ACK_PACKET || kind === NACK_PACKET);
  }

  private isFull(): boolean {
    return this.network.hosts.stalls.at[(this.flow << STALL_DOUBLES_LOG) | OPEN] === Infinity;
  }

  private tripOf(packet: number): Trip {
    const sent = this.network.fabric.packets.doubles[(packet << 3) | STAMP];
    const known = this.trips.get(packet);
    if (known?.sent === sent) return known;
    if (known !== undefined) this.stopWaiting(known);
    const trip: Trip = { sent, waits: new Map(), port: -1, since: 0 };
    this.trips.delete(packet);
    this.trips.set(packet, trip);
    return trip;
  }

  private stopWaiting(trip: Trip): void {
    if (trip.port >= 0) this.waiting.set(trip.port, (this.waiting.get(trip.port) ?? 1) - 1);
    trip.port = -1;
  }

  /** The waits of the oldest packet on its round trip, including its current wait. */
  private waitsSoFar(): ReadonlyMap<number, Ps> {
    const [first] = this.trips.values();
    if (first === undefined || first.port < 0) return first?.waits ?? new Map<number, Ps>();
    const waits = new Map(first.waits);
    return waits.set(first.port, (waits.get(first.port) ?? 0) + this.network.queue.now - first.since);
  }
}

function sum(times: Iterable<Ps>): Ps {
  let all = 0;
  for (const time of times) all += time;
  return all;
}
