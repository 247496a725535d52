/**
 * Timers that are postponed far more often than they fire, such as retransmission timers. A timer serves many subjects:
 * flows or ports. Each subject has at most one pending time.
 *
 * Events of one time run in the order of their numbers. A timer event gets its number when the subject is armed, even if
 * the event enters the queue later. The queue contains one event per subject if possible. If a timer is postponed, its earlier event stays in the
 * queue. When that event runs, it moves itself to the new time. So a retransmission timer that restarts at each ACK
 * costs one event in the time of a timeout, and not one per ACK.
 *
 * All timers of a run share one kind of event. A `TimerBoard` numbers the subjects of all timers consecutively.
 */
import { invariant, InvariantError } from "../../base/invariant.ts";
import type { Ps } from "../../base/units.ts";
import type { Timer } from "../../base/view.ts";
import { MAX_SUBJECT, type EventQueue } from "./event-queue.ts";
import type { Handlers } from "./run.ts";

/** The type of a timer's subjects: each subject is a flow, or each is a port. Error messages about a policy use this word. */
export type SubjectOf = "flow" | "port";

export interface TimerOptions {
  /** The type of the timer's subjects, so that error messages can name the flow or port. Absent: messages name none. */
  readonly of?: SubjectOf | undefined;
  /**
   * By subject (a flow or port that the timer serves): its rank. If several subjects are due at the same picosecond, the
   * one with the lowest rank is first. A rank is less than the number of subjects, and may change until its subject is
   * armed. Absent: the subject number is the rank.
   */
  readonly rank?: Int32Array | null;
  /**
   * Returns true if the timer of this subject can no longer change a result, provided that no other events remain.
   * Absent: the timer of every subject may still change a result.
   */
  readonly quiet?: ((subject: number) => boolean) | undefined;
  /**
   * True if the times of this timer are planned by the scenario, such as flow starts. When a run skips time,
   * `shiftPlanned` moves them.
   */
  readonly planned?: boolean;
}

export class TimerBoard {
  readonly queue: EventQueue;
  readonly kind: number;
  /** The number of timer events in the queue. It includes the events of postponed and cancelled timers. */
  events = 0;
  private readonly timers: Timers[] = [];
  /**
   * Each timer has a fixed number of subjects, for example one for each flow. This class numbers the subjects of all
   * timers in one sequence. `owner[n]` is the index in `timers` of the timer to which subject n belongs.
   */
  private owner = new Uint16Array(1024);
  private subjects = 0;

  constructor(queue: EventQueue, handlers: Handlers) {
    this.queue = queue;
    this.kind = handlers.add((subject) => {
      this.events--;
      this.timers[this.owner[subject]].fire(subject);
    }, "timer");
  }

  /** Creates a timer for `subjects` subjects, numbered from 0. `action` runs when a subject is due. */
  make(subjects: number, action: (subject: number) => void, options: TimerOptions = {}): Timer {
    const first = this.subjects;
    this.subjects += subjects;
    invariant(this.subjects <= MAX_SUBJECT && this.timers.length < 65_535, "timers fit their numbers", this.subjects);
    if (this.subjects > this.owner.length) {
      const owner = new Uint16Array(Math.max(this.subjects, this.owner.length * 2));
      owner.set(this.owner);
      this.owner = owner;
    }
    this.owner.fill(this.timers.length, first, this.subjects);
    const timer = new Timers(this, first, subjects, action, options);
    this.timers.push(timer);
    return timer;
  }

  /**
   * True if no timer that is due by `end` can still change a result, provided that no other events remain. The option
   * `quiet` decides this for each flow or port.
   */
  isQuietUntil(end: Ps): boolean {
    return this.timers.every((timer) => timer.isQuietUntil(end));
  }

  /**
   * The earliest time for which a planned timer is armed, or Infinity. A timer is planned if the scenario fixes its times
   * (`planned` in `TimerOptions`).
   */
  get nextPlanned(): Ps {
    let first = Infinity;
    for (const timer of this.timers) if (timer.planned) first = Math.min(first, timer.earliest);
    return first;
  }

  /** Moves all planned timers `by` picoseconds earlier. None of their times may then be in the past. */
  shiftPlanned(by: Ps): void {
    for (const timer of this.timers) if (timer.planned) timer.shift(by);
  }

  /**
   * Calls `visit` for each flow or port for which an unplanned timer is armed. A timer is unplanned if the scenario
   * does not fix its times (`planned` in `TimerOptions`). The arguments are the timer's index, the flow or port, and
   * the time.
   */
  eachReactive(visit: (timer: number, subject: number, at: Ps) => void): void {
    this.timers.forEach((timer, k) => {
      if (timer.planned) return;
      timer.each((subject, at) => {
        visit(k, subject, at);
      });
    });
  }

  /**
   * Returns the flow or port to which a timer event belongs. Each pair of a timer and a flow or port has a number in one
   * sequence, and `numbered` is the number of this pair. Undefined if the timer does not declare whether it serves flows or
   * ports.
   */
  whose(numbered: number): { readonly of: SubjectOf; readonly subject: number } | undefined {
    const { of, first } = this.timers[this.owner[numbered]];
    return of === undefined ? undefined : { of, subject: numbered - first };
  }
}

class Timers implements Timer {
  readonly first: number;
  readonly of: SubjectOf | undefined;
  readonly planned: boolean;
  private readonly board: TimerBoard;
  private readonly queue: EventQueue;
  private readonly kind: number;
  private readonly action: (subject: number) => void;
  private readonly rank: Int32Array | null;
  private readonly quiet: TimerOptions["quiet"];
  /**
   * Two arrays by subject (flow or port). `at` is the time at which the timer fires for the subject, or Infinity if it is
   * not armed. `seq` is the order number of the event with which it fires.
   */
  private readonly at: Float64Array;
  private readonly seq: Float64Array;
  /**
   * Two arrays by subject: the time and the order number of the subject's event in the queue. This event is earlier than
   * `at` if the timer was postponed. Time -1: no event is in the queue.
   */
  private readonly queuedAt: Float64Array;
  private readonly queued: Float64Array;

  constructor(
    board: TimerBoard,
    first: number,
    subjects: number,
    action: (subject: number) => void,
    { of, rank = null, quiet, planned = false }: TimerOptions,
  ) {
    this.board = board;
    this.quiet = quiet;
    this.planned = planned;
    this.of = of;
    this.rank = rank;
    this.queue = board.queue;
    this.kind = board.kind;
    this.first = first;
    this.action = action;
    this.at = new Float64Array(subjects).fill(Infinity);
    this.seq = new Float64Array(subjects);
    this.queuedAt = new Float64Array(subjects).fill(-1);
    this.queued = new Float64Array(subjects);
  }

  arm(subject: number, at: Ps): void {
    if (subject >>> 0 !== subject || subject >= this.at.length)
      throw new InvariantError(`arm: expected a flow, port or queue from 0 to ${this.at.length - 1}, got ${subject}`);
    const seq = this.queue.number(this.kind, (this.rank === null ? subject : this.rank[subject]) + this.first);
    this.at[subject] = at;
    this.seq[subject] = seq;
    if (this.queuedAt[subject] >= 0 && this.queuedAt[subject] <= at) return;
    this.put(subject, at, seq);
  }

  cancel(subject: number): void {
    this.at[subject] = Infinity;
  }

  due(subject: number): Ps {
    return this.at[subject];
  }

  pending(subject: number): boolean {
    return this.at[subject] !== Infinity;
  }

  get earliest(): Ps {
    return this.at.reduce((first, at) => Math.min(first, at), Infinity);
  }

  shift(by: Ps): void {
    this.at.forEach((at, subject) => {
      if (at !== Infinity) this.arm(subject, at - by);
    });
  }

  each(visit: (subject: number, at: Ps) => void): void {
    this.at.forEach((at, subject) => {
      if (at !== Infinity) visit(subject, at);
    });
  }

  isQuietUntil(end: Ps): boolean {
    return this.at.every((at, subject) => at > end || at === Infinity || this.quiet?.(subject) === true);
  }

  /**
   * Handles an event of this timer. The flows and ports of all timers are numbered in one sequence. `numbered` is the
   * number of the flow or port that is due.
   */
  fire(numbered: number): void {
    const subject = numbered - this.first;
    const queue = this.queue;
    // Ignores an obsolete event: the subject was armed again for an earlier time, and got a new event.
    if (queue.now !== this.queuedAt[subject] || queue.seq !== this.queued[subject]) return;
    this.queuedAt[subject] = -1;
    const at = this.at[subject];
    if (at === Infinity) return;
    if (at !== queue.now || this.seq[subject] !== queue.seq) {
      this.put(subject, at, this.seq[subject]);
      return;
    }
    this.at[subject] = Infinity;
    this.action(subject);
  }

  private put(subject: number, at: Ps, seq: number): void {
    if (!(at >= this.queue.now && at < Infinity))
      throw new InvariantError(`arm: expected a time from now on (${this.queue.now} ps), got ${at}`);
    this.queued[subject] = seq;
    this.queuedAt[subject] = at;
    this.board.events++;
    this.queue.insert(at, seq, this.kind, subject + this.first);
  }
}
