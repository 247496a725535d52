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

/** How a flow is carried: by packets, without any, or without further ones. */
const PACKETS = 0;
const REPLAYED = 1;
const FROZEN = 2;

/** A part of the buffer threshold that the backlog of a port may reach in the model. Several ports may hold packets of one ingress queue. */
const OF_THRESHOLD = 0.5;

/** The backlogs of replays may reach this multiple of the longest one of simulated flows, and some packets more. */
const OF_PEAK = 4;
/**
 * The largest difference to the model that counts as agreement, in packets: of what a flow has sent, and of the length
 * of a queue. The model does not follow single packets.
 */
const OFF_PACKETS = 4;
/** The packets by which a window must exceed a round trip at line rate. */
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
  /** True if no flow is replayed any more. */
  isOff = false;
  /** The number of flows that were replayed whole, that changed to replay, and that changed back. */
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
  /** By flow: 1 if the model does not know all that happened to it. */
  private readonly tainted: Uint8Array;
  /** By flow: its pace in the model, and the time by which the model was late when packets had sent the flow. */
  private readonly paces: Float64Array;
  private readonly late: Float64Array;
  /** By port: the flows of the model that use it, and the number of other flows that do. */
  private readonly users: (Set<number> | undefined)[] = [];
  private readonly strangers: Int32Array;
  /** The ports of the active flows outside the model. */
  private readonly strange = new Map<number, readonly number[]>();
  /** The flows of the model that packets carry. */
  private readonly simulated = new Set<number>();
  /** The number of flows that are replayed or frozen. */
  private driving = 0;
  private mayFreeze = false;
  private tryFrom: Ps = 0;

  /**
   * Returns undefined if the plan repeats no flow, or the paths of flows are not fixed. Recovery that retransmits single packets has a window
   * of its own, and state about the packets on the way.
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

  /** True while flows are replayed. The run must then not skip time, because the model does not stand still. */
  get isDriving(): boolean {
    return this.driving > 0;
  }

  /** True if packets carry the flow. */
  hasPackets(flow: number): boolean {
    return this.mode[flow] === PACKETS;
  }

  /**
   * By port: the backlog up to which no packet is marked and no queue pauses, in ps of line rate. If the memory learns mean rates, these
   * include the effect of marks.
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

  /** A flow begins. Returns true if it is replayed, so that the host must not start it. */
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
      this.thaw(ports);
      this.parts.onPackets();
      return false;
    }
    this.kinds[flow] = kind;
    if (this.parts.isPaced) this.finishSenders(ports[0]);
    const isAlone = ports.every((port) => this.strangers[port] === 0 && !this.isBehind(port));
    // The model has no order of packets, which decides what flows of one NIC get.
    if (model.isSharing(ports[0]) || this.mayStall(flow) || this.mayLose(flow)) memory.giveUp(kind);
    const isReplayed =
      isAlone && memory.isReady(kind) && ports.every((port) => this.everyUser(port, (user) => this.isDriven(user)));
    if (!isReplayed) this.thaw(ports);
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
      if (this.hits + this.frozen > 0) this.error.noteBegin(flow, route);
      this.simulated.add(flow);
      this.mayFreeze = true;
      this.parts.onPackets();
    }
    this.arm();
    return isReplayed;
  }

  /**
   * True if the window of a flow may be too small for line rate, because its ACKs also wait for other packets. The model has no windows. A
   * mean rate that the memory has learned includes their effect.
   */
  private mayStall(flow: number): boolean {
    const { window, lineRate, baseRtt } = this.network.flows;
    const { acksPerPacket, isPaced } = this.parts;
    const spare = (SPARE_PACKETS + 1 / acksPerPacket) * this.network.hosts.payload;
    return !isPaced && window[flow] !== 0 && window[flow] < (lineRate[flow] * baseRtt[flow]) / 8e12 + spare;
  }

  /** True if a full queue drops packets of the flow. A loss takes a timeout, and a small difference in time may decide about it. */
  private mayLose(flow: number): boolean {
    return (this.lossless & (1 << this.network.flows.cls[flow])) === 0;
  }

  /** Packets have sent flows of a NIC that the model still sends, because its rates are too low. */
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

  /** True if the NIC sends no packets of the flow any more. The last ones of a known flow may still be on their way. */
  private isDriven(flow: number): boolean {
    return this.mode[flow] !== PACKETS || (this.isEnding(flow) && this.memory.isReady(this.kinds[flow]));
  }

  /** True if the last packets of the flow are on their way, or about to leave. */
  private isEnding(flow: number): boolean {
    const { size, sndNxt } = this.network.flows;
    return sndNxt[flow] >= size[flow] || this.model.hasSent(flow);
  }

  /** Brings the model to the present time. A queue that exceeds its limit ends the replay of its group. */
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

  /** Congestion control divides a port among the flows whose data waits there. The model does not know how, so their job is simulated. */
  private onCrowded(port: number): void {
    for (const user of this.users[port] ?? []) this.memory.giveUp(this.kinds[user]);
    this.thaw([port]);
  }

  private arm(): void {
    if (this.driving > 0 && this.model.next < Infinity) this.timer.arm(0, this.model.next);
    else this.timer.cancel(0);
  }

  /** Call this often: compares the flows that packets have completed, and freezes groups whose flows are all known. */
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

  /** True if the model knows the mean rate of a flow only by experience, and has not completed the flow yet. */
  private isLate(flow: number): boolean {
    return this.parts.isPaced && Number.isNaN(this.predicted[flow]) && this.model.active.has(flow);
  }

  /** Learns from a flow that was simulated packet by packet to its end. */
  private compare(flow: number): void {
    const { received, start } = this.network.flows;
    const { real } = this.parts;
    this.simulated.delete(flow);
    // The model may still count its last ACK.
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
   * Learns the mean rate of a flow that packets have sent in the time `sending`. The model was `late` by that time. Returns false if this is
   * the first flow of its kind, so that the model knew no rate.
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

  /** The model no longer contains the flow. */
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

  /** The contention group of a flow. Undefined: it has a flow that must be simulated. */
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
   * True if more packets wait at a switch port than the model has. A flow that the model does not contain has left them,
   * and they delay the next flows.
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
    // A flow that shared its NIC with one outside the model has sent less than the model expects.
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

  /** Returns the groups of these ports to packets. */
  private thaw(ports: readonly number[]): void {
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
    for (const flow of flows) this.thawFlow(flow);
  }

  private thawFlow(flow: number): void {
    const { flows, hosts } = this.network;
    const sent = Math.max(this.model.sentBy(flow), this.carried[flow]);
    this.count(flow, sent);
    this.error.noteThaw(flow, this.routeOf(flow));
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

  /** Counts the bytes of a flow from those that packets carried up to `to`, as if packets had carried them. */
  private count(flow: number, to: Bytes): void {
    const bytes = to - this.carried[flow];
    if (bytes <= 0) return;
    this.bytes += bytes;
    this.parts.totals.addFlow(this.routeOf(flow), bytes, this.parts.acksPerPacket);
  }

  onSent(flow: number): void {
    if (this.mode[flow] === PACKETS) return;
    const { fabric, hosts, flows, queue } = this.network;
    // Tasks that wait for this byte read from the port when it has left.
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
    // ACKs of its last packets may still be on their way, and would end the flow a second time.
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

  /** Fast-forward skips the time in which a flow sends `bytes`. */
  skipped(flow: number, bytes: Bytes): void {
    this.model.skip(flow, bytes);
  }

  /** Raises the peaks of queues to those of replays, and adds the errors of flows that packets have completed. Call it after the run. */
  settle(): void {
    if (this.hits + this.frozen === 0) return;
    const { fabric, flows, hosts, switches } = this.network;
    const { real } = this.parts;
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
    for (const flow of this.model.active.keys()) this.thaw(this.routeOf(flow).ports);
    this.isOff = this.driving === 0;
  }
}
