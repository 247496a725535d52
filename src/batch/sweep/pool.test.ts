import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { expect, test, vi } from "vitest";
import { IdleThreads, runPool, type Outcome, type PoolOptions, type Whose } from "./pool.ts";

/** A module for threads. Its code runs for each task, with `port`, `threadId` and `task`. */
const module = (code: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort as port, threadId } from "node:worker_threads";
      const does = async (task) => {${code}};
      port.on("message", (order) => { if (order !== "stop") void does(order.task); });`)}`,
  );

const options = (code: string, more: Partial<PoolOptions<number, number>> = {}): PoolOptions<number, number> => ({
  ...{ module: module(code), setUp: null, atOnce: 2, signal: new AbortController().signal },
  ...{ available: () => 1e9, resident: () => 100 },
  ...more,
});

const answered = (answer: number): Outcome<number> => ({ kind: "answered", answer });

/** Pretends that the processor works until `mockRestore`, so that a second thread starts soon after the first report. */
function busyProcessor(): { mockRestore: () => void } {
  let used = 0;
  return vi.spyOn(process, "cpuUsage").mockImplementation(() => ({ user: (used += 100_000), system: 0 }));
}

test("answers stand in the order of the tasks, whichever is ready first", async () => {
  const busy = busyProcessor();
  const ended: number[] = [];
  const folder = mkdtempSync(join(tmpdir(), "xoff-pool-"));
  const done = JSON.stringify(join(folder, "second"));
  // The first task waits until the second one ends.
  const code = `
    const { existsSync } = await import("node:fs");
    port.postMessage({ news: 0 });
    const answer = () => port.postMessage({ answer: task * 2 });
    if (task === 1) answer();
    else setInterval(function () { if (existsSync(${done})) { clearInterval(this); answer(); } }, 5);`;
  const onEnd = (task: number): void => {
    ended.push(task);
    writeFileSync(join(folder, "second"), "");
  };
  expect(await runPool([300, 1], options(code, { onEnd }))).toEqual([answered(600), answered(2)]);
  expect(ended).toEqual([1, 0]);
  busy.mockRestore();
  rmSync(folder, { recursive: true });
});

/** The code of threads that report progress, wait, and answer with their thread number. */
const REPORTS = "port.postMessage({ news: 1 }); setTimeout(() => port.postMessage({ answer: threadId }), 30);";

/**
 * Runs six tasks, each of which uses `taskMs` of the processor until its report. Returns the answers, and the largest
 * number of tasks in progress at a time.
 */
async function six(available: number, taskMs = 300): Promise<{ threads: readonly number[]; most: number }> {
  let [now, most, used] = [0, 0, 0];
  const usage = vi.spyOn(process, "cpuUsage").mockImplementation(() => ({ user: used * 1000, system: 0 }));
  const onBegin = (): void => void (most = Math.max(most, ++now));
  const onEnd = (): void => void (now -= 1);
  const onNews = (): void => void (used += taskMs);
  const more = { onBegin, onEnd, onNews, available: () => available };
  const outcomes = await runPool([0, 1, 2, 3, 4, 5], options(REPORTS, more));
  usage.mockRestore();
  return { threads: outcomes.flatMap((one) => (one.kind === "answered" ? [one.answer] : [])), most };
}

test("two threads do six short tasks, two at once", async () => {
  const { threads, most } = await six(1e9);
  expect([threads.length, most]).toEqual([6, 2]);
  expect(new Set(threads).size).toBe(2);
});

test("one thread does six tasks that take less time than the start of a second thread", async () => {
  expect((await six(1e9, 1)).most).toBe(1);
});

test("if no memory is free for a second task, one runs at a time", async () => {
  expect((await six(50)).most).toBe(1);
});

test.each([
  { clock: 3000, processor: 10, threads: 1 },
  { clock: 3000, processor: 2600, threads: 3 },
  { clock: 100, processor: 2600, threads: 1 },
])(
  "three tasks of $clock ms, in which the process uses $processor ms of the processor: $threads threads",
  async ({ clock, processor, threads }) => {
    let [now, used] = [0, 0];
    const time = vi.spyOn(performance, "now").mockImplementation(() => now);
    const usage = vi.spyOn(process, "cpuUsage").mockImplementation(() => ({ user: used * 1000, system: 0 }));
    const onNews = (): void => void ([now, used] = [now + clock, used + processor]);
    const code = "port.postMessage({ news: 1 }); port.postMessage({ answer: threadId });";
    const outcomes = await runPool([0, 1, 2], options(code, { atOnce: 1, onNews }));
    for (const spy of [time, usage]) spy.mockRestore();
    expect(new Set(outcomes.map((one) => (one.kind === "answered" ? one.answer : -1))).size).toBe(threads);
  },
);

test("a failed task's thread is replaced, so the next task finds no state of it", async () => {
  const code = `
    globalThis.tasks = (globalThis.tasks ?? 0) + 1;
    port.postMessage(task === 0 ? { failed: "no", whose: "input" } : { answer: globalThis.tasks });`;
  const outcomes = await runPool([0, 1, 2], options(code, { atOnce: 1 }));
  expect(outcomes).toEqual([{ kind: "failed", why: "no", whose: "input" }, answered(1), answered(2)]);
});

test("a later call uses the threads of an earlier one, but none that failed, has ended, or was requested to stop", async () => {
  const idle = new IdleThreads();
  const code = `
    if (task === "fails") port.postMessage({ failed: "no", whose: "input" });
    else if (task === "waits") { port.postMessage({ news: 0 }); port.on("message", () => port.postMessage({ answer: threadId })); }
    else port.postMessage({ answer: threadId });
    if (task === "ends") setTimeout(process.exit, 50);`;
  const threadOf = async (task: string, more: Partial<PoolOptions<number, number>> = {}): Promise<number> => {
    const [outcome] = await runPool([task], options(code, { idle, ...more }));
    return outcome.kind === "answered" ? outcome.answer : 0;
  };
  const first = await threadOf("answers");
  expect(await threadOf("answers")).toBe(first);
  await threadOf("fails");
  const second = await threadOf("answers");
  const abort = new AbortController();
  expect(await threadOf("waits", { signal: abort.signal, onNews: abort.abort.bind(abort, null) })).toBe(second);
  const third = await threadOf("answers");
  expect(await threadOf("ends")).toBe(third);
  const ending = idle.take();
  await vi.waitFor(() => {
    expect(ending?.isDead).toBe(true);
  });
  if (ending !== undefined) idle.add(ending);
  expect(new Set([first, second, third, await threadOf("answers")]).size).toBe(4);
  await idle.end();
  expect(idle.take()).toBeUndefined();
});

test("a task that fails, throws, runs out of memory or ends without a word fails alone, and says why and whose fault it is", async () => {
  const code = `
    if (task === "refuses") port.postMessage({ failed: "no", whose: "disk" });
    else if (task === "throws") throw new Error("oh");
    else if (task === "grows") { const all = []; for (;;) all.push(new Array(1e5).fill(Math.random())); }
    else if (task === "exits") process.exit(3);
    else port.postMessage({ answer: 1 });`;
  setFlagsFromString("--max-old-space-size=64"); // the limit applies to threads that start from now on
  const outcomes = await runPool(["refuses", "throws", "exits", "grows", "answers"], options(code));
  const why = (text: string, whose: Whose): unknown => ({ kind: "failed", why: expect.stringContaining(text), whose });
  expect(outcomes).toEqual([
    ...[why("no", "disk"), why("Error: oh", "xoff"), why("its thread ended with code 3 and without a result", "xoff")],
    why("out of memory", "memory"),
    answered(1),
  ]);
});

test("news of a task come while it runs", async () => {
  const news: string[] = [];
  const code = "for (const n of [1, 2]) port.postMessage({ news: task * n }); port.postMessage({ answer: 0 })";
  const onNews = (task: number, n: number): void => void news.push(`${task}: ${n}`);
  await runPool([5, 7], options(code, { onNews }));
  expect(news.sort()).toEqual(["0: 10", "0: 5", "1: 14", "1: 7"]);
});

test("when the signal aborts, what runs is asked to end and answers; what has not begun does not", async () => {
  const busy = busyProcessor();
  const abort = new AbortController();
  const code =
    "port.postMessage({ news: 0 }); port.on('message', (order) => order === 'stop' && port.postMessage({ answer: task }))";
  let begun = 0;
  const onNews = (): void => {
    if (++begun === 2) abort.abort();
  };
  const outcomes = await runPool([1, 2, 3], options(code, { signal: abort.signal, onNews }));
  expect(outcomes).toEqual([answered(1), answered(2), { kind: "not begun" }]);
  busy.mockRestore();
});
