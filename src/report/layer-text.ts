/** The layers and collectives of the traces of a run, as terminal text. */
import { formatCount } from "../base/format.ts";
import { inOneUnit } from "../base/one-unit.ts";
import type { Results } from "../run/measure/results.ts";
import { collectiveTable, layerTable, type LayerTable } from "./layer-tables.ts";
import { table } from "./table.ts";

/** Maximum rows of each table. The rest are only counted. */
const SHOWN = 10;

/**
 * For each trace of the run: a table of its layers, and a table of its kinds of collectives if it has any. The text
 * is empty if the run has no traces, or if its results are of a version without `layers`.
 */
export function layerText({ summary, tables }: Pick<Results, "summary" | "tables">): string {
  const { layers } = tables;
  if (layers === undefined) return "";
  return (summary.traces ?? [])
    .flatMap((trace) => {
      const collectives = collectiveTable(layers, trace, SHOWN);
      return [
        textOf(layerTable(layers, trace, SHOWN), "layers"),
        ...(collectives === undefined ? [] : [textOf(collectives, "kinds of collectives")]),
      ];
    })
    .join("\n\n");
}

function textOf({ columns, left }: LayerTable, what: string): string {
  const cells = columns.map((column) => ("texts" in column ? column.texts : inOneUnit(column.quantity, column.values)));
  const rows = cells[0].map((_, row) => cells.map((cell) => cell[row]));
  const heads = columns.map(({ head }) => head);
  return table(heads, rows) + (left > 0 ? `\nand ${formatCount(left)} more ${what}` : "");
}
