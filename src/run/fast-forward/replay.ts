/**
 * Replays flows of known kinds without packets. A kind of flow is known if earlier flows of it were simulated by packets, and took the time
 * that the flow-level model calculates (`memory.ts`). For a replayed flow the model calculates when its last byte leaves and arrives. At these
 * times the replay begins the tasks that wait for the flow, and stores its results.
 *
 * Flows that share an egress port, by data or by ACKs, belong to one contention group. A group is replayed as a whole, or simulated packet
 * by packet as a whole. So the flows of one group do not matter to another group.
 *
 *   freeze   If all flows of a group are of known kinds, and nothing is lost or marked, the NICs of the group stop sending. The model
 *            calculates the rest of the flows.
 *   replay   A flow of a known kind sends no packet at all if it begins alone, or in a group that is replayed.
 *   thaw     If a flow of an unknown kind uses a port of the group, or a queue grows more than it ever did, the group returns to packets.
 *            The rest of each of its flows is sent by packets.
 *
 * A thawed flow goes on with the next packet that the model has not sent. Its packets on the way count as arrived, so its last byte is not
 * late. Other flows miss these packets for one round trip.
 */
import type { Plan } from "../../contracts/traffic.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import type { Timer } from "../../base/view.ts";
import type { Network } from "../../sim/model/network.ts";
import { Comparison } from "./comparison.ts";
import { FlowModel, routeOf, type ModelListener, type Route } from "./flow-model.ts";
import { FlowMemory, STRANGE } from "./memory.ts";
import { backlogLimits, losslessClasses, mayStall } from "./model-limits.ts";
import { OBSTACLES, type Obstacle } from "./obstacles.ts";
import { PortUse } from "./port-use.ts";
import { ReplayError } from "./replay-error.ts";
import type { Totals } from "./totals.ts";

/** Mode of a flow: it is simulated by packets. */
const PACKETS = 0;
/** Mode of a flow: the flow-level model calculates all of it, and no packet of the flow is simulated. */
const REPLAYED = 1;
/** Mode of a flow: its first part was simulated, and the model calculates the rest. */
const FROZEN = 2;

/**
 * The limit of the model's backlogs during replays, as a multiple of the model's longest backlog before the replays. A
 * port may exceed the limit by some packets (`SLACK` of the model).
 */
const OF_PEAK = 4;
/**
 * The largest difference from the model that counts as agreement, in packets. It applies to the bytes that a flow has
 * sent and to the length of a queue, because the model does not follow single packets.
 */
const OFF_PACKETS = 4;
export interface ReplayParts {
  readonly network: Network;
  readonly plan: Plan;
  readonly totals: Totals;
  /** The number of ACKs divided by the number of data packets: below 1 if one ACK answers several packets. */
  readonly acksPerPacket: number;
  /** True if congestion control changes the rates of flows without congestion, so their mean rates must be learned. */
  readonly isPaced: boolean;
  /** Converts a time on the clock of the run to real time, that is, simulated time with the skipped periods. */
  readonly real: (clock: Ps) => Ps;
  /** Called when packets are needed again: a flow begins that is not replayed, or no flow is replayed any more. */
  readonly onPackets: () => void;
}

export class Replay implements ModelListener {
  readonly memory: FlowMemory;
  /** True after replays have ended for the rest of the run. */
  isOff = false;
  /** The number of flows that were replayed from their first byte on. */
  hits = 0;
  /** How often a flow changed from packet simulation to the flow-level model. */
  frozen = 0;
  /** How often a flow changed from the flow-level model back to packet simulation. */
  thawed = 0;
  /** The payload bytes that the model delivered. No packets were simulated for these bytes. */
  bytes: Bytes = 0;

  private readonly parts: ReplayParts;
  private readonly network: Network;
  private readonly model: FlowModel;
  private readonly comparison: Comparison;
  private readonly error: ReplayError;
  private readonly timer: Timer;
  private readonly firstSend: number;
  /** The classes that are lossless at all switches, a bit mask. */
  private readonly lossless: number;
  private readonly mode: Uint8Array;
  private readonly kinds: Int32Array;
  /**
   * By flow. `carried`: the bytes that were simulated packet by packet before the model replayed the rest. `since`: the
   * time at which its replay began.
   */
  private readonly carried: Float64Array;
  private readonly since: Float64Array;
  private readonly use: PortUse;
  /** The flows of the model that are simulated packet by packet at present. */
  private readonly simulated = new Set<number>();
  /** The number of unfinished flows that the model calculates at present: modes `REPLAYED` and `FROZEN`. */
  private driving = 0;
  private mayFreeze = false;
  private tryFrom: Ps = 0;

  /**
   * Returns the reason if no flow can be replayed. One reason is a recovery policy that retransmits single packets. Its
   * window, and its state about packets in flight, are not part of the flow-level model.
   */
  static of(parts: ReplayParts): Replay | Obstacle {
    if (parts.network.hosts.repeats !== null) return OBSTACLES.recovery;
    if (parts.network.flowPath === null) return OBSTACLES.paths;
    if (parts.network.faultLog !== null) return OBSTACLES.faults;
    const memory = new FlowMemory(parts.plan, parts.network.hosts.payload, parts.isPaced);
    return memory.kinds === 0 ? OBSTACLES.rare : new Replay(parts, memory);
  }

  private constructor(parts: ReplayParts, memory: FlowMemory) {
    const { network, plan, acksPerPacket, isPaced } = parts;
    const { capacity } = network.flows;
    this.parts = parts;
    this.network = network;
    this.memory = memory;
    this.firstSend = plan.trains.length + 1;
    this.lossless = losslessClasses(network);
    this.mode = new Uint8Array(capacity);
    this.kinds = new Int32Array(capacity).fill(STRANGE);
    this.carried = new Float64Array(capacity);
    this.since = new Float64Array(capacity);
    this.use = new PortUse(network.fabric.ports);
    this.model = new FlowModel(network, acksPerPacket, this, backlogLimits(network, isPaced), !isPaced);
    this.comparison = new Comparison(network, this.model, memory, parts.real);
    this.error = new ReplayError(network, this.model, memory);
    this.timer = network.timers.make(1, () => {
      this.keepUp();
    });
    network.hosts.takes = (flow) => this.takes(flow);
  }

  /** True while flows are replayed. The flow-level model then has events of its own, so the run must not skip time. */
  get isDriving(): boolean {
    return this.driving > 0;
  }

  /** True if the flow is simulated packet by packet, and not replayed by the model. */
  hasPackets(flow: number): boolean {
    return this.mode[flow] === PACKETS;
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
    if (!route.isWhole && kind !== STRANGE) memory.giveUp(kind, OBSTACLES.paths);
    if (kind === STRANGE || !route.isWhole) {
      this.use.addStranger(flow, ports);
      for (const port of ports) for (const user of this.use.of(port)) this.comparison.taint(user);
      this.thaw(ports, ports.slice(0, route.data));
      this.parts.onPackets();
      return false;
    }
    this.kinds[flow] = kind;
    this.comparison.finishSenders(ports[0], (sender) => this.hasPackets(sender));
    const isAlone = ports.every((port) => !this.use.hasStranger(port) && !this.isBehind(port));
    const obstacle = this.obstacleOf(flow, ports[0]);
    if (obstacle !== undefined) memory.giveUp(kind, obstacle);
    const isReplayed =
      isAlone && memory.isReady(kind) && ports.every((port) => this.use.every(port, (user) => this.isDriven(user)));
    if (!isReplayed) this.thaw(ports, ports.slice(0, route.data));
    if (!isAlone) this.comparison.taint(flow);
    const pace = memory.paces?.of(kind) ?? 1;
    this.comparison.begin(flow, pace);
    model.begin(flow, flows.size[flow], route, pace);
    this.use.add(flow, ports);
    if (isReplayed) {
      this.mode[flow] = REPLAYED;
      this.since[flow] = network.queue.now;
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
   * Why the model does not apply to a flow that begins. Undefined: it applies.
   *
   * - A shared NIC: the order of packets decides each flow's share, and the model does not know this order.
   * - A small window: the model contains no windows. It is no obstacle if mean rates are learned, because they include
   *   the effect of the window.
   * - A lossy class: a small error in time could decide about a loss, which costs a timeout.
   */
  private obstacleOf(flow: number, nic: number): Obstacle | undefined {
    const { isPaced, acksPerPacket } = this.parts;
    if (this.model.isSharing(nic)) return OBSTACLES.nic;
    if (!isPaced && mayStall(this.network, flow, acksPerPacket)) return OBSTACLES.window;
    return (this.lossless & (1 << this.network.flows.cls[flow])) === 0 ? OBSTACLES.lossy : undefined;
  }

  private findRoute(flow: number): Route {
    return routeOf(this.network, (this.network.flowPath as NonNullable<Network["flowPath"]>)(flow));
  }

  private hasOnlyPackets(port: number): boolean {
    return this.use.every(port, (user) => this.hasPackets(user));
  }

  /**
   * True if the flow is replayed, that is, the flow-level model completes it without packets. Also true for a simulated
   * flow that is almost done (`isEnding`), if the next flows of its kind (group of similar flows) can be replayed.
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
   * Advances the model to the present time. If a queue exceeds its limit in the model, the contention group of its port
   * returns to packet simulation.
   *
   * Packets in such a queue may be marked or paused, and their flows then agree with the model only by chance. So the
   * memory of flows (`memory.ts`) learns nothing from these flows. If the run learns mean rates (`Paces`), there is one
   * exception: a flow whose path and size have no learned rate yet.
   */
  private keepUp(): void {
    const { model, network } = this;
    model.advance(network.queue.now);
    for (const port of model.takeFull()) {
      for (const user of this.use.of(port)) {
        if (!this.hasPackets(user) || this.memory.paces?.isLearned(this.kinds[user]) === false) continue;
        this.comparison.taint(user);
        this.memory.hinder(OBSTACLES.queue);
      }
      if (this.driving === 0) continue;
      const [user] = this.use.of(port);
      if (user !== undefined) this.memory.surprise(this.kinds[user]);
      this.thaw([port]);
    }
    for (const port of model.takeCrowded()) this.onCrowded(port);
    this.arm();
  }

  /**
   * Data of several flows waits at a port. How congestion control divides the port among them is not in the model. So
   * these flows, and all other flows of their jobs, are no longer replayed.
   */
  private onCrowded(port: number): void {
    for (const user of this.use.of(port)) this.memory.giveUp(this.kinds[user], OBSTACLES.crowded);
    this.thaw([port]);
  }

  private arm(): void {
    if (this.driving > 0 && this.model.next < Infinity) this.timer.arm(0, this.model.next);
    else this.timer.cancel(0);
  }

  /**
   * Call this often. If a simulated flow has ended, its completion time is compared with that of the model. Flows that
   * share ports form a contention group. The group is frozen if all its flows are of known kinds: earlier flows with
   * the same path and size agreed with the model. The model replays a frozen group from then on.
   */
  watch(roundTrip: Ps): void {
    if (this.isOff) return;
    const { flows, queue } = this.network;
    this.keepUp();
    for (const flow of this.simulated) {
      if (Number.isNaN(flows.acked[flow])) continue;
      if (!this.comparison.finishLate(flow)) this.compare(flow);
    }
    for (const flow of this.use.takeStrangers((stranger) => !Number.isNaN(flows.acked[stranger]))) {
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

  /** Compares the completion time of a simulated flow with that of the model, and removes the flow from the model. */
  private compare(flow: number): void {
    this.simulated.delete(flow);
    // The model may still expect the last ACK of the flow, so the flow is removed from the model.
    this.model.remove(flow);
    this.release(flow);
    this.mayFreeze = true;
    const route = this.routeOf(flow);
    this.comparison.learn(flow, this.kinds[flow], route, this.error.rounding(route));
  }

  /** The largest expected error of a completion time, as a share of that completion time. */
  get bound(): number {
    return this.error.bound;
  }

  /** Removes the flow from the users of its ports, because it is no longer in the model. */
  private release(flow: number): void {
    this.use.remove(flow, this.routeOf(flow).ports);
  }

  /**
   * Freezes contention groups (flows that share ports): the model replays them from now on. All flows of such a group
   * must meet three conditions:
   * - The run has learned their kinds (groups of similar flows) from earlier flows (`memory.ts`).
   * - No loss and no flow outside the model has disturbed them.
   * - They agree with the model.
   */
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
   * one of them must be simulated. Adds the flows of the group to `met`.
   */
  private groupOf(first: number, met: Set<number>): readonly number[] | undefined {
    const { flows, ports } = this.use.reached(this.routeOf(first).ports, (user) => this.routeOf(user).ports);
    const group = [...new Set([first, ...flows])];
    for (const flow of group) met.add(flow);
    const isKnown = group.every((flow) => this.mayReplay(flow));
    return isKnown && ![...ports].some((port) => this.use.hasStranger(port) || this.isBehind(port)) ? group : undefined;
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
    // A flow may have shared its NIC with a flow that the model does not contain. Then it has sent less than in the
    // model. The flow is still replayed if the sent bytes in the simulation and in the model differ by at most `off`.
    const off = OFF_PACKETS * hosts.payload + (this.parts.isPaced ? this.memory.tolerance * flows.size[flow] : 0);
    return this.isEnding(flow) || Math.abs(sndNxt[flow] - this.model.sentBy(flow)) <= off;
  }

  /**
   * The route of a flow in the model. All flows of a kind (group of similar flows) share one route. `takes` finds it
   * when the first flow of the kind begins.
   */
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
    this.since[flow] = this.network.queue.now;
    this.carried[flow] = flows.sndNxt[flow];
    if (this.parts.isPaced) this.model.correct(flow, flows.sndNxt[flow]);
    this.driving++;
    this.frozen++;
  }

  /**
   * Ends the replay of all contention groups that use these ports: their flows are simulated packet by packet again. `busy`: the ports at
   * which congestion may follow. Ports that a new flow uses only for ACKs are not in `busy`, because ACKs cause no congestion.
   */
  private thaw(ports: readonly number[], busy = ports): void {
    if (this.driving === 0) return;
    const group = this.use.reached(ports, (user) =>
      this.hasPackets(user) || this.model.hasSent(user) ? undefined : this.routeOf(user).ports,
    );
    for (const port of group.ports) this.error.noteMissing(port, !this.hasOnlyPackets(port));
    const near = this.near(busy, group.flows);
    const { now } = this.network.queue;
    // The longest time for which a flow of the group was replayed, so that it sent no simulated packets.
    const absent = [...group.flows].reduce((longest, flow) => Math.max(longest, now - this.since[flow]), 0);
    for (const flow of group.flows) this.thawFlow(flow, absent, near.has(flow));
  }

  /**
   * The flows among `flows` that congestion at `ports` may delay. A flow may be delayed in two ways:
   *
   * - Its data or ACKs use one of these ports. If mean rates are learned (`isPaced`), only ports of its data count. Then
   *   the error bound of the run includes the reaction of congestion control to late ACKs.
   * - Its data share a port with data of a flow that may be delayed. In the same way, PAUSEs spread from flow to flow by
   *   shared ports.
   */
  private near(ports: readonly number[], flows: ReadonlySet<number>): ReadonlySet<number> {
    const reached = this.use.reached(ports, (user, port) => {
      const route = this.routeOf(user);
      const isData = route.ports.indexOf(port) < route.data;
      const isReached = flows.has(user) && (isData || (!this.parts.isPaced && ports.includes(port)));
      return isReached ? route.ports.slice(0, route.data) : undefined;
    });
    return reached.flows;
  }

  private thawFlow(flow: number, absent: Ps, isNear: boolean): void {
    const { flows, hosts } = this.network;
    const sent = Math.max(this.model.sentBy(flow), this.carried[flow]);
    this.count(flow, sent);
    this.error.noteThaw(flow, this.routeOf(flow), absent, isNear);
    for (const column of [flows.sndNxt, flows.sndUna, flows.rcvNxt]) column[flow] = sent;
    this.mode[flow] = PACKETS;
    this.comparison.taint(flow);
    this.simulated.add(flow);
    this.mayFreeze = true;
    this.driving--;
    this.thawed++;
    hosts.start(flow);
    this.parts.onPackets();
  }

  /**
   * Adds the replayed bytes of a flow to the totals, as if packets had carried them. The replayed bytes begin after the
   * last simulated packet (`carried`) and end at byte `to`.
   */
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
    // Stores at the port the time at which the last byte left it. Tasks that wait for this byte read the time there.
    fabric.noteSent(flows.port[flow], queue.now);
    hosts.onLastByte?.(flow);
  }

  onReceived(flow: number, time: Ps): void {
    this.comparison.predict(flow, time);
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
   * Call this after the run. It does three things:
   *
   * - It counts the bytes of replayed flows that the end of the run interrupts.
   * - It raises the recorded maximum backlogs of ports to the maximum backlogs in the model.
   * - It updates the error bound. For this, it counts each completed flow for which a change between packet simulation
   *   and replay caused an error.
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
