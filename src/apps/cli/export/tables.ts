/** Runs `xoff export perfetto`, `openmetrics` and `fct`: converts the tables of a run to other formats. */
import type { TableName, Tables } from "../../../run/lab/lab.ts";
import type { Dialect } from "../../../report/fct-file.ts";
import { readRun, type StoredRun } from "../../../batch/store/run-folder.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { readNamed, readText } from "../files/input-file.ts";
import { newFile } from "./new-file.ts";
import { asFailure, storing } from "../files/storing.ts";
import { count, counted, say, warn } from "../terminal/terminal.ts";

export interface ExportOptions {
  readonly out: string;
}

/** Writes the export and returns the exit code. */
export async function exportPerfetto(folder: string, { out }: ExportOptions): Promise<number> {
  const stored = storing(() => readRun(folder));
  const tables = await tablesOf(stored, ["pauses", "flows", "ports", "queues", "rates", "goodputs"]);
  const { perfettoPieces } = await import("../../../report/perfetto.ts");
  return write(out, perfettoPieces(tables, stored.summary.simulated_ns));
}

async function tablesOf<Name extends TableName>(
  { table }: StoredRun,
  names: readonly Name[],
): Promise<Partial<Pick<Tables, Name>>> {
  try {
    const read = await Promise.all(names.map(async (name) => [name, await table(name)] as const));
    return Object.fromEntries(read.filter(([, found]) => found !== undefined)) as Partial<Pick<Tables, Name>>;
  } catch (error) {
    throw asFailure(error);
  }
}

function write(out: string, pieces: Iterable<Uint8Array | string>): number {
  const file = newFile(out);
  try {
    for (const piece of pieces) file.write(piece);
    file.publish();
  } finally {
    file.discard();
  }
  if (out !== "-") say(`Wrote ${out}.`);
  return EXIT.done;
}

export interface MetricsOptions extends ExportOptions {
  /**
   * Factor that stretches simulated time. Prometheus rounds times to milliseconds. Of a series' samples in the same
   * millisecond, it keeps only one. Omitted: a factor with which Prometheus keeps every sample.
   */
  readonly stretch?: number;
}

/** Writes the export and returns the exit code. */
export async function exportOpenMetrics(folder: string, { out, stretch: given }: MetricsOptions): Promise<number> {
  const stored = storing(() => readRun(folder));
  const tables = await tablesOf(stored, ["pauses", "ports", "counters", "queues", "rates"]);
  const { metricsOf, stretchFor } = await import("../../../report/openmetrics.ts");
  const end = stored.summary.simulated_ns;
  const least = stretchFor(tables, end);
  const stretch = given ?? least;
  const { text, samples, lost } = metricsOf(tables, end, stretch);
  const code = write(out, text);
  say(`${counted(samples, "sample")}; 1 ms of the run is ${stretch / 1000} s in the text (--stretch ${stretch}).`);
  if (lost > 0)
    warn(
      `Prometheus will keep ${count(samples - lost)} of ${counted(samples, "sample")}, because it rounds times to milliseconds and ` +
        `some then coincide. Set --stretch ${least} to keep all.`,
    );
  return code;
}

export interface FctOptions extends Partial<ExportOptions> {
  readonly dialect: Dialect;
  /** A file of another simulator to compare with the run. */
  readonly against?: string;
}

/** Writes the export and returns the exit code. */
export async function exportFct(folder: string, { out, dialect, against }: FctOptions): Promise<number> {
  if (out === undefined && against === undefined)
    throw new Failure(
      "--out and --against are missing. Add --out fct.txt, or --against with the fct.txt of another simulator.",
      EXIT.input,
    );
  if (out === "-" && against !== undefined)
    throw new Failure(
      "--out - is not allowed with --against, whose output goes to standard output too. Name a file with --out.",
      EXIT.input,
    );
  const stored = storing(() => readRun(folder));
  const { flows } = await tablesOf(stored, ["flows"]);
  if (against !== undefined && flows !== undefined) {
    const { parseFct } = await import("../../../formats/hpcc/fct.ts");
    const { fctBeside } = await import("../../../report/fct-comparison.ts");
    console.log(fctBeside(parseFct(readNamed(against, "a file of completion times", readText), against), flows));
  }
  if (out === undefined) return EXIT.done;
  const { fctFile } = await import("../../../report/fct-file.ts");
  return write(out, flows === undefined ? [] : fctFile(flows, dialect));
}
