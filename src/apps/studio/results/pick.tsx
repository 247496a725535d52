/**
 * The two controls of a run in a list. One opens the run alone, and the other selects it for a view of several runs.
 */
import { isReading, openRuns, type Wanted } from "./open.ts";

/** The runs that are selected to be shown side by side. */
export interface Choice {
  readonly has: (path: string) => boolean;
  /** True if no further run can be selected. */
  readonly isFull: boolean;
  readonly pick: (wanted: Wanted, isPicked: boolean) => void;
}

export function Tick({ wanted, choice }: { readonly wanted: Wanted; readonly choice: Choice }) {
  const isPicked = choice.has(wanted.path);
  return (
    <input
      type="checkbox"
      aria-label={`select ${wanted.name} to show it side by side`}
      checked={isPicked}
      disabled={choice.isFull && !isPicked}
      onChange={({ currentTarget }) => choice.pick(wanted, currentTarget.checked)}
    />
  );
}

export function OpenRun({ wanted, text }: { readonly wanted: Wanted; readonly text: string }) {
  return (
    <button
      type="button"
      class="link"
      disabled={isReading.value}
      title={`open ${wanted.path === "" ? wanted.name : wanted.path}`}
      onClick={() => void openRuns([wanted])}
    >
      {text}
    </button>
  );
}
