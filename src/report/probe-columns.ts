/** The columns of a probe's table, by the names that they have there, for whatever shows them: a page, a terminal. */
import { probeShape } from "../measure/probe-columns.ts";
import type { ProbeKind } from "../scenario/tables.ts";

export function probeColumns({ about, of, columns }: ProbeKind): { readonly name: string; readonly about: string }[] {
  return Object.entries(probeShape(about, of, columns).columns).map(([name, column]) => ({
    name,
    about: column.empty === undefined ? column.about : `${column.about} Empty: ${column.empty}.`,
  }));
}
