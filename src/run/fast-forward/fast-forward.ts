/**
 * Fast-forward: a run that skips time while its network exactly repeats itself, and replays known flows without
 * packets. This file skips time, and `replay.ts` replays flows.
 *
 * When flows have settled, the network passes through the same state again and again, a few packets further each time.
 * The run detects such a period by a hash of the state (`sim/model/state-hash.ts`). It then skips as many whole periods
 * as fit before the next planned event and before the end of a flow. Skipped periods are not simulated, so their number
 * costs nothing.
 *
 *   1. Wait one round trip after a flow has begun, and a part of it after a flow has ended.
 *   2. Search for a period: compare the states in which one flow sends a packet, for `FIRST_REACH` to `MAX_REACH` packets.
 *   3. Skip n periods: planned events move n periods earlier on the clock of the run. Each flow has fewer bytes left.
 *
 * The packets after a skip are those that a full simulation would have at that time. So completion times are exact, to
 * the picosecond. The run skips only while policies are at rest: their state does not change while their inputs repeat
 * (`isAtRest`). A random draw ends a period.
 *
 * docs/fast-forward.md, docs/decisions/0052-fast-forward-by-repetition.md
 */
import { ParamError } from "../../base/params.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import type { Plan } from "../../contracts/traffic.ts";
import type { Ending, Network } from "../../sim/model/network.ts";
import { StateHash } from "../../sim/model/state-hash.ts";
import type { PauseRecord } from "../measure/pause-record.ts";
import type { Summary } from "../measure/summary.ts";
import type { LeavesOut } from "../../scenario/fast-forward.ts";
import { OBSTACLES, type Obstacle } from "./obstacles.ts";
import { SkippedTime } from "./skipped-time.ts";
import { Replay } from "./replay.ts";
import { Totals } from "./totals.ts";

/**
 * The longest period that the first search can find, in packets of the first active flow. A period is the time after
 * which the network is in the same state again.
 */
const FIRST_REACH = 64;
/**
 * The longest period that any search can find, in the unit of `FIRST_REACH`. PAUSEs cause long periods: 8 senders at one
 * port repeat themselves after 111 to 437 packets. So after a search that finds no period, the longest period that the
 * next search can find (`reach`) may double, up to this maximum. It doubles only if PAUSEs occurred during the search or
 * after the previous one.
 */
const MAX_REACH = 4096;
/**
 * The maximum wait between two searches for a period (a repetition of states), in round trips. Each search without
 * success doubles the wait.
 */
const MAX_WAIT = 64;
/**
 * The number of times per round trip at which the run checks whether it can search for a period (a repetition of
 * states).
 */
const LOOKS = 4;
/**
 * Unsuccessful searches for a period (a repetition of states) may together cost this share of the run's work, in
 * addition to `FREE_WORK`. Above this limit, the run does not search until its own work has grown enough.
 */
const MAX_WASTE = 0.02;
/**
 * Unsuccessful searches for a period (a repetition of states) may together cost this much work, even in a short run.
 * The unit of work is the time of one event outside searches, where events run in batches.
 */
const FREE_WORK = 100_000;
// The estimated work of each step in a search for a period (a repetition of states), in the unit of `FREE_WORK`. The
// estimates decide how often the run searches, and change no result.
/**
 * The additional work for each event while the run searches for a period, as a multiple of an event's work in a batch.
 * During such a search, events run one by one instead of in batches.
 */
const ALONE_WORK = 0.5;
/** The work of hashing the state of one port, as a multiple of an event's work. */
const HASH_WORK = 0.1;
/** The work of copying one of the counters in `Totals`, as a multiple of an event's work. */
const COPY_WORK = 0.02;
/**
 * While fast-forward neither searches for a period nor replays flows, it updates its list of active flows once in this
 * number of round trips.
 */
const PATIENCE = 16;
/** Shorter round trips are counted as this time, ps. */
const MIN_ROUND_TRIP: Ps = 1_000_000;

/**
 * The total of all skips of a run. A skip leaves out whole periods. They are not simulated, because the network only
 * repeats itself in them.
 */
export interface Skips {
  readonly count: number;
  readonly time: Ps;
  /** The payload bytes that were not simulated, because their time was skipped or their flow was replayed without packets. */
  readonly bytes: number;
  /**
   * The largest error that a flow's completion time is expected to have, as a share of that time. 0: all times are
   * exact.
   */
  readonly errorBound: number;
  /** How the memory of flows (`memory.ts`) was used. Present if flows were replayed. */
  readonly memory?: MemoryUse;
  /** Why no flow was replayed. Absent if flows were replayed. */
  readonly obstacle?: Obstacle;
}

/** The traffic of a run, as fast-forward needs it. */
export interface FastForwardTraffic extends LeavesOut {
  readonly plan: Plan;
  /** The number of ACKs divided by the number of data packets: below 1 if one ACK answers several packets. */
  readonly acksPerPacket: number;
}

/** How the memory of flows (`memory.ts`) was used: the number of replayed flows and related numbers of summary.json. */
type MemoryUse = NonNullable<NonNullable<Summary["fast_forward"]>["memory"]>;

export class FastForward {
  private readonly network: Network;
  private readonly hash: StateHash;
  private readonly totals: Totals;
  private readonly time = new SkippedTime();
  /** By flow: the bytes that it sent in the skipped time. */
  private readonly bytes: Float64Array;
  private readonly draws: () => number;
  private readonly pauses: PauseRecord;
  /** The numbers of the flows that have begun and are not done. */
  private active: number[] = [];
  /** The number of planned flows, that is, flows that the traffic plan lists with their starts before the run. */
  private readonly planned: number;
  /** The number of the first planned flow that has not begun. */
  private next = 0;
  /** The number that the next flow added during the run will get. */
  private added: number;
  /** The run does not search for a period (a repetition of states) before its clock reaches this time. */
  private quietFrom: Ps = 0;
  /** If the next search finds no period, the run waits for this time before it searches again. */
  private backoff: Ps = 0;
  /**
   * The longest period (time between two equal states of the network) that the next search can find. It is counted in
   * packets that the first active flow sends.
   */
  private reach = FIRST_REACH;
  /** The number of PAUSEs at the last search that found no period, or at a later change of the list of active flows. */
  private pausesSeen = 0;
  /** The work of all searches so far that found no period (a repetition of states), in the unit of `FREE_WORK`. */
  private wasted = 0;
  private isSettled = false;
  private readonly traffic: FastForwardTraffic;
  /** Replays flows. Undefined: no flow of the plan can be replayed, because of `obstacle`. */
  private replay: Replay | undefined;
  private obstacle: Obstacle = OBSTACLES.early;
  private hasBegun = false;
  private isReplaying = false;

  /**
   * `draws` returns the number of random draws that the run has made so far. Throws `ParamError` if the hash of the
   * state leaves out a place where a policy keeps packets or byte numbers. These places are known only after the
   * policies have been created.
   */
  constructor(network: Network, pauses: PauseRecord, draws: () => number, traffic: FastForwardTraffic) {
    const { classQueues, held, entropy } = network.fabric;
    if (classQueues !== null || held !== null || entropy !== null) {
      // A skip changes the byte numbers of flows, but cannot change those that a transport keeps. So `why` names the
      // transport as a reason against fast-forward.
      const why =
        entropy !== null
          ? "transport keeps byte numbers of its flows"
          : classQueues !== null
            ? "scheduling policy divides classes into queues"
            : "routing policy holds packets";
      throw new ParamError("fastForward", "false in this scenario", true, `Its ${why}, which fast-forward cannot see.`);
    }
    this.network = network;
    this.hash = new StateHash(network);
    this.totals = new Totals(network, pauses);
    this.bytes = new Float64Array(network.flows.capacity);
    this.draws = draws;
    this.pauses = pauses;
    this.traffic = traffic;
    if (network.faultLog !== null) network.faultLog.real = this.time.real;
    this.planned = network.flows.count;
    this.added = this.planned;
  }

  get skips(): Skips {
    return {
      count: this.time.count,
      time: this.time.total,
      bytes: this.bytes.reduce((sum, bytes) => sum + bytes, 0) + (this.replay?.bytes ?? 0),
      ...this.memoryUse,
    };
  }

  private get memoryUse(): Pick<Skips, "errorBound" | "memory" | "obstacle"> {
    const { replay } = this;
    if (replay === undefined) return { errorBound: 0, obstacle: this.obstacle };
    if (replay.hits + replay.frozen === 0) return { errorBound: 0, obstacle: replay.memory.obstacle };
    const { hits: replayed, frozen, thawed, memory } = replay;
    const { kinds, compared, agreed, mean } = memory;
    return {
      errorBound: replay.bound,
      memory: { replayed, frozen, thawed, kinds, compared, agreed, error_mean: mean },
    };
  }

  /**
   * Runs up to the simulated time `until`, in which skipped time counts, too. The last skip may end later than `until`,
   * but not later than the end of the run. A later call then continues from there.
   */
  run(until: Ps): Ending {
    const { network } = this;
    const { queue } = network;
    this.begin();
    for (;;) {
      const end = until - this.time.total;
      if (queue.now >= end) return "time is up";
      const ending = this.advance(end);
      if (ending !== undefined) return ending;
      this.follow();
      if (network.isSettled || queue.now < this.quietFrom || this.active.length === 0 || !this.areAtRest()) continue;
      if (this.replay?.isDriving === true || !this.maySearch) continue;
      const found = this.search();
      // No event is left before the end of the run, or none that changes a result. So the run searches no more, and
      // only advances its clock to the end.
      if (found === "time is up") this.quietFrom = Infinity;
      else if (found !== undefined) return found;
    }
  }

  /** Prepares the replay of flows. Only now it is certain that no observer needs every packet. */
  private begin(): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    const { network, totals, traffic } = this;
    const onPackets = (): void => {
      if (this.isReplaying) network.pause();
    };
    const replay = Replay.of({ ...traffic, network, totals, real: this.time.real, onPackets });
    if (typeof replay === "string") this.obstacle = replay;
    else this.replay = replay;
  }

  /**
   * Runs the next section of the simulation, at most up to `end`. The length of the section depends on the flows:
   *
   * - At least one flow is simulated by packets: a part of a round trip. The section has `PATIENCE` round trips if
   *   fast-forward neither searches for a period nor replays flows.
   * - All flows in progress are replayed: until a flow must be simulated by packets, or no flow is replayed any more.
   * - No flow is in progress: up to the next event, because this event may start a flow.
   *
   * Returns a reason if the run ends at or before `end`.
   */
  private advance(end: Ps): Ending | undefined {
    const { network } = this;
    if (this.active.length > 0 && !network.isSettled && this.quietFrom < Infinity) {
      const isIdle = this.replay?.isOff !== false && !this.maySearch;
      const wait = isIdle ? PATIENCE * this.roundTrip() : this.roundTrip() / LOOKS;
      const ending = network.step(Math.min(end, network.queue.now + wait));
      return ending === "time is up" ? undefined : ending;
    }
    if (this.replay?.isDriving === true) {
      this.isReplaying = true;
      const ending = network.step(end);
      this.isReplaying = false;
      return ending === "time is up" && network.queue.now < end ? undefined : ending;
    }
    const ending = network.moment(end);
    return ending === "time is up" ? network.step(end) : ending;
  }

  /** Adds the skipped time and bytes to the network. Call it after the run, before the results are read. */
  settle(): void {
    if (this.isSettled) return;
    this.isSettled = true;
    const { flows } = this.network;
    for (let flow = 0; flow < this.bytes.length; flow++)
      if (this.bytes[flow] > 0)
        for (const column of [flows.size, flows.sndNxt, flows.sndUna, flows.rcvNxt]) column[flow] += this.bytes[flow];
    // This call adds the bytes of unfinished replayed flows to `totals`, so it comes before the totals are added to the
    // network.
    this.replay?.settle();
    this.totals.settle();
    if (this.time.count > 0) this.time.settle(this.network, this.pauses);
  }

  /**
   * Updates the list of active flows. If a flow has begun or ended, the next search for a period (a repetition of states)
   * is postponed, because the packets must settle first.
   */
  private follow(): void {
    const { flows, queue } = this.network;
    this.replay?.watch(this.roundTrip());
    const before = this.active.length;
    this.active = this.active.filter((flow) => Number.isNaN(flows.acked[flow]) && this.hasPackets(flow));
    const ended = before - this.active.length;
    const kept = this.active.length;
    const add = (flow: number): void => {
      if (Number.isNaN(flows.acked[flow]) && this.hasPackets(flow)) this.active.push(flow);
    };
    while (this.hasPlannedStart()) add(this.next++);
    while (this.added < flows.count) add(this.added++);
    const roundTrip = this.roundTrip();
    // After the start of a flow, its packets need one round trip to settle. The end of a flow needs no such wait,
    // because the other flows react within a part of a round trip.
    if (this.active.length > kept) this.quietFrom = queue.now + roundTrip;
    else if (ended > 0) this.quietFrom = Math.max(this.quietFrom, queue.now + roundTrip / LOOKS);
    else return;
    this.reach = FIRST_REACH;
    this.pausesSeen = this.pauses.count;
    this.backoff = roundTrip / 2;
  }

  private get maySearch(): boolean {
    return this.traffic.time && this.wasted <= this.maxWaste;
  }

  /**
   * The maximum total work of unsuccessful searches for a repetition of states (a period), in the unit of `FREE_WORK`.
   */
  private get maxWaste(): number {
    return FREE_WORK + MAX_WASTE * this.network.events;
  }

  private hasPackets(flow: number): boolean {
    return this.replay?.hasPackets(flow) !== false;
  }

  /**
   * True if a planned flow has begun that is not in the list of active flows yet. Planned flows are sorted by start.
   */
  private hasPlannedStart(): boolean {
    const { flows, queue } = this.network;
    return this.next < this.planned && flows.start[this.next] <= queue.now;
  }

  /** True if no flow has begun or ended since `follow` last updated the list of active flows. */
  private isSameSet(): boolean {
    const { flows } = this.network;
    const isDone = this.active.some((flow) => !Number.isNaN(flows.acked[flow]));
    return !isDone && !this.hasPlannedStart() && this.added === flows.count;
  }

  /** The longest base RTT of the active flows, in ps. */
  private roundTrip(): Ps {
    const { baseRtt } = this.network.flows;
    return this.active.reduce((most, flow) => Math.max(most, baseRtt[flow]), MIN_ROUND_TRIP);
  }

  /**
   * True if each active flow has new bytes to send and its congestion control is at rest (`isAtRest`). A flow with a
   * lost or out-of-order packet is never at rest, because its recovery policy then has state of its own.
   */
  private areAtRest(): boolean {
    const { flows, hosts } = this.network;
    const { nacks, outOfOrder, repeated, size, sndNxt } = flows;
    return this.active.every(
      (flow) =>
        sndNxt[flow] < size[flow] && nacks[flow] + outOfOrder[flow] + repeated[flow] === 0 && hosts.isAtRest(flow),
    );
  }

  /**
   * Searches for a period that begins now, and skips time if it finds one. Returns a reason if the run ended during the
   * search.
   */
  private search(): Ending | undefined {
    const { network, totals, hash, active } = this;
    const { fabric, flows, queue } = network;
    const { ledger } = fabric;
    const [first] = active;
    const before = network.events;
    const begun = this.nextPacket(first);
    if (begun !== undefined) return begun;
    const from = queue.now;
    const ports = hash.ports();
    const whole = hash.all(active);
    const sent = active.map((flow) => flows.sndNxt[flow]);
    const draws = this.draws();
    // A fault may change routes, and the hash of the state does not include routes. So a fault ends the search for a period.
    const faults = network.faultLog?.count;
    const stored = storedBytes(ledger);
    totals.mark();
    let [looks, hashes] = [0, 1];
    const work = (): number => ALONE_WORK * (network.events - before) + HASH_WORK * hashes * fabric.ports;
    while (looks++ < this.reach && flows.sndNxt[first] < flows.size[first]) {
      const ending = this.nextPacket(first);
      if (ending !== undefined) return ending;
      // The state of the network is compared with the state at the start of the search. Most states differ in the number
      // of bytes in the network. Comparing this number costs less than a hash.
      if (storedBytes(ledger) !== stored) {
        if (looks > FIRST_REACH && (!this.isSameSet() || this.wasted + work() > this.maxWaste)) break;
        continue;
      }
      hashes++;
      const look = hash.ports();
      if (look.high !== ports.high || look.low !== ports.low) continue;
      if (
        this.draws() !== draws ||
        network.faultLog?.count !== faults ||
        totals.hasDrops ||
        !this.isSameSet() ||
        !this.areAtRest()
      )
        break;
      const state = hash.all(active);
      if (state.high !== whole.high || state.low !== whole.low) continue;
      const moved = active.map((flow, index) => flows.sndNxt[flow] - sent[index]);
      this.skip(moved, queue.now - from);
      this.quietFrom = queue.now + this.backoff;
      return undefined;
    }
    this.wasted += work() + COPY_WORK * totals.length;
    if (looks > this.reach && this.pauses.count > this.pausesSeen) this.reach = Math.min(2 * this.reach, MAX_REACH);
    this.pausesSeen = this.pauses.count;
    this.quietFrom = queue.now + this.backoff;
    this.backoff = Math.min(2 * this.backoff, MAX_WAIT * this.roundTrip());
    return undefined;
  }

  /**
   * Runs until `flow` sends another packet, or has no packet left. Returns undefined, or the reason if the run stops
   * before that.
   */
  private nextPacket(flow: number): Ending | undefined {
    const { network } = this;
    const { size, sndNxt } = network.flows;
    const before = sndNxt[flow];
    while (sndNxt[flow] === before && before < size[flow]) {
      const ending = network.moment(network.end);
      if (ending !== undefined) return ending;
    }
    return undefined;
  }

  /** Skips as many whole periods as possible. `bytes` has the bytes that each active flow sends in one period. */
  private skip(bytes: readonly number[], period: Ps): void {
    const { network, active } = this;
    const { flows, queue, timers } = network;
    // The skip must end before the next planned event. Otherwise it could change the order of events in the picosecond
    // of that event.
    const ahead = Math.min(timers.nextPlanned, network.end) - queue.now;
    let times = Math.ceil(ahead / period) - 1;
    active.forEach((flow, k) => {
      if (bytes[k] > 0) times = Math.min(times, Math.floor((flows.size[flow] - flows.sndNxt[flow]) / bytes[k]) - 1);
    });
    if (!(times >= 1)) return;
    const by = times * period;
    active.forEach((flow, k) => {
      flows.size[flow] -= times * bytes[k];
      this.bytes[flow] += times * bytes[k];
      this.replay?.skipped(flow, times * bytes[k]);
    });
    this.totals.repeat(times);
    this.time.add(queue.now, by);
    for (let flow = 0; flow < flows.count; flow++) if (flows.start[flow] > queue.now) flows.start[flow] -= by;
    for (const act of network.onSkip) act(by);
    timers.shiftPlanned(by);
    network.end -= by;
  }
}

/** The frame bytes that are in the network now. */
const storedBytes = ({ created, delivered, dropped }: Network["fabric"]["ledger"]): Bytes =>
  created - delivered - dropped;
