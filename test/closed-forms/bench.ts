/** Scenarios whose results are known by arithmetic: 100 Gbps, so 80 ps for each byte, and links of 1 us. Times are in ns. */
import { runSync } from "../../src/run/lab/scenario-input.ts";
import type { Results } from "../../src/run/lab/lab.ts";
import { figures, type OwnFigures } from "../../src/report/columns.ts";

/** A full data packet on the wire: 1,000 B of payload, 62 B of headers, 20 B of preamble and gap. */
export const F = 1082 * 0.08;
/** Bytes of a full data packet in queues and counters of ports, which exclude preamble and gap. */
export const FRAME = 1062;
/** Time of an ACK on the wire: 66 B, and 20 B of preamble and gap. */
export const A = 86 * 0.08;
/** Propagation delay of a link. */
export const D = 1000;

export interface Ran {
  readonly results: Results;
  readonly figures: OwnFigures;
  /** Completion times, by flow. */
  readonly fct: readonly number[];
}

export interface Asked {
  readonly until?: string;
  readonly topology?: string;
  /** Policies other than congestion control, such as "buffer: st". */
  readonly policies?: string;
  /** "none" if left out. */
  readonly congestion?: string;
  readonly more?: string;
  readonly traffic: readonly string[];
}

/** Runs a scenario, by default without congestion control. */
export function ran(asked: Asked): Ran {
  const { until = "1ms", topology = "star, hosts: 4", policies = "", congestion = "none", more = "", traffic } = asked;
  const results = runSync(`until: ${until}
topology: { kind: ${topology} }
policies: { congestion: ${congestion}${policies === "" ? "" : `, ${policies}`} }
${more}
traffic:
${traffic.map((entry) => `  - ${entry}`).join("\n")}
`);
  return { results, figures: figures(results), fct: [...results.tables.flows.columns.fct_ns] };
}

/** Traffic with the listed flows, each written as `from to bytes start`. */
export const flows = (...list: readonly string[]): string => {
  const rows = list.map((one) => {
    const [from, to, size, start = "0ns", more = ""] = one.split(" ");
    return `{ from: ${from}, to: ${to}, size: ${size}, start: ${start}${more === "" ? "" : `, class: ${more}`} }`;
  });
  return `{ kind: flows, list: [${rows.join(", ")}] }`;
};

/** The value of `column` in the row of a table of results whose cells have the values in `where`. */
export function cell(
  { results }: Ran,
  table: "flows" | "ports" | "pauses" | "parts" | "queues" | "losses" | "collectives",
  column: string,
  where: Readonly<Record<string, string | number>> = {},
): number {
  const found = results.tables[table];
  if (found === undefined) throw new Error(`no table ${table}`);
  const columns = found.columns as unknown as Readonly<Record<string, ArrayLike<number | string>>>;
  for (let row = 0; row < found.rows; row++)
    if (Object.entries(where).every(([name, value]) => columns[name][row] === value))
      return columns[column][row] as number;
  throw new Error(`no row of ${table} with ${JSON.stringify(where)}`);
}
