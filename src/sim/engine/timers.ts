/**
 * Timers that are moved far more often than they fire: one pending moment per subject.
 *
 * Arming takes the event's number at once, since that is the logical moment. The queue, though, holds at most one
 * event per subject where it can: a moment put off leaves the earlier event where it is, and that event, when it
 * comes, moves on to the moment now wanted. A retransmission timer restarted on each ACK so costs one event per timeout.
 *
 * All timers of a run share one kind of event: a board numbers the subjects of each timer through.
 */
import { invariant, InvariantError } from "../../base/invariant.ts";
import type { Ps } from "../../base/units.ts";
import type { Timer } from "../../base/view.ts";
import { MAX_SUBJECT, type EventQueue } from "./event-queue.ts";
import type { Handlers } from "./run.ts";

/** What subjects of a timer may be, to whoever tells of a mistake in its action. */
export type SubjectOf = "flow" | "port";

/** What else is known of a timer. */
export interface TimerOptions {
  /** What its subjects are. */
  readonly of?: SubjectOf | undefined;
  /** At one picosecond its subjects are due by rank, a number below `subjects` for each that may yet change before it is armed; absent: by their own numbers. */
  readonly rank?: Int32Array | null;
  /** Can the action for this subject change no result of a run in which nothing else happens any more? Absent: it may change some. */
  readonly quiet?: ((subject: number) => boolean) | undefined;
}

export class TimerBoard {
  readonly queue: EventQueue;
  readonly kind: number;
  /** Timer events in the queue, those of moved and cancelled timers included. */
  events = 0;
  private readonly timers: Timers[] = [];
  /** Which timer a subject belongs to. */
  private owner = new Uint16Array(1024);
  private subjects = 0;

  constructor(queue: EventQueue, handlers: Handlers) {
    this.queue = queue;
    this.kind = handlers.add((subject) => {
      this.events--;
      this.timers[this.owner[subject]].fire(subject);
    }, "timer");
  }

  /** A timer for `subjects` subjects; `action` runs when one is due. */
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

  /** Is every timer that is due by `end` quiet? */
  isQuietUntil(end: Ps): boolean {
    return this.timers.every((timer) => timer.isQuietUntil(end));
  }

  /** Whose event it is that has the board's number `numbered`; undefined: its timer did not say what its subjects are. */
  whose(numbered: number): { readonly of: SubjectOf; readonly subject: number } | undefined {
    const { of, first } = this.timers[this.owner[numbered]];
    return of === undefined ? undefined : { of, subject: numbered - first };
  }
}

class Timers implements Timer {
  readonly first: number;
  readonly of: SubjectOf | undefined;
  private readonly board: TimerBoard;
  private readonly queue: EventQueue;
  private readonly kind: number;
  private readonly action: (subject: number) => void;
  private readonly rank: Int32Array | null;
  private readonly quiet: TimerOptions["quiet"];
  /** When and under which number each subject fires; Infinity: not armed. */
  private readonly at: Float64Array;
  private readonly seq: Float64Array;
  /** The time and number of the event that is in the queue for it; time -1: none. */
  private readonly queuedAt: Float64Array;
  private readonly queued: Float64Array;

  constructor(
    board: TimerBoard,
    first: number,
    subjects: number,
    action: (subject: number) => void,
    { of, rank = null, quiet }: TimerOptions,
  ) {
    this.board = board;
    this.quiet = quiet;
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
      throw new InvariantError(`arm: expected whose timer, 0 to ${this.at.length - 1}, got ${subject}`);
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

  isQuietUntil(end: Ps): boolean {
    return this.at.every((at, subject) => at > end || at === Infinity || this.quiet?.(subject) === true);
  }

  /** An event of this timer has come; `numbered` is the board's number for its subject. */
  fire(numbered: number): void {
    const subject = numbered - this.first;
    const queue = this.queue;
    // Not an event that an earlier moment replaced.
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
