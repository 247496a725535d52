/**
 * Flows: a list with one row for each flow.
 *
 *   list:
 *     - { from: h0, to: h1, size: 1MB, start: 10us }
 *     - h0, h1, 1MB, 10us          the same flow as text; a class may follow the start
 *
 * Rows as text are read ten times as fast, which matters for more than about ten thousand flows. The flows may also be
 * in a flow file of HPCC's simulator: `path` names the file, and `scenario/` reads it.
 */
import { defineParams, ParamError, type ParamTable, type Fixed } from "../../base/params.ts";
import type { Plan, WaitingFlow } from "../../contracts/traffic.ts";
import { triggered } from "./triggered.ts";
import { checkSpan, sizeParam, startParam, type CheckView, type EntryValues, type HostFields } from "./kind.ts";

export const about = "flows as listed, or as in a flow file of HPCC's simulator";

export const hosts = {} as const satisfies HostFields;
export const params = defineParams({});

export const texts = {
  path: {
    about:
      "A file of flows, relative to the scenario's folder. It replaces the list. Formats: a table (`.csv` with header `from,to,size_KB,start_us,class`), a connection matrix of htsim (`.cm` with its triggers and failures), or " +
      "a flow file of HPCC's simulator. Host 17 of a connection matrix or of a flow file is h17.",
  },
};

const rowHosts = {
  from: { many: false, about: "The sender." },
  to: { many: false, about: "The receiver." },
} as const satisfies HostFields;

const rowParams = defineParams({
  size: sizeParam,
  start: startParam,
  class: {
    unit: "count",
    derived: "the entry's class",
    min: 0,
    max: 7,
    source: "802.1Q: eight classes",
    about: "Class of the flow.",
  },
} satisfies ParamTable);

export const lists = {
  list: { about: "The flows.", hosts: rowHosts, params: rowParams, required: ["size"] },
} as const;

export const example = ([from, to]: readonly string[]) => ({ list: [{ from, to, size: "1MB", start: "10us" }] });

type Row = Omit<EntryValues<typeof rowParams, typeof rowHosts>, "cls">;
type FlowsValues = EntryValues<typeof params, typeof hosts> & {
  readonly list?: readonly Row[];
  /** Flows that begin when other flows have ended. They come from the triggers of a connection matrix. */
  readonly waiting?: readonly WaitingFlow[];
  /** Indices of the rows whose flows never end. In a connection matrix these rows have size 0. */
  readonly endless?: readonly number[];
};

export const fixed = (): Fixed => ({ what: "flows are given" });

export function check({ list = [] }: FlowsValues, view: CheckView): void {
  if (list.length === 0) throw new ParamError("list", "at least one flow", list);
  list.forEach((row, k) => {
    const at = `list[${k}].`;
    if (row.from === row.to) throw new ParamError(`${at}to`, "a host other than the sender", row.to);
    checkSpan(row, view, at);
  });
}

export function create({ list = [], cls, waiting = [], endless = [] }: FlowsValues): Plan {
  const never = new Set(endless);
  const flows = list.map(({ from, to, size, start, class: own }, k) => ({
    source: from,
    destination: to,
    bytes: never.has(k) ? Infinity : size,
    start,
    cls: own ?? cls,
  }));
  return waiting.length === 0 ? { flows, trains: [] } : triggered(flows, waiting);
}
