/** Runs `xoff export pcapng`: repeats a run and records the packets at the chosen ports. */
import { complaint, didYouMean } from "../../../base/params.ts";
import { portsByName } from "../../../base/port-names.ts";
import { formatTime } from "../../../base/format.ts";
import { Capture, dscpsOf, parseTime, portNames, QuantityError, type Experiment } from "../../../run/lab/lab.ts";
import { CaptureFile } from "../../../report/capture-file.ts";
import { readRun } from "../../../batch/store/run-folder.ts";
import { runInSlices } from "../../../run/threads/slices.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { newFile } from "./new-file.ts";
import { Progress } from "../terminal/progress.ts";
import { Interrupts } from "../terminal/signals.ts";
import { storing } from "../files/storing.ts";
import { clearPassing, counted, say } from "../terminal/terminal.ts";
import { storedExperiment } from "../why/rerun.ts";

export interface PcapngOptions {
  /** The text of `--ports`, such as "leaf0-spine1,leaf1". */
  readonly ports: string;
  /** The option's text, such as "1ms". */
  readonly from?: string;
  readonly to?: string;
  readonly out: string;
}

const mistake = (what: string): Failure => new Failure(what, EXIT.input);

/** Writes the export and returns the exit code. */
export async function exportPcapng(folder: string, options: PcapngOptions): Promise<number> {
  const stored = storing(() => readRun(folder));
  const end = Math.round(stored.summary.simulated_ns * 1000);
  const from = momentOf("--from", options.from) ?? 0;
  const to = momentOf("--to", options.to) ?? end;
  if (from >= end) throw mistake(`--from: ${complaint(`a time within the run of ${formatTime(end)}`, options.from)}`);
  if (from >= to) throw mistake(`--from: ${complaint(`a time before --to ${formatTime(to)}`, options.from)}`);
  const experiment = await storedExperiment(stored);
  const ports = portsOf(experiment, options.ports);

  const file = newFile(options.out);
  const interrupts = new Interrupts(() => {
    file.discard();
  });
  try {
    const capture = new Capture(experiment.network, ports, from);
    const written = new CaptureFile(experiment.network, ports, dscpsOf(experiment.scenario));
    const progress = new Progress(experiment.network, Math.min(to, end));
    const drain = (): void => {
      capture.take((chunk) => {
        written.add(chunk);
        file.write(written.take());
      });
      progress.update();
    };
    file.write(written.take());
    await runInSlices(experiment, Math.min(to, end), drain, () => interrupts.code !== undefined);
    if (interrupts.code !== undefined) return interrupts.code;
    file.publish();
    clearPassing();
    say(`${counted(capture.frames, "frame")} of ${counted(ports.length, "port")} in ${file.path}`);
    return EXIT.done;
  } finally {
    clearPassing();
    file.discard();
    interrupts.release();
  }
}

/** The time in ps that an option such as `--from` states. */
function momentOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  try {
    return parseTime(text);
  } catch (error) {
    if (!(error instanceof QuantityError)) throw error;
    throw mistake(`${option}: ${error.message}`);
  }
}

/** The ports that a text names, each once, in the order of their names. */
function portsOf({ network }: Experiment, text: string): number[] {
  const { fabric } = network;
  const name = portNames(fabric);
  const all = Array.from({ length: fabric.ports }, (_, port) => port);
  const named = portsByName(all.map(name.node), all.map(name.peer));
  const chosen = text.split(",").flatMap((piece) => {
    const wanted = piece.trim();
    const ports = named.get(wanted);
    if (ports !== undefined) return ports;
    throw mistake(
      `--ports: ${complaint("a node or a port such as leaf0-spine1", wanted, didYouMean(wanted, named.keys()))}`,
    );
  });
  return [...new Set(chosen)];
}
