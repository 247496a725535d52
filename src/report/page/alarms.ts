/** Notes that a reader needs before the numbers, such as a deadlock, drops or skipped time. */
import { formatCount, formatPercent, formatTime } from "../../base/format.ts";
import type { Summary } from "../../run/measure/summary.ts";
import { drops } from "./drops.ts";
import { html, type Html } from "./html.ts";

interface Alarm {
  readonly what: string;
  readonly text: string;
  /** True for information that is not an error. */
  readonly mild?: boolean;
}

/** A run without a readable folder, with the reason. */
export interface FailedRun {
  readonly label: string;
  readonly why: string;
}

/** Maximum number of runs that a warning names. More are only counted. */
const MAX_NAMED = 6;

/** A box for each kind of warning, with a line for each run. */
export function alarms(
  runs: readonly { readonly label: string; readonly summary: Summary }[],
  failed: readonly FailedRun[] = [],
): Html[] {
  const kinds = new Map<string, { mild: boolean; lines: Html[] }>();
  const add = ({ what, text, mild = false }: Alarm, label: string | undefined): void => {
    let kind = kinds.get(what);
    if (kind === undefined) kinds.set(what, (kind = { mild, lines: [] }));
    kind.lines.push(label === undefined ? html`${text}` : html`<em>${label}:</em> ${text}`);
  };
  for (const { label, why } of failed) add({ what: "Missing", text: why }, label);
  for (const { label, summary } of runs) {
    for (const alarm of alarmsOf(summary)) add(alarm, runs.length + failed.length > 1 ? label : undefined);
  }
  const open = notDone(runs);
  if (open !== undefined) add(open, undefined);
  return Array.from(
    kinds,
    ([what, { mild, lines }]) =>
      html`<div class="${mild ? "mild alarm" : "alarm"}">
        <strong>${what}</strong>
        <div>
          ${lines.slice(0, MAX_NAMED).map((line) => html`<p>${line}</p>`)}
          ${lines.length > MAX_NAMED ? html`<p>and ${formatCount(lines.length - MAX_NAMED)} more runs.</p>` : undefined}
        </div>
      </div> `,
  );
}

function alarmsOf(summary: Summary): Alarm[] {
  const { ending, simulated_ns, settled_ns, until_ns, deadlock, counters, fast_forward } = summary;
  const found: Alarm[] = [];
  const at = formatTime(simulated_ns * 1000);
  if (ending === "interrupted") {
    const text = `The run was interrupted after ${at} of ${formatTime(until_ns * 1000)}. All numbers cover only this time.`;
    found.push({ what: "Cut short", text });
  }
  if (deadlock.length > 0) {
    const text = `These paused queues wait for each other in a circle: ${deadlock.join("; ")}.`;
    found.push({ what: "Deadlock", text });
  } else if (ending === "nothing can move") {
    found.push({ what: "Stuck", text: `After ${at} no packet could move any more.` });
  }
  if (settled_ns !== undefined) {
    const text = `After ${formatTime(settled_ns * 1000)} nothing could change any more. All numbers are those of a run to ${at}.`;
    found.push({ what: "Stuck", text });
  }
  const dropped = drops(summary);
  if (dropped.length > 0) {
    const text = `${dropped.map(([why, n]) => `${formatCount(n)} packets (${why})`).join(", ")}.`;
    found.push({ what: "Drops", text });
  }
  if (fast_forward !== undefined && fast_forward.share > 0) {
    const { share, error_bound, memory } = fast_forward;
    const error =
      memory === undefined
        ? "Every number equals that of the exact run."
        : `Completion times may err by ${formatPercent(error_bound)}.`;
    const text = `Fast-forward did not simulate ${(100 * share).toFixed(1)}% of the bytes. ${error}`;
    found.push({ what: "Skipped", text, mild: true });
  }
  if (counters.pauses_unrecorded > 0) {
    const text = `${formatCount(counters.pauses_unrecorded)} of ${formatCount(counters.pauses + (counters.queue_pauses ?? 0))} PAUSEs have no row. Charts of PAUSEs show only the earlier ones.`;
    found.push({ what: "Not recorded", text, mild: true });
  }
  return found;
}

/** One sentence for all runs with unfinished flows. Most comparisons have such runs, so a sentence for each run would be too much. */
function notDone(runs: readonly { readonly summary: Summary }[]): Alarm | undefined {
  const open = runs.map(({ summary: { flows } }) => flows.finite - flows.finished);
  const counts = open.filter((n) => n > 0);
  if (counts.length === 0) return undefined;
  const rule =
    runs.length === 1
      ? "Numbers of all flows include them with their age. Separate numbers cover the finished flows."
      : "Numbers of all flows include them with their age. Separate numbers cover the flows that all rows finished.";
  const [low, high] = [Math.min(...counts), Math.max(...counts)].map(formatCount);
  const text =
    runs.length === 1
      ? `${high} of ${formatCount(runs[0].summary.flows.finite)} flows at the end of the run. ${rule}`
      : `${low === high ? high : `${low} to ${high}`} flows in ${formatCount(counts.length)} of ${formatCount(runs.length)} runs. ${rule}`;
  return { what: "Not done", text, mild: true };
}
