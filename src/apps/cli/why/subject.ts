/** The subject of `xoff why`: a stored run or a scenario. Either can be run again as often as an answer needs. */
import type { Summary } from "../../../run/lab/lab.ts";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Experiment } from "../../../run/lab/lab.ts";
import { readRun, type StoredRun } from "../../../batch/store/run-folder.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { build, loaded, openScenario } from "../files/scenario-file.ts";
import { commandLine } from "../terminal/shell.ts";
import { storing } from "../files/storing.ts";
import { count } from "../terminal/terminal.ts";
import { storedScenario } from "./rerun.ts";

export interface AskedRun {
  /** The path as the user named it. */
  readonly name: string;
  /** The stored run. Undefined for a scenario file. */
  readonly stored: StoredRun | undefined;
  /** Builds the run, ready to start. */
  readonly fresh: () => Promise<Experiment>;
}

export const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

export function askedRun(name: string): AskedRun {
  if (isFile(name)) {
    let file: ReturnType<typeof loaded> | undefined;
    return { name, stored: undefined, fresh: async () => build(await (file ??= loaded(openScenario(name), [])), []) };
  }
  const stored = storedRun(name);
  let again: ReturnType<typeof storedScenario> | undefined;
  return { name, stored, fresh: async () => (await (again ??= storedScenario(stored)))() };
}

/** The stored run in a folder. Throws `Failure` for any other folder. */
export function storedRun(folder: string): StoredRun {
  if (existsSync(join(folder, "compare.json")))
    throw new Failure(
      `${folder} is a comparison, not a run. Name one of its runs in ${join(folder, "runs")}.`,
      EXIT.input,
    );
  return storing(() => readRun(folder));
}

/**
 * True if the digests show that the repeated run differs from the stored one. False for a stored run with fast-forward:
 * it is repeated packet by packet, so the digests always differ and show nothing.
 */
export const isOtherRun = (stored: Summary, repeated: Summary): boolean =>
  stored.fast_forward === undefined && stored.digest !== repeated.digest;

/** The error for a repeated run that differs from the stored one. */
export const wentAnotherWay = (folder: string): Failure =>
  new Failure(
    `${folder}: the repeated run differs, because another xoff made this run. Run its scenario again.`,
    EXIT.input,
  );

/** The error for a run without recorded PAUSEs. */
export function noPauses(run: string, { pauses, queue_pauses = 0 }: Summary["counters"]): Failure {
  const all = pauses + queue_pauses;
  if (all === 0)
    return new Failure(
      `${run} has no PAUSE. Use ${commandLine("xoff", "why", run, "--slowest")} to see why its slowest flows were slow.`,
      EXIT.input,
    );
  return new Failure(
    `${run}: none of its ${count(all)} PAUSEs was recorded. Run the scenario again with --set measure.pauses=true.`,
    EXIT.input,
  );
}
