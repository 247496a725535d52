/** The faults of a run: begin, end and effects of each, and the losses by place. */
import { formatBytes, formatCount, formatTime } from "../../base/format.ts";
import { PS_PER_NS } from "../../base/units.ts";
import { linkNamer } from "../../run/measure/link-names.ts";
import { faultRows } from "../fault-text.ts";
import type { LabelledRun } from "../labelled-run.ts";
import { html, tableOf, type Html } from "./html.ts";

/** Maximum rows of the table of losses. */
const MAX_ROWS = 16;

/** The section on faults. Undefined if the run has none. */
export function faultsOf(run: LabelledRun): Html | undefined {
  const rows = faultRows(run);
  if (rows.length === 0) return undefined;
  const cells = rows.map(({ name, target, begins, ends, did }) => [name, target, did === "" ? "–" : did, begins, ends]);
  const { bytes } = run.summary;
  const lost = Object.entries(bytes?.lost ?? {}).map(([cause, of]) => `${formatBytes(of)} lost (${cause})`);
  const sum =
    bytes === undefined
      ? ""
      : `${formatBytes(bytes.sent)} sent = ${[`${formatBytes(bytes.received)} received`, ...lost, `${formatBytes(bytes.in_flight)} in flight`].join(" + ")}.`;
  return html`<section id="faults">
    <h2>Faults</h2>
    <p class="note">${sum}</p>
    ${tableOf(["fault", "target", "effect", "begins", "ends"], cells, { texts: 3 })} ${lossTable(run)}
  </section> `;
}

/** The faults of a comparison's runs. There is one line if all runs have the same faults. */
export function faultsCompared(runs: readonly LabelledRun[]): Html | undefined {
  const having = new Map<string, string[]>();
  for (const run of runs) {
    const rows = faultRows(run).map(
      ({ name, target, begins, ends }) => `${name}, ${target}, ${begins} to ${ends === "-" ? "the end" : ends}`,
    );
    const said = rows.length === 0 ? "none" : rows.join("; ");
    having.set(said, [...(having.get(said) ?? []), run.label]);
  }
  if (runs.every(({ summary }) => summary.faults === undefined)) return undefined;
  const lines = [...having].map(
    ([said, labels]) => html`<li>${said}<em> (${having.size === 1 ? "all runs" : labels.join(" · ")})</em></li> `,
  );
  return html`<section id="faults">
    <h2>Faults</h2>
    <ul>
      ${lines}
    </ul>
  </section> `;
}

function lossTable({ tables: { losses, ports } }: LabelledRun): Html | undefined {
  if (losses === undefined || losses.rows === 0) return undefined;
  const { cause, node, port, peer, packets, bytes, first_ns, last_ns } = losses.columns;
  const { name } = linkNamer(ports);
  const time = (ns: number): string => formatTime(Math.round(ns * PS_PER_NS));
  const rows = Array.from({ length: Math.min(MAX_ROWS, losses.rows) }, (_, row) => [
    ...[name(node[row], port[row], peer[row]), cause[row], formatCount(packets[row]), formatBytes(bytes[row])],
    ...[time(first_ns[row]), time(last_ns[row])],
  ]);
  return html`<h3>Losses by place</h3>
    ${tableOf(["lost at", "cause", "packets", "bytes", "first", "last"], rows, { texts: 2 })}
    ${losses.rows > MAX_ROWS ? html`<p class="note">And ${formatCount(losses.rows - MAX_ROWS)} more places.</p>` : undefined}`;
}
