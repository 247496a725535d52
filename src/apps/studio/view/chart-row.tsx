/** A row of the results: the same view for each run, side by side. */
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Chart } from "../chart/chart.tsx";
import type { Plot } from "../chart/plot.ts";
import { showEvents } from "../events/show.ts";
import type { DoneRun } from "../state/runs.ts";
import { spotlight } from "../state/story.ts";
import type { ViewName } from "../story/story.ts";
import { askWhyPaused } from "../why/question.ts";

interface RowProps {
  readonly some: readonly DoneRun[];
  readonly plot: (run: DoneRun) => Plot;
  /** Values on which the plots depend, in addition to the runs. */
  readonly deps: readonly unknown[];
  readonly height: number;
  readonly name: ViewName;
  readonly isAsked?: boolean;
}

/** Shows the same chart for each run. With `isAsked`, a click on a bar explains its PAUSE. */
export function ChartRow({ some, plot, deps, height, name, isAsked = false }: RowProps) {
  const plots = useMemo(() => some.map(plot), [some, ...deps]);
  return (
    <Columns view={name}>
      {some.map((run, k) => (
        <Chart
          key={run.name}
          plot={plots[k]}
          beside={plots}
          height={height}
          of={run.name}
          testId={`${name} ${run.name}`}
          onEvents={() => showEvents(run.name, plots[k].subject ?? "")}
          {...(isAsked ? { onBar: (pause: number) => askWhyPaused(run, pause) } : {})}
        />
      ))}
    </Columns>
  );
}

/**
 * A row of charts, with a column for each run. The page scrolls to this row if the current step of a story highlights
 * it.
 */
export function Columns({ view, children }: { readonly view: ViewName; readonly children: ComponentChildren }) {
  const at = useRef<HTMLDivElement>(null);
  const spot = spotlight.value;
  const isLit = spot?.view === view;
  useEffect(() => {
    // On a phone, the charts of all runs are one below another. Together they are higher than the free part of the
    // page, so the row's top is shown.
    const block = matchMedia("(max-width: 860px)").matches ? "start" : "nearest";
    if (isLit) at.current?.scrollIntoView({ block });
  }, [spot]);
  return (
    <div ref={at} class={isLit ? "columns lit" : "columns"}>
      {children}
    </div>
  );
}
