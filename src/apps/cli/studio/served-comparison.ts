/**
 * Prepares a comparison for the studio's page: the cells of the terminal's table, every column that distinguishes rows, and the runs of
 * each row.
 */
import { columns } from "../../../report/columns.ts";
import { markOf } from "../../../report/same-runs.ts";
import { seedNotes } from "../../../report/seed-notes.ts";
import { idealNotes } from "../../../report/ideal-gains.ts";
import type { ServedComparison, ServedRow } from "../../../report/served.ts";
import type { ComparedRow, Comparison } from "../../../batch/sweep/comparison.ts";
import { differenceLines, rowLines, seedsLines, type Line } from "../compare/lines.ts";
import { tellingColumns } from "../compare/columns.ts";
import { sameRunsOf } from "../compare/same-run-lines.ts";

export function servedComparison(path: string, comparison: Comparison): ServedComparison {
  const { base, vary, rows, over_seeds: means, not_begun } = comparison;
  const set = Object.entries(base.set).map(([what, value]) => `${what}=${value}`);
  const seeds = means.length > 0 ? vary["seed"].length : 0;
  const lines = seeds > 0 ? seedsLines(means, seeds) : rowLines(rows);
  const { telling, same } = tellingColumns(lines);
  const runs = sameRunsOf(comparison);
  return {
    path,
    title: `${base.scenario}${set.length === 0 ? "" : ` with ${set.join(", ")}`}`,
    varied: Object.keys(vary).filter((one) => seeds === 0 || one !== "seed"),
    seeds,
    columns: telling.map((name) => ({ head: columns[name].head, about: columns[name].about })),
    rows: lines.map((line, k): ServedRow =>
      servedRow(path, line, telling, {
        runs: seeds > 0 ? runsOf(means[k].settings, rows) : [rows[k]],
        mark: markOf(runs, (seeds > 0 ? means : rows)[k].settings),
      }),
    ),
    differences: differenceLines(means).map(({ cells }, k) =>
      telling.map((name) => {
        const best = means[k].differences[name]?.to;
        return {
          text: cells[name].trim(),
          to: best === undefined ? null : means.findIndex(({ label }) => label === best),
        };
      }),
    ),
    notes: [...(seeds > 0 ? seedNotes(means, vary) : []), ...idealNotes(rows, means)],
    same: same.map((name) => `${columns[name].head} ${lines[0].cells[name].trim()}`),
    sameRuns: runs.map(({ text }) => text),
    notBegun: not_begun.length,
  };
}

function servedRow(
  path: string,
  { settings, cells, flaw }: Line,
  names: readonly (keyof Line["cells"])[],
  { runs, mark }: { readonly runs: readonly ComparedRow[]; readonly mark: string },
): ServedRow {
  return {
    ...{ settings, flaw, mark },
    cells: names.map((name) => cells[name].trim()),
    runs: runs.flatMap(({ label, folder }) =>
      folder === null ? [] : [{ label, path: path === "" ? folder : `${path}/${folder}` }],
    ),
  };
}

/** The rows of a comparison with the given settings. These rows differ only by their seed. */
const runsOf = (settings: ComparedRow["settings"], rows: readonly ComparedRow[]): ComparedRow[] =>
  rows.filter((row) => Object.entries(settings).every(([path, value]) => row.settings[path] === value));
