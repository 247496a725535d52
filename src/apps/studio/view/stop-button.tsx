/** Ends what runs: first in order, with what was measured until then; pressed again, at once. */
import { isRunning, isStopping, stopAll } from "../state/runs.ts";

export function StopButton({ testId }: { readonly testId?: string }) {
  return (
    <button
      type="button"
      onClick={stopAll}
      disabled={!isRunning.value}
      title={isStopping.value ? "end it now, with nothing to show" : "end it, and show what was measured until then"}
      data-testid={testId}
    >
      {isStopping.value ? "Stop now" : "Stop"}
    </button>
  );
}
