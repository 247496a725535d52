/** The charts of ports over time: ingress queues and PAUSEs, then egress queues, rates and probes. */
import { useMemo } from "preact/hooks";
import { pinnedPorts, togglePort } from "../state/pins.ts";
import type { DoneRun } from "../state/runs.ts";
import { ChartRow } from "./chart-row.tsx";
import { probeColumns, probePlot } from "./probe-plots.ts";
import { selectedPort } from "../state/selected.ts";
import { useStages } from "./stages.ts";
import {
  chosenOf,
  occupancyPlot,
  pausedOccupancyPlot,
  queuePlot,
  rasterPlot,
  usePlot,
  type Chosen,
} from "./time-plots.ts";

interface Props {
  readonly some: readonly DoneRun[];
  readonly dark: boolean;
}

/** Number of steps in which the charts are drawn, each in a task of its own. */
const STAGES = 4;

export function PortsTab({ some, dark }: Props) {
  const stage = useStages(STAGES);
  const chosen = useMemo(() => chosenOf(some.map(({ view }) => view)), [some]);
  const measured = useMemo(() => probeColumns(some.map(({ view }) => view)), [some]);
  const port = selectedPort.value ?? chosen.paused[0] ?? chosen.queues[0];
  return (
    <>
      {port === undefined ? null : (
        <>
          <p class="filters">
            <PortMenu chosen={chosen} port={port} />
            <button type="button" onClick={() => togglePort(port)} aria-pressed={pinnedPorts.value.includes(port)}>
              {pinnedPorts.value.includes(port) ? "Unpin" : "Pin"}
            </button>
            <span class="soft">Search (/) finds any port.</span>
          </p>
          <ChartRow
            some={some}
            plot={({ view }) => (view.samples.hasQueues ? occupancyPlot : pausedOccupancyPlot)(view, port, dark)}
            deps={[port, dark]}
            height={170}
            name="occupancy"
          />
        </>
      )}
      {pinnedPorts.value
        .filter((one) => one !== port)
        .map((one) => (
          <div key={one} class="pinned">
            <button type="button" onClick={() => togglePort(one)} title="remove this row">
              {one} ×
            </button>
            <ChartRow
              some={some}
              plot={({ view }) => (view.samples.hasQueues ? occupancyPlot : pausedOccupancyPlot)(view, one, dark)}
              deps={[one, dark]}
              height={140}
              name="pinned"
            />
          </div>
        ))}
      {stage <= 1 ? null : chosen.paused.length === 0 ? (
        <p class="soft">{some.some(hasPauses) ? "No PAUSE was recorded." : "No PAUSE was sent."}</p>
      ) : (
        <ChartRow
          some={some}
          plot={(run) => rasterPlot(run.view, chosen, dark)}
          deps={[chosen, dark]}
          height={60 + 14 * Math.max(3, chosen.paused.length)}
          name="raster"
          isAsked
        />
      )}
      {stage <= 2 || chosen.queues.length === 0 ? null : (
        <ChartRow
          some={some}
          plot={(run) => queuePlot(run.view, chosen, dark)}
          deps={[chosen, dark]}
          height={180}
          name="queues"
        />
      )}
      {stage <= 3 || chosen.links.length === 0 ? null : (
        <ChartRow
          some={some}
          plot={(run) => usePlot(run.view, chosen, dark)}
          deps={[chosen, dark]}
          height={180}
          name="rates"
        />
      )}
      {stage <= 3
        ? null
        : measured.map((column) => (
            <ChartRow
              key={`${column.probe} ${column.column}`}
              some={some}
              plot={(run) => probePlot(run.view, column, dark)}
              deps={[column, dark]}
              height={180}
              name="probes"
            />
          ))}
    </>
  );
}

const hasPauses = ({ view }: DoneRun): boolean => view.summary.counters.pauses > 0;

function PortMenu({ chosen, port }: { readonly chosen: Chosen; readonly port: string }) {
  const names = [...new Set([port, ...chosen.paused, ...chosen.queues])];
  return (
    <label class="port">
      Ingress port{" "}
      <select value={port} onChange={({ currentTarget }) => void (selectedPort.value = currentTarget.value)}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}
