/** A small run with everything measured, for tests of the report: 8 senders to one receiver through a switch with little memory. */
import { experiment, readScenario } from "../src/run/lab/lab.ts";
import type { LabelledRun } from "../src/report/labelled-run.ts";

const SCENARIO = `
about: "Whom does an 8:1 incast pause?"
seed: 1
until: 1ms
topology: { kind: star, hosts: 9, rate: 100Gbps, delay: 1us }
switch: { memory: 600KiB }
traffic:
  - { kind: long-lived, from: h1, to: h8 }
  - { kind: incast, fanIn: 8, to: h0, size: 64KB, every: 100us, count: 4 }
  - { kind: poisson, cdf: fb-hadoop-hpcc, load: 0.2, stop: 500us }
measure: { every: 10us, queues: [sw0], rates: [h1-sw0, sw0-h0], goodputs: [0] }
`;

/** Runs the scenario under a label. `edit` changes the scenario's text before. */
export function labelledRun(label: string, edit: (text: string) => string = (text) => text): LabelledRun {
  return { label, ...experiment(readScenario(edit(SCENARIO), "small.yaml")) };
}

/** The run with replaced tables, or with replaced fields of its summary. */
export function altered(
  run: LabelledRun,
  { tables = {}, summary = {} }: { readonly tables?: object; readonly summary?: object },
): LabelledRun {
  return { ...run, tables: { ...run.tables, ...tables }, summary: { ...run.summary, ...summary } };
}

/** The same table without rows. */
export function emptied<Table extends { readonly columns: object }>(table: Table): Table {
  const columns = Object.entries(table.columns as Record<string, { slice: (from: number, to: number) => unknown }>);
  return { ...table, rows: 0, columns: Object.fromEntries(columns.map(([name, cells]) => [name, cells.slice(0, 0)])) };
}
