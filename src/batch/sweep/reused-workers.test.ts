import { expect, test } from "vitest";
import { runReusedWorkers, type ReusedWorkersOptions } from "./reused-workers.ts";

/** Threads that tell something, wait, and answer; task 3 dies. */
const module = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort as port, threadId } from "node:worker_threads";
    port.on("message", ({ task }) => {
      if (task === 3) process.exit(7);
      port.postMessage({ news: {} });
      setTimeout(() => port.postMessage({ answer: threadId }), 30);
    });`)}`,
);

/** Most tasks that were under way at once, and what they answered. */
async function crewOf(available: number, tasks: readonly number[]) {
  let [now, most] = [0, 0];
  const options: ReusedWorkersOptions<number, object> = {
    ...{ module, setUp: null, atOnce: 2, signal: new AbortController().signal, available: () => available },
    resident: () => 100,
    onBegin: () => (most = Math.max(most, ++now)),
    onEnd: () => now--,
  };
  return { outcomes: await runReusedWorkers(tasks, options), most };
}

test("two threads do six tasks, at once; one that dies takes its own along, and another goes on", async () => {
  const { outcomes, most } = await crewOf(1e9, [0, 1, 2, 3, 4, 5]);
  expect(most).toBe(2);
  expect(outcomes.map(({ kind }) => kind)).toEqual([
    "answered",
    "answered",
    "answered",
    "failed",
    "answered",
    "answered",
  ]);
  expect(outcomes[3]).toMatchObject({ why: "its thread ended with code 7 and without a result", whose: "xoff" });
  const threads = outcomes.flatMap((one) => (one.kind === "answered" ? [one.answer] : []));
  expect(new Set(threads).size).toBeLessThan(5);
});

test("where no memory is free for another, one at a time", async () => {
  expect((await crewOf(50, [0, 1, 2])).most).toBe(1);
});
