/**
 * The table that compares the runs. On a wide page its head, its first row and the main measures stay visible while the
 * page scrolls. So the names of the columns are always above the charts. A narrow page keeps only the head and the
 * first row. A button in the head adds the main measures.
 */
import { useMemo } from "preact/hooks";
import type { Difference } from "../../../base/statistics/difference.ts";
import { endingText, timeText } from "../format.ts";
import { folder, openedRuns } from "../results/open.ts";
import { seedDifferences } from "../results/seed-differences.ts";
import { drafts, source } from "../state/drafts.ts";
import { isAnswerOpen, page } from "../state/page.ts";
import { done, type DoneRun, type Run } from "../state/runs.ts";
import type { SeedRun } from "../state/run.ts";
import { answerOf, type AnswerRow } from "../measure/answer.ts";
import { differenceOver, intervalText, seedRunOf } from "../measure/seed-interval.ts";
import { SeedsNote, type Missing } from "./seeds-note.tsx";

interface Props {
  readonly runs: readonly Run[];
}

const rowsOf = (some: readonly DoneRun[]): AnswerRow[] =>
  answerOf(
    some.map(({ view }) => view),
    page.value === "lab" ? source.value.asks : undefined,
  );

/**
 * The head of the comparison: the names of the runs, and the row of the first measure. If the page shows a
 * figure that names the measure it is about (`asks`), this measure is the first. Otherwise the measure with the largest
 * difference between the runs is the first.
 */
export function AnswerHead({ runs }: Props) {
  const rows = useMemo(() => rowsOf(done.value), [done.value, source.value]);
  return (
    <table class={isAnswerOpen.value ? "answer open" : "answer"} data-testid="answer">
      <Widths count={runs.length} />
      <thead>
        <tr>
          <td>
            <button
              type="button"
              class="narrow"
              aria-expanded={isAnswerOpen.value}
              onClick={() => void (isAnswerOpen.value = !isAnswerOpen.value)}
              title="keep PAUSEs, slowdown and time paused in sight"
            >
              {isAnswerOpen.value ? "Less ▴" : "More ▾"}
            </button>
          </td>
          {runs.map((run) => (
            <th scope="col" key={run.name}>
              {run.name} <Marks run={run} />
            </th>
          ))}
          {runs.length === 2 ? <th scope="col">Difference</th> : null}
        </tr>
      </thead>
      <tbody>
        <Rows runs={runs} rows={rows.slice(0, 1)} />
        <Rows runs={runs} rows={rows.slice(1).filter(({ isKept }) => isKept)} kind="kept" />
      </tbody>
    </table>
  );
}

/** The rest of the comparison: the other measures, the way each run ended, and its digest. */
export function AnswerRest({ runs }: Props) {
  const rows = useMemo(() => rowsOf(done.value), [done.value, source.value]);
  return (
    <table class={isAnswerOpen.value ? "answer rest open" : "answer rest"} data-testid="more measures">
      <Widths count={runs.length} />
      <tbody>
        <Rows runs={runs} rows={rows.slice(1).filter(({ isKept }) => isKept)} kind="moved" />
        <Rows runs={runs} rows={rows.slice(1).filter(({ isKept }) => !isKept)} />
        <Row name="End" about="how the run ended, and when">
          {runs.map((run) => (
            <td key={run.name} class={isDeadlock(run) ? "error" : ""}>
              <Ending run={run} />
            </td>
          ))}
        </Row>
        {done.value.length === 0 ? null : (
          <Row name="Digest" about="the same scenario and seed give the same digest on every machine">
            {runs.map(({ name, view }) => (
              <td key={name} class="soft digest" title={view?.threads.why ?? ""}>
                {view === undefined ? null : (
                  <>
                    <code data-testid={`digest ${name}`}>{view.summary.digest}</code>
                    {view.threads.count > 1 ? `, ${view.threads.count} threads` : ""}
                  </>
                )}
              </td>
            ))}
          </Row>
        )}
        {done.value.length < 2 ? null : (
          <tr>
            <td class="soft" colSpan={runs.length === 2 ? 4 : runs.length + 1} data-testid="seeds">
              <Note runs={runs} rows={rows} />
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/**
 * The differences over seeds between the two open recorded runs. Undefined if they belong to no common comparison over
 * seeds.
 */
function overSeeds(): ReturnType<typeof seedDifferences> {
  const [from, to] = openedRuns.value;
  if (page.value !== "recorded" || folder.value === undefined || openedRuns.value.length !== 2) return undefined;
  return seedDifferences(folder.value.comparisons, from.path, to.path);
}

/** The results of this column's run, one entry for each seed. Empty if the page has the run under one seed only. */
function seedRuns({ view, seeds = [] }: Run): readonly SeedRun[] {
  const own = view && seedRunOf(view, source.value.asks);
  return own === undefined || seeds.length === 0 ? [] : [own, ...seeds];
}

/**
 * For one row of the table: the difference from run `first` to run `other`, estimated over seeds. Undefined if the page
 * has one seed only.
 */
function differenceTo(row: AnswerRow, first: Run, other: Run): Difference | undefined {
  const [from, to] = [first, other].map(seedRuns);
  return from.length === 0 || to.length === 0 ? undefined : differenceOver(row, from, to);
}

/**
 * For the comparison of the first run with `other`: the rows whose difference has no confidence interval, each with the
 * reason. If all these rows have the same reason, the result has a single entry without the names of rows.
 */
function missingIn(rows: readonly AnswerRow[], shown: readonly Run[], other: Run): Missing {
  const found = rows.flatMap((row) => {
    const why = differenceTo(row, shown[0], other)?.why ?? null;
    return why === null ? [] : [{ names: [row.name], why }];
  });
  // If all rows without a confidence interval have the same reason, the reason concerns the whole run. For example, the seed does not
  // change the run.
  const isOfRun = found.length > 1 && found.every(({ why }) => why === found[0].why);
  const run = shown.length > 2 ? [other.name] : [];
  return isOfRun
    ? [{ names: run, why: found[0].why }]
    : found.map(({ names, why }) => ({ names: [...names, ...run], why }));
}

/** Says whether the differences are from one seed, or have intervals over several seeds. */
function Note({ runs, rows }: RowsProps) {
  const known = overSeeds();
  if (known === undefined) {
    const shown = runs.filter(({ view }) => view !== undefined);
    return <SeedsNote missing={shown.slice(1).flatMap((run) => missingIn(rows, shown, run))} />;
  }
  return (
    <>
      Each run shown has one of {known.seeds} seeds.{" "}
      {known.byMeasure.size === 0
        ? "The comparison has intervals only for differences to the best row of a column. Neither of these two rows is one."
        : "Values with ± are the mean difference over all seeds, and half of its 95% interval."}{" "}
      The table of the folder has all columns.
    </>
  );
}

const hasIntervals = (): boolean => overSeeds() !== undefined || done.value.some(({ seeds }) => seeds !== undefined);

/** Gives both tables of the comparison the same column widths. */
const Widths = ({ count }: { readonly count: number }) => (
  <colgroup>
    <col class="measure" />
    {Array.from({ length: count }, (_, k) => (
      <col key={k} />
    ))}
    {count === 2 ? <col class={hasIntervals() ? "change seeds" : "change"} /> : null}
  </colgroup>
);

interface RowProps {
  readonly name: string;
  readonly about: string;
  /**
   * "kept": the row in the head of the page. A wide page always shows it, and a narrow page shows it on request.
   * "moved": a copy of the kept row, below the head. Only a narrow page shows it, while the kept row is hidden.
   */
  readonly kind?: "kept" | "moved" | undefined;
  readonly children: preact.ComponentChildren;
}

const Row = ({ name, about, kind, children }: RowProps) => (
  <tr class={kind}>
    <th scope="row" title={about}>
      {name}
    </th>
    {children}
  </tr>
);

interface RowsProps extends Props {
  readonly rows: readonly AnswerRow[];
  readonly kind?: RowProps["kind"];
}

function Rows({ runs, rows, kind }: RowsProps) {
  const known = runs.length === 2 ? overSeeds() : undefined;
  /** The runs with results. The map `places` has the index of each in `shown`, by the run's name. */
  const shown = runs.filter(({ view }) => view !== undefined);
  const places = new Map(shown.map(({ name }, k) => [name, k]));
  const interval = (row: AnswerRow, run: Run): string => {
    const found = differenceTo(row, shown[0], run);
    return found === undefined ? "" : intervalText(found, row.text);
  };
  return (
    <>
      {rows.map((row) => (
        <Row key={row.name} name={row.name} about={row.about} kind={kind}>
          {runs.map((run) => {
            const place = places.get(run.name);
            const difference = place === undefined || place === 0 ? "" : row.differences[place - 1];
            const over = runs.length === 2 || difference === "" ? "" : interval(row, run);
            return (
              <td key={run.name} class={isDeadlock(run) ? "error" : ""}>
                {place === undefined ? "" : row.cells[place]}
                {runs.length > 2 && difference !== "" ? (
                  <span class="soft">
                    {" "}
                    ({difference}
                    {over === "" ? "" : `; ${over}`})
                  </span>
                ) : null}
              </td>
            );
          })}
          {runs.length === 2 ? (
            <td class="difference">
              {row.differences[0] ?? ""}
              <Interval text={known?.byMeasure.get(row.name) ?? (shown.length === 2 ? interval(row, shown[1]) : "")} />
            </td>
          ) : null}
        </Row>
      ))}
    </>
  );
}

const Interval = ({ text }: { readonly text: string }) =>
  text === "" ? null : <span class="interval"> ({text})</span>;

const isDeadlock = ({ view }: Run): boolean => (view?.summary.deadlock.length ?? 0) > 0;

/** Says how the scenario of the page differs from the scenario of the run. Empty if they are equal. */
function staleness({ name, text }: Run): string {
  if (page.value !== "lab") return "";
  const draft = drafts.value.find((one) => one.name === name);
  if (draft === undefined) return "scenario renamed or removed since";
  return draft.text === text ? "" : "scenario changed since";
}

/**
 * Marks that warn the user when comparing a run: it has a deadlock, was stopped early, or its scenario was changed since
 * the run.
 */
function Marks({ run }: { readonly run: Run }) {
  const { view } = run;
  const marks: string[] = [];
  if (view !== undefined) {
    if (view.summary.deadlock.length > 0) marks.push("deadlock");
    if (view.summary.ending === "interrupted") marks.push(`stopped at ${timeText(view.summary.simulated_ns)}`);
    const stale = staleness(run);
    if (stale !== "") marks.push(stale);
  }
  return (
    <>
      {marks.map((mark) => (
        <span key={mark} class="mark">
          {mark}
        </span>
      ))}
    </>
  );
}

function Ending({ run: { error, view } }: { readonly run: Run }) {
  if (error !== undefined)
    return (
      <span class="error" role="alert">
        {error}
      </span>
    );
  if (view === undefined) return <span class="soft">in progress</span>;
  const { ending, simulated_ns } = view.summary;
  return (
    <>
      {endingText(ending)}, after {timeText(simulated_ns)}
    </>
  );
}
