/** The slowest flows of each run, with the largest part of each flow's time. */
import { formatBytes } from "../../base/format.ts";
import { namesOf, type Scheme } from "../schemes.ts";
import { hasTransport, largestText, slowest, totalText } from "../slowest.ts";
import { html, tableOf, type Html } from "./html.ts";

/**
 * Maximum rows of the table, divided evenly among the schemes. The limit of a scheme is never below `LEAST` rows, so with
 * many schemes the table may have more rows.
 */
const MAX_ROWS = 12;
const LEAST = 3;

export function slowestFlows(schemes: readonly Scheme[]): Html | undefined {
  const { paths, cells } = namesOf(schemes);
  const seeds = schemes.some(({ runs }) => runs.length > 1);
  const most = Math.max(LEAST, Math.floor(MAX_ROWS / schemes.length));
  const found = schemes.flatMap((scheme) =>
    scheme.runs
      .flatMap(({ tables, summary }) => (slowest(tables, most) ?? []).map((flow) => ({ scheme, summary, ...flow })))
      .sort((a, b) => b.slowdown - a.slowdown)
      .slice(0, most),
  );
  if (found.length === 0) return undefined;
  const rows = found.map((row) => [
    ...cells(row.scheme),
    ...(seeds ? [String(row.summary.seed)] : []),
    `${row.flow}: ${row.source} to ${row.destination}`,
    largestText(row, hasTransport(row.summary.policies)),
    formatBytes(row.size_bytes),
    totalText(row),
    row.slowdown.toFixed(2),
  ]);
  const head = [...paths, ...(seeds ? ["seed"] : []), "flow", "largest part of the time", "size", "FCT", "slowdown"];
  return html`<div class="full">
    <h3>Slowest flows</h3>
    <p class="note">
      Ordered by slowdown. An unfinished flow has its age. The table of parts has the parts of all flows, and
      <code>xoff why --flow</code> has those of one flow by hop.
    </p>
    ${tableOf(head, rows, { texts: head.length - 3, grouped: paths.length })}
  </div> `;
}
