/** Stops the runs and keeps their results so far. A second click ends them at once. */
import { isRunning, isStopping, stopAll } from "../state/runs.ts";

export function StopButton({ testId }: { readonly testId?: string }) {
  return (
    <button
      type="button"
      onClick={stopAll}
      disabled={!isRunning.value}
      title={isStopping.value ? "end the runs now, without results" : "end the runs, and show the results so far"}
      data-testid={testId}
    >
      {isStopping.value ? "Stop now" : "Stop"}
    </button>
  );
}
