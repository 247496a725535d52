/** Says whether the differences are from one seed, or have intervals over several seeds. A form runs further seeds. */
import { useSignal } from "@preact/signals";
import type { Difference } from "../../../base/statistics/difference.ts";
import { isAllowed } from "../own/files.ts";
import { page } from "../state/page.ts";
import { done } from "../state/runs.ts";
import { MAX_SEEDS, runSeeds, seedError, seeding, seedsDone, stopSeeds } from "../state/seeds.ts";
import { currentStory } from "../state/story.ts";

/**
 * Differences without an interval. `why` is the reason. `names` has the name of the difference's row in the table, unless
 * the reason concerns all rows. If the table compares more than two runs, `names` also has the name of the run.
 */
export type Missing = readonly { readonly names: readonly string[]; readonly why: NonNullable<Difference["why"]> }[];

export function SeedsNote({ missing }: { readonly missing: Missing }) {
  const seeds = seedsDone(done.value);
  return (
    <>
      {seeds < 2
        ? "Each run has one seed, so the differences have no intervals. "
        : `Values with ± are the mean difference over ${seeds} seeds, and half of its 95% interval. `}
      {seeds < 2
        ? null
        : missing.map(
            ({ names, why }) => `No interval${names.length === 0 ? "" : ` for ${names.join(" of ")}`}: ${why}. `,
          )}
      {seedError.value === "" ? null : <span class="error">{seedError.value} </span>}
      {page.value === "lab" && currentStory.value === undefined ? <MoreSeeds /> : null}
      {page.value === "recorded" ? (
        <>
          To get intervals, run <code>xoff compare --seeds 5</code> on the command line.
        </>
      ) : null}
    </>
  );
}

/**
 * A form that runs further seeds. It is not shown if a run was stopped early, because a run under another seed would
 * not stop there.
 */
function MoreSeeds() {
  const wanted = useSignal(5);
  const now = seeding.value;
  const some = done.value;
  if (now !== undefined)
    return (
      <>
        Seed {now.seed} of {now.of} is running: {Math.floor(now.share * 100)}%.{" "}
        <button type="button" onClick={stopSeeds} title="stop, and keep the seeds that are done">
          Stop
        </button>
      </>
    );
  if (some.some(({ view, own }) => view.summary.ending === "interrupted" || (own !== undefined && !isAllowed.value)))
    return null;
  const least = seedsDone(some) + 1;
  const count = Math.max(least, Math.min(MAX_SEEDS, wanted.value || 0));
  return (
    <form
      class="seeds"
      onSubmit={(event) => {
        event.preventDefault();
        void runSeeds(count);
      }}
    >
      <label>
        Repeat with{" "}
        <input
          type="number"
          min={least}
          max={MAX_SEEDS}
          value={count}
          onChange={({ currentTarget }) => void (wanted.value = currentTarget.valueAsNumber)}
        />{" "}
        seeds
      </label>{" "}
      <button type="submit" title="the scenario's seed and the next ones">
        Run seeds
      </button>
    </form>
  );
}
