/**
 * How the reference simulator starts a flow: two zero-delay events after the one at its start time (ns-3 semantics, section 6).
 *
 * They decide who is first among events of the same nanosecond, and nothing else.
 */
import type { LaunchView } from "../contract.ts";

export function launchThroughHops(view: LaunchView): void {
  const { start } = view;
  let next = 0;
  const second = view.timer(view.planned, (flow) => {
    view.begin(flow);
  });
  const first = view.timer(view.planned, (flow) => {
    second.arm(flow, view.now);
  });
  const gate = view.timer(1, () => {
    while (next < view.planned && start[next] === view.now) first.arm(next++, view.now);
    if (next < view.planned) gate.arm(0, start[next]);
  });
  if (view.planned > 0) gate.arm(0, start[0]);
}
