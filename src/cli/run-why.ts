/** `xoff why` at work: picks the PAUSE, repeats its run, looks into it, and says what was there. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { formatTime } from "../base/format.ts";
import {
  chainOf,
  inquire,
  parseTime,
  QuantityError,
  type Experiment,
  type Inquiry,
  type Link,
  type Table,
} from "../lab/lab.ts";
import { complaint, didYouMean } from "../base/params.ts";
import { readRun, type StoredRun } from "../store/run-folder.ts";
import { EXIT, Failure } from "./exit.ts";
import { pageWidth } from "./page.ts";
import { commandLine } from "./shell.ts";
import { asFailure, storing } from "./storing.ts";
import { count } from "./terminal.ts";
import { repeat, storedExperiment } from "./why-again.ts";
import { isFile, runWhyFlow, type WhyFlowOptions } from "./run-why-flow.ts";
import { whyText, type NamedWhy } from "./why-text.ts";

export interface WhyOptions extends WhyFlowOptions {
  readonly port?: string;
  /** As written: "1.5ms". */
  readonly at?: string;
}

const mistake = (what: string): Failure => new Failure(what, EXIT.input);

/** Returns the exit code. */
export async function runWhy(folder: string, options: WhyOptions): Promise<number> {
  const { flow, slowest, port, at } = options;
  if (flow !== undefined || slowest !== undefined) {
    const [asked, other] =
      flow === undefined ? ["--slowest", ""] : ["--flow", slowest === undefined ? "" : "--slowest"];
    const beside = port !== undefined ? "--port" : at !== undefined ? "--at" : other;
    if (beside === "") return runWhyFlow(folder, options);
    throw mistake(`${asked}: expected without ${beside}, which asks another question`);
  }
  if (isFile(folder))
    throw mistake(
      `${folder}: expected the folder of a run, found a file. A scenario will do for --flow and --slowest.`,
    );
  if (existsSync(join(folder, "compare.json")))
    throw mistake(
      `${folder}: expected the folder of one run, found a comparison. Its runs are in ${join(folder, "runs")}.`,
    );
  const stored = storing(() => readRun(folder));
  const pauses = await pausesOf(stored);
  const chain = chainOf(pauses, choose(stored, pauses, options));
  const experiment = await storedExperiment(stored);
  const { network, scenario } = experiment;
  const end = Math.round(stored.summary.simulated_ns * 1000);
  const inquiry = inquire(network, chain, scenario.lossless, end);
  const code = await repeat(experiment, inquiry.moments);
  if (code !== undefined) return code;
  checkRepeat(experiment, chain, folder);

  const why = named(inquiry.answer(), experiment);
  const text = options.json === true ? `${JSON.stringify(why, null, 2)}\n` : whyText(why, pageWidth());
  process.stdout.write(text);
  return EXIT.done;
}

async function pausesOf({ folder, table, summary }: StoredRun): Promise<Table<"pauses">> {
  const pauses = await table("pauses").catch((error: unknown) => {
    throw asFailure(error);
  });
  if (pauses !== undefined && pauses.rows > 0) return pauses;
  const sent = summary.counters.pauses;
  if (sent === 0)
    throw mistake(
      `${folder}: expected a run with PAUSEs, but in this one nobody was paused. What held its slowest flows: ${commandLine("xoff", "why", folder, "--slowest")}.`,
    );
  throw mistake(
    `${folder}: expected a run with PAUSEs on record, but of ${count(sent)} none has a row. ` +
      "Run the scenario again with --set measure.pauses=true.",
  );
}

/** Row of the PAUSE that is asked about: of those that fit, the longest. */
function choose({ folder, summary }: StoredRun, pauses: Table<"pauses">, { port, at: moment }: WhyOptions): number {
  const at = moment === undefined ? undefined : momentOf(moment);
  const { node, peer, start_ns, duration_ns } = pauses.columns;
  const end = (row: number): number =>
    Number.isNaN(duration_ns[row]) ? summary.simulated_ns : start_ns[row] + duration_ns[row];
  let longest = -1;
  let seen = false;
  for (let row = 0; row < pauses.rows; row++) {
    if (port !== undefined && port !== peer[row] && port !== `${peer[row]}-${node[row]}`) continue;
    seen = true;
    if (at !== undefined && (start_ns[row] > at || end(row) < at)) continue;
    if (longest < 0 || end(row) - start_ns[row] > end(longest) - start_ns[longest]) longest = row;
  }
  if (longest >= 0) return longest;
  if (!seen) throw mistake(`--port: ${neverPaused(port ?? "", pauses, folder)}`);
  const whose = port === undefined ? "a PAUSE" : `a PAUSE of ${port}`;
  throw mistake(
    `--at: ${complaint(`a moment at which ${whose} held, of a run of ${formatTime(summary.simulated_ns * 1000)}`, moment)}`,
  );
}

/** ns. */
function momentOf(text: string): number {
  try {
    return parseTime(text) / 1000;
  } catch (error) {
    if (!(error instanceof QuantityError)) throw error;
    throw mistake(`--at: ${error.message}`);
  }
}

/** Of each name how many PAUSEs it had, the most often paused first. */
function neverPaused(port: string, { columns }: Table<"pauses">, folder: string): string {
  const times = new Map<string, number>();
  const add = (name: string): void => void times.set(name, (times.get(name) ?? 0) + 1);
  columns.peer.forEach((peer, row) => {
    add(peer);
    add(`${peer}-${columns.node[row]}`);
  });
  const hint = didYouMean(port, times.keys());
  const often = [...times].filter(([name]) => !columns.peer.includes(name)).sort(([, a], [, b]) => b - a);
  const most = often.slice(0, 6).map(([name, n]) => `${name} (${count(n)})`);
  const rest = often.length > most.length ? ` and ${count(often.length - most.length)} more` : "";
  return `${complaint(`a port that was paused in ${folder}`, port, hint)} Paused were ${most.join(", ")}${rest}.`;
}

/** Did the run go the way that it went? */
function checkRepeat({ results }: Experiment, [asked]: readonly Link[], folder: string): void {
  const { pauses } = results("interrupted").tables;
  const again = asked.pause < pauses.rows ? chainOf(pauses, asked.pause)[0] : undefined;
  if (again?.start_ns === asked.start_ns && again.node === asked.node && again.port === asked.port) return;
  throw mistake(
    `${folder}: expected the run to repeat itself, but it went another way: it was made by another xoff. Run its scenario again.`,
  );
}

/** With the hosts of its flows. */
function named({ chain, root, victims }: ReturnType<Inquiry["answer"]>, { network }: Experiment): NamedWhy {
  const { flows, fabric } = network;
  const { names } = fabric.wiring;
  const withHosts = <Of extends { readonly flow: number }>(one: Of) => ({
    ...one,
    source: names[flows.source[one.flow]],
    destination: names[flows.destination[one.flow]],
  });
  return { chain, root: { ...root, flows: root.flows.map(withHosts) }, victims: victims.map(withHosts) };
}
