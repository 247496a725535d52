/** Formats the origins of congestion as text and as CSV. */
import { stringify } from "csv-stringify/sync";
import { formatCount, formatTime } from "../base/format.ts";
import { wrap } from "../base/wrap.ts";
import type { OriginRow } from "../run/measure/origins.ts";
import { table } from "./table.ts";

/** Maximum rows in a terminal. The rest are only counted. */
const SHOWN = 24;

export function originsCsv(rows: readonly OriginRow[]): string {
  const cells = rows.map(({ fault, port, ...row }) => ({
    ...row,
    port: port < 0 ? "" : port,
    fault: fault?.what ?? "",
  }));
  const columns = [
    ...["origin", "node", "port", "peer", "class", "kind", "fault", "pauses", "ports_paused", "hosts_paused"],
    ...["flows_hurt", "lost_ns", "first_ns", "last_ns", "holds"],
  ];
  return stringify(cells, { header: true, columns, cast: { boolean: String } });
}

const time = (ns: number): string => formatTime(Math.round(ns * 1000));

/**
 * The origins as text lines of at most `width` characters, unless node names are longer. `unrecorded` of the `pauses`
 * have no row.
 */
export function originsText(rows: readonly OriginRow[], unrecorded: number, pauses: number, width: number): string {
  const shown = rows
    .slice(0, SHOWN)
    .map((row) => [
      row.class === "all" || row.kind === "nic" ? row.origin : `${row.origin}, class ${row.class}`,
      formatCount(row.pauses),
      formatCount(row.ports_paused),
      formatCount(row.hosts_paused),
      formatCount(row.flows_hurt),
      time(row.lost_ns),
      time(row.first_ns),
      `${time(row.last_ns)}${row.holds ? " *" : ""}`,
    ]);
  const head = ["origin", "PAUSEs", "ports", "hosts", "flows hurt", "time lost", "first", "last"];
  const kinds = rows
    .slice(0, SHOWN)
    .flatMap(({ origin, kind, fault }) => [
      ...(fault === undefined
        ? kind === "nic"
          ? [`${origin}: the NIC paused its switch.`]
          : kind === "held"
            ? [`${origin}: the peer paused it, without a PAUSE on record.`]
            : []
        : [`${origin}: ${fault.what} (${fault.fault === undefined ? "" : `faults[${fault.fault}], `}${fault.kind}).`]),
    ]);
  const notes = [
    "ports, hosts: paused by these PAUSEs. Time lost: by flows that sent nothing through the origin and have another path, while " +
      "they had data at a paused port.",
    ...(rows.some(({ holds }) => holds) ? ["*: one of these PAUSEs was active at the end of the run."] : []),
    ...(rows.length > SHOWN ? [`And ${formatCount(rows.length - SHOWN)} more origins: --csv lists all.`] : []),
    ...(unrecorded > 0
      ? [`${formatCount(unrecorded)} of ${formatCount(pauses)} PAUSEs were not recorded and are not included.`]
      : []),
  ];
  const said = [...kinds, ...notes].flatMap((line) => wrap(line, width)).join("\n");
  return `${table(head, shown, 1)}\n\n${said}\n`;
}
