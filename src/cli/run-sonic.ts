/** What `xoff sonic` does. */
import { readFileSync } from "node:fs";
import { printable } from "../base/format.ts";
import { PS_PER_METRE } from "../base/units.ts";
import { hang } from "../base/wrap.ts";
import { ConfigDb } from "../formats/sonic/config-db.ts";
import { changes, edited, type Said } from "../formats/sonic/export.ts";
import { factsOf } from "../formats/sonic/facts.ts";
import { lint } from "../formats/sonic/lint.ts";
import type { PausesSeen } from "../formats/sonic/lint-marks.ts";
import { switchOf, type SonicSwitch } from "../formats/sonic/switch-of.ts";
import { QUANTUM, toScenario } from "../formats/sonic/to-scenario.ts";
import { containerlabWires, listedWires, lldpWires, neighbours, type Wire } from "../formats/sonic/wiring.ts";
import { plainYaml } from "../lab/authoring.ts";
import { examine, readScenario, ScenarioError, setUpFrom, type Scenario } from "../lab/lab.ts";
import { readRun } from "../store/run-folder.ts";
import { EXIT, Failure } from "./exit.ts";
import { readText, Unreadable } from "./input-file.ts";
import { pageWidth } from "./page.ts";
import { openScenario, scenarioOf, settingsOf } from "./scenario-file.ts";
import { commandLine } from "./shell.ts";
import { storing } from "./storing.ts";
import { say } from "./terminal.ts";
import { writeNew } from "./write-new.ts";

interface WiringOptions {
  readonly lldp?: readonly string[];
  readonly topology?: string;
}
export interface ImportSonicOptions extends WiringOptions {
  readonly out?: string;
}
export interface LintOptions extends WiringOptions {
  readonly run?: string;
  readonly json?: boolean;
}
export interface ExportOptions {
  readonly config: string;
  readonly out?: string;
  readonly set?: readonly string[];
}

/** Most characters of a finding. */
const MOST_TOLD = 2000;
/** Most bytes of a config; SONiC's have less than one MB. */
const MOST = 32e6;

function read(file: string, what: string): string {
  try {
    return readText(file, MOST);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new Failure(`${file}: expected ${what}, found ${error.message}.`, EXIT.input);
  }
}

function switchesOf(files: readonly string[]): SonicSwitch[] {
  const switches = files.map((file) => switchOf(new ConfigDb(read(file, "a config_db.json"), file)));
  switches.forEach(({ name, db }, k) => {
    const before = switches.findIndex((other) => other.name === name);
    if (before === k) return;
    const found = `${name}, which ${files[before]} has too`;
    throw new Failure(`${db.file}: expected a hostname of its own in DEVICE_METADATA, found ${found}.`, EXIT.input);
  });
  return switches;
}

function wiresOf(switches: readonly SonicSwitch[], { lldp, topology }: WiringOptions): Wire[] {
  if (topology !== undefined) {
    const value = plainYaml(read(topology, "a topology file"), topology);
    const own = listOf(value);
    return own === undefined ? containerlabWires(value, topology, switches) : listedWires(own, switches);
  }
  if (lldp === undefined) return switches.flatMap(neighbours);
  if (lldp.length !== switches.length)
    throw new Failure(`--lldp: expected a file for each config, ${switches.length}, found ${lldp.length}.`, EXIT.input);
  return lldp.flatMap((file, k) => lldpWires(read(file, "what lldpctl -f json prints"), file, switches[k].name));
}

/** Ends of the links of a topology of xoff's; undefined: it is none. */
function listOf(value: unknown): (readonly [string, string])[] | undefined {
  const { topology = value } = (value ?? {}) as { topology?: unknown };
  const { links } = (topology ?? {}) as { links?: unknown };
  if (!Array.isArray(links)) return undefined;
  const ends = links.map((link: unknown) => {
    if (typeof link === "string") return link.split(",").map((part) => part.trim());
    const { a, b } = (link ?? {}) as { a?: unknown; b?: unknown };
    return [a, b];
  });
  const isOwn = ends.every(([a, b]) => typeof a === "string" && typeof b === "string");
  return isOwn && ends.length > 0 ? ends.map(([a, b]) => [a as string, b as string] as const) : undefined;
}

/** Throws `InputError` for a mistake in a file, `Failure` where no scenario can say what it says. */
export function importSonic(files: readonly string[], { out = "-", ...wiring }: ImportSonicOptions): void {
  const switches = switchesOf(files);
  const { text, notes } = toScenario(switches, wiresOf(switches, wiring));
  try {
    readScenario(text, out === "-" ? "scenario.yaml" : out, (path) => readFileSync(path, "utf8"));
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const { path, expected, got } = error;
    throw new Failure(`${files[0]}: no scenario can say this. ${path}: expected ${expected}, got ${got}.`, EXIT.input);
  }
  writeNew(
    out,
    text,
    `Choose another name: ${commandLine("xoff", "sonic", "import", ...files, "--out", "other.yaml")}`,
  );
  say("Not as in SONiC:");
  for (const note of notes) say(hang("- ", note, pageWidth()));
  if (out !== "-") say(`${out} is written. Next: ${commandLine("xoff", "run", out)}`);
}

/** Exit code: 1 where something was found. */
export async function lintSonic(
  files: readonly string[],
  { run, json = false, ...wiring }: LintOptions,
): Promise<number> {
  const switches = switchesOf(files);
  const seen = run === undefined ? undefined : await pausesOf(run);
  const findings = switches.flatMap((at) =>
    lint(at, seen).map(({ rule, place, found, expected, mend }) => ({
      ...{ rule, file: at.db.file, line: place.line, path: place.path, found, expected, mend },
    })),
  );
  const cycle = deadlockOf(switches, wiresOf(switches, wiring));
  if (cycle !== undefined)
    findings.push({
      ...{ rule: "routes-can-deadlock", file: switches[0].db.file, line: 1, path: "DEVICE_NEIGHBOR", found: cycle },
      expected: "routes on which queues cannot wait for each other in a circle",
      mend: "Wire or route up and then down, without a way between two spines or around a ring.",
    });
  if (json) process.stdout.write(`${JSON.stringify({ findings }, null, 2)}\n`);
  else {
    for (const { rule, file, line, path, found, expected, mend } of findings)
      console.log(
        hang(
          "",
          printable(`${file}:${line}: ${path}: expected ${expected}, found ${found}. ${mend} [${rule}]`, MOST_TOLD),
          pageWidth(),
        ),
      );
    if (findings.length === 0) console.log(`No mistake found in ${files.join(", ")}.`);
  }
  return findings.length === 0 ? EXIT.done : EXIT.differs;
}

/** A shortest circle of queues that could wait for each other. */
function deadlockOf(switches: readonly SonicSwitch[], wires: readonly Wire[]): string | undefined {
  if (switches.length < 3) return undefined; // one or two have no circle
  const { text } = toScenario(switches, wires);
  try {
    const [cycle] = examine(setUpFrom(text, "scenario.yaml")).cycles;
    return cycle === undefined ? undefined : [...cycle, cycle[0]].join(" -> ");
  } catch (error) {
    if (error instanceof ScenarioError) return undefined; // import says what is wrong
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
    // One that holds when the run ends has lasted from its start.
    const ns = Number.isNaN(durations[k]) ? run.summary.simulated_ns - starts[k] : durations[k];
    if (ns / 1e6 > longest.longestMs) longest = { longestMs: ns / 1e6, where: `${peer[k]} to ${node[k]}` };
  }
  return longest;
}

/** Throws `Failure` where SONiC cannot say what the scenario says. */
export function exportSonic(file: string, { config, out = "-", set }: ExportOptions): void {
  const [at] = switchesOf([config]);
  const scenario = scenarioOf(openScenario(file), settingsOf(set));
  const facts = factsOf(at);
  const { edits, refused } = changes(at, facts, saidBy(scenario));
  if (refused.length > 0)
    throw new Failure(
      `${file}: expected what a config can say, found what ${config} cannot. ${refused.join(" ")}`,
      EXIT.input,
    );
  writeNew(out, edited(at.db, edits), "Choose another name with --out.");
  if (edits.length === 0) say(`The scenario says what ${config} says: nothing was changed.`);
  for (const { row, field, value } of edits)
    say(
      hang(
        "- ",
        `${row.table} ${row.key}: ${field} ${at.db.field(row, field) ?? "not there"} -> ${value}`,
        pageWidth(),
      ),
    );
}

/** What a scenario says of what a config says. */
export function saidBy({ policies, lossless, memory, wiring, dscp, faults = [] }: Scenario): Said {
  const { buffer, headroom, detection, scheduling } = policies;
  const number = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
  const isPool = headroom.name === "shp";
  const size = headroomSaid(headroom);
  const bytes = number(headroom.values["pool"]);
  const red = detection.find(({ name }) => name === "red")?.values;
  const classes = (scheduling.values["classes"] ?? []) as readonly {
    readonly class: number;
    readonly quantum: number;
  }[];
  return {
    lossless,
    alpha: buffer.name === "dt" ? number(buffer.values["alpha"]) : undefined,
    staticThreshold: buffer.name === "st" ? number(buffer.values["xoff"]) : undefined,
    headroom: (speed, cable) => size(speed * 1e6, cable * PS_PER_METRE),
    sharedPool: isPool ? { bytes, ratio: Number(headroom.values["overSubscribe"]) } : undefined,
    resumeOffset: number(headroom.values["resumeOffset"]),
    pool: poolSaid(),
    marks:
      red === undefined
        ? undefined
        : { kmin: Number(red["kmin"]), kmax: Number(red["kmax"]), percent: Math.round(Number(red["pmax"]) * 100) },
    weights: new Map(classes.map((row) => [row.class, row.quantum / QUANTUM])),
    dscp,
    watchdogs: faults
      .filter(({ kind }) => kind === "pfc-watchdog")
      .map(({ ports, values }) => ({
        nodes: new Set(ports.map(({ node }) => wiring.names[node])),
        action: String(values["action"]),
        detection: Number(values["detection"]),
        restoration: Number(values["restoration"]),
        poll: Number(values["poll"]),
      })),
  };

  /** Memory less the headroom of the switch with the most of it; undefined where a rule says how much that is. */
  function poolSaid(): number | undefined {
    const needs = new Map<number, number>();
    for (const { a, b, rate, delay } of wiring.links) {
      const one = size(rate, delay);
      if (one === undefined) return undefined;
      for (const end of [a, b]) if (wiring.isSwitch[end]) needs.set(end, (needs.get(end) ?? 0) + one * lossless.length);
    }
    const ratio = isPool ? Number(headroom.values["overSubscribe"]) : 1;
    return (
      memory -
      Math.max(
        0,
        ...[...needs.values()].map((all) => Math.min(all, (isPool ? bytes : undefined) ?? Math.ceil(all / ratio))),
      )
    );
  }
}

/** Headroom by rate and delay; undefined where a rule says how much. */
function headroomSaid({
  name,
  values,
}: Scenario["policies"]["headroom"]): (rate: number, delay: number) => number | undefined {
  if (name !== "sih" && name !== "shp") return () => undefined;
  const profiles = (values["profiles"] ?? []) as readonly {
    readonly rate: number;
    readonly delay: number;
    readonly size: number;
  }[];
  const all = values["size"] as number | undefined;
  return (rate, delay) => profiles.find((one) => one.rate === rate && one.delay === delay)?.size ?? all;
}
