/**
 * The PAUSEs of single queues and flows that a scheduling policy with `queues` has requested, each with its asker. The
 * asker is the queue because of which the policy paused: the queue that a packet was joining or leaving at that time.
 *
 * The model uses askers to find the cause of a PAUSE, and circles of paused queues (`deadlock.ts`). Runs without such a
 * policy have no object of this class.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import type { Bytes } from "../../base/units.ts";
import type { Recorder } from "./recorder.ts";

/**
 * The value for a PAUSE without an asker. The asker is the queue that made the policy pause. A PAUSE has none if the policy
 * requested it outside `assign` and `onLeave`, for example in a timer.
 */
export const NO_ASKER = -1;

/**
 * A PAUSE or RESUME that the policy requests within a hook. The request is recorded when the hook ends, because only
 * then its asker (the queue that the hook handled) is known.
 */
interface Request {
  readonly port: number;
  readonly cls: number;
  readonly target: number;
  readonly isPaused: boolean;
}

export class QueuePauses {
  /**
   * Maps each PAUSE in effect to its asker, that is, the queue because of which the policy paused. A key names the
   * ingress port of this switch, the class, and the queue or flow at its peer. `nameOf` computes keys and askers.
   */
  readonly open = new Map<number, number>();
  private readonly span: number;
  private readonly recorder: Recorder;
  private readonly requests: Request[] = [];
  private inHook = false;

  constructor(ports: number, recorder: Recorder) {
    this.span = ports << CLASS_BITS;
    this.recorder = recorder;
  }

  /** Returns a number for `queue` of class `cls` at `port`. For queue 0, it is the number of the class: 8 times port, plus class. */
  nameOf(port: number, cls: number, queue: number): number {
    return ((port << CLASS_BITS) | cls) + queue * this.span;
  }

  /** Inverts `nameOf`. `ofClass` is 8 times port, plus class. */
  partsOf(name: number): { readonly ofClass: number; readonly queue: number } {
    return { ofClass: name % this.span, queue: Math.floor(name / this.span) };
  }

  /** The policy pauses or resumes the queue or flow `target` of the peer of `port`. */
  request(port: number, cls: number, target: number, isPaused: boolean): void {
    if (this.inHook) this.requests.push({ port, cls, target, isPaused });
    else this.record({ port, cls, target, isPaused }, NO_ASKER, NaN);
  }

  /** Called when a hook of the policy begins. The hook handles one queue. */
  enterHook(): void {
    this.inHook = true;
  }

  /** Called when a hook of the policy ends. The hook handled `queue` of class `cls` at `port`. `backlog` is the queue's backlog now. */
  leaveHook(port: number, cls: number, queue: number, backlog: Bytes): void {
    this.inHook = false;
    if (this.requests.length === 0) return;
    for (const one of this.requests) this.record(one, this.nameOf(port, cls, queue), backlog);
    this.requests.length = 0;
  }

  /** Ends all PAUSEs that `port` has sent, because its link failed. */
  endAll(port: number): void {
    for (const name of [...this.open.keys()]) {
      const { ofClass, queue: target } = this.partsOf(name);
      if (ofClass >> CLASS_BITS !== port) continue;
      this.record({ port, cls: ofClass & CLASS_MASK, target, isPaused: false }, NO_ASKER, NaN);
    }
  }

  private record({ port, cls, target, isPaused }: Request, asker: number, backlog: Bytes): void {
    const name = this.nameOf(port, cls, target);
    // If the policy repeats a PAUSE or a resume, the state does not change and nothing is recorded.
    if (this.open.has(name) === isPaused) return;
    if (isPaused) this.open.set(name, asker);
    else this.open.delete(name);
    this.recorder.onQueueVerdict?.(port, cls, target, isPaused, asker, backlog);
  }
}
