/** Connects the page with its workers. */
import { modules } from "../own/files.ts";
import { sandboxed, type LabWorker } from "../own/sandbox.ts";
import type { Asked, Fabric, Live, Remark, RunView } from "./messages.ts";

/**
 * Starts a worker for a question. If the question includes the user's own policies, the worker runs in a sandboxed
 * frame.
 */
const startWorker = (asked: Asked): LabWorker =>
  hasOwn(asked)
    ? sandboxed()
    : (new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "xoff" }) as LabWorker);

const hasOwn = (asked: Asked): boolean => "own" in asked && asked.own !== undefined;

/** An error that a worker reported: its message, and the places of the errors in the scenario's text. */
export class LabError extends Error {
  override name = "LabError";
  readonly remarks: readonly Remark[];

  constructor(message: string, remarks: readonly Remark[] = []) {
    super(message);
    this.remarks = remarks;
  }
}

/** A run in progress. */
export interface Running {
  readonly done: Promise<RunView>;
  /** Stops the run early and keeps its results up to that time. A worker that does not react within `GRACE_MS` is terminated. */
  readonly stop: () => void;
  /** Terminates the worker at once, without results. */
  readonly end: () => void;
}

/** Maximum time for a stopped run to prepare its results, in ms. */
const GRACE_MS = 4000;
/**
 * Maximum time for a worker to read and check a scenario, and the advice if it takes longer. The user's own policies
 * may contain an endless loop. Code of xoff contains none, but a large fabric on a busy machine takes tens of seconds.
 */
const PATIENCE = {
  own: { seconds: 20, remedy: "Look for an endless loop in your own policies." },
  builtIn: { seconds: 120, remedy: "Try a smaller fabric." },
};

/** Receives the reports of a run before its results. */
export interface RunListener {
  readonly onProgress: (progress: {
    readonly nowNs: number;
    readonly untilNs: number;
    readonly packetHops: number;
  }) => void;
  readonly onFabric: (fabric: Fabric) => void;
  /** Called up to five times a second with the state of the ports. */
  readonly onLive: (live: Live) => void;
}

const noListener: RunListener = { onProgress: () => {}, onFabric: () => {}, onLive: () => {} };

/** Starts a run in a worker of its own. The worker ends with the run. */
export function startRun(asked: Extract<Asked, { what: "run" }>, listener: RunListener): Running {
  const worker = startWorker(asked);
  let giveUp: (error: Error) => void = () => {};
  const done = new Promise<RunView>((resolve, reject) => {
    giveUp = reject;
    listen(worker, (answer) => resolve(answer as RunView), reject, listener);
    ask(worker, asked);
  }).finally(() => {
    worker.terminate();
  });
  const end = (): void => {
    giveUp(new LabError("Stopped before the run had any results."));
  };
  return {
    done,
    stop: () => {
      worker.postMessage("stop");
      setTimeout(end, GRACE_MS);
    },
    end,
  };
}

/** A question for which a separate worker is started. */
export interface Question<Answer> {
  readonly answer: Promise<Answer>;
  /** Terminates the worker, because the answer is no longer needed. */
  readonly end: () => void;
}

export function startQuestion<Answer>(asked: Asked): Question<Answer> {
  const worker = startWorker(asked);
  const end = (): void => {
    worker.terminate();
  };
  const answer = new Promise<Answer>((resolve, reject) => {
    listen(worker, (answer) => resolve(answer as Answer), reject);
    ask(worker, asked);
  }).finally(end);
  return { answer, end };
}

/**
 * Sends one question at a time to a worker that stays alive between questions. If an answer takes too long, the worker
 * is terminated. The next question then starts a new one.
 */
class Asker {
  private worker: LabWorker | undefined;
  private last: Promise<unknown> = Promise.resolve();

  ask<Answer>(asked: Asked): Promise<Answer> {
    const turn = this.last.then(() => this.now<Answer>(asked));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  end(): void {
    this.worker?.terminate();
    this.worker = undefined;
  }

  private now<Answer>(asked: Asked): Promise<Answer> {
    const worker = (this.worker ??= startWorker(asked));
    const { seconds, remedy } = PATIENCE[hasOwn(asked) ? "own" : "builtIn"];
    return new Promise<Answer>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.end();
        reject(new LabError(`The check took longer than ${seconds} s and was stopped. ${remedy}`));
      }, 1000 * seconds);
      const settle = (): void => {
        clearTimeout(timer);
        worker.onmessage = null;
      };
      listen(
        worker,
        (answer) => {
          settle();
          resolve(answer as Answer);
        },
        (error, isDead) => {
          settle();
          if (isDead) this.end();
          reject(error);
        },
      );
      ask(worker, asked);
    });
  }
}

const asker = new Asker();
/** For questions about the user's own policies. A change of these policies replaces the worker. */
let ownAsker = new Asker();
modules.subscribe(() => {
  ownAsker.end();
  ownAsker = new Asker();
});

/** Answers short questions, such as the check of a scenario while the user types. */
export const askLab = <Answer>(asked: Asked): Promise<Answer> => (hasOwn(asked) ? ownAsker : asker).ask(asked);

const ask = (worker: LabWorker, asked: Asked): void => {
  worker.postMessage(asked);
};

function listen(
  worker: LabWorker,
  onAnswer: (answer: unknown) => void,
  onFailure: (error: Error, isDead: boolean) => void,
  { onProgress, onFabric, onLive }: RunListener = noListener,
): void {
  worker.onmessage = ({ data }) => {
    if ("progress" in data) onProgress(data.progress);
    else if ("wired" in data) onFabric(data.wired);
    else if ("live" in data) onLive(data.live);
    else if ("failed" in data) onFailure(new LabError(data.failed, data.remarks), false);
    else onAnswer(data.answer);
  };
  worker.onerror = ({ message }) => {
    onFailure(
      new LabError(
        message ||
          "The simulator could not be loaded or ran out of memory. Reload the page, or try a smaller scenario.",
      ),
      true,
    );
  };
}
