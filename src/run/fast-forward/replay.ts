/**
 * Replays flows of known kinds without packets. A kind of flow is known if earlier flows of it were simulated by packets, and took the time
 * that the flow-level model calculates (`memory.ts`). For a replayed flow the model calculates when its last byte leaves and arrives. At these
 * times the replay begins the tasks that wait for the flow, and stores its results.
 *
 * Flows that share an egress port, by data or by ACKs, belong to one contention group. A group is replayed as a whole, or simulated packet
 * by packet as a whole. So the flows of one group do not matter to another group.
 *
 *   freeze   all flows of a group are of known kinds, and nothing is lost or marked: its NICs stop sending, and the model calculates the rest
 *   replay   a flow of a known kind begins in a group that is replayed, or alone: it sends no packet at all
 *   thaw     a flow of an unknown kind uses a port of the group, or a queue grows more than it ever did: the rest of each flow is sent by
 *            packets
 *
 * A thawed flow goes on with the next packet that the model has not sent. Its packets on the way count as arrived, so its last byte is not
 * late. Other flows miss these packets for one round trip.
 */
import type { Plan } from "../../contracts/traffic.ts";
import { CLASS_BITS } from "../../base/queue-number.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import type { Timer } from "../../base/view.ts";
import type { Network } from "../../sim/model/network.ts";
import { FlowModel, latencyOf, routeOf, type ModelListener, type Route } from "./flow-model.ts";
import { FlowMemory, STRANGE } from "./memory.ts";
import { ReplayError } from "./replay-error.ts";
import type { Totals } from "./totals.ts";

/**
 * Modes of a flow. PACKETS: simulated by packets. REPLAYED: calculated from its start. FROZEN: its first part was
 * simulated, and the rest is calculated.
 */
const PACKETS = 0;
const REPLAYED = 1;
const FROZEN = 2;

/**
 * The limit of a port's backlog in the model, as a part of the buffer threshold. It is below 1, because several ports
 * may have packets of one ingress queue.
 */
const OF_THRESHOLD = 0.5;

/**
 * The limit of backlogs in replays, as a multiple of the longest backlog of simulated flows. Some packets more are
 * allowed.
 */
const OF_PEAK = 4;
/**
 * The largest difference to the model that counts as agreement, in packets. It applies to the bytes that a flow has
 * sent and to the length of a queue, because the model does not follow single packets.
 */
const OFF_PACKETS = 4;
/** A window limits no flow if it exceeds a round trip at line rate by this number of packets. */
const SPARE_PACKETS = 64;

export interface ReplayParts {
  readonly network: Network;
  readonly plan: Plan;
  readonly totals: Totals;
  /** ACKs for each data packet. */
  readonly acksPerPacket: number;
  /** True if congestion control changes the rates of flows without congestion, so their mean rates must be learned. */
  readonly isPaced: boolean;
  /** Converts a time on the clock of the run to real time. */
  readonly real: (clock: Ps) => Ps;
  /** Called when packets are needed again: a flow begins that is not replayed, or no flow is replayed any more. */
  readonly onPackets: () => void;
}

export class Replay implements ModelListener {
  readonly memory: FlowMemory;
  /** True after replays have ended for the rest of the run. */
  isOff = false;
  /**
   * `hits`: the number of flows that were replayed from the start. `frozen`: the number of changes from packets to the
   * model. `thawed`: the number of changes back.
   */
  hits = 0;
  frozen = 0;
  thawed = 0;
  /** The payload bytes that no packet carried. */
  bytes: Bytes = 0;

  private readonly parts: ReplayParts;
  private readonly network: Network;
  private readonly model: FlowModel;
  private readonly error: ReplayError;
  private readonly timer: Timer;
  private readonly firstSend: number;
  /** The classes that are lossless at all switches, a bit mask. */
  private readonly lossless: number;
  private readonly mode: Uint8Array;
  private readonly kinds: Int32Array;
  /** By flow: the time at which its last byte arrives in the model. NaN: not yet. */
  private readonly predicted: Float64Array;
  /** By flow: the bytes that packets carried before it was frozen. */
  private readonly carried: Float64Array;
  /** By flow: 1 if something has happened to it that the model does not contain. */
  private readonly tainted: Uint8Array;
  /**
   * By flow. `paces`: its pace in the model. `late`: the time that the model still needed for the flow when packets had
   * sent it.
   */
  private readonly paces: Float64Array;
  private readonly late: Float64Array;
  /**
   * By port. `users`: the flows of the model that use it. `strangers`: the number of active flows outside the model
   * that use it.
   */
  private readonly users: (Set<number> | undefined)[] = [];
  private readonly strangers: Int32Array;
  /** By active flow outside the model: the ports of its path. */
  private readonly strange = new Map<number, readonly number[]>();
  /** The flows of the model that packets carry. */
  private readonly simulated = new Set<number>();
  /** The number of flows that are replayed or frozen. */
  private driving = 0;
  private mayFreeze = false;
  private tryFrom: Ps = 0;

  /**
   * Returns undefined if no flow can be replayed, for one of three reasons. The plan repeats no flow, the paths of
   * flows are not fixed, or recovery retransmits single packets. Such recovery has a window and state about packets in
   * flight, which the model does not contain.
   */
  static of(parts: ReplayParts): Replay | undefined {
    if (parts.network.hosts.repeats !== null) return undefined;
    const memory = new FlowMemory(parts.plan, parts.network.hosts.payload, parts.isPaced);
    return memory.kinds === 0 || parts.network.flowPath === null ? undefined : new Replay(parts, memory);
  }

  private constructor(parts: ReplayParts, memory: FlowMemory) {
    const { network, plan, acksPerPacket, isPaced } = parts;
    const { capacity } = network.flows;
    this.parts = parts;
    this.network = network;
    this.memory = memory;
    this.firstSend = plan.trains.length + 1;
    this.lossless = network.switches.reduce((mask, at) => (at === null ? mask : mask & at.lossless), 255);
    this.mode = new Uint8Array(capacity);
    this.kinds = new Int32Array(capacity).fill(STRANGE);
    this.predicted = new Float64Array(capacity).fill(NaN);
    this.carried = new Float64Array(capacity);
    this.tainted = new Uint8Array(capacity);
    this.paces = new Float64Array(isPaced ? capacity : 0);
    this.late = new Float64Array(isPaced ? capacity : 0);
    this.strangers = new Int32Array(network.fabric.ports);
    this.model = new FlowModel(network, acksPerPacket, this, this.limits(), !isPaced);
    this.error = new ReplayError(network, this.model, memory);
    this.timer = network.timers.make(1, () => {
      this.keepUp();
    });
    network.hosts.takes = (flow) => this.takes(flow);
  }

  /** True while flows are replayed. The run must then not skip time, because the model advances. */
  get isDriving(): boolean {
    return this.driving > 0;
  }

  /** True if packets carry the flow. */
  hasPackets(flow: number): boolean {
    return this.mode[flow] === PACKETS;
  }

  /**
   * By port: the maximum backlog at which no packet is marked and no queue pauses, in ps of line rate. Marks do not
   * count if mean rates are learned, because these include their effect.
   */
  private limits(): Float64Array {
    const { isPaced } = this.parts;
    const { fabric, switches } = this.network;
    const overhead = fabric.fidelity.frames.dataHeader + this.network.hosts.payload;
    return Float64Array.from({ length: fabric.ports }, (_, port) => {
      const at = switches[fabric.node[port]];
      if (at === null) return Infinity;
      const { ecnMarker } = at.policies;
      // A marker without a threshold may mark at any backlog.
      let bytes = ecnMarker === null || isPaced ? Infinity : (ecnMarker.marksAbove?.(port) ?? 0);
      for (let cls = 0; cls < 1 << CLASS_BITS; cls++)
        if (at.isCharged(cls)) bytes = Math.min(bytes, OF_THRESHOLD * at.threshold(port, cls));
      return (bytes / overhead) * fabric.wireTime(port, overhead);
    });
  }

  /** Called when a flow begins. Returns true if the flow is replayed: the host must then not start it. */
  private takes(flow: number): boolean {
    if (this.isOff) return false;
    const { model, memory, network } = this;
    const { flows } = network;
    this.keepUp();
    const kind = memory.begin(flows.origin[flow] - this.firstSend);
    const route = kind === STRANGE ? this.findRoute(flow) : (memory.routes[kind] ??= this.findRoute(flow));
    const { ports } = route;
    if (!route.isWhole && kind !== STRANGE) memory.giveUp(kind);
    if (kind === STRANGE || !route.isWhole) {
      for (const port of ports) {
        this.strangers[port]++;
        for (const user of this.users[port] ?? []) this.tainted[user] = 1;
      }
      this.strange.set(flow, ports);
      this.thaw(ports, ports.slice(0, route.data));
      this.parts.onPackets();
      return false;
    }
    this.kinds[flow] = kind;
    if (this.parts.isPaced) this.finishSenders(ports[0]);
    const isAlone = ports.every((port) => this.strangers[port] === 0 && !this.isBehind(port));
    // The model does not apply in three cases: the flow shares a NIC with others, it may stall, or it may lose packets.
    // A shared NIC is divided by the order of packets, which the model does not know.
    if (model.isSharing(ports[0]) || this.mayStall(flow) || this.mayLose(flow)) memory.giveUp(kind);
    const isReplayed =
      isAlone && memory.isReady(kind) && ports.every((port) => this.everyUser(port, (user) => this.isDriven(user)));
    if (!isReplayed) this.thaw(ports, ports.slice(0, route.data));
    if (!isAlone) this.tainted[flow] = 1;
    const pace = memory.paces?.of(kind) ?? 1;
    if (this.parts.isPaced) this.paces[flow] = pace;
    model.begin(flow, flows.size[flow], route, pace);
    for (const port of ports) (this.users[port] ??= new Set()).add(flow);
    if (isReplayed) {
      this.mode[flow] = REPLAYED;
      this.driving++;
      this.hits++;
    } else {
      if (this.hits + this.frozen > 0) this.error.noteBegin(flow, route, (port) => !this.hasOnlyPackets(port));
      this.simulated.add(flow);
      this.mayFreeze = true;
      this.parts.onPackets();
    }
    this.arm();
    return isReplayed;
  }

  /**
   * True if the window may be too small to send at line rate, because ACKs also wait for other packets. The model
   * contains no windows. A learned mean rate includes their effect.
   */
  private mayStall(flow: number): boolean {
    const { window, lineRate, baseRtt } = this.network.flows;
    const { acksPerPacket, isPaced } = this.parts;
    const spare = (SPARE_PACKETS + 1 / acksPerPacket) * this.network.hosts.payload;
    return !isPaced && window[flow] !== 0 && window[flow] < (lineRate[flow] * baseRtt[flow]) / 8e12 + spare;
  }

  /**
   * True if a full queue drops packets of the flow's class. A small error in time could then decide whether a packet is
   * lost, which costs a timeout.
   */
  private mayLose(flow: number): boolean {
    return (this.lossless & (1 << this.network.flows.cls[flow])) === 0;
  }

  /**
   * Ends flows of a NIC in the model if packets have already sent all their bytes. The model is late, because its rates
   * for them are too low.
   */
  private finishSenders(nic: number): void {
    const { size, sndNxt } = this.network.flows;
    for (const flow of this.model.sendersOf(nic))
      if (this.mode[flow] === PACKETS && sndNxt[flow] >= size[flow]) this.late[flow] += this.model.finish(flow);
  }

  private findRoute(flow: number): Route {
    return routeOf(this.network, (this.network.flowPath as NonNullable<Network["flowPath"]>)(flow));
  }

  private everyUser(port: number, holds: (flow: number) => boolean): boolean {
    for (const user of this.users[port] ?? []) if (!holds(user)) return false;
    return true;
  }

  private hasOnlyPackets(port: number): boolean {
    return this.everyUser(port, (user) => this.mode[user] === PACKETS);
  }

  /**
   * True if the NIC sends no more packets of the flow. The last packets of a flow of a known kind may still be in
   * flight.
   */
  private isDriven(flow: number): boolean {
    return this.mode[flow] !== PACKETS || (this.isEnding(flow) && this.memory.isReady(this.kinds[flow]));
  }

  /** True if the last packets of the flow are in flight, or about to leave. */
  private isEnding(flow: number): boolean {
    const { size, sndNxt } = this.network.flows;
    return sndNxt[flow] >= size[flow] || this.model.hasSent(flow);
  }

  /**
   * Advances the model to the present time. If a queue exceeds its limit, the group of that port returns to packets.
   */
  private keepUp(): void {
    const { model, network } = this;
    model.advance(network.queue.now);
    for (const port of model.takeFull()) {
      if (this.driving === 0) continue;
      const [user] = this.users[port] ?? [];
      if (user !== undefined) this.memory.surprise(this.kinds[user]);
      this.thaw([port]);
    }
    for (const port of model.takeCrowded()) this.onCrowded(port);
    this.arm();
  }

  /**
   * Data of several flows waits at a port. How congestion control divides the port among them is not in the model, so
   * their jobs are given up.
   */
  private onCrowded(port: number): void {
    for (const user of this.users[port] ?? []) this.memory.giveUp(this.kinds[user]);
    this.thaw([port]);
  }

  private arm(): void {
    if (this.driving > 0 && this.model.next < Infinity) this.timer.arm(0, this.model.next);
    else this.timer.cancel(0);
  }

  /**
   * Call this often. It compares the flows that packets have completed with the model, and freezes groups whose flows
   * are all known.
   */
  watch(roundTrip: Ps): void {
    if (this.isOff) return;
    const { flows, queue } = this.network;
    this.keepUp();
    for (const flow of this.simulated) {
      if (Number.isNaN(flows.acked[flow])) continue;
      if (this.isLate(flow)) this.late[flow] += this.model.finish(flow);
      else this.compare(flow);
    }
    for (const [flow, ports] of this.strange) {
      if (Number.isNaN(flows.acked[flow])) continue;
      this.strange.delete(flow);
      for (const port of ports) this.strangers[port]--;
      this.memory.end(flows.source[flow]);
      this.mayFreeze = true;
    }
    if (this.memory.isUseless) this.giveUp();
    else if (this.mayFreeze && queue.now >= this.tryFrom) {
      this.mayFreeze = false;
      this.tryFrom = queue.now + roundTrip;
      this.freezeGroups();
    }
  }

  /** True if packets have completed a flow with a learned rate, but the model has not. */
  private isLate(flow: number): boolean {
    return this.parts.isPaced && Number.isNaN(this.predicted[flow]) && this.model.active.has(flow);
  }

  /** Learns from a flow that was simulated packet by packet to its end. */
  private compare(flow: number): void {
    const { received, start } = this.network.flows;
    const { real } = this.parts;
    this.simulated.delete(flow);
    // The model may still expect the last ACK of the flow, so the flow is removed from the model.
    this.model.remove(flow);
    this.release(flow);
    this.mayFreeze = true;
    const fct = real(received[flow]) - real(start[flow]);
    const route = this.routeOf(flow);
    if (this.tainted[flow] !== 0) return;
    const late = this.predicted[flow] - received[flow] + (this.late[flow] ?? 0);
    const difference = Math.abs(late) / fct;
    const rounding = this.error.rounding(route) / fct;
    if (!Number.isNaN(late) && !this.learnPace(flow, fct - latencyOf(route), late)) return;
    this.memory.learn(this.kinds[flow], Number.isNaN(difference) ? Infinity : difference, rounding);
  }

  /**
   * Learns the mean rate of a flow that packets have sent in the time `sending`. `late` is the additional time that the
   * model needed. Returns false for the first flow of a kind, for which the model had no rate.
   */
  private learnPace(flow: number, sending: Ps, late: Ps): boolean {
    const { paces } = this.memory;
    if (paces === undefined) return true;
    const { flows, hosts } = this.network;
    const work = Math.ceil(flows.size[flow] / hosts.payload) * this.routeOf(flow).wire[0];
    return paces.learn(this.kinds[flow], this.paces[flow], work, sending + late, sending);
  }

  /** The largest error of a completion time to expect, as a part of it. */
  get bound(): number {
    return this.error.bound;
  }

  /** Removes the flow from the users of its ports, because it is no longer in the model. */
  private release(flow: number): void {
    for (const port of this.routeOf(flow).ports) this.users[port]?.delete(flow);
  }

  /** Freezes each contention group whose flows are all known and undisturbed. */
  private freezeGroups(): void {
    if (this.driving === 0) this.model.allow(OF_PEAK);
    const met = new Set<number>();
    for (const flow of this.simulated) {
      if (met.has(flow)) continue;
      const group = this.groupOf(flow, met);
      if (group === undefined) continue;
      for (const one of group) {
        if (this.mode[one] === PACKETS) this.freeze(one);
      }
    }
    this.arm();
  }

  /**
   * The contention group of a flow: all flows that share a port with it, directly or through other flows. Undefined if
   * one of them must be simulated.
   */
  private groupOf(first: number, met: Set<number>): readonly number[] | undefined {
    const group = [first];
    met.add(first);
    let isKnown = true;
    for (const flow of group) {
      if (!this.mayReplay(flow)) isKnown = false;
      for (const port of this.routeOf(flow).ports) {
        if (this.strangers[port] > 0 || this.isBehind(port)) isKnown = false;
        for (const user of this.users[port] ?? []) {
          if (met.has(user)) continue;
          met.add(user);
          group.push(user);
        }
      }
    }
    return isKnown ? group : undefined;
  }

  /**
   * True if a switch port has more packets than the model contains. They come from a flow outside the model, and delay
   * the next flows.
   */
  private isBehind(port: number): boolean {
    const { fabric, hosts, switches } = this.network;
    if (switches[fabric.node[port]] === null) return false;
    const frame = hosts.payload + fabric.fidelity.frames.dataHeader;
    const packets = this.model.waitAt(port) / fabric.wireTime(port, frame);
    return fabric.queuedBytes(port) > (packets + OFF_PACKETS) * frame;
  }

  private mayReplay(flow: number): boolean {
    if (this.mode[flow] !== PACKETS) return true;
    const { flows, hosts } = this.network;
    const { nacks, outOfOrder, repeated, sndNxt } = flows;
    const isClean = nacks[flow] + outOfOrder[flow] + repeated[flow] === 0 && hosts.isAtRest(flow);
    if (!isClean || !this.memory.isReady(this.kinds[flow]) || !this.model.active.has(flow)) return false;
    // If a flow has shared its NIC with a flow outside the model, it has sent less than in the model.
    const off = OFF_PACKETS * hosts.payload + (this.parts.isPaced ? this.memory.tolerance * flows.size[flow] : 0);
    return this.isEnding(flow) || Math.abs(sndNxt[flow] - this.model.sentBy(flow)) <= off;
  }

  /** The route of a flow in the model, which was found when a flow of its kind began. */
  private routeOf(flow: number): Route {
    return this.memory.routes[this.kinds[flow]] as Route;
  }

  private freeze(flow: number): void {
    const { flows, hosts } = this.network;
    if (this.isEnding(flow)) {
      this.error.noteEnding(flow, this.routeOf(flow));
      return;
    }
    hosts.leave(flow);
    this.simulated.delete(flow);
    this.mode[flow] = FROZEN;
    this.carried[flow] = flows.sndNxt[flow];
    if (this.parts.isPaced) this.model.correct(flow, flows.sndNxt[flow]);
    this.driving++;
    this.frozen++;
  }

  /**
   * Returns the groups that use these ports to simulation by packets. `busy`: the ports at which congestion may follow. The ACKs of a flow
   * cause no congestion.
   */
  private thaw(ports: readonly number[], busy = ports): void {
    if (this.driving === 0) return;
    const queue = [...ports];
    const met = new Set(queue);
    const flows = new Set<number>();
    for (const port of queue)
      for (const user of this.users[port] ?? []) {
        if (this.mode[user] === PACKETS || this.model.hasSent(user)) continue;
        flows.add(user);
        for (const next of this.routeOf(user).ports) {
          if (met.has(next)) continue;
          met.add(next);
          queue.push(next);
        }
      }
    for (const port of met) this.error.noteMissing(port, !this.hasOnlyPackets(port));
    const near = this.near(busy, flows);
    for (const flow of flows) this.thawFlow(flow, near.has(flow));
  }

  /**
   * The flows that congestion at these ports may delay. Their data or ACKs use one of the ports, or share a port with data of such a flow.
   * A PAUSE spreads in the same way. With learned rates a delay of ACKs does not count, because the bound includes a reaction to it.
   */
  private near(ports: readonly number[], flows: ReadonlySet<number>): ReadonlySet<number> {
    const queue = [...ports];
    const met = new Set(queue);
    const near = new Set<number>();
    for (const port of queue)
      for (const user of this.users[port] ?? []) {
        const route = this.routeOf(user);
        const isReached = route.ports.indexOf(port) < route.data || (!this.parts.isPaced && ports.includes(port));
        if (near.has(user) || !isReached || !flows.has(user)) continue;
        near.add(user);
        for (const next of route.ports.slice(0, route.data)) {
          if (met.has(next)) continue;
          met.add(next);
          queue.push(next);
        }
      }
    return near;
  }

  private thawFlow(flow: number, isNear: boolean): void {
    const { flows, hosts } = this.network;
    const sent = Math.max(this.model.sentBy(flow), this.carried[flow]);
    this.count(flow, sent);
    this.error.noteThaw(flow, this.routeOf(flow), isNear);
    for (const column of [flows.sndNxt, flows.sndUna, flows.rcvNxt]) column[flow] = sent;
    this.mode[flow] = PACKETS;
    this.tainted[flow] = 1;
    this.simulated.add(flow);
    this.mayFreeze = true;
    this.driving--;
    this.thawed++;
    hosts.start(flow);
    this.parts.onPackets();
  }

  /** Adds the bytes from the last simulated packet up to `to` to the totals, as if packets had carried them. */
  private count(flow: number, to: Bytes): void {
    const bytes = to - this.carried[flow];
    if (bytes <= 0) return;
    this.bytes += bytes;
    const isEnd = to === this.network.flows.size[flow];
    this.parts.totals.addFlow(this.routeOf(flow), bytes, this.parts.acksPerPacket, isEnd);
  }

  onSent(flow: number): void {
    if (this.mode[flow] === PACKETS) return;
    const { fabric, hosts, flows, queue } = this.network;
    // Tasks that wait for the last byte read from the port when it has left.
    fabric.noteSent(flows.port[flow], queue.now);
    hosts.onLastByte?.(flow);
  }

  onReceived(flow: number, time: Ps): void {
    this.predicted[flow] = time;
    if (this.mode[flow] === PACKETS) return;
    const { fabric, hosts, flows } = this.network;
    const fct = this.parts.real(time) - this.parts.real(flows.start[flow]);
    this.error.note(flow, this.routeOf(flow), fct);
    flows.rcvNxt[flow] = flows.size[flow];
    flows.received[flow] = time;
    // ACKs of simulated packets may still be in flight. They must not end the flow a second time.
    hosts.delivery.ignoreAcks(flow);
    fabric.lastBytes.leaveOut(flow);
    fabric.recorder.onReceived(flow);
    hosts.onReceived?.(flow);
  }

  onAcked(flow: number, time: Ps): void {
    this.release(flow);
    if (this.mode[flow] === PACKETS) return;
    const { fabric, hosts, flows } = this.network;
    this.driving--;
    this.count(flow, flows.size[flow]);
    flows.sndNxt[flow] = flows.size[flow];
    flows.sndUna[flow] = flows.size[flow];
    flows.acked[flow] = time;
    hosts.end(flow);
    fabric.recorder.onAcked(flow);
    if (this.driving === 0) this.parts.onPackets();
  }

  /** Notes that fast-forward skips the time in which a flow sends `bytes`. */
  skipped(flow: number, bytes: Bytes): void {
    this.model.skip(flow, bytes);
  }

  /**
   * Call this after the run. It counts the bytes of flows that the end of the run interrupts, and raises the recorded maximum backlogs to
   * those of the replays. It also adds the errors of flows that packets have completed.
   */
  settle(): void {
    if (this.hits + this.frozen === 0) return;
    const { fabric, flows, hosts, queue, switches } = this.network;
    const { real } = this.parts;
    this.model.advance(queue.now);
    for (const flow of this.model.active.keys()) {
      if (this.mode[flow] === PACKETS) continue;
      const sent = Math.max(this.model.sentBy(flow), this.carried[flow]);
      this.count(flow, sent);
      for (const column of [flows.sndNxt, flows.sndUna, flows.rcvNxt]) column[flow] = Math.max(column[flow], sent);
    }
    for (const flow of this.error.changed())
      if (!Number.isNaN(flows.received[flow]))
        this.error.note(flow, this.routeOf(flow), real(flows.received[flow]) - real(flows.start[flow]));
    const frame = hosts.payload + fabric.fidelity.frames.dataHeader;
    for (let port = 0; port < fabric.ports; port++)
      if (switches[fabric.node[port]] !== null)
        fabric.raisePeak(port, Math.floor(this.model.peaks[port] / fabric.wireTime(port, frame)) * frame);
  }

  /** Simulates all flows packet by packet from now on. */
  private giveUp(): void {
    for (const flow of this.model.active.keys()) this.thaw(this.routeOf(flow).ports, []);
    this.isOff = this.driving === 0;
  }
}
