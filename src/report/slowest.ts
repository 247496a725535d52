/**
 * The slowest flows of a run, each with the largest part of its time, for `run`, `why --slowest` and the report page.
 */
import { formatTime } from "../base/format.ts";
import { portName } from "../base/port-names.ts";
import { PARTS, partText, type PartName } from "../run/measure/fct-breakdown.ts";
import type { Summary } from "../run/measure/summary.ts";
import type { Table, Tables } from "../run/measure/tables.ts";
import { table } from "./table.ts";

export interface SlowFlow {
  readonly flow: number;
  readonly source: string;
  readonly destination: string;
  readonly size_bytes: number;
  readonly done: boolean;
  /** Completion time, ns. For an unfinished flow its age. */
  readonly total_ns: number;
  /** `total_ns` divided by the ideal time. */
  readonly slowdown: number;
  /**
   * The name of the largest part of the flow's time, such as the time in which it was paused. A part is the time at one
   * hop, not the sum over the hops. The ideal time is no candidate. "" if the flow has only ideal time.
   */
  readonly largest: PartName | "";
  readonly largest_ns: number;
  readonly node: string;
  readonly peer: string;
  /** The name of the port from node to peer. Empty if the largest part has no port, or if an older version wrote the run. */
  readonly port: string;
}

/** Total time of each flow: the sum of its parts, ns. It is the completion time, or the age of an unfinished flow. */
export function timesOf({ columns, rows }: Table<"parts">): Float64Array {
  const names = Object.keys(PARTS) as PartName[];
  return Float64Array.from(
    { length: rows },
    (_, flow) => names.reduce((sum, part) => sum + Math.round(columns[`${part}_ns`][flow] * 1000), 0) / 1000,
  );
}

/** The flows of finite size with the highest slowdown. Undefined if the run has no table of the parts of their times. */
export function slowest({ flows, parts }: Pick<Tables, "flows" | "parts">, most: number): SlowFlow[] | undefined {
  if (parts === undefined) return undefined;
  const { source, destination, size_bytes, fct_ns, ideal_fct_ns } = flows.columns;
  const { largest, largest_ns, largest_node, largest_peer, largest_port } = parts.columns;
  const total_ns = timesOf(parts);
  const slowdown = total_ns.map((total, flow) => total / ideal_fct_ns[flow]);
  return Array.from({ length: flows.rows }, (_, flow) => flow)
    .filter((flow) => !Number.isNaN(slowdown[flow]))
    .sort((a, b) => slowdown[b] - slowdown[a] || a - b)
    .slice(0, most)
    .map((flow) => ({
      flow,
      source: source[flow],
      destination: destination[flow],
      size_bytes: size_bytes[flow],
      done: !Number.isNaN(fct_ns[flow]),
      total_ns: total_ns[flow],
      slowdown: slowdown[flow],
      largest: largest[flow] as PartName | "",
      largest_ns: largest_ns[flow],
      node: largest_node[flow],
      peer: largest_peer[flow],
      port: largest_port[flow],
    }));
}

/** The largest part of the flow's time as text: "62% paused, h3-leaf0". */
export function largestText(
  { largest, largest_ns, total_ns, node, peer, port }: SlowFlow,
  hasTransport: boolean,
): string {
  if (largest === "") return "no delay";
  const where = node === "" ? "" : `, ${port === "" ? portName(node, peer, 1) : port}`;
  return `${Math.round((largest_ns * 100) / total_ns)}% ${partText(largest, hasTransport)}${where}`;
}

/** The time of a flow as text, such as "2.1 ms". The text of an unfinished flow is "not done, 2.1 ms", with its age. */
export const totalText = ({ done, total_ns }: SlowFlow): string =>
  `${done ? "" : "not done, "}${formatTime(Math.round(total_ns * 1000))}`;

/** True if a transport policy replaces congestion control. Its flows have no window, so they never wait for one. */
export const hasTransport = ({ transport }: Summary["policies"]): boolean => transport !== undefined;

/** The slowest flows as a terminal table. Empty if there are none. */
export function slowestText(
  tables: Pick<Tables, "flows" | "parts">,
  most: number,
  policies: Summary["policies"],
): string {
  const rows = slowest(tables, most) ?? [];
  if (rows.length === 0) return "";
  return table(
    ["slowest flows", "largest part of the time", "FCT", "slowdown"],
    rows.map((row) => [
      `${row.flow}: ${row.source} -> ${row.destination}`,
      largestText(row, hasTransport(policies)),
      totalText(row),
      row.slowdown.toFixed(2),
    ]),
    2,
  );
}
