/** A flow begins at its start time, in the order of the plan. */
import type { LaunchView } from "../contract.ts";

export function launchAtStart(view: LaunchView): void {
  const { start, planned } = view;
  let next = 0;
  const gate = view.timer(1, () => {
    while (next < planned && start[next] === view.now) view.begin(next++);
    if (next < planned) gate.arm(0, start[next]);
  });
  if (planned > 0) gate.arm(0, start[0]);
}
