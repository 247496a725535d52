/** What a reader must know before any number: a run cut short, a deadlock, drops. */
import { formatCount, formatTime } from "../../format.ts";
import type { Summary } from "../../measure/summary.ts";
import { drops } from "./drops.ts";
import { html, type Html } from "./html.ts";

interface Alarm {
  readonly what: string;
  readonly text: string;
  /** Not wrong, but to be known. */
  readonly mild?: boolean;
}

/** A run that left no folder, or none that can be read, and why. */
export interface FailedRun {
  readonly label: string;
  readonly why: string;
}

/** A box for each kind of alarm, with a line a run. */
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
  return Array.from(
    kinds,
    ([what, { mild, lines }]) =>
      html`<div class="${mild ? "mild alarm" : "alarm"}">
        <strong>${what}</strong>
        <div>${lines.map((line) => html`<p>${line}</p>`)}</div>
      </div> `,
  );
}

function alarmsOf(summary: Summary): Alarm[] {
  const { ending, simulated_ns, until_ns, deadlock, flows, counters } = summary;
  const found: Alarm[] = [];
  const at = formatTime(simulated_ns * 1000);
  if (ending === "interrupted") {
    const text = `The run was interrupted after ${at} of ${formatTime(until_ns * 1000)}: all numbers are of that part.`;
    found.push({ what: "Cut short", text });
  }
  if (deadlock.length > 0) {
    const text = `These queues are stopped and wait, each for the next and the last for the first: ${deadlock.join("; ")}.`;
    found.push({ what: "Deadlock", text });
  } else if (ending === "nothing can move") {
    found.push({ what: "Stuck", text: `After ${at} nothing could move any more.` });
  }
  const dropped = drops(summary);
  if (dropped.length > 0) {
    const text = `${dropped.map(([why, n]) => `${formatCount(n)} packets (${why})`).join(", ")}.`;
    found.push({ what: "Drops", text });
  }
  const open = flows.finite - flows.finished;
  if (open > 0) {
    const text = `${formatCount(open)} of ${formatCount(flows.finite)} flows when the run ended. Tables count them at their age; charts leave them out.`;
    found.push({ what: "Not done", text, mild: true });
  }
  if (counters.pauses_unrecorded > 0) {
    const text = `${formatCount(counters.pauses_unrecorded)} of ${formatCount(counters.pauses)} PAUSEs have no row: charts of PAUSEs show those before.`;
    found.push({ what: "Not recorded", text, mild: true });
  }
  return found;
}
