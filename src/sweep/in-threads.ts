/**
 * One run on several cores: its network cut into parts, each in a thread of its own (`parts/`). Results are those of one thread.
 *
 * This side starts the threads, judges with the referee once a simulated millisecond, hears who has ended, and puts together what they leave.
 */
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { InvariantError, ParamError, PolicyError, type Experiment, type Results } from "../lab/lab.ts";
import type { Division, Taken } from "../lab/part.ts";
import { divideNetwork, endOf, firstOf, Referee, type Cut } from "../lab/in-parts.ts";
import type { Failed, PartTask, PartTimes, PartTold } from "./part-talk.ts";

export interface InThreadsOptions {
  /** How far the run is, a few times a second. */
  readonly onProgress: (progress: { readonly now: number; readonly hops: number; readonly awaited: number }) => void;
  /** Is it to end early, with what it has? */
  readonly cut: () => boolean;
}

export interface ThreadedRun {
  readonly results: Results;
  readonly isCutShort: boolean;
  readonly times: readonly PartTimes[];
}

const LOOK_MS = 100;

/** `experiment` must not have run, and does not afterwards. Throws what a run in one thread throws. */
export async function runInThreads(
  experiment: Experiment,
  plan: Cut,
  { onProgress, cut }: InThreadsOptions,
): Promise<ThreadedRun> {
  const { scenario } = experiment;
  const division = divideNetwork(experiment, plan.part, plan.parts);
  const { board } = division;
  const referee = new Referee(board, scenario.onDeadlock === "stop");
  const threads = Array.from({ length: plan.parts }, (_, part) => new Thread(experiment, division, part, referee));
  let isCutShort = false;
  let isEnding = false;
  try {
    while (!threads.every(({ isOver }) => isOver)) {
      await Promise.race([delay(LOOK_MS), Promise.all(threads.map(({ over }) => over))]);
      const dead = threads.find(({ died }) => died !== undefined);
      if (dead?.died !== undefined) throw dead.died;
      onProgress(board.progress);
      const failures = failuresOf(threads);
      if (failures.length > 0 && !isEnding) {
        isEnding = true;
        board.endAt(Math.min(...failures.map(({ at }) => at)));
      }
      if (isEnding) continue;
      if (cut() && !isCutShort) {
        isCutShort = true;
        board.hold();
      }
      const { heldAt } = board;
      if (isCutShort && heldAt !== undefined) {
        isEnding = true;
        board.endAt(heldAt);
      }
    }
    const first = firstOf(failuresOf(threads));
    if (first !== undefined) throw errorOf(first);
    const left = await Promise.all(threads.map((thread) => thread.take()));
    const unfinished = left.reduce((sum, part) => sum + part.unfinished, 0);
    const end = endOf(board, referee, scenario.until, unfinished);
    const isCut = isCutShort && end.ending === "time is up" && end.at < scenario.until;
    const results = experiment.inParts(division, left, isCut ? { ...end, ending: "interrupted" } : end);
    return { results, isCutShort: isCut, times: threads.map(({ times }) => times) };
  } finally {
    await Promise.all(threads.map((thread) => thread.end()));
  }
}

const failuresOf = (threads: readonly Thread[]): Failed[] => threads.flatMap(({ failed }) => failed ?? []);

function errorOf(failed: Failed): Error {
  if (failed.kind === "invariant") return new InvariantError(failed.message);
  if (failed.kind === "policy") return new PolicyError(failed.message);
  return new ParamError(failed.path, failed.expected, failed.got, failed.hint);
}

/** This side of a part's thread. */
class Thread {
  failed: Failed | undefined;
  died: Error | undefined;
  times: PartTimes = { built: 0, busy: 0, waited: 0 };
  isOver = false;
  /** It has ended, failed or died. */
  readonly over: Promise<void>;
  private readonly worker: Worker;
  private readonly gone: Promise<void>;
  private onTaken: ((taken: Taken) => void) | undefined;

  constructor({ scenario }: Experiment, { data }: Division, part: number, referee: Referee) {
    const task: PartTask = { scenario, division: data, part };
    const worker = new Worker(new URL("./part-thread.js", import.meta.url), { workerData: task });
    this.worker = worker;
    this.gone = new Promise((resolve) => {
      worker.once("exit", () => {
        resolve();
      });
    });
    this.over = new Promise((resolve) => {
      const end = (): void => {
        this.isOver = true;
        resolve();
      };
      worker.on("message", (told: PartTold) => {
        if ("state" in told) referee.tell(told.state);
        else if ("taken" in told) this.onTaken?.(told.taken);
        else {
          if ("failed" in told) this.failed = told.failed;
          else this.times = told.ended;
          end();
        }
      });
      worker.on("error", (error: Error) => {
        this.died = error;
        end();
      });
    });
  }

  take(): Promise<Taken> {
    return new Promise((resolve, reject) => {
      this.onTaken = resolve;
      this.worker.once("error", reject);
      this.worker.postMessage("take");
    });
  }

  async end(): Promise<void> {
    if (this.isOver) this.worker.postMessage("end");
    else await this.worker.terminate();
    await this.gone;
  }
}
