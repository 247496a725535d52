/**
 * `xoff run --ns3`: runs the input of HPCC's ns-3 simulator and writes the same output files.
 *
 * The input is read and checked before the run. Output files appear when the run is over, so every file is complete and a mistake leaves
 * none.
 */
import { formatTime } from "../../../base/format.ts";
import { InputError } from "../../../formats/hpcc/input-error.ts";
import { ParamError } from "../../../base/params.ts";
import { InvariantError } from "../../../base/invariant.ts";
import {
  setUpNs3,
  shortOfMemory,
  type Ending,
  type Ns3Options as Ns3SetupOptions,
  type Ns3Setup,
} from "../../../run/lab/ns3.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { checkWindow, readNs3Files, type Ns3Files } from "./input.ts";
import { Ns3Outputs, planOutputs, type Ns3Plan } from "./outputs.ts";
import { report, summary } from "./report.ts";
import { verifiedText, verify, type Verified } from "./verify.ts";
import { Progress } from "../terminal/progress.ts";
import { Interrupts } from "../terminal/signals.ts";
import { runInSlices } from "../../../run/threads/slices.ts";
import type { Threads } from "../../../run/threads/threads.ts";
import { clearPassing, complain, say, warn } from "../terminal/terminal.ts";

export interface Ns3RunOptions {
  /** Interval in ns between two dumps of queue lengths. Omitted: the simulator's 100 ms. */
  readonly qlenDump?: number;
  /** Folder for the output files. It overrides the config's paths. */
  readonly out?: string;
  /** Write to the output folder even if it contains files that xoff did not write. */
  readonly force?: boolean;
  /** Compare the output with the existing files at the config's paths. */
  readonly verify?: boolean;
  /** Settings of a buffer policy whose PFC thresholds replace those of HPCC's simulator. */
  readonly set?: readonly string[];
  /** Print a JSON summary on stdout. */
  readonly json?: boolean;
  /** Number of threads that the user requests. */
  readonly threads?: Threads;
}

/** The simulator's default for qlen_dump_interval, in ns. */
const DUMP_NS = 100_000_000;
const MIB = 1024 * 1024;

/** Runs the simulation and returns the exit code. */
export async function runNs3(configFile: string, options: Ns3RunOptions): Promise<number> {
  const files = readNs3Files(configFile);
  const buffer = options.set === undefined ? undefined : (await import("./buffer.ts")).ns3Buffer(options.set);
  const plan = planOutputs(files, options.out, buffer);
  if (options.verify === true) checkVerifiable(configFile, plan);
  const setup = setUp(files, plan, options, buffer);
  checkWindow(files, setup.build.window);
  const warnings = [...files.warnings, ...setupWarnings(files, plan, setup, options)];
  for (const warning of warnings) warn(warning);
  if (typeof options.threads === "number" && options.threads > 1)
    say("In one thread: the simulator's events have one order over the whole network.");

  const outputs = new Ns3Outputs(setup, files);
  const interrupts = new Interrupts(() => {
    outputs.discard();
  });
  try {
    outputs.open(plan, options.force === true);
    const began = performance.now();
    const ending = await runToEnd(files, setup, outputs, interrupts);
    const seconds = (performance.now() - began) / 1000;
    outputs.publish();
    if (plan.folder !== undefined && options.out === undefined)
      say(
        `${[...plan.there.values()].join(", ")}: these files exist and stay. This run's files are in ${plan.folder.path}.`,
      );
    const verified = options.verify === true && ending !== "interrupted" ? verifyAll(plan) : [];
    const result = { files, setup, plan: plan.paths, outputs, buffer, ending, seconds, warnings, verified };
    report(result);
    tellVerified(verified, plan);
    if (options.json === true) process.stdout.write(`${JSON.stringify(summary(result), null, 2)}\n`);
    if (ending === "interrupted") return interrupts.code ?? EXIT.interrupted;
    return verified.some(({ difference }) => difference !== undefined) ? EXIT.differs : EXIT.done;
  } finally {
    outputs.discard();
    interrupts.release();
  }
}

/** Throws `InputError` if no file exists to compare with. */
function checkVerifiable(configFile: string, { there, paths }: Ns3Plan): void {
  if (there.size > 0) return;
  const named = [...paths.values()].join(", ");
  throw new InputError(
    { file: configFile },
    "the simulator's own files, with which --verify compares",
    `none of ${named}`,
    "Put them at the paths of the config.",
  );
}

function verifyAll({ paths, there }: Ns3Plan): Verified[] {
  return [...there].map(([key, expected]) => verify(expected, paths.get(key) ?? "", key === "TRACE_OUTPUT_FILE"));
}

function tellVerified(verified: readonly Verified[], { paths, there }: Ns3Plan): void {
  if (verified.length === 0) return;
  for (const one of verified) (one.difference === undefined ? say : complain)(verifiedText(one));
  for (const [key, path] of paths)
    if (!there.has(key))
      warn(`--verify: there is no file to compare ${path} with. Put the simulator's file at the path of the config.`);
}

function setUp(
  files: Ns3Files,
  { paths }: Ns3Plan,
  options: Ns3RunOptions,
  buffer: Ns3SetupOptions["buffer"],
): Ns3Setup {
  try {
    return setUpNs3(files, {
      ...(buffer === undefined ? {} : { buffer }),
      traced: paths.has("TRACE_OUTPUT_FILE") ? files.traced : [],
      ...(paths.has("QLEN_MON_FILE") ? { queueDumpNs: options.qlenDump ?? DUMP_NS } : {}),
    });
  } catch (error) {
    throw asFailure(error, files, 0);
  }
}

async function runToEnd(
  files: Ns3Files,
  { network, build }: Ns3Setup,
  outputs: Ns3Outputs,
  interrupts: Interrupts,
): Promise<Ending | "interrupted"> {
  const progress = new Progress(network, build.until);
  const between = (): void => {
    outputs.drain();
    progress.update();
  };
  try {
    const running = { network, run: (until: number) => network.step(until) };
    const ending = await runInSlices(running, build.until, between, () => interrupts.code !== undefined);
    network.recount();
    return ending ?? "interrupted";
  } catch (error) {
    throw asFailure(error, files, network.queue.now);
  } finally {
    clearPassing();
  }
}

/**
 * Converts an error during the run to a `Failure`. A mistake in the input gets its place; a broken invariant gets the facts that reproduce
 * it.
 */
function asFailure(error: unknown, files: Ns3Files, now: number): unknown {
  if (error instanceof ParamError) {
    const line = files.lines.get(error.at);
    const place = { file: files.configFile, ...(line === undefined ? {} : { line }) };
    return new InputError(place, error.expected, `${error.at} ${String(error.got)}`, error.hint);
  }
  if (!(error instanceof InvariantError)) return error;
  const where = `at ${formatTime(now)} of ${files.configFile} (RngSeed 1, RngRun 1)`;
  const mend = "This is an internal error of xoff, and nothing was written: please report it with the input files.";
  return new Failure(`${error.message}, ${where}. ${mend}`, EXIT.internal);
}

/** Warnings about a network that the simulator of HPCC accepts without a message. */
function setupWarnings(
  files: Ns3Files,
  { paths }: Ns3Plan,
  { network }: Ns3Setup,
  { qlenDump }: Ns3RunOptions,
): string[] {
  const { config, configFile, lines } = files;
  const warnings: string[] = [];
  if (files.traced.length > 0 && !paths.has("TRACE_OUTPUT_FILE")) {
    warnings.push(`${configFile}: no packet trace is written, because TRACE_OUTPUT_FILE is missing.`);
  }
  if (qlenDump !== undefined && !paths.has("QLEN_MON_FILE")) {
    warnings.push(`${configFile}: --qlen-dump has no effect, because QLEN_MON_FILE is missing.`);
  }
  const [first, ...others] = shortOfMemory(network);
  if (first !== undefined) {
    const { node, memory, headroom, reserved, ports } = first;
    const line = lines.get("BUFFER_SIZE");
    const who = `switch ${node}${others.length === 0 ? "" : ` and ${others.length} more`}`;
    warnings.push(
      `${configFile}${line === undefined ? "" : `:${line}`}: PFC can never fire at ${who}: BUFFER_SIZE ${config.buffer / MIB} ` +
        `is ${memory} bytes, less than ${headroom} of headroom and ${reserved} reserved for ${ports} ports. The simulator ` +
        "subtracts in unsigned 32 bits, so its thresholds wrap round to hundreds of megabytes. So do they here.",
    );
  }
  return warnings;
}
