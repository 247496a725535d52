/** The runs of the page's scenarios, in progress or done. */
import { batch, computed, effect, signal } from "@preact/signals";
import { LabError, startRun, type Running } from "../lab/client.ts";
import { resetClock, zoom } from "./clock.ts";
import { isFolded, page } from "./page.ts";
import { files, modules } from "../own/files.ts";
import { source, type Draft } from "./drafts.ts";
import type { DoneRun, Run } from "./run.ts";
import { saveSession } from "./sessions.ts";
import { currentStory } from "./story.ts";

export type { DoneRun, Run };

export const runs = signal<readonly Run[]>([]);
export const done = computed(() => runs.value.filter((run): run is DoneRun => run.view !== undefined));
export const isRunning = computed(() => runs.value.some((run) => run.view === undefined && run.error === undefined));

/** True while stopped runs prepare their results. */
export const isStopping = signal(false);

let underWay: readonly Running[] = [];
/** Incremented when the runs are replaced. A message of a replaced run has an older number and is ignored. */
let generation = 0;

export function runAll(drafts: readonly Draft[]): void {
  endAll();
  const mine = ++generation;
  const own = modules.value;
  runs.value = drafts.map(({ name, text }) => ({ name, text, own, progress: 0, packetHops: 0, untilNs: 0 }));
  const change = (k: number, news: Partial<Run>): void => {
    if (mine === generation) runs.value = runs.value.map((run, other) => (other === k ? { ...run, ...news } : run));
  };
  underWay = drafts.map(({ name, text }, k) => {
    const running = startRun(
      { what: "run", text, name, own },
      {
        onProgress: ({ nowNs, untilNs, packetHops }) => {
          change(k, { progress: nowNs / untilNs, packetHops, untilNs });
        },
        onFabric: (fabric) => {
          change(k, { fabric });
        },
        onLive: (live) => {
          change(k, { live });
        },
      },
    );
    const settle = (news: Partial<Run>): void => {
      // `batch` publishes the end of the last run together with the clock, so no subscriber sees finished runs with the
      // clock of earlier ones.
      batch(() => {
        change(k, news);
        if (mine !== generation || isRunning.value) return;
        if (done.value.length > 0) beginClock();
        else isFolded.value = false; // the reason is in the scenario, and no results need the page's width
      });
      // The runs of a story are not stored now. They are stored when the user opens the story's scenarios for editing.
      if (mine === generation && !isRunning.value && currentStory.value === undefined) keepRuns(drafts);
    };
    running.done.then(
      (view) => settle({ view, progress: 1 }),
      (error: unknown) => settle({ error: error instanceof LabError ? error.message : String(error) }),
    );
    return running;
  });
}

/** Stores the results of these scenarios in the browser. */
export function keepRuns(drafts: readonly Draft[]): void {
  if (done.value.length > 0)
    void saveSession({ source: source.value, drafts, files: files.value }, done.value, Date.now());
}

/** Ends the current runs and removes their results, because another scenario is opened. */
export function clearRuns(): void {
  endAll();
  generation++;
  runs.value = [];
}

/** Replaces the current runs by recorded ones. */
export function showDone(some: readonly DoneRun[]): void {
  endAll();
  generation++;
  runs.value = some;
  beginClock();
}

/** Stops all runs and keeps their results so far. A second call ends them at once, without results. */
export function stopAll(): void {
  if (isStopping.value) endAll();
  else {
    isStopping.value = true;
    for (const { stop } of underWay) stop();
  }
}

function endAll(): void {
  for (const { end } of underWay) end();
  underWay = [];
  isStopping.value = false;
}

effect(() => {
  if (!isRunning.value) isStopping.value = false;
});

/**
 * Sets the clock to the start of a deadlock, if there is one, or else to the first PAUSE of any run.
 *
 * The question on a scenario's gallery card may concern only the time after a given moment, such as a flow's goodput
 * from 2 ms on. Then earlier deadlocks and PAUSEs do not count. If the moment is in the second half of the run, the
 * charts begin shortly before it.
 */
function beginClock(): void {
  const views = done.value.map(({ view }) => view);
  if (views.length === 0) return;
  const until = Math.max(...views.map(({ summary }) => summary.simulated_ns));
  const { asks } = source.value;
  const from = page.value === "lab" && asks?.what === "goodput" ? (asks.from ?? 0) : 0;
  const first = (times: readonly number[]): number => Math.min(...times.filter((time) => time >= from));
  const deadlock = first(views.map(({ summary }) => summary.deadlock_since_ns ?? NaN));
  const pause = first(views.map(({ pauses }) => pauses.start.find((time) => time >= from) ?? NaN));
  resetClock(until, [deadlock, pause].find(Number.isFinite) ?? from);
  if (from > until / 2) zoom(from - (until - from) / 4, until);
}
