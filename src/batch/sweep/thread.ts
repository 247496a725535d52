/** The thread's side of `pool.ts`: takes its task, tells how far it is, answers once, ends; and of `crew.ts`, where it takes the next. */
import { parentPort, workerData } from "node:worker_threads";
import type { Order } from "./crew.ts";
import type { Told, Whose } from "./pool.ts";

export interface Pool<News> {
  /** Has the pool asked to end early? Known between two turns of the event loop. */
  readonly cut: () => boolean;
  readonly tell: (news: News) => void;
}

/** A reason that a task cannot be done, told as it is; anything else that is thrown comes with its stack. */
export class TaskError extends Error {
  override name = "TaskError";
  readonly whose: Whose;

  constructor(message: string, whose: Whose = "xoff") {
    super(message);
    this.whose = whose;
  }
}

/** `work` says by its own type what tasks it takes. */
export async function answerPool<Answer, News>(
  work: (task: never, pool: Pool<News>) => Promise<Answer>,
): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error("this module runs in a worker thread");
  const post = (told: Told<Answer, News>): void => {
    port.postMessage(told);
  };
  let cut = false;
  port.on("message", () => (cut = true));
  try {
    const answer = await work(workerData as never, {
      cut: () => cut,
      tell: (news) => {
        post({ news });
      },
    });
    post({ answer });
  } catch (error) {
    if (!(error instanceof TaskError)) throw error;
    post({ failed: error.message, whose: error.whose });
  } finally {
    port.close();
  }
}

/** The same of task after task: `prepare` is given what all have in common, once, and makes what does each. */
export async function answerCrew<Answer, News>(
  prepare: (setUp: never) => Promise<(task: never, pool: Pool<News>) => Promise<Answer>>,
): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error("this module runs in a worker thread");
  const post = (told: Told<Answer, News>): void => {
    port.postMessage(told);
  };
  let cut = false;
  const pool: Pool<News> = {
    cut: () => cut,
    tell: (news) => {
      post({ news });
    },
  };
  const does = prepare(workerData as never);
  port.on("message", (order: Order) => {
    if (order === "stop") cut = true;
    else void answerOne(order.task as never);
  });
  const answerOne = async (task: never): Promise<void> => {
    try {
      post({ answer: await (await does)(task, pool) });
    } catch (error) {
      if (error instanceof TaskError) post({ failed: error.message, whose: error.whose });
      else post({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error), whose: "xoff" });
    }
  };
  await does.catch(() => undefined); // told with the first task
}
