/** The columns of a probe's table with their names, for pages, terminals and sweeps. */
import { probeShape, tableNameOf } from "../run/measure/probe-columns.ts";
import type { TableShape } from "../run/measure/tables.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { ProbeKind } from "../scenario/tables.ts";

export function probeColumns({ about, of, columns }: ProbeKind): { readonly name: string; readonly about: string }[] {
  return Object.entries(probeShape(about, of, columns).columns).map(([name, column]) => ({
    name,
    about: column.empty === undefined ? column.about : `${column.about} Empty: ${column.empty}.`,
  }));
}

/** The tables of a scenario's probes, by table name. */
export function probeShapes(
  { measure: { probes = [] } }: Scenario,
  kinds: Readonly<Record<string, ProbeKind>>,
): Map<string, TableShape> {
  return new Map(
    probes.map(({ name }) => {
      const { about, of, columns } = kinds[name];
      return [tableNameOf(name), probeShape(about, of, columns)];
    }),
  );
}
