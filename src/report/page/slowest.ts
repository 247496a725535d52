/** The slowest flows of each run, and what held them longest. */
import { formatBytes } from "../../format.ts";
import type { LabelledRun } from "../labelled-run.ts";
import { largestText, slowest, totalText } from "../slowest.ts";
import { html, tableOf, type Html } from "./html.ts";

/** Rows, all runs together; at least `LEAST` a run. */
const MOST = 12;
const LEAST = 3;

export function slowestFlows(runs: readonly LabelledRun[]): Html | undefined {
  const several = runs.length > 1;
  const most = Math.max(LEAST, Math.floor(MOST / runs.length));
  const rows = runs.flatMap(({ label, tables }) =>
    (slowest(tables, most) ?? []).map((row) => [
      ...(several ? [label] : []),
      `${row.flow}: ${row.source} to ${row.destination}`,
      largestText(row),
      formatBytes(row.size_bytes),
      totalText(row),
      row.slowdown.toFixed(2),
    ]),
  );
  if (rows.length === 0) return undefined;
  const head = ["flow", "largest part of the time", "size", "FCT", "slowdown"];
  return html`<div class="full">
    <h3>Slowest flows</h3>
    <p class="note">
      By slowdown; a flow that was not done at its age. The parts of all flows are in the table of parts, and
      <code>xoff why --flow</code> has those of one by hop.
    </p>
    ${tableOf(several ? ["run", ...head] : head, rows, several ? { texts: 3, grouped: true } : { texts: 2 })}
  </div> `;
}
