/** Runs `xoff why`: selects a PAUSE, repeats its run, examines the network at that time and prints the cause. */
import { formatTime } from "../../../base/format.ts";
import {
  chainOf,
  parseTime,
  QuantityError,
  type Experiment,
  type Inquiry,
  type Link,
  type LostTime,
  type Table,
} from "../../../run/lab/lab.ts";
import { complaint, didYouMean } from "../../../base/params.ts";
import { portName } from "../../../base/port-names.ts";
import type { StoredRun } from "../../../batch/store/run-folder.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { pageWidth } from "../terminal/page.ts";
import { asFailure } from "../files/storing.ts";
import { count } from "../terminal/terminal.ts";
import { repeat, repeatTo } from "./rerun.ts";
import { askedRun, isOtherRun, noPauses, wentAnotherWay, type AskedRun } from "./subject.ts";
import { runWhyFlow, type WhyFlowOptions } from "./flow.ts";
import { runWhyOrigins } from "./origins.ts";
import { whyText, type Choice, type NamedWhy } from "./text.ts";

export interface WhyOptions extends WhyFlowOptions {
  readonly port?: string;
  /** The text of `--at`, such as "1.5ms". */
  readonly at?: string;
  readonly origins?: boolean;
  readonly csv?: boolean;
  readonly openmetrics?: boolean;
}

const mistake = (what: string): Failure => new Failure(what, EXIT.input);

/** Prints the explanation and returns the exit code. */
export async function runWhy(name: string, options: WhyOptions): Promise<number> {
  const questions = ["flow", "slowest", "origins", "port", "at"] as const;
  const [first, ...others] = questions.filter((one) => options[one] !== undefined);
  const other = others.find((one) => !(first === "port" && one === "at"));
  if (other !== undefined) throw mistake(`--${first} and --${other} exclude each other. Remove one of them.`);
  for (const one of ["csv", "openmetrics"] as const)
    if (options[one] === true && first !== "origins")
      throw mistake(`--${one} is only allowed with --origins. Use --json for other answers.`);
  const formats = (["json", "csv", "openmetrics"] as const).filter((one) => options[one] === true);
  if (formats.length > 1) throw mistake(`--${formats[0]} and --${formats[1]} exclude each other. Remove one of them.`);
  if (first === "flow" || first === "slowest") return runWhyFlow(name, options);
  const run = askedRun(name);
  return first === "origins" ? runWhyOrigins(run, options) : whyPaused(run, options);
}

async function whyPaused(run: AskedRun, options: WhyOptions): Promise<number> {
  const found = await find(run, options);
  if (typeof found === "number") return found;
  const { pauses, row, choice, end } = found;
  const experiment = await run.fresh();
  const chain = chainOf(pauses, row);
  const inquiry = experiment.inquire(chain, end);
  const code = await repeat(experiment, inquiry.moments, end);
  if (code !== undefined) return code;
  checkRepeat(experiment, chain, run.name);
  const why = { ...named(inquiry.answer(), experiment), choice };
  const text = options.json === true ? `${JSON.stringify(why, null, 2)}\n` : whyText(why, pageWidth());
  process.stdout.write(text);
  return EXIT.done;
}

/** The PAUSE to explain, and the time in ps at which the run with this PAUSE ended. */
interface Found {
  readonly pauses: Table<"pauses">;
  readonly row: number;
  readonly choice: Choice;
  readonly end: number;
}

/**
 * Selects the PAUSE that cost victims the most time, among the PAUSEs that match the options. Returns an exit code if a
 * signal interrupts the search.
 */
async function find(run: AskedRun, options: WhyOptions): Promise<Found | number> {
  const { stored } = run;
  if (stored !== undefined) {
    const pauses = await pausesOf(stored);
    const { simulated_ns } = stored.summary;
    const fitting = fittingRows(run.name, pauses, simulated_ns, options);
    const end = Math.round(simulated_ns * 1000);
    if (fitting.length === 1) return { pauses, row: fitting[0], choice: { of: 1, by: "only one" }, end };
  }
  const experiment = await run.fresh();
  const lost = experiment.lostTime();
  const code = await repeatTo(
    experiment,
    stored === undefined ? experiment.scenario.until : Math.round(stored.summary.simulated_ns * 1000),
  );
  if (code !== undefined) return code;
  lost.close();
  const { tables, summary } = experiment.results("interrupted");
  if (stored !== undefined && isOtherRun(stored.summary, summary)) throw wentAnotherWay(run.name);
  const { pauses } = tables;
  if (pauses.rows === 0) throw noPauses(run.name, summary.counters);
  const fitting = fittingRows(run.name, pauses, summary.simulated_ns, options);
  return {
    pauses,
    ...choose(pauses, fitting, lost, summary.simulated_ns),
    end: Math.round(summary.simulated_ns * 1000),
  };
}

async function pausesOf({ folder, table, summary }: StoredRun): Promise<Table<"pauses">> {
  const pauses = await table("pauses").catch((error: unknown) => {
    throw asFailure(error);
  });
  if (pauses !== undefined && pauses.rows > 0) return pauses;
  throw noPauses(folder, summary.counters);
}

const endOf = ({ columns: { start_ns, duration_ns } }: Table<"pauses">, row: number, over: number): number =>
  Number.isNaN(duration_ns[row]) ? over : start_ns[row] + duration_ns[row];

/** Rows of the PAUSEs that match the options. `over` is the end of the run in ns. */
function fittingRows(run: string, pauses: Table<"pauses">, over: number, { port, at: moment }: WhyOptions): number[] {
  const at = moment === undefined ? undefined : momentOf(moment);
  const { start_ns } = pauses.columns;
  const ofPort = Array.from({ length: pauses.rows }, (_, row) => row).filter(
    (row) => port === undefined || namesOf(pauses, row).includes(port),
  );
  if (ofPort.length === 0) throw mistake(`--port: ${neverPaused(port ?? "", pauses, run)}`);
  const fitting = ofPort.filter((row) => at === undefined || (start_ns[row] <= at && endOf(pauses, row, over) >= at));
  if (fitting.length > 0) return fitting;
  const whose = port === undefined ? "a PAUSE" : `a PAUSE of ${port}`;
  throw mistake(
    `--at: ${complaint(`a time at which ${whose} held, within the run of ${formatTime(over * 1000)}`, moment)}`,
  );
}

/**
 * The names by which `--port` can select the paused port of a row. They name:
 *
 * - the node of the port
 * - all links from this node to the node that paused the port
 * - only the link of the port
 */
function namesOf({ columns: { node, peer, paused_port } }: Table<"pauses">, row: number): string[] {
  const shared = portName(peer[row], node[row], 1);
  const own = paused_port[row] === shared || paused_port[row] === "" ? `${shared}#1` : paused_port[row];
  return [peer[row], shared, own];
}

/** Selects the PAUSE that cost victims the most time. Of several with equal cost, selects the longest. */
function choose(
  pauses: Table<"pauses">,
  rows: readonly number[],
  lost: LostTime,
  over: number,
): Pick<Found, "row" | "choice"> {
  const length = (row: number): number => endOf(pauses, row, over) - pauses.columns.start_ns[row];
  let [most] = rows;
  for (const row of rows)
    if (lost.of(row) > lost.of(most) || (lost.of(row) === lost.of(most) && length(row) > length(most))) most = row;
  const by = rows.length === 1 ? "only one" : lost.of(most) > 0 ? "time lost" : "duration";
  return { row: most, choice: { of: rows.length, by } };
}

/** The time in ns that the text of an option states. */
function momentOf(text: string): number {
  try {
    return parseTime(text) / 1000;
  } catch (error) {
    if (!(error instanceof QuantityError)) throw error;
    throw mistake(`--at: ${error.message}`);
  }
}

/** The message for a port without PAUSEs. It lists the paused ports with their numbers of PAUSEs, the largest first. */
function neverPaused(port: string, pauses: Table<"pauses">, folder: string): string {
  const { columns } = pauses;
  const times = new Map<string, number>();
  const add = (name: string): void => void times.set(name, (times.get(name) ?? 0) + 1);
  for (let row = 0; row < pauses.rows; row++) {
    const [node, shared, own] = namesOf(pauses, row);
    add(node);
    add(own.endsWith("#1") ? shared : own);
  }
  const often = [...times].filter(([name]) => !columns.peer.includes(name)).sort(([, a], [, b]) => b - a);
  const most = often.slice(0, 6).map(([name, n]) => `${name} (${count(n)})`);
  const rest = often.length > most.length ? ` and ${count(often.length - most.length)} more` : "";
  const expected = `a port that was paused in ${folder}, one of ${most.join(", ")}${rest}`;
  return complaint(expected, port, didYouMean(port, times.keys()));
}

/** Throws `Failure` if the repeated run differs from the stored one. */
function checkRepeat({ results }: Experiment, [asked]: readonly Link[], folder: string): void {
  const { pauses } = results("interrupted").tables;
  const again = asked.pause < pauses.rows ? chainOf(pauses, asked.pause)[0] : undefined;
  if (again?.start_ns === asked.start_ns && again.node === asked.node && again.port === asked.port) return;
  throw wentAnotherWay(folder);
}

/** Adds the hosts of each flow to the answer. */
function named(
  { root, victims, ...of }: ReturnType<Inquiry["answer"]>,
  { network }: Experiment,
): Omit<NamedWhy, "choice"> {
  const { flows, fabric } = network;
  const { names } = fabric.wiring;
  const withHosts = <Of extends { readonly flow: number }>(one: Of) => ({
    ...one,
    source: names[flows.source[one.flow]],
    destination: names[flows.destination[one.flow]],
  });
  return { ...of, root: { ...root, flows: root.flows.map(withHosts) }, victims: victims.map(withHosts) };
}
