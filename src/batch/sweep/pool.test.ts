import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { expect, test } from "vitest";
import { runPool, type Outcome, type PoolOptions, type Whose } from "./pool.ts";

/** A module for threads, which has `port` and `task`. */
const module = (code: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort as port, workerData as task } from "node:worker_threads";
      ${code}`)}`,
  );

const options = (code: string, more: Partial<PoolOptions<number, number>> = {}): PoolOptions<number, number> => ({
  ...{ module: module(code), atOnce: 2, signal: new AbortController().signal },
  ...more,
});

const answered = (answer: number): Outcome<number> => ({ kind: "answered", answer });

test("answers stand in the order of the tasks, whichever is ready first", async () => {
  const ended: number[] = [];
  const folder = mkdtempSync(join(tmpdir(), "xoff-pool-"));
  const done = JSON.stringify(join(folder, "second"));
  // The first waits for the end of the second, as long as that takes.
  const code = `
    const { existsSync } = await import("node:fs");
    const answer = () => port.postMessage({ answer: task * 2 });
    if (task === 1) answer();
    else setInterval(function () { if (existsSync(${done})) { clearInterval(this); answer(); } }, 5);`;
  const onEnd = (task: number): void => {
    ended.push(task);
    writeFileSync(join(folder, "second"), "");
  };
  expect(await runPool([300, 1], options(code, { onEnd }))).toEqual([answered(600), answered(2)]);
  expect(ended).toEqual([1, 0]);
  rmSync(folder, { recursive: true });
});

test("so many at once and no more, each in a thread of its own", async () => {
  let running = 0;
  const most: number[] = [];
  const onBegin = (): void => void most.push(++running);
  const onEnd = (): void => void (running -= 1);
  // A thread that had done a task before would answer with a higher number.
  const code = "globalThis.tasks = (globalThis.tasks ?? 0) + 1; port.postMessage({ answer: globalThis.tasks })";
  const outcomes = await runPool([1, 2, 3, 4, 5], options(code, { onBegin, onEnd }));
  expect(outcomes).toEqual(Array(5).fill(answered(1)));
  expect(Math.max(...most)).toBe(2);
});

test("a task that fails, throws, runs out of memory or ends without a word fails alone, and says why and whose fault it is", async () => {
  const code = `
    if (task === "refuses") port.postMessage({ failed: "no", whose: "disk" });
    else if (task === "throws") throw new Error("oh");
    else if (task === "grows") { const all = []; for (;;) all.push(new Array(1e5).fill(Math.random())); }
    else if (task === "exits") process.exit(3);
    else port.postMessage({ answer: 1 });`;
  setFlagsFromString("--max-old-space-size=64"); // of threads begun from now on
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
  const abort = new AbortController();
  const code = "port.once('message', () => port.postMessage({ answer: task }))";
  const outcomes = runPool([1, 2, 3], options(code, { signal: abort.signal }));
  await delay(50);
  abort.abort();
  expect(await outcomes).toEqual([answered(1), answered(2), { kind: "not begun" }]);
});
