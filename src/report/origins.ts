/** Formats the origins of congestion as text, CSV and OpenMetrics. */
import { stringify } from "csv-stringify/sync";
import { formatCount, formatTime } from "../base/format.ts";
import { wrap } from "../base/wrap.ts";
import { openMetrics, type Family } from "../formats/openmetrics.ts";
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

/** The origins of congestion (ports where chains of PAUSEs began) as OpenMetrics text, with samples at `time`, in seconds. */
export function originsMetrics(rows: readonly OriginRow[], time: number): Iterable<string> {
  const family = (
    [name, type, unit]: readonly [string, Family["type"], Family["unit"]?],
    help: string,
    value: (row: OriginRow) => number,
  ): Family => ({
    ...{ name: `xoff_origin_${name}`, type, help },
    ...(unit === undefined ? {} : { unit }),
    samples: rows.map((row) => ({
      labels: { node: row.node, peer: row.peer, link: row.origin, priority: row.class, kind: row.kind },
      ...{ value: value(row), time },
    })),
  });
  return openMetrics([
    family(["pauses", "counter"], "PAUSEs whose chains began here, each counted once.", ({ pauses }) => pauses),
    family(["ports_paused", "gauge"], "Switch ports that these PAUSEs paused.", (row) => row.ports_paused),
    family(["hosts_paused", "gauge"], "Hosts that these PAUSEs paused.", (row) => row.hosts_paused),
    family(["flows_hurt", "gauge"], "Victims: flows that lost time and need not pass here.", (row) => row.flows_hurt),
    family(
      ["lost_seconds", "counter", "seconds"],
      "Time that the victims lost, as lost_ns of xoff why --origins.",
      (row) => row.lost_ns / 1e9,
    ),
  ]);
}

const time = (ns: number): string => formatTime(Math.round(ns * 1000));

/**
 * The origins as text lines of at most `width` characters, unless node names are longer. The run has
 * `pauses` PAUSEs. The table of PAUSEs has no row for `unrecorded` of them.
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
