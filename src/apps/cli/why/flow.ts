/** `xoff why --flow` and `--slowest`: explains the completion time of flows, in a stored run or in a new run of a scenario. */
import type { Experiment, Results, Tables } from "../../../run/lab/lab.ts";
import { complaint } from "../../../base/params.ts";
import { slowest, slowestText, timesOf } from "../../../report/slowest.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { pageWidth } from "../terminal/page.ts";
import { commandLine } from "../terminal/shell.ts";
import { asFailure } from "../files/storing.ts";
import { count } from "../terminal/terminal.ts";
import { repeatTo, storedExperiment } from "./rerun.ts";
import { askedRun, isFile, storedRun, wentAnotherWay } from "./subject.ts";
import { whyFlowText } from "./flow-text.ts";

export interface WhyFlowOptions {
  /** The text of `--flow`, such as "246". */
  readonly flow?: string;
  /** The text of `--slowest`. `true` means the default number of flows. */
  readonly slowest?: string | true;
  readonly json?: boolean;
}

/** Default number of rows of `--slowest`. */
const USUAL = 10;

const mistake = (what: string): Failure => new Failure(what, EXIT.input);

/** Prints the explanation and returns the exit code. `run` is the folder of a run, or a scenario file. */
export async function runWhyFlow(run: string, options: WhyFlowOptions): Promise<number> {
  const flow = options.flow === undefined ? undefined : wholeNumber("--flow", options.flow, 0);
  const most =
    options.slowest === undefined ? 0 : options.slowest === true ? USUAL : wholeNumber("--slowest", options.slowest, 1);
  return isFile(run) ? ofScenario(run, flow, most, options) : ofFolder(run, flow, most, options);
}

function wholeNumber(option: string, text: string, least: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text);
  throw mistake(
    `${option}: ${complaint(option === "--flow" ? "the number of a flow" : "a number of flows, 1 or more", text)}`,
  );
}

async function ofScenario(
  name: string,
  flow: number | undefined,
  most: number,
  options: WhyFlowOptions,
): Promise<number> {
  const experiment = await askedRun(name).fresh();
  const answer = flow === undefined ? undefined : experiment.watch(flow);
  const code = await repeatTo(experiment, experiment.scenario.until);
  if (code !== undefined) return code;
  const results = experiment.results("interrupted");
  if (flow === undefined || answer === undefined) return printSlowest(results, most, name, options);
  checkFlow(flow, results.tables.flows.rows, name);
  return printFlow(answer(results), name, options);
}

async function ofFolder(
  folder: string,
  flow: number | undefined,
  most: number,
  options: WhyFlowOptions,
): Promise<number> {
  const stored = storedRun(folder);
  const tableOf = async <Name extends "flows" | "parts">(name: Name) =>
    stored.table(name).catch((error: unknown) => {
      throw asFailure(error);
    });
  const [flows, parts] = [await tableOf("flows"), await tableOf("parts")];
  if (flows === undefined || parts === undefined)
    throw mistake(`${folder}: an earlier xoff made this run, without the parts of flows. Run its scenario again.`);
  if (flow === undefined)
    return printSlowest({ tables: { flows, parts }, summary: stored.summary }, most, folder, options);
  checkFlow(flow, flows.rows, folder);

  const experiment = await storedExperiment(stored);
  const answer = experiment.watch(flow);
  const { start_ns, fct_ns } = flows.columns;
  const end = Number.isNaN(fct_ns[flow]) ? stored.summary.simulated_ns : start_ns[flow] + fct_ns[flow];
  const code = await repeatTo(experiment, Math.round(end * 1000));
  if (code !== undefined) return code;
  const why = answer(experiment.results("interrupted"));
  if (why.total_ps !== Math.round(timesOf(parts)[flow] * 1000)) throw wentAnotherWay(folder);
  return printFlow(why, folder, options);
}

function checkFlow(flow: number, flows: number, run: string): void {
  if (flow < flows) return;
  const known = flows === 0 ? "none began" : flows === 1 ? "0 alone" : `0 to ${count(flows - 1)}`;
  throw mistake(`--flow: ${complaint(`a flow of ${run}, ${known}`, flow)}`);
}

function printFlow(why: ReturnType<ReturnType<Experiment["watch"]>>, run: string, { json }: WhyFlowOptions): number {
  // The follow-up command is an `xoff why` that explains a PAUSE. It needs the folder of a stored run. If the
  // user gave a scenario file instead, the suggestion begins with the `xoff run` that creates such a folder.
  const goOn = (asked: string): string =>
    isFile(run)
      ? `${commandLine("xoff", "run", run)}, then xoff why on its folder, ${asked}`
      : `${commandLine("xoff", "why", run)} ${asked}`;
  process.stdout.write(json === true ? `${JSON.stringify(why, null, 2)}\n` : whyFlowText(why, goOn, pageWidth()));
  return EXIT.done;
}

function printSlowest(
  { tables, summary: { policies } }: Pick<Results, "summary"> & { readonly tables: Pick<Tables, "flows" | "parts"> },
  most: number,
  run: string,
  { json }: WhyFlowOptions,
): number {
  const rows = slowest(tables, most) ?? [];
  if (json === true) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  else if (rows.length === 0) process.stdout.write("No flow has an end.\n");
  else
    process.stdout.write(
      `${slowestText(tables, most, policies)}\n\nAll parts of one: ${commandLine("xoff", "why", run, "--flow", String(rows[0].flow))}\n`,
    );
  return EXIT.done;
}
