/**
 * The start of a flow in HPCC's ns-3 simulator (docs/ns3-semantics.md, section 6). Two events without delay follow the
 * event at the start time. They affect only the order of events in the same nanosecond.
 */
import type { LaunchView } from "../../contracts/fidelity.ts";

export function launchThroughHops(view: LaunchView): void {
  const { start, acting } = view;
  let next = 0;
  const second = view.timer(view.planned, (flow) => {
    view.begin(flow);
  });
  const first = view.timer(view.planned, (flow) => {
    second.arm(flow, view.now);
  });
  const gate = view.timer(1, () => {
    while (next < acting.length && start[acting[next]] === view.now) first.arm(acting[next++], view.now);
    if (next < acting.length) gate.arm(0, start[acting[next]]);
  });
  if (acting.length > 0) gate.arm(0, start[acting[0]]);
}
