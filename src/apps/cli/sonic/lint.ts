/** Runs `xoff sonic lint`: checks SONiC configs for mistakes. */
import { formatCounted, printable } from "../../../base/format.ts";
import { hang } from "../../../base/wrap.ts";
import { acceptedFindings, accepts, entryFor, type Accepted } from "../../../formats/sonic/accepted.ts";
import { grouped, several, type Finding } from "../../../formats/sonic/finding.ts";
import { InputError } from "../../../formats/hpcc/input-error.ts";
import { linksOf, type Links } from "../../../formats/sonic/links.ts";
import { lint, lintLinks } from "../../../formats/sonic/lint.ts";
import type { PausesSeen } from "../../../formats/sonic/lint-marks.ts";
import { isToBeMade, type SonicSwitch } from "../../../formats/sonic/switch-of.ts";
import { toScenario } from "../../../formats/sonic/to-scenario.ts";
import type { Wire } from "../../../formats/sonic/wiring.ts";
import { plainYaml } from "../../../run/lab/authoring.ts";
import { examine, ScenarioError, setUpFrom } from "../../../run/lab/lab.ts";
import { readRun } from "../../../batch/store/run-folder.ts";
import { EXIT } from "../terminal/exit.ts";
import { pageWidth } from "../terminal/page.ts";
import { read, switchesOf, wiresOf, type WiringOptions } from "./input.ts";
import { storing } from "../files/storing.ts";
import { say } from "../terminal/terminal.ts";

export interface LintOptions extends WiringOptions {
  readonly run?: string;
  readonly accept?: string;
  readonly template?: boolean;
  readonly json?: boolean;
}

/** Checks the configs and returns the exit code: 1 for at least one mistake. Notes and accepted findings give 0. */
export async function lintSonic(
  files: readonly string[],
  { run, accept, template = false, json = false, ...wiring }: LintOptions,
): Promise<number> {
  const switches = switchesOf(files, wiring.lookup);
  const entries = accept === undefined ? [] : acceptedIn(accept);
  const seen = run === undefined ? undefined : await pausesOf(run);
  const wires = wiresOf(switches, wiring);
  const links = linksOf(switches, wires);
  const all = [
    ...switches.flatMap((at) => lint(at, seen)),
    ...lintLinks(switches, links),
    ...deadlockOf(switches, wires),
  ];
  const findings = all.map((one) => withSwitch(one, switches, entries));
  const open = findings.filter(({ accepted }) => accepted === undefined);
  const unused = entries.filter((entry) => !findings.some((one) => accepts(entry, one)));
  if (template) {
    console.log(templateOf(open));
    return EXIT.done;
  }
  const mistakes = open.filter(({ isNote }) => !isNote);
  if (json) process.stdout.write(`${JSON.stringify({ findings, ...(accept !== undefined && { unused }) }, null, 2)}\n`);
  else {
    const print = (text: string): void => {
      console.log(hang("", printable(text, MAX_REPORTED), pageWidth()));
    };
    for (const group of alike(open)) print(lineOf(group));
    if (mistakes.length === 0) print(`No mistake found in ${files.join(", ")}.`);
    for (const text of acceptedText(findings, accept)) print(text);
    for (const { rule, switch: name = "any switch", path = "any path" } of unused)
      print(`${accept}: no finding ${rule} at ${name}, ${path}. Remove the entry, or correct it.`);
    for (const text of notCompared(switches, links)) say(hang("", text, pageWidth()));
  }
  return mistakes.length === 0 ? EXIT.done : EXIT.differs;
}

const acceptedIn = (file: string): Accepted[] =>
  acceptedFindings(plainYaml(read(file, "a file of accepted findings"), file), file);

interface ShownFinding extends Omit<Required<Finding>, "place"> {
  readonly switch: string;
  readonly file: string;
  readonly line: number;
  readonly path: string;
  /** The reason for accepting the finding, from the file of --accept. */
  readonly accepted?: string;
}

function withSwitch(finding: Finding, switches: readonly SonicSwitch[], entries: readonly Accepted[]): ShownFinding {
  const { rule, place, found, expected, mend, isNote = false } = finding;
  const { file, line, path } = place;
  const name = switches.find(({ db }) => db.file === file)?.name ?? "";
  const entry = entries.find((one) => accepts(one, { rule, switch: name, path }));
  const accepted = entry === undefined ? {} : { accepted: entry.reason };
  return { ...{ rule, switch: name, file, line, path, found, expected, mend, isNote }, ...accepted };
}

/** Maximum number of characters printed of one finding. */
const MAX_REPORTED = 2000;

const PORTS = /Ethernet[\w-]+/g;

/** Groups findings that differ only in the port, so that the output lists each mistake once. */
const alike = (findings: readonly ShownFinding[]): (readonly [ShownFinding, ...ShownFinding[]])[] =>
  grouped(findings, ({ file, rule, path, expected, found, mend }) =>
    [file, rule, path, expected, found, mend].join(" ").replace(PORTS, "port"),
  );

function lineOf([first, ...others]: readonly [ShownFinding, ...ShownFinding[]]): string {
  const { rule, file, line, path, found, expected, mend, isNote } = first;
  const more = others.length === 0 ? "" : ` The same mistake: ${several(others.map((other) => `line ${other.line}`))}.`;
  const kind = isNote ? "note: " : "";
  return `${file}:${line}: ${kind}${path}: expected ${expected}, found ${found}. ${mend}${more} [${rule}]`;
}

/**
 * The text of a file for --accept. Findings that differ only in the port share an entry. The operator removes the entries
 * of real mistakes. In each other entry the operator writes the reason why its findings are acceptable.
 */
function templateOf(findings: readonly ShownFinding[]): string {
  const entries = alike(findings).map((group) => {
    const [{ path, ...first }] = group;
    return { ...first, path: group.length === 1 ? path : path.replace(PORTS, "Ethernet*") };
  });
  return [
    "# Accepted findings of xoff sonic lint. Write a reason in each entry, and remove those that are mistakes.",
    "# In a path * matches any text. An entry without a switch is for all switches, one without a path for all paths.",
    ...(entries.length === 0 ? ["[]"] : []),
    ...grouped(entries, (one) => [one.rule, one.switch, one.path].join(" ")).map((group) => {
      const comments = group.map(({ found, expected }) => `expected ${expected}, found ${found}`);
      return `\n${entryFor(
        group[0],
        comments.map((text) => printable(text, MAX_REPORTED)),
      )}`;
    }),
  ].join("\n");
}

/** One sentence with the number of accepted findings. Empty if there are none. */
function acceptedText(findings: readonly ShownFinding[], file = ""): string[] {
  const accepted = findings.filter((one) => one.accepted !== undefined);
  if (accepted.length === 0) return [];
  const counts = grouped(accepted, ({ rule }) => rule).map((group) => `${group[0].rule} ${group.length}`);
  return [`${formatCounted(accepted.length, "finding")} accepted in ${file}: ${counts.join(", ")}.`];
}

/** Sentences on the checks that were skipped because the links or other input is missing. */
function notCompared(switches: readonly SonicSwitch[], { links }: Links): string[] {
  const unseen = switches.flatMap((at) => {
    const reason = notLookedAt(at);
    return reason === undefined ? [] : [`${at.db.file}: ${reason}`];
  });
  if (switches.length === 1 || links.length > 0) return unseen;
  const why = "no link between these switches is known, so their ends were not compared.";
  return [...unseen, `${why} Name the links in DEVICE_NEIGHBOR, with --lldp or with --topology.`];
}

/** The reason why most checks do not apply to a switch's config. Undefined if all checks apply. */
function notLookedAt(at: SonicSwitch): string | undefined {
  if (at.ports.length === 0) return "the table PORT is missing, so only rows and names of other tables were checked.";
  if (at.ports.every(({ up, lossless }) => !up || lossless.length === 0))
    return "no active port has pfc_enable, so no class is lossless.";
  if (at.lookup !== undefined || !isToBeMade(at)) return undefined;
  return (
    "headroom was not checked: BUFFER_PG has no row for lossless classes, because SONiC makes them at its start from the platform's " +
    "pg_profile_lookup.ini. Name that file with --lookup."
  );
}

/** A finding with a shortest cycle of queues that can wait for each other. Empty if no deadlock is possible. */
function deadlockOf(switches: readonly SonicSwitch[], wires: readonly Wire[]): Finding[] {
  // Fewer than three switches cannot form a cycle.
  if (switches.length < 3) return [];
  try {
    const { text } = toScenario(switches, wires);
    const [cycle] = examine(setUpFrom(text, "scenario.yaml")).cycles;
    if (cycle === undefined) return [];
    const place = { file: switches[0].db.file, path: "DEVICE_NEIGHBOR", line: 1, column: 1 };
    return [
      {
        ...{ rule: "routes-can-deadlock", place, found: [...cycle, cycle[0]].join(" -> ") },
        expected: "routes on which queues cannot wait for each other in a circle",
        mend: "Route up once and then down once, without a path between two spines or around a ring.",
      },
    ];
  } catch (error) {
    // The check for deadlocks needs a scenario, and a scenario cannot express some values of these configs. In this case
    // the check is skipped, and nothing is reported. `xoff sonic import` reports such values.
    if (error instanceof ScenarioError || error instanceof InputError) return [];
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
