/**
 * Converts the measurements of a probe to lines over time, for charts in pages and in the studio. Each numeric column
 * has one line for each node, port, queue or flow. A probe declares only its columns, so charts work for every probe.
 */
import type { ProbeSubject } from "../../contracts/probe.ts";
import { groupRows } from "./group-rows.ts";
import { linkNamer } from "./link-names.ts";
import type { ProbeTable } from "./probes.ts";
import { columnsIn, type Tables } from "./tables.ts";

/** One column of a probe over time. */
export interface ProbeSeries {
  /** The name of the column in the table, which ends with the unit. */
  readonly column: string;
  /** The meaning of the column. */
  readonly about: string;
  /** The kind of subject that each line is about, such as a port. */
  readonly of: ProbeSubject;
  /** The kind of value. Times are in ns, rates in bit/s. A "number" is a count, a ratio, or a flag of 0 or 1. */
  readonly quantity: "time" | "bytes" | "rate" | "number";
  /** True: samples at regular intervals, which a chart may connect by a line. False: each row is a separate event. */
  readonly isSampled: boolean;
  readonly lines: readonly ProbeLine[];
}

/** The values of one node, port, queue or flow over time. */
export interface ProbeLine {
  /** The name of the subject: "sw0", "h0 → sw0", "h0 → sw0, class 3" or "flow 2, h1 → h0". "": the whole network. */
  readonly name: string;
  /** The times of `values`, ns. Empty cells are left out. */
  readonly times: Float64Array;
  /** The recorded values. */
  readonly values: Float64Array;
}

const QUANTITIES = [
  ["_ns", "time"],
  ["_bytes", "bytes"],
  ["_bps", "rate"],
] as const;

/** The columns of a probe's table that identify time and subject of a row. */
const SUBJECT = ["time_ns", "node", "port", "peer", "class", "flow"];

/**
 * The series of a probe's table. The names of links and flows come from `tables` of the same run. Text columns have no
 * series.
 */
export function probeSeries(table: ProbeTable, tables: Pick<Tables, "ports" | "flows">): ProbeSeries[] {
  const own = columnsIn(table.shape, table).filter(
    ([column, { type }]) => type !== "text" && !SUBJECT.includes(column),
  );
  const times = table.columns.time_ns as Float64Array;
  const isSampled = areOnGrid(times);
  const of = subjectOf(table);
  const subjects = subjectsIn(table, tables);
  return own.map(([column, { type, about, empty }, cells]) => {
    const isEmpty = (value: number): boolean =>
      Number.isNaN(value) || (type === "int32" && empty !== undefined && value < 0);
    const [, quantity = "number"] = QUANTITIES.find(([ending]) => column.endsWith(ending)) ?? [];
    const lines = subjects.map(({ name, rows }) => {
      const known = rows.filter((row) => !isEmpty(Number(cells[row])));
      return {
        name,
        times: Float64Array.from(known, (row) => times[row]),
        values: Float64Array.from(known, (row) => Number(cells[row])),
      };
    });
    return { column, about, of, quantity, isSampled, lines };
  });
}

function subjectOf({ columns }: ProbeTable): ProbeSubject {
  const found = (["flow", "class", "port", "node"] as const).find((column) => Object.hasOwn(columns, column));
  return found === "class" ? "queue" : (found ?? "network");
}

function subjectsIn(
  { rows, columns }: ProbeTable,
  tables: Pick<Tables, "ports" | "flows">,
): { readonly name: string; readonly rows: Int32Array }[] {
  const {
    node,
    port,
    peer,
    class: cls,
    flow,
  } = columns as {
    readonly node?: readonly string[];
    readonly port?: Int32Array;
    readonly peer?: readonly string[];
    readonly class?: Int32Array;
    readonly flow?: Int32Array;
  };
  const named = (groups: readonly Int32Array[], name: (row: number) => string) =>
    groups.filter(({ length }) => length > 0).map((some) => ({ name: name(some[0]), rows: some }));
  if (flow !== undefined) {
    const { source, destination } = tables.flows.columns;
    const ofFlows = groupRows(cellsOf(rows), (row) => flow[row]);
    return named(ofFlows, (row) => `flow ${flow[row]}, ${source[flow[row]]} → ${destination[flow[row]]}`);
  }
  if (node === undefined) return named([Int32Array.from(cellsOf(rows).keys())], () => "");
  if (port === undefined || peer === undefined)
    return named(
      groupRows(node, () => 0),
      (row) => node[row],
    );
  const { name: link } = linkNamer(tables.ports);
  const linkOf = (row: number): string => link(node[row], port[row], peer[row]);
  if (cls === undefined)
    return named(
      groupRows(node, (row) => port[row]),
      linkOf,
    );
  const isOne = cls.every((one) => one === cls[0]);
  return named(
    groupRows(node, (row) => port[row] * 8 + cls[row]),
    (row) => (isOne ? linkOf(row) : `${linkOf(row)}, class ${cls[row]}`),
  );
}

const cellsOf = (rows: number): string[] => Array.from<string>({ length: rows }).fill("");

/**
 * True if all times are multiples of the smallest difference between two times, as regular samples are. False for a
 * single time.
 */
function areOnGrid(times: Float64Array): boolean {
  let step = Infinity;
  for (let row = 1; row < times.length; row++)
    if (times[row] > times[row - 1]) step = Math.min(step, times[row] - times[row - 1]);
  return step < Infinity && times.every((time) => Math.abs(time / step - Math.round(time / step)) < 1e-6);
}
