/** Starts the flows of xoff's own model: each at its start time, in the order of the plan. */
import type { LaunchView } from "../../contracts/fidelity.ts";

export function launchAtStart(view: LaunchView): void {
  const { start, acting } = view;
  let next = 0;
  const gate = view.timer(1, () => {
    while (next < acting.length && start[acting[next]] === view.now) view.begin(acting[next++]);
    if (next < acting.length) gate.arm(0, start[acting[next]]);
  });
  if (acting.length > 0) gate.arm(0, start[acting[0]]);
}
