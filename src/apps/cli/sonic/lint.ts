/** Runs `xoff sonic lint`: checks SONiC configs for mistakes. */
import { printable } from "../../../base/format.ts";
import { hang } from "../../../base/wrap.ts";
import { grouped, several, type Finding } from "../../../formats/sonic/finding.ts";
import { lint } from "../../../formats/sonic/lint.ts";
import type { PausesSeen } from "../../../formats/sonic/lint-marks.ts";
import { isToBeMade, type SonicSwitch } from "../../../formats/sonic/switch-of.ts";
import { toScenario } from "../../../formats/sonic/to-scenario.ts";
import type { Wire } from "../../../formats/sonic/wiring.ts";
import { examine, ScenarioError, setUpFrom } from "../../../run/lab/lab.ts";
import { readRun } from "../../../batch/store/run-folder.ts";
import { EXIT } from "../terminal/exit.ts";
import { pageWidth } from "../terminal/page.ts";
import { switchesOf, wiresOf, type WiringOptions } from "./input.ts";
import { storing } from "../files/storing.ts";
import { say } from "../terminal/terminal.ts";

export interface LintOptions extends WiringOptions {
  readonly run?: string;
  readonly json?: boolean;
}

/** Maximum number of characters printed of one finding. */
const MAX_REPORTED = 2000;
/** Checks the configs and returns the exit code: 1 for at least one mistake. Notes alone give 0. */
export async function lintSonic(
  files: readonly string[],
  { run, json = false, ...wiring }: LintOptions,
): Promise<number> {
  const switches = switchesOf(files, wiring.lookup);
  const seen = run === undefined ? undefined : await pausesOf(run);
  const findings = switches.flatMap((at) =>
    lint(at, seen).map(({ rule, place, found, expected, mend, isNote = false }): Told => ({
      ...{ rule, file: at.db.file, line: place.line, path: place.path, found, expected, mend, isNote },
    })),
  );
  const cycle = deadlockOf(switches, wiresOf(switches, wiring));
  if (cycle !== undefined)
    findings.push({
      ...{ rule: "routes-can-deadlock", file: switches[0].db.file, line: 1, path: "DEVICE_NEIGHBOR", found: cycle },
      expected: "routes on which queues cannot wait for each other in a circle",
      mend: "Route up once and then down once, without a path between two spines or around a ring.",
      isNote: false,
    });
  const mistakes = findings.filter(({ isNote }) => !isNote);
  if (json) process.stdout.write(`${JSON.stringify({ findings }, null, 2)}\n`);
  else {
    for (const [{ rule, file, line, path, found, expected, mend, isNote }, ...others] of alike(findings)) {
      const more =
        others.length === 0 ? "" : ` The same mistake: ${several(others.map((other) => `line ${other.line}`))}.`;
      const kind = isNote ? "note: " : "";
      const told = `${file}:${line}: ${kind}${path}: expected ${expected}, found ${found}. ${mend}${more} [${rule}]`;
      console.log(hang("", printable(told, MAX_REPORTED), pageWidth()));
    }
    if (mistakes.length === 0) console.log(`No mistake found in ${files.join(", ")}.`);
    for (const at of switches) {
      const unseen = notLookedAt(at);
      if (unseen !== undefined) say(hang("", `${at.db.file}: ${unseen}`, pageWidth()));
    }
  }
  return mistakes.length === 0 ? EXIT.done : EXIT.differs;
}

interface Told extends Omit<Required<Finding>, "place"> {
  readonly file: string;
  readonly line: number;
  readonly path: string;
}

/** Groups findings that differ only in the port, so that the output lists each mistake once. */
const alike = (findings: readonly Told[]): (readonly [Told, ...Told[]])[] =>
  grouped(findings, ({ file, rule, path, expected, found, mend }) =>
    [file, rule, path, expected, found, mend].join(" ").replace(/Ethernet[\w-]+/g, "port"),
  );

/** The reason why most checks do not apply to a switch's config. Undefined if all checks apply. */
function notLookedAt(at: SonicSwitch): string | undefined {
  if (at.ports.every(({ up, lossless }) => !up || lossless.length === 0))
    return "no active port has pfc_enable, so no class is lossless.";
  if (at.lookup !== undefined || !isToBeMade(at)) return undefined;
  return (
    "headroom was not checked: BUFFER_PG has no row for lossless classes, because SONiC makes them at its start from the platform's " +
    "pg_profile_lookup.ini. Name that file with --lookup."
  );
}

/** A shortest cycle of queues that can wait for each other, as text. Undefined if no deadlock is possible. */
function deadlockOf(switches: readonly SonicSwitch[], wires: readonly Wire[]): string | undefined {
  // Fewer than three switches cannot form a cycle.
  if (switches.length < 3) return undefined;
  const { text } = toScenario(switches, wires);
  try {
    const [cycle] = examine(setUpFrom(text, "scenario.yaml")).cycles;
    return cycle === undefined ? undefined : [...cycle, cycle[0]].join(" -> ");
  } catch (error) {
    // `xoff sonic import` reports the mistake in the scenario, so the check for deadlocks ignores it.
    if (error instanceof ScenarioError) return undefined;
    throw error;
  }
}

async function pausesOf(folder: string): Promise<PausesSeen | undefined> {
  const run = storing(() => readRun(folder));
  const table = await run.table("pauses");
  if (table === undefined) return undefined;
  const { duration_ns: durations, start_ns: starts, node, peer } = table.columns;
  let longest = { longestMs: 0, where: "" };
  for (let k = 0; k < durations.length; k++) {
    // A PAUSE without an end lasts until the end of the run.
    const ns = Number.isNaN(durations[k]) ? run.summary.simulated_ns - starts[k] : durations[k];
    if (ns / 1e6 > longest.longestMs) longest = { longestMs: ns / 1e6, where: `${peer[k]} to ${node[k]}` };
  }
  return longest;
}
