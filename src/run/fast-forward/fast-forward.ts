/**
 * Fast-forward: a run that skips time while its network repeats itself, exactly.
 *
 * When flows have settled, the network passes through the same state again and again, a few packets further each time. The run finds such a
 * period by the hash of the state (`sim/model/state-hash.ts`). It then skips as many whole periods as fit before the next planned event and
 * before the end of a flow. Skipped periods are not simulated, so their number costs nothing.
 *
 *   1. wait one round trip after a flow has begun or ended
 *   2. look for a period: compare the states in which one flow sends a packet, for up to `MAX_PACKETS` packets
 *   3. skip n periods: planned events come n periods earlier on the clock of the run, and each flow has fewer bytes left
 *
 * The packets after a skip are those that would have come then. So completion times are exact, to the picosecond. Policies must be at
 * rest: their state may not change while what they see repeats (`isAtRest`). Random draws end a period.
 *
 * docs/fast-forward.md, docs/decisions/0052-fast-forward-by-repetition.md
 */
import type { Ps } from "../../base/units.ts";
import type { Ending, Network } from "../../sim/model/network.ts";
import { StateHash } from "../../sim/model/state-hash.ts";
import type { PauseRecord } from "../measure/pause-record.ts";
import { SkippedTime } from "./skipped-time.ts";
import { Totals } from "./totals.ts";

/** The longest period, in packets of the first active flow. */
const MAX_PACKETS = 64;
/** After a search without success the next one waits twice as long, up to this many round trips. */
const MAX_WAIT = 64;
/** Looks at the flows in each round trip. */
const LOOKS = 4;
/** The time between two looks without active flows, times `LOOKS`. */
const MIN_ROUND_TRIP: Ps = 1_000_000;

/** The result of a run's fast-forward. */
export interface Skips {
  readonly count: number;
  readonly time: Ps;
  /** Payload bytes that flows sent in skipped time. */
  readonly bytes: number;
}

export class FastForward {
  private readonly network: Network;
  private readonly hash: StateHash;
  private readonly totals: Totals;
  private readonly time = new SkippedTime();
  /** By flow: bytes that it sent in skipped time. */
  private readonly bytes: Float64Array;
  private readonly draws: () => number;
  private readonly pauses: PauseRecord;
  /** The flows that have begun and are not done. */
  private active: number[] = [];
  /** The number of planned flows, the first of them that has not begun, and the first flow that another event of the run will add. */
  private readonly planned: number;
  private next = 0;
  private added: number;
  /** The clock before which the run does not look for a period, and its wait after the next search without success. */
  private quietFrom: Ps = 0;
  private backoff: Ps = 0;
  private isSettled = false;

  /** `draws` returns the number of random draws so far. */
  constructor(network: Network, pauses: PauseRecord, draws: () => number) {
    this.network = network;
    this.hash = new StateHash(network);
    this.totals = new Totals(network, pauses);
    this.bytes = new Float64Array(network.flows.capacity);
    this.draws = draws;
    this.pauses = pauses;
    this.planned = network.flows.count;
    this.added = this.planned;
  }

  get skips(): Skips {
    return {
      count: this.time.count,
      time: this.time.total,
      bytes: this.bytes.reduce((sum, bytes) => sum + bytes, 0),
    };
  }

  /** Runs up to `until` of real time. A skip may pass it, up to the end of the run: the caller then continues from there. */
  run(until: Ps): Ending {
    const { network } = this;
    const { queue } = network;
    for (;;) {
      const end = until - this.time.total;
      if (queue.now >= end) return "time is up";
      const ending = network.step(Math.min(end, queue.now + this.roundTrip() / LOOKS));
      if (ending !== "time is up") return ending;
      this.follow();
      if (network.isSettled || queue.now < this.quietFrom || this.active.length === 0 || !this.areAtRest()) continue;
      const found = this.search();
      if (found !== undefined) return found;
    }
  }

  /** Adds the skipped time and bytes to the network, for the results. */
  settle(): void {
    if (this.isSettled || this.time.count === 0) return;
    this.isSettled = true;
    const { flows } = this.network;
    for (let flow = 0; flow < this.bytes.length; flow++)
      if (this.bytes[flow] > 0)
        for (const column of [flows.size, flows.sndNxt, flows.sndUna, flows.rcvNxt]) column[flow] += this.bytes[flow];
    this.totals.settle();
    this.time.settle(this.network, this.pauses);
  }

  /** Updates the list of active flows. Each change postpones the next search. */
  private follow(): void {
    const { flows, queue } = this.network;
    const before = this.active.length;
    this.active = this.active.filter((flow) => Number.isNaN(flows.acked[flow]));
    const ended = before - this.active.length;
    const kept = this.active.length;
    const add = (flow: number): void => {
      if (Number.isNaN(flows.acked[flow])) this.active.push(flow);
    };
    while (this.hasPlannedStart()) add(this.next++);
    while (this.added < flows.count) add(this.added++);
    const roundTrip = this.roundTrip();
    // The packets of a new flow need a round trip to settle. An end shows within a part of one.
    if (this.active.length > kept) this.quietFrom = queue.now + roundTrip;
    else if (ended > 0) this.quietFrom = Math.max(this.quietFrom, queue.now + roundTrip / LOOKS);
    else return;
    this.backoff = roundTrip / 2;
  }

  /** True if a planned flow has begun that is not in the list yet. Planned flows are in the order of their starts. */
  private hasPlannedStart(): boolean {
    const { flows, queue } = this.network;
    return this.next < this.planned && flows.start[this.next] <= queue.now;
  }

  /** True if no flow has begun or ended since `follow`. */
  private isSameSet(): boolean {
    const { flows } = this.network;
    const isDone = this.active.some((flow) => !Number.isNaN(flows.acked[flow]));
    return !isDone && !this.hasPlannedStart() && this.added === flows.count;
  }

  /** The longest base RTT of the active flows, ps. */
  private roundTrip(): Ps {
    const { baseRtt } = this.network.flows;
    return this.active.reduce((most, flow) => Math.max(most, baseRtt[flow]), MIN_ROUND_TRIP);
  }

  /** True if no active flow has sent its last byte, and congestion control rests. */
  private areAtRest(): boolean {
    const { flows, hosts } = this.network;
    return this.active.every((flow) => flows.sndNxt[flow] < flows.size[flow] && hosts.isAtRest(flow));
  }

  /** Looks for a period that begins now, and skips time if there is one. Returns a reason for which the run ended meanwhile. */
  private search(): Ending | undefined {
    const { network, totals, hash, active } = this;
    const { flows, queue } = network;
    const [first] = active;
    const begun = this.nextPacket(first);
    if (begun !== undefined) return begun;
    const from = queue.now;
    const ports = hash.ports();
    const whole = hash.all(active);
    const sent = active.map((flow) => flows.sndNxt[flow]);
    const draws = this.draws();
    totals.mark();
    for (let k = 1; k <= MAX_PACKETS; k++) {
      const ending = this.nextPacket(first);
      if (ending !== undefined) return ending;
      const look = hash.ports();
      if (look.high !== ports.high || look.low !== ports.low) continue;
      if (this.draws() !== draws || totals.hasDrops || !this.isSameSet() || !this.areAtRest()) break;
      const state = hash.all(active);
      if (state.high !== whole.high || state.low !== whole.low) continue;
      const moved = active.map((flow, index) => flows.sndNxt[flow] - sent[index]);
      this.skip(moved, queue.now - from);
      this.quietFrom = queue.now + this.backoff;
      return undefined;
    }
    this.quietFrom = queue.now + this.backoff;
    this.backoff = Math.min(2 * this.backoff, MAX_WAIT * this.roundTrip());
    return undefined;
  }

  /** Runs until `flow` sends another packet. Undefined: it did; otherwise the reason why the run stopped before. */
  private nextPacket(flow: number): Ending | undefined {
    const { network } = this;
    const { sndNxt } = network.flows;
    const before = sndNxt[flow];
    while (sndNxt[flow] === before) {
      const ending = network.moment(network.end);
      if (ending !== undefined) return ending;
    }
    return undefined;
  }

  /** Skips whole periods. `bytes`: what each active flow sends in one. */
  private skip(bytes: readonly number[], period: Ps): void {
    const { network, active } = this;
    const { flows, queue, timers } = network;
    // A planned event stays in the future, so that its order in its picosecond does not change.
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
    });
    this.totals.repeat(times);
    this.time.add(queue.now, by);
    for (let flow = 0; flow < flows.count; flow++) if (flows.start[flow] > queue.now) flows.start[flow] -= by;
    for (const act of network.onSkip) act(by);
    timers.shiftPlanned(by);
    network.end -= by;
  }
}
