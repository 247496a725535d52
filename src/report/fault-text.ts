/**
 * Formats the faults of a run for a terminal: the effect of each fault, and the packets that were lost because of it.
 */
import { formatBytes, formatCount, formatTime } from "../base/format.ts";
import { PS_PER_NS } from "../base/units.ts";
import { linkNamer } from "../run/measure/link-names.ts";
import type { Results } from "../run/measure/results.ts";
import { table } from "./table.ts";

/** Maximum rows of the table of losses. */
const SHOWN = 8;

/** A row for each fault. */
export interface FaultRow {
  readonly name: string;
  readonly target: string;
  readonly begins: string;
  readonly ends: string;
  /**
   * Further events of the fault between its begin and its end, such as "2 x storm: drop, first leaf0-h5 at 1.4 ms". In
   * this example the event "storm: drop" occurred twice.
   */
  readonly did: string;
}

const time = (ns: number): string => formatTime(Math.round(ns * PS_PER_NS));

export function faultRows({ summary, tables }: Results): FaultRow[] {
  const events = tables.faults?.columns;
  const { name } = linkNamer(tables.ports);
  return (summary.faults ?? []).map(({ kind, target, at_ns, until_ns }, k) => {
    const did = new Map<string, number[]>();
    events?.fault.forEach((fault, row) => {
      const what = events.event[row];
      if (fault !== k || what === "begins" || what === "ends") return;
      did.set(what, [...(did.get(what) ?? []), row]);
    });
    const said = [...did].map(([what, rows]) => {
      const [row] = rows;
      const where =
        events === undefined || events.class[row] < 0
          ? ""
          : `${name(events.node[row], events.port[row], events.peer[row])} `;
      const at = `${where}at ${time(events?.time_ns[row] ?? NaN)}`;
      return rows.length === 1 ? `${what} ${at}` : `${rows.length} x ${what}, first ${at}`;
    });
    return {
      name: `${k} ${kind}`,
      target: target.join(", "),
      begins: time(at_ns),
      ends: until_ns === null ? "-" : time(until_ns),
      did: said.join("; "),
    };
  });
}

export function faultText(results: Results): string {
  const rows = faultRows(results);
  if (rows.length === 0) return "";
  const cells = rows.map(({ name, target, begins, ends }) => [name, target, begins, ends]);
  const did = rows.flatMap(({ name, did: said }) => (said === "" ? [] : [`${name}: ${said}`]));
  const { bytes } = results.summary;
  const parts = [table(["fault", "target", "begins", "ends"], cells, 2), ...did];
  if (bytes !== undefined) {
    const lost = Object.entries(bytes.lost).map(([cause, of]) => `${formatBytes(of)} lost (${cause})`);
    const terms = [`${formatBytes(bytes.received)} received`, ...lost, `${formatBytes(bytes.in_flight)} in flight`];
    parts.push(`${formatBytes(bytes.sent)} sent = ${terms.join(" + ")}`);
  }
  return [parts.join("\n"), lossText(results)].filter((part) => part !== "").join("\n\n");
}

function lossText({ tables: { losses, ports } }: Results): string {
  if (losses === undefined || losses.rows === 0) return "";
  const { cause, node, port, peer, packets, bytes, first_ns, last_ns } = losses.columns;
  const { name } = linkNamer(ports);
  const rows = Array.from({ length: Math.min(SHOWN, losses.rows) }, (_, row) => [
    name(node[row], port[row], peer[row]),
    cause[row],
    formatCount(packets[row]),
    formatBytes(bytes[row]),
    time(first_ns[row]),
    time(last_ns[row]),
  ]);
  const more = losses.rows > SHOWN ? `\nand ${losses.rows - SHOWN} more places` : "";
  return table(["lost at", "cause", "packets", "bytes", "first", "last"], rows, 2) + more;
}
