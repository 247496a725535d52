/** Runs of the drafts: under way, or done and to be looked at. */
import { batch, computed, effect, signal } from "@preact/signals";
import type { OwnModule } from "xoff";
import { LabError, startRun, type Running } from "../lab/client.ts";
import type { Recorded, RunView } from "../lab/talk.ts";
import { resetClock } from "./clock.ts";
import { modules } from "../own/files.ts";
import type { Draft } from "./drafts.ts";

export interface Run {
  readonly name: string;
  readonly text: string;
  /** What it was run with. */
  readonly own?: readonly OwnModule[] | undefined;
  /** 0 to 1. */
  readonly progress: number;
  readonly packetHops: number;
  readonly view?: RunView;
  readonly error?: string;
  /** Of a run of the CLI's: what there is beside its view. */
  readonly recorded?: Recorded;
}

/** A run that is done. */
export type DoneRun = Run & { readonly view: RunView };

export const runs = signal<readonly Run[]>([]);
export const done = computed(() => runs.value.filter((run): run is DoneRun => run.view !== undefined));
export const isRunning = computed(() => runs.value.some((run) => run.view === undefined && run.error === undefined));

/** They were told to stop, and put together what they have. */
export const isStopping = signal(false);

let underWay: readonly Running[] = [];
/** Runs that were begun before are nobody's any more. */
let generation = 0;

export function runAll(drafts: readonly Draft[]): void {
  endAll();
  const mine = ++generation;
  const own = modules.value;
  runs.value = drafts.map(({ name, text }) => ({ name, text, own, progress: 0, packetHops: 0 }));
  const change = (k: number, news: Partial<Run>): void => {
    if (mine === generation) runs.value = runs.value.map((run, other) => (other === k ? { ...run, ...news } : run));
  };
  underWay = drafts.map(({ name, text }, k) => {
    const running = startRun({ what: "run", text, name, own }, ({ nowNs, untilNs, packetHops }) => {
      change(k, { progress: nowNs / untilNs, packetHops });
    });
    const settle = (news: Partial<Run>): void => {
      // At once, so that whoever sets the clock because all have run comes after that.
      batch(() => {
        change(k, news);
        if (mine === generation && !isRunning.value) beginClock();
      });
    };
    running.done.then(
      (view) => settle({ view, progress: 1 }),
      (error: unknown) => settle({ error: error instanceof LabError ? error.message : String(error) }),
    );
    return running;
  });
}

/** Runs that were done elsewhere, in place of those that are here. */
export function showDone(some: readonly DoneRun[]): void {
  endAll();
  generation++;
  runs.value = some;
  beginClock();
}

/** In order, with what was measured; asked again, at once. */
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

/** At the first PAUSE of any run, where there is something to see; else at the start. */
function beginClock(): void {
  const views = done.value.map(({ view }) => view);
  if (views.length === 0) return;
  const first = Math.min(...views.map(({ pauses }) => pauses.start[0] ?? Infinity));
  resetClock(Math.max(...views.map(({ summary }) => summary.simulated_ns)), first === Infinity ? 0 : first);
}
