/**
 * A flow-level model of flows without congestion: it follows rates instead of packets. Between two changes of a rate it does no work, so
 * a flow costs the same whether it has a hundred packets or a million.
 *
 *   NIC          its flows share equally the part of the line rate that its ACKs do not use
 *   switch port  serves arrivals at line rate; while they exceed it, a backlog grows, which delays what arrives
 *   receiver     answers data by ACKs, which load their own path back to the sender
 *
 * A change of a rate reaches each port of the path one full packet later than the port before, as packets do. Rounding to whole packets
 * and the order of single packets are left out. The error is therefore a few packet times for each flow. `memory.ts` measures it.
 *
 * The model has no marks, pauses, windows or losses. So it applies only to flows that met none of them.
 */
import { MinHeap } from "../../base/min-heap.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import type { FlowPath, Network } from "../../sim/model/network.ts";

/**
 * The smallest change of a rate that is passed to the next port, as a part of the line rate. If the model ignores such
 * a change for 100 us, its times err by 10 ns.
 */
const MIN_CHANGE = 1e-4;

/**
 * The function `allow` limits the backlogs of ports during replays. A port counts as full if its backlog exceeds this
 * limit by more than `SLACK` packets. The replay of its flows then ends.
 */
const SLACK = 64;
/** A port counts as crowded if data of several flows arrives at it and at least this number of packets waits. */
const CROWDED = 4;
/** A NIC divides its rate between an earlier flow and a new one if the earlier one has more than this number of packets left. */
const SHARED_FROM = 4;

/** Event: the last byte of a flow has left the NIC. */
const SENT = 0;
/** Event: the rate at which packets of a flow arrive at a port changes. */
const RATE = 1;
/** Event: the last packet of a flow, or the ACK of it, arrives at a port. */
const LAST = 2;
/** Event: the last ACK of a flow arrives at the sender. */
const ACKED = 3;
/** Event: the backlog of a port is empty. */
const DRAINED = 4;

interface Event {
  readonly kind: number;
  readonly flow: Modelled;
  /** The port of the event, as an index in the path of the flow. */
  readonly hop: number;
  /**
   * RATE: the new rate, as a part of the NIC's line rate. SENT and DRAINED: the version of the event. A later event of the same kind
   * replaces an earlier one, so only the event with the latest version has an effect.
   */
  readonly value: number;
  /** The number of the event, in the order in which events were scheduled. */
  readonly order: number;
}

/** Receives the times that the model calculates for the end of a flow. */
export interface ModelListener {
  /** The last byte has left the NIC. */
  onSent(flow: number, time: Ps): void;
  /** The receiver has every byte. */
  onReceived(flow: number, time: Ps): void;
  /** The sender has the last ACK. */
  onAcked(flow: number, time: Ps): void;
}

/** The path of a flow, as the model needs it. Flows of one kind share it. */
export interface Route {
  /** The egress ports that the data passes, followed by those that the ACKs pass. The first `data` ports are those of the data. */
  readonly ports: readonly number[];
  readonly data: number;
  /** False: packets of the flow may take several paths, so the route has only the ports at both ends (`FlowPath`). */
  readonly isWhole: boolean;
  /** By port in `ports`: the transmission time of a full data packet if data passes the port, and otherwise that of an ACK. */
  readonly wire: readonly Ps[];
  /** By port in `ports`: the propagation delay of its link. */
  readonly delay: readonly Ps[];
}

export function routeOf({ fabric, hosts }: Network, path: FlowPath): Route {
  const { dataHeader, ack } = fabric.fidelity.frames;
  const ports = [...path.data, ...path.acks];
  return {
    ports,
    data: path.data.length,
    isWhole: path.isWhole,
    wire: ports.map((port, k) => fabric.wireTime(port, k < path.data.length ? hosts.payload + dataHeader : ack)),
    delay: ports.map((port) => fabric.delay[port]),
  };
}

/** The time from the end of a packet's transmission at the NIC to its arrival, without queues. */
export function latencyOf({ data, delay, wire }: Route): Ps {
  let time = delay[0];
  for (let hop = 1; hop < data; hop++) time += wire[hop] + delay[hop];
  return time;
}

/** A flow in the model. */
class Modelled {
  readonly flow: number;
  readonly route: Route;
  size: Bytes;
  /** The frame size of the last packet, in bytes. */
  readonly last: Bytes;
  /** By port of the path: the load of this flow, as a part of that port's line rate. */
  readonly loads: number[];
  /** By port of the path: the rate at which the flow arrives, as a part of the NIC's line rate. */
  readonly rates: number[];
  /** By port of the path: the rate that was last passed to the next port, as a part of the NIC's line rate. */
  readonly passed: number[];
  /**
   * By port of the path: the `order` of the event that set the rate. Two rates may arrive in the same picosecond. Then the one that was
   * scheduled last counts.
   */
  readonly orders: number[];
  /**
   * The latest port that the last packet of the flow, or its ACK, has reached: an index in `route.ports`. 0: the NIC.
   */
  over = 0;
  /** The remaining bytes of the flow at time `since`, as the time that the NIC needs for them at line rate. */
  work: Ps;
  since: Ps;
  /** The sending rate from time `since` on, as a part of the NIC's line rate. */
  rate = 0;
  version = 0;
  /** The part of the NIC's line rate that the flow and ACKs together use after congestion control has settled. */
  readonly pace: number;
  /** True if the last byte has left the NIC. */
  isSent = false;

  constructor(flow: number, size: Bytes, route: Route, { fabric, hosts: { payload } }: Network, now: Ps, pace: number) {
    const packets = Math.ceil(size / payload);
    const hops = route.ports.length;
    this.flow = flow;
    this.size = size;
    this.route = route;
    this.last = size - (packets - 1) * payload + fabric.fidelity.frames.dataHeader;
    this.loads = new Array<number>(hops).fill(0);
    this.rates = new Array<number>(hops).fill(0);
    this.passed = new Array<number>(hops).fill(0);
    this.orders = new Array<number>(hops).fill(0);
    this.work = (packets - 1) * route.wire[0] + fabric.wireTime(route.ports[0], this.last);
    this.since = now;
    this.pace = pace;
  }
}

export class FlowModel {
  private readonly network: Network;
  private readonly listener: ModelListener;
  private readonly acksPerPacket: number;
  /** The times of the future events, with their indices in `events`. */
  private readonly heap = new MinHeap();
  private readonly events: Event[] = [];
  /** The unused indices of `events`. */
  private readonly free: number[] = [];
  /** The number of events that were ever scheduled. */
  private scheduled = 0;
  /** By port: the sum of the rates of its arrivals. */
  private readonly load: Float64Array;
  /** By port: the backlog at time `since`, in ps of line rate. */
  private readonly backlog: Float64Array;
  private readonly since: Float64Array;
  private readonly limits: Float64Array;
  /**
   * A port counts as crowded if data of several flows arrives there, and its backlog exceeds its `slack` times this
   * factor.
   */
  private readonly crowdedFrom: number;
  /** By port: the time on the wire of `SLACK` packets. */
  private readonly slack: Float64Array;
  /** By port: the longest backlog so far, in ps. */
  readonly peaks: Float64Array;
  /** The longest backlog so far of any port. */
  private peak: Ps = 0;
  /**
   * The limit that `allow` sets for the backlog of every port. Backlogs are in ps: the time in which the port sends the
   * waiting bytes. A port that exceeds the limit by more than `slack` counts as full.
   */
  private allowed: Ps = Infinity;
  /** The ports whose backlog has exceeded a limit. */
  private full = new Set<number>();
  /** The ports at which data of several flows waits. */
  private crowded = new Set<number>();
  /** By port: the version of its latest event DRAINED. An event with another version is ignored. */
  private readonly versions: Float64Array;
  /** By host port: the flows that it sends now. */
  private readonly senders: (Modelled[] | undefined)[] = [];
  /** By switch port: the flows whose data or ACKs arrive there. */
  private readonly through: (Modelled[] | undefined)[] = [];
  /** The flows whose last ACK has not arrived. */
  readonly active = new Map<number, Modelled>();
  now: Ps = 0;

  /**
   * `limits`: by port, the backlog in ps above which the model does not apply. `mayShare` is true if the model also
   * applies while data of several flows waits at a port.
   */
  constructor(network: Network, acksPerPacket: number, listener: ModelListener, limits: Float64Array, mayShare = true) {
    const { ports } = network.fabric;
    this.network = network;
    this.listener = listener;
    this.limits = limits;
    this.crowdedFrom = mayShare ? Infinity : CROWDED / SLACK;
    const frame = network.hosts.payload + network.fabric.fidelity.frames.dataHeader;
    this.slack = Float64Array.from(limits, (_, port) => SLACK * network.fabric.wireTime(port, frame));
    this.acksPerPacket = acksPerPacket;
    this.load = new Float64Array(ports);
    this.backlog = new Float64Array(ports);
    this.since = new Float64Array(ports);
    this.versions = new Float64Array(ports);
    this.peaks = new Float64Array(ports);
  }

  /** The time of the next event. Infinity: there is none. */
  get next(): Ps {
    return this.heap.least;
  }

  /**
   * Begins a flow of `size` bytes. `pace`: the load of the NIC at which the flow's congestion control settles, as a
   * part of the line rate. ACKs that the NIC sends are part of this load.
   */
  begin(flow: number, size: Bytes, route: Route, pace = 1): void {
    const one = new Modelled(flow, size, route, this.network, this.now, pace);
    this.active.set(flow, one);
    const [nic] = route.ports;
    (this.senders[nic] ??= []).push(one);
    this.share(nic);
  }

  /** Removes a flow, and its load from all ports. */
  remove(flow: number): void {
    const one = this.active.get(flow);
    if (one === undefined) return;
    this.active.delete(flow);
    this.stopSending(one);
    for (let hop = 1; hop < one.route.ports.length; hop++) {
      one.over = hop;
      this.setRate(one, hop, 0);
    }
  }

  /**
   * Limits the backlogs of all ports. The limit is the longest backlog of any port so far, multiplied by `times`. A
   * port that exceeds the limit by more than `SLACK` packets counts as full.
   */
  allow(times: number): void {
    this.allowed = times * this.peak;
  }

  /**
   * True if a new flow of the NIC would have to share the line rate with another flow. A flow that is about to end does
   * not count.
   */
  isSharing(nic: number): boolean {
    const senders = this.senders[nic] ?? [];
    return senders.some(
      ({ rate, route, since, work }) => work - rate * (this.now - since) > SHARED_FROM * route.wire[0],
    );
  }

  hasSent(flow: number): boolean {
    return this.active.get(flow)?.isSent !== false;
  }

  /**
   * The payload bytes that a flow has put on the wire, in whole packets. The last packet never counts as sent, so the
   * result is less than the size of the flow.
   */
  sentBy(flow: number): Bytes {
    const one = this.active.get(flow);
    if (one === undefined) return 0;
    const { payload } = this.network.hosts;
    const left = one.work - one.rate * (this.now - one.since);
    const packets = Math.ceil(one.size / payload) - Math.max(1, Math.ceil(left / one.route.wire[0]));
    return Math.max(0, packets * payload);
  }

  /** Removes `bytes` from the remaining bytes of a flow, in whole packets. */
  skip(flow: number, bytes: Bytes): void {
    const one = this.active.get(flow);
    if (one === undefined || one.isSent) return;
    one.size -= bytes;
    one.work = Math.max(0, one.work - (bytes / this.network.hosts.payload) * one.route.wire[0]);
    this.share(one.route.ports[0]);
  }

  /** Sets the bytes that a flow has sent, in whole packets. The model may have calculated another number. */
  correct(flow: number, sent: Bytes): void {
    const one = this.active.get(flow);
    if (one === undefined || one.isSent) return;
    const { fabric, hosts } = this.network;
    const [wire] = one.route.wire;
    const left = Math.ceil((one.size - sent) / hosts.payload);
    one.work = (left - 1) * wire + fabric.wireTime(one.route.ports[0], one.last);
    one.since = this.now;
    this.share(one.route.ports[0]);
  }

  /**
   * Ends a flow in the model because the packet simulation has already sent all its bytes. Returns the time that the
   * flow would still have taken in the model.
   */
  finish(flow: number): Ps {
    const one = this.active.get(flow);
    if (one === undefined || one.isSent) return 0;
    const left = one.work - one.rate * (this.now - one.since);
    const time = left <= 0 ? 0 : left / Math.max(one.rate, MIN_CHANGE);
    one.work = 0;
    one.since = this.now;
    this.share(one.route.ports[0]);
    this.advance(this.now);
    return time;
  }

  /** The flows that a NIC sends now. */
  sendersOf(nic: number): readonly number[] {
    return (this.senders[nic] ?? []).map(({ flow }) => flow);
  }

  /** The time that a packet would wait at a port if it arrived now. */
  waitAt(port: number): Ps {
    this.settle(port);
    return this.backlog[port];
  }

  /** The share of time in which the receiver's NIC sends ACKs of a flow, if the flow sends at line rate. */
  ackLoad(route: Route): number {
    return (route.wire[route.data] / route.wire[0]) * this.acksPerPacket;
  }

  /** Returns the ports whose backlog has exceeded the limit since the last call. */
  takeFull(): Iterable<number> {
    const ports = this.full;
    if (ports.size > 0) this.full = new Set();
    return ports;
  }

  /** Returns the ports at which data of several flows has waited since the last call. */
  takeCrowded(): Iterable<number> {
    const ports = this.crowded;
    if (ports.size > 0) this.crowded = new Set();
    return ports;
  }

  /** Runs all events at or before `until`. */
  advance(until: Ps): void {
    while (this.next <= until) {
      this.now = this.next;
      const slot = this.heap.pop();
      this.free.push(slot);
      this.act(this.events[slot]);
    }
    this.now = Math.max(this.now, until);
  }

  private act({ kind, flow, hop, value, order }: Event): void {
    if (kind === DRAINED) {
      const port = flow.route.ports[hop];
      if (value === this.versions[port]) this.spread(port);
      return;
    }
    if (!this.active.has(flow.flow)) return;
    if (kind === RATE) {
      if (flow.over >= hop || order < flow.orders[hop]) return;
      flow.orders[hop] = order;
      this.setRate(flow, hop, value);
    } else if (kind === LAST) this.passLast(flow, hop);
    else if (kind === ACKED) {
      this.active.delete(flow.flow);
      this.listener.onAcked(flow.flow, this.now);
    } else if (value === flow.version) {
      flow.isSent = true;
      this.stopSending(flow);
      this.push(this.now + flow.route.delay[0], LAST, flow, 1, 0);
      this.listener.onSent(flow.flow, this.now);
    }
  }

  private stopSending(flow: Modelled): void {
    flow.version++;
    const [nic] = flow.route.ports;
    const senders = this.senders[nic] ?? [];
    const at = senders.indexOf(flow);
    if (at < 0) return;
    senders.splice(at, 1);
    this.share(nic);
  }

  /** Handles the arrival of a flow's last packet, or of its ACK, at a port of the path. */
  private passLast(flow: Modelled, hop: number): void {
    const { data, delay, ports, wire } = flow.route;
    flow.over = hop;
    const wait = this.wait(flow, hop);
    this.setRate(flow, hop, 0);
    const size = hop < data ? this.network.fabric.wireTime(ports[hop], flow.last) : wire[hop];
    this.push(this.now + wait + size + delay[hop], hop + 1 < ports.length ? LAST : ACKED, flow, hop + 1, 0);
    if (hop === data) this.listener.onReceived(flow.flow, this.now);
  }

  /**
   * The time that a packet waits at a port now. At the receiver's NIC, an ACK waits only until the data packet on the
   * wire has left. On average this takes half of the packet's transmission time.
   */
  private wait(flow: Modelled, hop: number): Ps {
    const port = flow.route.ports[hop];
    if (hop !== flow.route.data) {
      this.settle(port);
      return this.backlog[port];
    }
    const senders = this.senders[port];
    return senders === undefined || senders.length === 0 ? 0 : senders[0].route.wire[0] / 2;
  }

  /** Sets the rate at which the packets of a flow, or its ACKs, arrive at a port from now on. */
  private setRate(flow: Modelled, hop: number, rate: number): void {
    const { data, ports, wire } = flow.route;
    const port = ports[hop];
    const load = ((rate * wire[hop]) / wire[0]) * (hop < data ? 1 : this.acksPerPacket);
    this.settle(port);
    this.load[port] += load - flow.loads[hop];
    flow.loads[hop] = load;
    flow.rates[hop] = rate;
    if (hop === data) {
      // At a NIC, ACKs have priority over data. So a new rate of ACKs changes the rates of the NIC's flows.
      this.share(port);
      if (rate > 0) this.passOn(flow, hop, rate, this.wait(flow, hop));
      return;
    }
    const through = (this.through[port] ??= []);
    const at = through.indexOf(flow);
    if (rate > 0 && at < 0) through.push(flow);
    else if (flow.over >= hop && at >= 0) through.splice(at, 1);
    this.spread(port);
  }

  /**
   * Passes the rates at a port on to the next ports of the flows. An overloaded port serves each flow in proportion to
   * its arrivals.
   */
  private spread(port: number): void {
    this.settle(port);
    const load = this.load[port];
    const backlog = this.backlog[port];
    const isFull = load > 1 || backlog > 0;
    const through = this.through[port] ?? [];
    for (const flow of through) {
      const hop = flow.route.ports.indexOf(port);
      this.passOn(flow, hop, isFull ? flow.rates[hop] / load : flow.rates[hop], backlog);
    }
    this.versions[port]++;
    if (isFull && load < 1 && through.length > 0)
      this.push(
        this.now + backlog / (1 - load),
        DRAINED,
        through[0],
        through[0].route.ports.indexOf(port),
        this.versions[port],
      );
  }

  private passOn(flow: Modelled, hop: number, rate: number, wait: Ps): void {
    const { delay, ports, wire } = flow.route;
    if (hop + 1 === ports.length || Math.abs(rate - flow.passed[hop]) <= MIN_CHANGE) return;
    flow.passed[hop] = rate;
    this.push(this.now + wait + wire[hop] + delay[hop], RATE, flow, hop + 1, rate);
  }

  /** Updates the backlog of a port to the present time. */
  private settle(port: number): void {
    const grown = this.backlog[port] + (this.load[port] - 1) * (this.now - this.since[port]);
    // The backlog is in ps of transmission time. Less than a picosecond comes from rounding and counts as 0.
    this.backlog[port] = grown > 1 ? grown : 0;
    if (grown > this.peak) this.peak = grown;
    if (grown > this.peaks[port]) this.peaks[port] = grown;
    if (grown > this.limits[port] || grown > this.allowed + this.slack[port]) this.full.add(port);
    if (grown > this.crowdedFrom * this.slack[port] && this.isCrowded(port)) this.crowded.add(port);
    this.since[port] = this.now;
  }

  /** True if data of several flows arrives at a switch port. */
  private isCrowded(port: number): boolean {
    const data = this.through[port]?.filter(({ route }) => route.ports.indexOf(port) < route.data);
    return data !== undefined && data.length > 1;
  }

  /** Divides evenly among a NIC's flows the part of its line rate that its ACKs do not use. */
  private share(nic: number): void {
    const senders = this.senders[nic];
    if (senders === undefined || senders.length === 0) return;
    for (const flow of senders) {
      const rate = Math.max(0, flow.pace - this.load[nic]) / senders.length;
      flow.work -= flow.rate * (this.now - flow.since);
      flow.since = this.now;
      flow.rate = rate;
      flow.version++;
      if (rate > 0) this.push(this.now + Math.max(0, flow.work) / rate, SENT, flow, 0, flow.version);
      this.passOn(flow, 0, rate, 0);
    }
  }

  /** Schedules an event, at a whole picosecond as all events of the network. */
  private push(at: Ps, kind: number, flow: Modelled, hop: number, value: number): void {
    const slot = this.free.pop() ?? this.events.length;
    this.events[slot] = { kind, flow, hop, value, order: ++this.scheduled };
    this.heap.push(Math.ceil(at), slot);
  }
}
