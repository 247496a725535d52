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
  /** The round trips that the run waits before it looks for a period. */
  private wait = 1;
  private lastActive = "";
  private isSettled = false;

  /** `draws` returns the number of random draws so far. */
  constructor(network: Network, pauses: PauseRecord, draws: () => number) {
    this.network = network;
    this.hash = new StateHash(network);
    this.totals = new Totals(network, pauses);
    this.bytes = new Float64Array(network.flows.capacity);
    this.draws = draws;
    this.pauses = pauses;
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
    for (;;) {
      const end = until - this.time.total;
      if (network.queue.now >= end) return "time is up";
      const active = this.active();
      const names = active.join(" ");
      if (names !== this.lastActive) this.wait = 1;
      this.lastActive = names;
      const pause = this.wait * this.roundTrip(active);
      const ending = network.step(Math.min(end, network.queue.now + pause));
      if (ending !== "time is up") return ending;
      if (network.isSettled || network.queue.now >= end) continue;
      const now = this.active();
      if (now.length === 0 || now.join(" ") !== names || !this.areAtRest(now)) {
        this.wait = Math.min(MAX_WAIT, 2 * this.wait);
        continue;
      }
      const found = this.search(now);
      if (found !== "time is up") return found;
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

  private active(): number[] {
    const { flows, queue } = this.network;
    const found: number[] = [];
    for (let flow = 0; flow < flows.count; flow++)
      if (flows.start[flow] <= queue.now && Number.isNaN(flows.acked[flow])) found.push(flow);
    return found;
  }

  private roundTrip(active: readonly number[]): Ps {
    const { baseRtt } = this.network.flows;
    return active.reduce((most, flow) => Math.max(most, baseRtt[flow]), 1_000_000);
  }

  private areAtRest(active: readonly number[]): boolean {
    const { flows, hosts } = this.network;
    return active.every((flow) => flows.sndNxt[flow] < flows.size[flow] && hosts.isAtRest(flow));
  }

  /** Looks for a period that begins now, and skips it if there is one. */
  private search(active: readonly number[]): Ending {
    const { network, totals, hash } = this;
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
      if (this.draws() !== draws || totals.hasDrops || !this.areAtRest(active)) break;
      const state = hash.all(active);
      if (state.high !== whole.high || state.low !== whole.low) continue;
      this.skip(
        active,
        active.map((flow, index) => flows.sndNxt[flow] - sent[index]),
        queue.now - from,
      );
      this.wait = 1;
      return "time is up";
    }
    this.wait = Math.min(MAX_WAIT, 2 * this.wait);
    return "time is up";
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

  private skip(active: readonly number[], bytes: readonly number[], period: Ps): void {
    const { network } = this;
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
