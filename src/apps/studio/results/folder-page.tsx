/**
 * Lists the contents of a results folder: runs, comparisons as tables with links to their runs, and reproduced figures
 * with their claims.
 */
import { useSignal } from "@preact/signals";
import type { ServedRun } from "../../../report/served.ts";
import { countText, endingText, timeText } from "../format.ts";
import { MAX_DRAFTS } from "../state/limits.ts";
import { ComparisonTable } from "./comparison-table.tsx";
import { FigureCard } from "./figure-card.tsx";
import { folder, isReading, nameOf, openRuns, type Wanted } from "./open.ts";
import { OpenRun, Tick, type Choice } from "./pick.tsx";

export function FolderPage() {
  const picked = useSignal<readonly Wanted[]>([]);
  const known = folder.value;
  if (known === undefined)
    return (
      <main class="gallery">
        <p class="soft">Reading …</p>
      </main>
    );
  const { runs, comparisons, figures, unread } = known;
  const pick = (wanted: Wanted, isPicked: boolean): void => {
    const others = picked.value.filter(({ path }) => path !== wanted.path);
    picked.value = isPicked ? [...others, wanted] : others;
  };
  const choice: Choice = {
    has: (path) => picked.value.some((one) => one.path === path),
    isFull: picked.value.length >= MAX_DRAFTS,
    pick,
  };
  return (
    <main class="gallery results-folder" data-testid="folder">
      <header class="welcome">
        <h1>{known.folder}</h1>
        <p>
          {counted(runs.length, "run")}, {counted(comparisons.length, "comparison")},{" "}
          {counted(figures.length, "reproduced figure")}. Click a run to open it, or select up to {MAX_DRAFTS} to see
          them side by side.
        </p>
      </header>
      {unread.map((one) => (
        <p class="warning" key={one}>
          {one}
        </p>
      ))}
      {runs.length === 0 ? null : <Runs runs={runs} choice={choice} />}
      {comparisons.map((one) => (
        <ComparisonTable key={one.path} comparison={one} choice={choice} />
      ))}
      {figures.length === 0 ? null : (
        <section aria-labelledby="reproduced">
          <h2 id="reproduced">Reproduced figures</h2>
          {figures.map((one) => (
            <FigureCard key={one.path} figure={one} />
          ))}
        </section>
      )}
      {picked.value.length === 0 ? null : (
        <p class="picked">
          <button type="button" class="main" disabled={isReading.value} onClick={() => void openRuns(picked.value)}>
            {isReading.value
              ? "Reading …"
              : picked.value.length === 1
                ? "Open this run"
                : `Open these ${picked.value.length} side by side`}
          </button>{" "}
          <button type="button" onClick={() => void (picked.value = [])}>
            Clear selection
          </button>
        </p>
      )}
    </main>
  );
}

const counted = (n: number, what: string): string => `${countText(n)} ${what}${n === 1 ? "" : "s"}`;

function Runs({ runs, choice }: { readonly runs: readonly ServedRun[]; readonly choice: Choice }) {
  return (
    <section aria-labelledby="runs">
      <h2 id="runs">Runs</h2>
      <div class="scroll" tabIndex={0} role="group" aria-label="runs">
        <table>
          <thead>
            <tr>
              <th scope="col">Run</th>
              <th scope="col">Scenario</th>
              <th scope="col">Overridden settings</th>
              <th scope="col" class="number">
                Seed
              </th>
              <th scope="col">Ended</th>
              <th scope="col" class="number">
                PAUSEs
              </th>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => {
              const wanted = nameOf(run);
              return (
                <tr key={run.path}>
                  <th scope="row">
                    <Tick wanted={wanted} choice={choice} />{" "}
                    <OpenRun wanted={wanted} text={run.path === "" ? run.name : run.path} />
                  </th>
                  <td class="words">
                    <b>{run.name}</b> <span class="soft">{run.about}</span>
                  </td>
                  <td class="words">{run.settings.join(", ")}</td>
                  <td class="number">{run.seed}</td>
                  <td class={run.isDeadlocked ? "words error" : "words"}>
                    {run.isDeadlocked ? "deadlock, " : ""}
                    {endingText(run.ending)}, {timeText(run.simulated_ns)}
                  </td>
                  <td class="number">{countText(run.pauses)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
