/** The columns of a probe's table: names with units, types, and the conversion of recorded values to table cells. */
import type { ProbeColumn, ProbeColumns, ProbeSubject } from "../../contracts/probe.ts";
import { cls, flowNumber, node, peer, port, type Cells, type Column, type TableShape } from "./tables.ts";
import { inNs } from "./times.ts";

const SUFFIX: Readonly<Partial<Record<ProbeColumn["unit"], string>>> = { ps: "_ns", bytes: "_bytes", bps: "_bps" };

const TYPES: Readonly<Record<ProbeColumn["unit"], Column["type"]>> = {
  ...{ ps: "double", bytes: "double", bps: "double", ratio: "double" },
  ...{ count: "int32", flag: "boolean", choice: "text", node: "text" },
};

const subjects: Readonly<Record<ProbeSubject, Readonly<Record<string, Column>>>> = {
  network: {},
  node: { node },
  port: { node, port, peer },
  queue: { node, port, peer, class: cls },
  flow: { flow: flowNumber },
};

/** The name of a probe's table. For a probe from a file it is the file name without folder and extension. */
export const tableNameOf = (probe: string): string => probe.replace(/^.*[/\\]/, "").replace(/\.(ts|mts|js|mjs)$/, "");

/** The name of a column, with the suffix of its unit. */
const nameOf = (name: string, { unit }: ProbeColumn): string => `${name}${SUFFIX[unit] ?? ""}`;

/** The definition of a probe's table: columns for time and subject, followed by the probe's own columns. */
export function probeShape(about: string, of: ProbeSubject, columns: ProbeColumns): TableShape {
  const own = Object.entries(columns).map(([name, column]): [string, Column] => [
    nameOf(name, column),
    {
      type: TYPES[column.unit],
      about: column.about,
      ...(column.empty === undefined ? {} : { empty: column.empty }),
    },
  ]);
  const time: Column = { type: "double", about: "When, ns." };
  return { about, columns: { time_ns: time, ...subjects[of], ...Object.fromEntries(own) } };
}

/** Converts the recorded values of a column to table cells. */
export function cellsOf({ unit, choices = [] }: ProbeColumn, values: Float64Array, names: readonly string[]): Cells {
  const texts = (words: readonly string[]): string[] => Array.from(values, (value) => (value < 0 ? "" : words[value]));
  switch (unit) {
    case "ps":
      return values.map(inNs);
    case "count":
      return Int32Array.from(values);
    case "flag":
      return Uint8Array.from(values);
    case "choice":
      return texts(choices);
    case "node":
      return texts(names);
    default:
      return values;
  }
}
