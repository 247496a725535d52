/** The results, from the comparison of the runs to the details: clock and fabric, then charts and lists as tabs. */
import { useMemo } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { KeyList } from "../chart/key-list.tsx";
import { FabricTools } from "../fabric/fabric-tools.tsx";
import { FabricView } from "../fabric/fabric-view.tsx";
import { groupsOf } from "../fabric/scene.ts";
import { bytesText, timeText } from "../format.ts";
import { done, isRunning, runs, type DoneRun } from "../state/runs.ts";
import { currentStory } from "../state/story.ts";
import { isDark } from "../state/theme.ts";
import { askWhyPaused } from "../why/question.ts";
import { AnswerHead, AnswerRest } from "./answer-table.tsx";
import { BeforeRun, Title } from "./before-run.tsx";
import { Columns } from "./chart-row.tsx";
import { ClockBar } from "./clock-bar.tsx";
import { Headline } from "./headline.tsx";
import { peaks } from "../measure/ports.ts";
import { Running } from "./running.tsx";
import { Tabs } from "./tabs.tsx";
import { classKeys } from "./time-plots.ts";

export function ResultsSide() {
  if (runs.value.length === 0) return <BeforeRun />;
  const hasViews = done.value.length > 0 && !isRunning.value;
  return (
    <section class="results" aria-label="results">
      <Title />
      {isRunning.value ? (
        <Running runs={runs.value} />
      ) : (
        <>
          <Headline>
            <AnswerHead runs={runs.value} />
            {hasViews ? <ClockBar /> : null}
          </Headline>
          <UnequalTimes some={done.value} />
          <AnswerRest runs={runs.value} />
          {hasViews ? <Views some={done.value} dark={isDark.value} /> : null}
        </>
      )}
    </section>
  );
}

/**
 * Warns that the numbers of the runs cannot be compared, because one of them was stopped and so they ended at different
 * times.
 */
function UnequalTimes({ some }: { readonly some: readonly DoneRun[] }) {
  const ends = some.map(({ view }) => view.summary.simulated_ns);
  const isStopped = some.some(({ view }) => view.summary.ending === "interrupted");
  if (!isStopped || new Set(ends).size < 2) return null;
  return (
    <p class="warning">
      The runs were stopped at different times, from {timeText(Math.min(...ends))} to {timeText(Math.max(...ends))}. Run
      them to the same time before you compare the numbers.
    </p>
  );
}

interface ViewsProps {
  readonly some: readonly DoneRun[];
  readonly dark: boolean;
}

function Views({ some, dark }: ViewsProps) {
  const isDocked = useSignal(true);
  // A story scrolls to charts, which a docked fabric would cover.
  const isStory = currentStory.value !== undefined;
  return (
    <>
      <div class={isDocked.value && !isStory ? "fabrics docked" : "fabrics"}>
        <Tools some={some} />
        <Fabrics some={some} />
        {isStory ? null : (
          <button
            type="button"
            class="dock wide"
            aria-pressed={isDocked.value}
            onClick={() => void (isDocked.value = !isDocked.value)}
            title="keep the fabric in sight while the page scrolls"
          >
            Keep in sight
          </button>
        )}
      </div>
      <FabricKey some={some} dark={dark} />
      <Tabs some={some} dark={dark} />
    </>
  );
}

/**
 * The tools for the drawings of all runs. If the runs have different fabrics, the menu of pods has the names of the
 * first one.
 */
function Tools({ some: [{ view }] }: { readonly some: readonly DoneRun[] }) {
  const bundles = useMemo(() => groupsOf(view), [view]);
  return <FabricTools fabric={view.fabric} bundles={bundles} />;
}

function Fabrics({ some }: { readonly some: readonly DoneRun[] }) {
  const full = useMemo(() => fullestOf(some), [some]);
  return (
    <Columns view="fabric">
      {some.map((run) => (
        <FabricView key={run.name} run={run} fullQueue={full} onPause={(pause) => askWhyPaused(run, pause)} />
      ))}
    </Columns>
  );
}

function FabricKey({ some, dark }: ViewsProps) {
  const full = useMemo(() => fullestOf(some), [some]);
  const keys = useMemo(
    () =>
      classKeys(
        some.map(({ view }) => view),
        dark,
      ),
    [some, dark],
  );
  const hasGroups = useMemo(() => some.some(({ view }) => groupsOf(view) !== undefined), [some]);
  return (
    <p class="soft key">
      {some.some(({ view }) => view.samples.hasUse) ? "A thicker line is a link with more traffic. " : ""}A coloured
      half of a link with two bars: the port at this end is paused. It is faint while the PAUSE frame is in flight.{" "}
      {some.some(({ view }) => view.samples.hasQueues)
        ? `The fill of a switch is its backlog, up to ${bytesText(full)}. The fill of a host is its share of the link ` +
          "rate. "
        : ""}
      {hasGroups
        ? "Large fabrics are drawn in groups. A number on a line is the number of its links that are paused. Click a " +
          "group to open its pod. "
        : ""}
      Dots: PAUSE frames in flight. Hollow dots resume. <KeyList keys={keys} />
    </p>
  );
}

/** Highest number of bytes that were queued in one switch of any run. */
const fullestOf = (some: readonly DoneRun[]): number => Math.max(1, ...some.map(({ view }) => fullestSwitch(view)));

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
