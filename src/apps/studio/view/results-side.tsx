/** The results: a column for each run and a row for each view, all at the clock's time. */
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Chart } from "../chart/chart.tsx";
import { KeyList } from "../chart/key-list.tsx";
import type { Plot } from "../chart/plot.ts";
import { FabricView } from "../fabric/fabric-view.tsx";
import { bytesText, countText, endingText, timeText } from "../format.ts";
import { done, isRunning, runs, type DoneRun, type Run } from "../state/runs.ts";
import { spotlight } from "../state/story.ts";
import { isDark } from "../state/theme.ts";
import type { ViewName } from "../story/story.ts";
import { BeforeRun, Title } from "./before-run.tsx";
import { ClockBar } from "./clock-bar.tsx";
import { flowPlots } from "./flow-plots.ts";
import { headNumbers } from "./head-numbers.ts";
import { askWhyPaused } from "../why/question.ts";
import { SlowFlows } from "../why/slow-flows.tsx";
import { peaks } from "./ports.ts";
import { probeColumns, probePlot } from "./probe-plots.ts";
import { selectedPort } from "./selected.ts";
import { useStages } from "./stages.ts";
import { StopButton } from "./stop-button.tsx";
import {
  chosenOf,
  classKeys,
  goodputPlot,
  occupancyPlot,
  pausedOccupancyPlot,
  queuePlot,
  rasterPlot,
  usePlot,
  type Chosen,
} from "./time-plots.ts";

export function ResultsSide() {
  if (runs.value.length === 0) return <BeforeRun />;
  return (
    <section class="results" aria-label="results">
      <Title />
      <div class="columns heads">
        {runs.value.map((run) => (
          <RunHead key={run.name} run={run} />
        ))}
      </div>
      {done.value.length > 0 && !isRunning.value ? <Views some={done.value} dark={isDark.value} /> : null}
    </section>
  );
}

function RunHead({ run }: { readonly run: Run }) {
  const { name, view, error, progress, packetHops } = run;
  return (
    <article class="head" aria-label={name}>
      <h2>{name}</h2>
      {error !== undefined ? (
        <p class="error" role="alert">
          {error}
        </p>
      ) : view === undefined ? (
        <>
          <progress value={progress} max={1} aria-label={`${name} runs`} />
          <p class="soft">
            {countText(packetHops)} packet-hops simulated{" "}
            <span class="narrow">
              <StopButton />
            </span>
          </p>
        </>
      ) : (
        <Numbers name={name} view={view} />
      )}
    </article>
  );
}

function Numbers({ name, view: { summary, threads } }: { readonly name: string; readonly view: DoneRun["view"] }) {
  const { pauses, flowsDone, p99, dropped } = headNumbers(summary);
  return (
    <>
      <dl class="numbers">
        <div title="PAUSE frames that paused a port">
          <dt>PAUSEs</dt>
          <dd data-testid={`pauses ${name}`}>{pauses}</dd>
        </div>
        <div title="completed flows, of all flows with an end">
          <dt>flows done</dt>
          <dd>{flowsDone}</dd>
        </div>
        <div title="99th percentile of the slowdown (FCT / ideal FCT); an unfinished flow counts with its age">
          <dt>p99 slowdown</dt>
          <dd>{p99}</dd>
        </div>
        <div title="packets dropped for lack of memory and headroom">
          <dt>dropped</dt>
          <dd>{dropped}</dd>
        </div>
      </dl>
      <p class={summary.deadlock.length > 0 ? "error" : "soft"}>
        {endingText(summary.ending)}, after {timeText(summary.simulated_ns)}
        {summary.deadlock.length > 0 ? `: ${summary.deadlock.join(" → ")}` : ""}
      </p>
      <p class="soft digest" title={threads.why ?? ""}>
        digest <code data-testid={`digest ${name}`}>{summary.digest}</code>
        {threads.count > 1 ? `, ${threads.count} threads` : ""}
      </p>
    </>
  );
}

function Views({ some, dark }: ViewsProps) {
  const stage = useStages(STAGES);
  const keys = useMemo(
    () =>
      classKeys(
        some.map(({ view }) => view),
        dark,
      ),
    [some, dark],
  );
  const full = useMemo(() => Math.max(1, ...some.map(({ view }) => fullestSwitch(view))), [some]);
  return (
    <>
      <ClockBar />
      <Columns view="fabric">
        {some.map((run) => (
          <FabricView key={run.name} run={run} fullQueue={full} onPause={(pause) => askWhyPaused(run, pause)} />
        ))}
      </Columns>
      <p class="soft key">
        {some.some(({ view }) => view.samples.hasUse) ? "A thicker line is a link with more traffic. " : ""}
        Two bars across a link: that direction is paused. They are faint while the PAUSE frame is in flight.{" "}
        {some.some(({ view }) => view.samples.hasQueues)
          ? `The fill of a switch is its backlog, up to ${bytesText(full)}. The fill of a host is its share of the link ` +
            "rate. "
          : ""}
        Dots: PAUSE frames in flight. Hollow dots resume. <KeyList keys={keys} />
      </p>
      {stage > 1 ? <TimeViews some={some} dark={dark} stage={stage} /> : null}
      {stage > 6 ? (
        <div class="columns">
          {some.map((run) => (
            <SlowFlows key={run.name} run={run} />
          ))}
        </div>
      ) : null}
      {stage > 7 ? <FlowViews some={some} dark={dark} /> : null}
    </>
  );
}

/** Number of views that are drawn one after another: the fabric, five charts over time, the slow flows and the charts of flows. */
const STAGES = 8;

interface ViewsProps {
  readonly some: readonly DoneRun[];
  readonly dark: boolean;
}

function TimeViews({ some, dark, stage }: ViewsProps & { readonly stage: number }) {
  const chosen = useMemo(() => chosenOf(some.map(({ view }) => view)), [some]);
  const measured = useMemo(() => probeColumns(some.map(({ view }) => view)), [some]);
  const lit = spotlight.value?.flow;
  const port = selectedPort.value ?? chosen.paused[0] ?? chosen.queues[0];
  return (
    <>
      {port === undefined ? null : (
        <>
          <PortMenu chosen={chosen} port={port} />
          <Row
            some={some}
            plot={({ view }) => (view.samples.hasQueues ? occupancyPlot : pausedOccupancyPlot)(view, port, dark)}
            deps={[port, dark]}
            height={170}
            name="occupancy"
          />
        </>
      )}
      {stage <= 2 ? null : chosen.paused.length === 0 ? (
        <p class="soft">{some.some(hasPauses) ? "No PAUSE was recorded." : "No PAUSE was sent."}</p>
      ) : (
        <Row
          some={some}
          plot={(run) => rasterPlot(run.view, chosen, dark)}
          deps={[chosen, dark]}
          height={60 + 14 * Math.max(3, chosen.paused.length)}
          name="raster"
          isAsked
        />
      )}
      {stage <= 3 || chosen.flows.length === 0 ? null : (
        <Row
          some={some}
          plot={(run) => goodputPlot(run.view, chosen, dark, lit)}
          deps={[chosen, dark, lit]}
          height={180}
          name="goodput"
        />
      )}
      {stage <= 4 || chosen.queues.length === 0 ? null : (
        <Row
          some={some}
          plot={(run) => queuePlot(run.view, chosen, dark)}
          deps={[chosen, dark]}
          height={180}
          name="queues"
        />
      )}
      {stage <= 5 || chosen.links.length === 0 ? null : (
        <Row
          some={some}
          plot={(run) => usePlot(run.view, chosen, dark)}
          deps={[chosen, dark]}
          height={180}
          name="rates"
        />
      )}
      {stage <= 5
        ? null
        : measured.map((column) => (
            <Row
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

function FlowViews({ some, dark }: ViewsProps) {
  const flows = useMemo(() => flowPlots(some, dark), [some, dark]);
  if (flows.length === 0) return null;
  return (
    <div class="columns flows">
      {flows.map((plot) => (
        <Chart key={plot.title} plot={plot} height={220} />
      ))}
    </div>
  );
}

const hasPauses = ({ view }: DoneRun): boolean => view.summary.counters.pauses > 0;

/** Highest number of bytes that were queued in one switch. */
function fullestSwitch(view: DoneRun["view"]): number {
  const { base, isSwitch } = view.fabric;
  const most = peaks(view, view.samples.egress);
  let found = 0;
  isSwitch.forEach((is, node) => {
    if (is === 1)
      found = Math.max(
        found,
        most.subarray(base[node], base[node + 1]).reduce((sum, one) => sum + one, 0),
      );
  });
  return found;
}

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

interface RowProps {
  readonly some: readonly DoneRun[];
  readonly plot: (run: DoneRun) => Plot;
  /** Values other than the runs on which the plots depend. */
  readonly deps: readonly unknown[];
  readonly height: number;
  readonly name: ViewName;
  readonly isAsked?: boolean;
}

/** Shows the same chart for each run. With `isAsked`, a click on a bar explains its PAUSE. */
function Row({ some, plot, deps, height, name, isAsked = false }: RowProps) {
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
          {...(isAsked ? { onBar: (pause: number) => askWhyPaused(run, pause) } : {})}
        />
      ))}
    </Columns>
  );
}

/** A row with the same view of all runs. The page scrolls to it if the current story step highlights it. */
function Columns({ view, children }: { readonly view: ViewName; readonly children: ComponentChildren }) {
  const at = useRef<HTMLDivElement>(null);
  const spot = spotlight.value;
  const isLit = spot?.view === view;
  useEffect(() => {
    if (isLit) at.current?.scrollIntoView({ block: "nearest" });
  }, [spot]);
  return (
    <div ref={at} class={isLit ? "columns lit" : "columns"}>
      {children}
    </div>
  );
}
