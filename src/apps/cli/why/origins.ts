/**
 * `xoff why --origins`: lists the ports and NICs where congestion began. A row has the number of PAUSEs that followed,
 * their victims, and the time that the victims lost.
 */
import { originsOf } from "../../../run/lab/lab.ts";
import { originsCsv, originsMetrics, originsText } from "../../../report/origins.ts";
import { EXIT } from "../terminal/exit.ts";
import { pageWidth } from "../terminal/page.ts";
import { repeatTo } from "./rerun.ts";
import { isOtherRun, noPauses, wentAnotherWay, type AskedRun } from "./subject.ts";

interface Options {
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly openmetrics?: boolean;
}

/** Prints the list of the origins of congestion and returns the exit code. */
export async function runWhyOrigins({ name, stored, fresh }: AskedRun, options: Options): Promise<number> {
  const experiment = await fresh();
  const lost = experiment.lostTime();
  const end = stored === undefined ? experiment.scenario.until : Math.round(stored.summary.simulated_ns * 1000);
  const code = await repeatTo(experiment, end);
  if (code !== undefined) return code;
  lost.close();
  const { summary, tables } = experiment.results("interrupted");
  if (stored !== undefined && isOtherRun(stored.summary, summary)) throw wentAnotherWay(name);
  const { pauses_unrecorded } = summary.counters;
  if (tables.pauses.rows === 0) throw noPauses(name, summary.counters);
  const rows = originsOf(experiment.network, lost);
  const shown = (): string => {
    if (options.json === true) return `${JSON.stringify(rows, null, 2)}\n`;
    if (options.csv === true) return originsCsv(rows);
    if (options.openmetrics === true) return [...originsMetrics(rows, summary.simulated_ns / 1e9)].join("");
    return originsText(rows, pauses_unrecorded, tables.pauses.rows + pauses_unrecorded, pageWidth());
  };
  process.stdout.write(shown());
  return EXIT.done;
}
