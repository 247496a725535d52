/** The page's side of its workers. */
import { modules } from "../own/files.ts";
import { sandboxed, type LabWorker } from "../own/sandbox.ts";
import type { Asked, Remark, RunView } from "./talk.ts";

/** Where there are policies of one's own, one in a frame. */
const startWorker = (asked: Asked): LabWorker =>
  hasOwn(asked)
    ? sandboxed()
    : (new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "xoff" }) as LabWorker);

const hasOwn = (asked: Asked): boolean => "own" in asked && asked.own !== undefined;

/** What the lab answers instead: its message, and where in the text the mistakes are. */
export class LabError extends Error {
  override name = "LabError";
  readonly remarks: readonly Remark[];

  constructor(message: string, remarks: readonly Remark[] = []) {
    super(message);
    this.remarks = remarks;
  }
}

/** A run under way. */
export interface Running {
  readonly done: Promise<RunView>;
  /** Ends it in order, with what was measured; ends its worker where that does not listen. */
  readonly stop: () => void;
  /** Ends its worker at once. */
  readonly end: () => void;
}

/** How long a run that is told to stop may take to put its results together. */
const GRACE_MS = 4000;
/** Longer than any scenario worth a page takes to be read and built. */
const PATIENCE_MS = 20_000;

export type OnProgress = (progress: {
  readonly nowNs: number;
  readonly untilNs: number;
  readonly packetHops: number;
}) => void;

/** Answers in a worker of its own, which then ends. */
export function startRun(asked: Extract<Asked, { what: "run" }>, onProgress: OnProgress): Running {
  const worker = startWorker(asked);
  let giveUp: (error: Error) => void = () => {};
  const done = new Promise<RunView>((resolve, reject) => {
    giveUp = reject;
    listen(worker, (answer) => resolve(answer as RunView), reject, onProgress);
    ask(worker, asked);
  }).finally(() => {
    worker.terminate();
  });
  const end = (): void => {
    giveUp(new LabError("stopped; it had not begun, or did not end in time, so there is nothing to show"));
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

/** A question with a worker of its own. */
export interface Question<Answer> {
  readonly answer: Promise<Answer>;
  /** Nobody wants the answer any more. */
  readonly end: () => void;
}

export function startQuestion<Answer>(asked: Asked): Question<Answer> {
  const worker = startWorker(asked);
  const end = (): void => {
    worker.terminate();
  };
  const answer = new Promise<Answer>((resolve, reject) => {
    listen(
      worker,
      (told) => resolve(told as Answer),
      reject,
      () => {},
    );
    ask(worker, asked);
  }).finally(end);
  return { answer, end };
}

/** One question after another, to one worker that is kept. A question that takes too long ends it, and the next gets a new one. */
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
    return new Promise<Answer>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.end();
        reject(new LabError(`this took longer than ${PATIENCE_MS / 1000} s to read, and was given up`));
      }, PATIENCE_MS);
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
        () => {},
      );
      ask(worker, asked);
    });
  }
}

const asker = new Asker();
/** Of scenarios with policies of one's own. Other policies get another. */
let ownAsker = new Asker();
modules.subscribe(() => {
  ownAsker.end();
  ownAsker = new Asker();
});

/** What is asked while somebody writes. */
export const askLab = <Answer>(asked: Asked): Promise<Answer> => (hasOwn(asked) ? ownAsker : asker).ask(asked);

const ask = (worker: LabWorker, asked: Asked): void => {
  worker.postMessage(asked);
};

function listen(
  worker: LabWorker,
  onAnswer: (answer: unknown) => void,
  onFailure: (error: Error, isDead: boolean) => void,
  onProgress: OnProgress,
): void {
  worker.onmessage = ({ data }) => {
    if ("progress" in data) onProgress(data.progress);
    else if ("failed" in data) onFailure(new LabError(data.failed, data.remarks), false);
    else onAnswer(data.answer);
  };
  worker.onerror = ({ message }) => {
    onFailure(new LabError(message || "the lab's worker could not be loaded, or ran out of memory"), true);
  };
}
