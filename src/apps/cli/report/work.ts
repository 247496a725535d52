/** Runs `xoff report`: reads the folder of a run or of a comparison and writes its page. */
import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { formatBytes } from "../../../base/format.ts";
import type { ProbeTable, TableName, Tables } from "../../../run/lab/lab.ts";
import type { LabelledRun } from "../../../report/labelled-run.ts";
import type { FailedRun } from "../../../report/page/alarms.ts";
import type { NumberedRun } from "../../../report/numbered-runs.ts";
import { reportPage } from "../../../report/page/page.ts";
import { schemesOf } from "../../../report/schemes.ts";
import { FolderError, readRun } from "../../../batch/store/run-folder.ts";
import { signed } from "../../../batch/store/signed-text.ts";
import type { Comparison } from "../../../batch/sweep/comparison.ts";
import { checkOwn, writeOwn } from "../files/own-file.ts";
import { policyWords } from "./policy-words.ts";
import { storedComparison } from "./stored-comparison.ts";
import { asFailure } from "../files/storing.ts";
import { clearPassing, showPassing } from "../terminal/terminal.ts";

export interface ReportOptions {
  readonly out?: string;
  /** Overwrite an existing file even if xoff did not write it. */
  readonly force?: boolean;
}

export async function writeReport(folder: string, options: ReportOptions): Promise<void> {
  const { out = join(folder, "report.html") } = options;
  // A missing folder is reported by `pageOf`. That error helps the user more than one about the output file `out`.
  if (existsSync(folder)) checkOwn(out, options);
  const page = await pageOf(folder, dirname(out));
  const bytes = writeOwn(out, signed(page), options);
  process.stdout.write(`${out}, ${formatBytes(bytes)}\n`);
}

/** The HTML page of a folder. Links on the page are relative to the folder `from`. */
async function pageOf(folder: string, from: string): Promise<string> {
  try {
    if (!existsSync(join(folder, "compare.json"))) {
      return await reportPage([await load(folder, folder, from)], { policyWords });
    }
    const { base, rows, drawn, failed } = chosen(storedComparison(folder), folder);
    const runs: LabelledRun[] = [];
    for (const row of drawn) {
      showPassing(`reading ${row.label}`);
      runs.push({ ...(await load(join(folder, row.folder), row.label, from)), settings: row.settings });
    }
    showPassing("drawing");
    return await reportPage(runs, { rows, failed, policyWords, common: base.set });
  } catch (error) {
    throw asFailure(error);
  } finally {
    clearPassing();
  }
}

interface Row extends NumberedRun {
  readonly folder: string;
}

interface Chosen extends Pick<Comparison, "base"> {
  readonly rows: readonly Row[];
  /** The rows that the charts show. */
  readonly drawn: readonly Row[];
  readonly failed: readonly FailedRun[];
}

/** The maximum number of schemes in the charts. More would exceed memory and yield an unreadable page. */
const MAX_SCHEMES = 24;
/** The maximum number of runs in the charts. More would exceed memory and yield an unreadable page. */
const MAX_RUNS = 240;

function chosen(comparison: Comparison, folder: string): Chosen {
  const file = join(folder, "compare.json");
  const failed: FailedRun[] = [];
  const rows: Row[] = [];
  for (const { why = "it wrote no results", ...row } of comparison.rows) {
    const { label, folder: of, figures, ending } = row;
    if (of === null || figures === null) failed.push({ label, why });
    else rows.push({ ...row, folder: of, figures, cut: ending === "interrupted" });
  }
  const notBegun = comparison.not_begun.map((label) => ({
    label,
    why: "it had not started when the comparison was interrupted",
  }));
  if (rows.length === 0) throw new FolderError(`${file}: no run has results. Run the comparison again.`, "mistake");
  const schemes = schemesOf(rows).slice(0, MAX_SCHEMES);
  const seeds = Math.floor(MAX_RUNS / schemes.length);
  const drawn = schemes.flatMap((scheme) => scheme.runs.slice(0, seeds));
  return { base: comparison.base, rows, drawn, failed: [...failed, ...notBegun] };
}

async function load(folder: string, label: string, from: string): Promise<LabelledRun> {
  const { summary, table, probe } = readRun(folder);
  const tables: Partial<Record<TableName, unknown>> = {};
  const files: Record<string, string> = {};
  const probes: Record<string, ProbeTable> = {};
  for (const name of Object.keys(summary.tables) as TableName[]) {
    tables[name] = await table(name);
    files[name] = link(from, join(folder, `${name}.csv`));
  }
  for (const name of Object.keys(summary.probes ?? {})) {
    const found = await probe(name);
    if (found !== undefined) probes[name] = found;
    files[name] = link(from, join(folder, `${name}.csv`));
  }
  for (const name of ["flows", "pauses", "ports", "counters"] as const) {
    if (tables[name] !== undefined) continue;
    throw new FolderError(
      `${join(folder, "summary.json")} does not list the table ${name}. Run the scenario again.`,
      "mistake",
    );
  }
  return { label, summary, tables: tables as Tables, files, probes };
}

/** A relative link from the folder of a page to a file. Special characters in names are escaped. */
const link = (from: string, file: string): string =>
  relative(from, file)
    .split(sep)
    .map((name) => (name === ".." ? name : encodeURIComponent(name)))
    .join("/");
