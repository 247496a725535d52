/**
 * Repeats the runs of the page under further seeds. The differences between the runs then have confidence intervals.
 *
 * For each further seed, all runs of the page begin at once. The full results of a seed are removed as soon as their
 * numbers are stored.
 */
import { effect, signal } from "@preact/signals";
import { startRun, type Running } from "../lab/client.ts";
import { seedRunOf } from "../measure/seed-interval.ts";
import { drafts, source } from "./drafts.ts";
import { page } from "./page.ts";
import type { Run, SeedRun } from "./run.ts";
import { done, keepRuns, runs, type DoneRun } from "./runs.ts";

/**
 * The repetition of the runs under further seeds, while it is in progress. `seed` counts the seeds from 1 up to the one
 * that is running, and `of` is the number of all seeds. `share` is the completed part of the running seed's runs, from
 * 0 to 1.
 */
export const seeding = signal<
  { readonly seed: number; readonly of: number; readonly share: number; readonly runs: readonly DoneRun[] } | undefined
>(undefined);
/** The error that ended the last repetition. Empty if there is none. */
export const seedError = signal("");

/** Maximum number of seeds. Each seed repeats every run of the page, so `xoff compare` is better suited to more. */
export const MAX_SEEDS = 100;

let underWay: readonly Running[] = [];

/** The number of seeds for which every run has results. */
export const seedsDone = (some: readonly DoneRun[]): number =>
  Math.min(...some.map(({ seeds = [] }) => 1 + seeds.length));

/**
 * Repeats the runs until each has `count` seeds: the seed of its scenario and the next ones, like `xoff compare
 * --seeds`.
 */
export async function runSeeds(count: number): Promise<void> {
  const some = done.value;
  endSeeds();
  seedError.value = "";
  for (let k = seedsDone(some); k < Math.min(count, MAX_SEEDS); k++) {
    seeding.value = { seed: k + 1, of: count, share: 0, runs: some };
    const mine = seeding.value;
    const shares = some.map(() => 0);
    underWay = some.map(({ name, text, own, view }, column) =>
      startRun(
        { what: "run", text, name, own, seed: view.summary.seed + k },
        {
          onProgress: ({ nowNs, untilNs }) => {
            shares[column] = nowNs / untilNs;
            if (seeding.value?.seed === mine.seed && seeding.value.runs === some)
              seeding.value = { ...mine, share: shares.reduce((sum, one) => sum + one, 0) / shares.length };
          },
          onFabric: () => {},
          onLive: () => {},
        },
      ),
    );
    try {
      const views = await Promise.all(underWay.map((one) => one.done));
      if (seeding.value?.runs !== some) return;
      add(views.map((view) => seedRunOf(view, source.value.asks)));
    } catch (error) {
      if (seeding.value?.runs !== some) return; // stopped
      seedError.value = error instanceof Error ? error.message : String(error);
      break;
    }
  }
  stopSeeds();
}

/** Adds the results under one more seed to the runs of the page. `more` has one result for each run. */
function add(more: readonly (SeedRun | undefined)[]): void {
  runs.value = runs.value.map((run) => {
    const one = more[done.value.findIndex((other) => other === run)];
    return one === undefined ? run : { ...run, seeds: [...(run.seeds ?? []), one] };
  });
  if (performance.now() - lastKept > KEEP_MS) keep();
}

/** The browser stores the runs at most once in this time, ms, because they are large. */
const KEEP_MS = 5000;
let lastKept = -Infinity;

/**
 * Stores the runs with their seeds in the browser. The browser finds stored runs by the text of their scenarios. So
 * nothing is stored if the user has edited a scenario since its run.
 */
function keep(): void {
  lastKept = performance.now();
  const isCurrent = ({ name, text }: Run, k: number): boolean =>
    drafts.value[k]?.name === name && drafts.value[k].text === text;
  if (runs.value.every(isCurrent) && runs.value.length === drafts.value.length) keepRuns(drafts.value);
}

/** Stops repeating the runs under further seeds, and keeps the results of the completed seeds. */
export function stopSeeds(): void {
  endSeeds();
  keep();
}

function endSeeds(): void {
  seeding.value = undefined;
  for (const { end } of underWay) end();
  underWay = [];
}

// The repetition under further seeds ends if the user leaves the page or replaces the runs.
effect(() => {
  const repeated = seeding.value?.runs;
  if (repeated === undefined) return;
  if (!repeated.every(({ view }, k) => done.value[k]?.view === view)) endSeeds();
  else if (page.value !== "lab") stopSeeds();
});
