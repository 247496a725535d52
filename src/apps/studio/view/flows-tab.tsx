/** The charts of flows over time, and the slowest flows with the parts of their time. */
import { useMemo } from "preact/hooks";
import { measured, pinnedFlows, toggleFlow } from "../state/pins.ts";
import type { DoneRun } from "../state/runs.ts";
import { spotlight } from "../state/story.ts";
import { SlowFlows } from "../why/slow-flows.tsx";
import { ChartRow } from "./chart-row.tsx";
import { chosenOf, goodputPlot, isPartSampled, totalPlot } from "./time-plots.ts";

interface Props {
  readonly some: readonly DoneRun[];
  readonly dark: boolean;
}

export function FlowsTab({ some, dark }: Props) {
  const chosen = useMemo(() => chosenOf(some.map(({ view }) => view)), [some]);
  const lit = spotlight.value?.flow;
  const extra = measured.value;
  const flows = useMemo(
    () => [...chosen.flows, ...pinnedFlows.value.filter((flow) => !chosen.flows.includes(flow))],
    [chosen, pinnedFlows.value],
  );
  const byFlow =
    flows.length === 0 ? null : (
      <ChartRow
        key="goodput"
        some={some}
        plot={(run) => goodputPlot(run.view, flows, dark, lit, extra.get(run.view))}
        deps={[flows, dark, lit, extra]}
        height={180}
        name="goodput"
      />
    );
  const total = some.some(({ view }) => view.total !== undefined || view.samples.hasUse) ? (
    <ChartRow
      key="total"
      some={some}
      plot={(run) => totalPlot(run.view, dark)}
      deps={[dark]}
      height={140}
      name="total"
    />
  ) : null;
  // If a run sampled only its first few flows, the total goodput shows more of the run than these flows do. Its chart
  // then comes first, unless the user has pinned flows.
  const isPart = some.some(({ view }) => isPartSampled(view)) && pinnedFlows.value.length === 0;
  return (
    <>
      <Pinned some={some} />
      {isPart ? [total, byFlow] : [byFlow, total]}
      <div class="columns">
        {some.map((run) => (
          <SlowFlows key={run.name} run={run} />
        ))}
      </div>
    </>
  );
}

/** The pinned flows as buttons that unpin them. */
function Pinned({ some }: { readonly some: readonly DoneRun[] }) {
  return (
    <p class="filters">
      {pinnedFlows.value.map((flow) => (
        <button type="button" key={flow} onClick={() => toggleFlow(flow, some)} title="remove this flow from the chart">
          Flow {flow} ×
        </button>
      ))}
      <span class="soft">Search (/) finds a flow and adds it to the chart.</span>
    </p>
  );
}
