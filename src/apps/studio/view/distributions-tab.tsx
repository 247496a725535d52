/** The distributions of flow completion times, with all runs in one chart. */
import { useMemo } from "preact/hooks";
import { Chart } from "../chart/chart.tsx";
import type { DoneRun } from "../state/runs.ts";
import { flowPlots } from "./flow-plots.ts";

interface Props {
  readonly some: readonly DoneRun[];
  readonly dark: boolean;
}

export function DistributionsTab({ some, dark }: Props) {
  const plots = useMemo(() => flowPlots(some, dark), [some, dark]);
  if (plots.length === 0)
    return (
      <p class="soft">
        A distribution needs at least five flows. A flow counts if it has an end, and if it begins in the time range of
        the scenario's <code>count</code>.
      </p>
    );
  return (
    <div class="columns flows">
      {plots.map((plot) => (
        <Chart key={plot.title} plot={plot} height={220} />
      ))}
    </div>
  );
}
