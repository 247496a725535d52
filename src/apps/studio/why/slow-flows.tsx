/**
 * The time of a run's slowest flows and of some long-lived flows, each as a bar. An unfinished flow counts with its age.
 * A click on a flow opens the explanation of its time.
 */
import { useMemo } from "preact/hooks";
import type { RunView } from "../lab/messages.ts";
import type { DoneRun } from "../state/runs.ts";
import { flowTimes, slowest } from "../measure/flow-times.ts";
import { askWhyFlow } from "./question.ts";
import { isSeen, PartName, PartsBar } from "./parts-bar.tsx";

export function SlowFlows({ run }: { readonly run: DoneRun }) {
  const { fabric, flows } = run.view;
  const times = useMemo(() => flowTimes(run.view), [run.view]);
  const some = useMemo(() => slowest(run.view, times), [times]);
  const parts = useMemo(() => partsOf(run.view, some), [run.view, some]);
  if (some.length === 0) return null;
  return (
    <section class="slow" aria-label={`slow flows of ${run.name}`}>
      <h2>
        <span class="of">{run.name}: </span>Time of the slowest flows, by part
      </h2>
      <ul>
        <li class="heads">
          <span>flow</span>
          <span>slowdown</span>
          <span>parts; click a flow for more</span>
        </li>
        {some.map((flow) => (
          <li key={flow}>
            <button type="button" class="link" onClick={() => askWhyFlow(run, flow)} title="why?">
              {flow}: {fabric.names[flows.source[flow]]} → {fabric.names[flows.destination[flow]]}
            </button>
            <span class="soft">
              {Number.isNaN(flows.size[flow])
                ? "never ends"
                : `${Number(times.slowdown[flow].toPrecision(3))}×${Number.isNaN(flows.fct[flow]) ? ", not done" : ""}`}
            </span>
            <PartsBar view={run.view} flow={flow} />
          </li>
        ))}
      </ul>
      <p class="legend">
        {parts.map((k) => (
          <PartName key={k} name={run.view.partTexts[k]} k={k} />
        ))}
      </p>
    </section>
  );
}

/** The parts that are visible in at least one of the flows' bars. */
function partsOf({ flows: { parts }, partTexts }: RunView, some: readonly number[]): number[] {
  const width = partTexts.length;
  return Array.from(partTexts.keys()).filter((k) =>
    some.some((flow) => {
      const times = parts.subarray(flow * width, (flow + 1) * width);
      return isSeen(
        times[k],
        times.reduce((sum, time) => sum + time, 0),
      );
    }),
  );
}
