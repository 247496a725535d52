/**
 * The memory of flows: what the run has learned about each kind of flow. Flows of one kind have the same path,
 * queue pair, class and number of packets.
 *
 * A flow that was simulated packet by packet is compared with the flow-level model (`flow-model.ts`), which saw the same starts. A kind is
 * known after `MIN_SEEN` flows in a row whose completion times agree. The largest difference is the error to expect of its replays.
 *
 * The memory holds only kinds that the traffic plan repeats often enough, at most `MAX_KINDS` of them. It learns nothing from a flow that
 * it cannot expect again.
 *
 * Hosts that exchange flows anywhere in the plan form a job. Flows of a job are replayed only after all its kinds are known and all its
 * other flows are done. Otherwise a replay's small error would come before congestion that is still ahead, and random marks would then
 * take another course.
 */
import type { Plan } from "../../contracts/traffic.ts";
import type { Route } from "./flow-model.ts";
import { Paces } from "./paces.ts";

/** The number of flows that must agree before a kind is known. */
const MIN_SEEN = 3;
/** The number of flows that a kind needs in the plan. Below it, learning costs more than replays save. */
const MIN_REPEATS = 16;
/** The maximum number of kinds. */
const MAX_KINDS = 65_536;
/** The largest difference that counts as agreement, and the largest error by whole packets, as parts of the completion time. */
const TOLERANCE = 0.01;
/** The largest difference that counts as agreement if congestion control changes rates all the time (`Paces`). */
const PACED_TOLERANCE = 0.03;
/** A kind with so many differences above the tolerance is given up, and a job after so many surprises. */
const MAX_FAILURES = 3;

/** So many differences show that the model does not fit. */
const MANY = 64;

/** The number of a flow that no kind of the memory has. */
export const STRANGE = -1;

export class FlowMemory {
  /** By send of the plan: its kind, or `STRANGE`. */
  private readonly kindOf: Int32Array;
  /** By kind: the number of flows in a row that agreed, of those that did not, and of those that have not begun. */
  private readonly seen: Int32Array;
  private readonly failures: Int32Array;
  private readonly ahead: Int32Array;
  /** By kind: the path of its flows. */
  readonly routes: (Route | undefined)[] = [];
  /** By host: a host of the same job, and finally its first one. By first host: the job's other flows, unknown kinds and surprises. */
  private readonly jobOf = new Map<number, number>();
  private readonly others = new Map<number, number>();
  private readonly unknown = new Map<number, number>();
  private readonly surprises = new Map<number, number>();
  /** By kind: the first host of its job. */
  private readonly jobs: readonly number[];
  /** The compared flows, those that differed, and the sum and the largest of the differences of the others. */
  compared = 0;
  private failed = 0;
  private sum = 0;
  worst = 0;
  /** The largest difference that counts as agreement, as a part of the completion time. */
  readonly tolerance: number;
  /** The rates that kinds need from experience. Undefined: flows without congestion send at line rate. */
  readonly paces: Paces | undefined;

  /** `isPaced`: congestion control changes rates all the time, so the memory learns the mean rate of each kind. */
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
    this.tolerance = isPaced ? PACED_TOLERANCE : TOLERANCE;
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

  /** The first host of the job of a host. */
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

  /** The mean difference of the flows that agreed, as a part of their completion times. */
  get mean(): number {
    return this.compared === this.failed ? 0 : this.sum / (this.compared - this.failed);
  }

  /**
   * The kind of send `number` of the plan, which begins. `STRANGE`: none, or one that was given up. A flow that is no
   * send has a negative number.
   */
  begin(number: number): number {
    const kind = number < 0 ? STRANGE : this.kindOf[number];
    if (kind === STRANGE) return STRANGE;
    if (--this.ahead[kind] === 0 && !this.isGivenUp(kind) && !this.isKnown(kind))
      add(this.unknown, this.jobs[kind], -1);
    return this.isGivenUp(kind) ? STRANGE : kind;
  }

  /** A flow of the host that was `STRANGE` is done. */
  end(host: number): void {
    add(this.others, this.job(host), -1);
  }

  /** True if flows of the kind may be replayed. */
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
   * Learns from a simulated flow. `difference` is that of the model's completion time, and `rounding` the error that
   * whole packets may cause, both as parts of the completion time.
   */
  learn(kind: number, difference: number, rounding: number): void {
    this.compared++;
    if (this.isGivenUp(kind)) return;
    const wasUnknown = !this.isKnown(kind) && this.ahead[kind] > 0;
    const agrees = difference <= this.tolerance && rounding <= TOLERANCE;
    if (agrees) {
      this.seen[kind]++;
      this.sum += difference;
      if (difference > this.worst) this.worst = difference;
    } else {
      this.failed++;
      this.failures[kind]++;
      this.seen[kind] = 0;
      // Its further flows are no longer expected to agree.
      if (this.isGivenUp(kind)) add(this.others, this.jobs[kind], this.ahead[kind]);
    }
    const isUnknown = !this.isKnown(kind) && !this.isGivenUp(kind) && this.ahead[kind] > 0;
    add(this.unknown, this.jobs[kind], +isUnknown - +wasUnknown);
  }

  /** Something unexpected has happened to flows of this kind: all kinds of its job must be learned anew. */
  surprise(kind: number): void {
    const job = this.jobs[kind];
    add(this.surprises, job, 1);
    if ((this.surprises.get(job) ?? 0) >= MAX_FAILURES) this.giveUp(kind);
    this.jobs.forEach((other, k) => {
      if (other !== job || !this.isKnown(k)) return;
      this.seen[k] = 0;
      if (this.ahead[k] > 0) add(this.unknown, job, 1);
    });
  }

  /** Flows of this kind's job are never replayed again. */
  giveUp(kind: number): void {
    add(this.others, this.jobs[kind], Infinity);
  }

  /** True if no flow will be replayed any more, or most compared flows differ, so the model does not fit this run. */
  get isUseless(): boolean {
    const areGivenUp = this.jobs.every((job) => this.others.get(job) === Infinity);
    return areGivenUp || (this.failed >= MANY && 2 * this.failed > this.compared);
  }
}

function add(to: Map<number, number>, key: number, amount: number): void {
  to.set(key, (to.get(key) ?? 0) + amount);
}
