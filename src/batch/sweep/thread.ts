/** A thread's side of `pool.ts`. It receives a task, reports progress and answers. Then it waits for the next task. */
import { parentPort, workerData } from "node:worker_threads";
import type { Order, WorkerMessage, Whose } from "./pool.ts";

export interface Pool<News> {
  /** True if the pool has requested an early end. The value changes only between two turns of the event loop. */
  readonly cut: () => boolean;
  readonly tell: (news: News) => void;
}

/** The reason why a task cannot be done. It is reported without a stack. Any other error is reported with its stack. */
export class TaskError extends Error {
  override name = "TaskError";
  readonly whose: Whose;

  constructor(message: string, whose: Whose = "xoff") {
    super(message);
    this.whose = whose;
  }
}

/** Answers one task after another. `prepare` is called once with the common setup and returns the function that does each task. */
export async function answerTasks<Answer, News>(
  prepare: (setUp: never) => Promise<(task: never, pool: Pool<News>) => Promise<Answer>>,
): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error("this module runs in a worker thread");
  const post = (message: WorkerMessage<Answer, News>): void => {
    port.postMessage(message);
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
  await does.catch(() => undefined); // The first task reports this error.
}
