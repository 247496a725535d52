/**
 * The memory of flows: what the run has learned about each kind of flow. Flows of one kind have the same path,
 * queue pair, class and number of packets.
 *
 * A flow that was simulated packet by packet is compared with the flow-level model (`flow-model.ts`), which saw the same starts. A kind is
 * known after `MIN_SEEN` flows in a row whose completion times agree with those of the model. Flows of a known kind can be replayed:
 * the run completes them without packets, at the time that the model gives. The largest difference that still counted as agreement gives the
 * expected error of these times.
 *
 * The memory holds only kinds that the traffic plan repeats often enough, at most `MAX_KINDS` of them. It learns nothing from a flow that
 * it cannot expect again.
 *
 * Hosts that exchange flows anywhere in the plan form a job. Flows of a job are replayed only after all its kinds are
 * known and all its other flows are done. Otherwise a flow with congestion could follow a replay. The small error of
 * the replay would change the packets that such a flow meets, and thus the packets that ECN marks.
 */
import type { Plan } from "../../contracts/traffic.ts";
import type { Route } from "./flow-model.ts";
import { OBSTACLES, type Obstacle } from "./obstacles.ts";
import { Paces } from "./paces.ts";

/** A kind of flow is known after this number of flows in a row that agree with the model. */
const MIN_SEEN = 3;
/**
 * A kind of flow is learned only if the plan has at least this number of flows of the kind. With fewer, learning costs
 * more than replays save.
 */
const MIN_REPEATS = 16;
/**
 * The maximum number of kinds in the memory. Flows of one kind are similar: they have the same path and number of
 * packets.
 */
const MAX_KINDS = 65_536;
/**
 * A simulated flow agrees with the model if each of two errors is at most this share of the flow's completion time.
 * - The first error is the difference of the completion times. Its limit is `REACTION` instead if the run learns mean
 *   rates of flows (`Paces`).
 * - The model has no single packets. So at each port it may omit the time for which a packet waits for the end of
 *   another. The second error is the estimated sum of these waits.
 */
const TOLERANCE = 0.01;
/**
 * The allowed difference between the completion times in the simulation and in the model, as a share of the completion
 * time. It applies if mean rates are learned (`Paces`), that is, if congestion control changes rates even without
 * congestion. One rate cut, or one halt of a flow, changes its completion time by up to this share. A cut depends on
 * the exact starts of nearby flows. So of two flows with the same path and size, one may have a cut, and the other none.
 * A larger difference from the model has another cause, such as a shared link.
 */
export const REACTION = 0.08;
/**
 * The memory gives up a kind (group of similar flows) if this number of its flows differed from the model. All later
 * flows of the kind are simulated packet by packet, and nothing is learned from them.
 *
 * The same limit holds for each job (set of hosts that exchange flows). For a job it limits how often its flows meet a
 * queue that the model did not expect (`surprise`). At the limit, all later flows of the job are simulated packet by
 * packet.
 */
const MAX_FAILURES = 3;

/**
 * The model does not fit a run if at least this number of simulated flows differ from it. They must also be more than
 * half of the compared flows.
 */
const MANY = 64;

/**
 * In place of the number of a kind (group of similar flows): the flow is of no kind, and the memory learns nothing
 * from it.
 */
export const STRANGE = -1;

export class FlowMemory {
  /**
   * For each send (a flow that waits for other flows), by the send's index in the plan: the number of its kind. Sends
   * of one kind have the same path, queue pair, class and number of packets. `STRANGE`: the memory learns nothing
   * from this send.
   */
  private readonly kindOf: Int32Array;
  /** By kind of flow: the number of flows in a row that agreed with the model. */
  private readonly seen: Int32Array;
  /** By kind of flow: the number of flows that differed from the model. */
  private readonly failures: Int32Array;
  /** By kind of flow: the number of planned flows that have not begun. */
  private readonly ahead: Int32Array;
  /** By kind, that is, group of similar flows: the path that all these flows have. */
  readonly routes: (Route | undefined)[] = [];
  /**
   * A job is a set of hosts. This map leads from a host to the first host of its job, in one or more steps. The number of this
   * first host is the key of the next three maps.
   */
  private readonly jobOf = new Map<number, number>();
  /**
   * By job (set of hosts that exchange flows): the number of unfinished flows from which the memory learns nothing. They
   * are of no kind (`STRANGE`), or of a kind that was given up. Flows of the job are replayed (completed without packets)
   * only while this number is 0. Infinity: they are never replayed.
   */
  private readonly others = new Map<number, number>();
  /**
   * By job (set of hosts): the number of unknown kinds among its flows. A kind is a group of similar flows. It is unknown
   * until several of its flows in a row agree with the model.
   */
  private readonly unknown = new Map<number, number>();
  /** By job: how often its flows met a queue that the model did not expect (`surprise`). */
  private readonly surprises = new Map<number, number>();
  /**
   * By kind (group of similar flows): the job of these flows. A job is a set of hosts. The number of a job is that of
   * its first host.
   */
  private readonly jobs: readonly number[];
  /** The number of flows that were compared with the model. */
  compared = 0;
  /** The number of simulated flows that agreed with the model. */
  agreed = 0;
  /**
   * The number of simulated flows that differed from the model. If `MAX_FAILURES` flows of one kind (group of similar
   * flows) differed, the memory gives up this kind. Later flows of the kind count neither here nor in `agreed`.
   */
  private failed = 0;
  /**
   * The sum of the differences between simulated and modelled completion times, each as a share of the simulated time.
   * It includes only flows that agreed with the model (`tolerance`).
   */
  private sum = 0;
  /**
   * The largest difference between a simulated and the modelled completion time, as a share of the simulated time. It
   * includes only flows that agreed with the model (`tolerance`).
   */
  worst = 0;
  /** By obstacle to a replay: how often it has prevented one. */
  private readonly obstacles = new Map<Obstacle, number>();
  /**
   * A flow differs from the model if its simulated and its modelled completion time differ by more than this share of the
   * simulated time.
   */
  readonly tolerance: number;
  /**
   * The learned mean rates, by kind of flow. Undefined if flows send at line rate while there is no congestion: the
   * model then needs no learned rates.
   */
  readonly paces: Paces | undefined;

  /**
   * `isPaced`: the scenario's congestion control changes rates even without congestion. If true, a mean rate is learned
   * for each kind of flow, from simulated flows (`paces`).
   */
  constructor({ flows, trains, sends = [] }: Plan, payload: number, isPaced = false) {
    const groups = new Map<string, number[]>();
    sends.forEach(({ source, destination, cls, pair, entry = 0, bytes }, send) => {
      if (pair === undefined) return;
      const key = `${source} ${destination} ${cls} ${pair} ${entry} ${Math.ceil(bytes / payload)}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [send]);
      else group.push(send);
    });
    const often = [...groups.values()].filter(({ length }) => length >= MIN_REPEATS).slice(0, MAX_KINDS);
    this.kindOf = new Int32Array(sends.length).fill(STRANGE);
    often.forEach((group, kind) => {
      for (const send of group) this.kindOf[send] = kind;
    });
    this.tolerance = isPaced ? REACTION : TOLERANCE;
    this.paces = isPaced ? new Paces(often.length) : undefined;
    this.seen = new Int32Array(often.length);
    this.failures = new Int32Array(often.length);
    this.ahead = Int32Array.from(often, ({ length }) => length);
    if (often.length > 0)
      for (const list of [flows, trains, sends])
        for (const { source, destination } of list) this.jobOf.set(this.job(source), this.job(destination));
    this.jobs = often.map(([send]) => this.job(sends[send].source));
    for (const job of this.jobs) add(this.unknown, job, 1);
    for (const { source } of flows) add(this.others, this.job(source), 1);
    for (const { source } of trains) add(this.others, this.job(source), Infinity);
    sends.forEach(({ source }, send) => {
      if (this.kindOf[send] === STRANGE) add(this.others, this.job(source), 1);
    });
  }

  /** The first host of the job (set of hosts that exchange flows) to which `host` belongs. */
  private job(host: number): number {
    let first = host;
    for (let next = this.jobOf.get(first); next !== undefined && next !== first; next = this.jobOf.get(first))
      first = next;
    if (first !== host) this.jobOf.set(host, first);
    return first;
  }

  get kinds(): number {
    return this.seen.length;
  }

  /**
   * The mean relative difference between the simulated and the modelled completion time. Only flows that agreed within
   * the tolerance count.
   */
  get mean(): number {
    return this.agreed === 0 ? 0 : this.sum / this.agreed;
  }

  /**
   * Call this when a flow begins. `number` is its number among the sends of the plan, that is, the flows that wait for
   * other flows. Negative: the flow is no send. Returns the number of the flow's kind, that is, of a group of similar
   * flows (`kindOf`). Returns `STRANGE` if the flow has no kind, or if too many flows of the kind differed from the model
   * (`MAX_FAILURES`).
   */
  begin(number: number): number {
    const kind = number < 0 ? STRANGE : this.kindOf[number];
    if (kind === STRANGE) return STRANGE;
    if (--this.ahead[kind] === 0 && !this.isGivenUp(kind) && !this.isKnown(kind))
      add(this.unknown, this.jobs[kind], -1);
    return this.isGivenUp(kind) ? STRANGE : kind;
  }

  /**
   * Call this when a flow ends for which `begin` returned `STRANGE`. Until then, the flow prevents replays of its job.
   * `host` is the source of the flow.
   */
  end(host: number): void {
    add(this.others, this.job(host), -1);
  }

  /**
   * True if the next flows of this kind can be replayed. For this, all kinds of flows in the job (set of hosts) must be
   * known. If the memory learns nothing from some flows of the job, these flows must be done.
   */
  isReady(kind: number): boolean {
    const job = this.jobs[kind];
    return this.isKnown(kind) && this.unknown.get(job) === 0 && (this.others.get(job) ?? 0) === 0;
  }

  private isKnown(kind: number): boolean {
    return this.seen[kind] >= MIN_SEEN;
  }

  private isGivenUp(kind: number): boolean {
    return this.failures[kind] >= MAX_FAILURES;
  }

  /**
   * Learns from a simulated flow. `difference`: the difference between its completion time by packets and by the model.
   * `rounding`: the possible error of the model because it has no single packets. Both are relative to the completion time.
   */
  learn(kind: number, difference: number, rounding: number): void {
    this.compared++;
    if (this.isGivenUp(kind)) return;
    const wasUnknown = !this.isKnown(kind) && this.ahead[kind] > 0;
    const agrees = difference <= this.tolerance && rounding <= TOLERANCE;
    if (agrees) {
      this.seen[kind]++;
      this.agreed++;
      this.sum += difference;
      if (difference > this.worst) this.worst = difference;
    } else {
      this.failed++;
      this.failures[kind]++;
      this.seen[kind] = 0;
      if (this.isGivenUp(kind)) {
        // This kind of flow is given up: its flows that have not begun will be simulated packet by packet. Until they
        // are done, they prevent replays of their job, as the flows in `others` do. So `others` counts them from now
        // on.
        add(this.others, this.jobs[kind], this.ahead[kind]);
        this.hinder(rounding > TOLERANCE ? OBSTACLES.short : OBSTACLES.differs);
      }
    }
    const isUnknown = !this.isKnown(kind) && !this.isGivenUp(kind) && this.ahead[kind] > 0;
    add(this.unknown, this.jobs[kind], +isUnknown - +wasUnknown);
  }

  /**
   * Reacts to a queue that flows of this kind met and that the model did not expect. The memory then forgets all kinds
   * (groups of similar flows) of the same job (set of hosts). It learns them again from the next simulated flows.
   */
  surprise(kind: number): void {
    const job = this.jobs[kind];
    add(this.surprises, job, 1);
    if ((this.surprises.get(job) ?? 0) >= MAX_FAILURES) this.giveUp(kind, OBSTACLES.queue);
    this.jobs.forEach((other, k) => {
      if (other !== job || !this.isKnown(k)) return;
      this.seen[k] = 0;
      if (this.ahead[k] > 0) add(this.unknown, job, 1);
    });
  }

  /** Counts a reason why flows are not replayed. The most frequent reason is shown to the user (`obstacle`). */
  hinder(why: Obstacle): void {
    add(this.obstacles, why, 1);
  }

  /**
   * Prevents further replays in a job (set of hosts that exchange flows) for the rest of the run. `kind`: a kind of flow
   * (group of similar flows) in this job.
   */
  giveUp(kind: number, why: Obstacle): void {
    this.hinder(why);
    add(this.others, this.jobs[kind], Infinity);
  }

  /** The most frequent reason why flows were not replayed. */
  get obstacle(): Obstacle {
    const [main] = [...this.obstacles].sort(([, a], [, b]) => b - a);
    if (main !== undefined) return main[0];
    if (this.failed > 0) return OBSTACLES.differs;
    return this.jobs.some((job) => (this.others.get(job) ?? 0) > 0) ? OBSTACLES.others : OBSTACLES.early;
  }

  /**
   * True if replay can no longer help this run. Either no job (group of hosts) may be replayed any more, or most
   * simulated flows differed from the model.
   */
  get isUseless(): boolean {
    const areGivenUp = this.jobs.every((job) => this.others.get(job) === Infinity);
    return areGivenUp || (this.failed >= MANY && 2 * this.failed > this.compared);
  }
}

function add<Key>(to: Map<Key, number>, key: Key, amount: number): void {
  to.set(key, (to.get(key) ?? 0) + amount);
}
