/**
 * Runs `xoff watchdog` in two steps, which share one folder. The first step makes runs without a watchdog. The second
 * step makes runs with a watchdog:
 *
 * - repetitions of those runs in which the watchdog could cut a legitimate PAUSE, that is, detect it as a storm
 * - runs with a PAUSE storm
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Ps } from "../../../base/units.ts";
import { repetitionTime } from "../../../theory/watchdog.ts";
import { spell } from "../../../base/param-text.ts";
import { readRun } from "../../../batch/store/run-folder.ts";
import type { ComparedRow } from "../../../batch/sweep/comparison.ts";
import { slugOf, type Row } from "../../../batch/sweep/grid.ts";
import { valueAt } from "../../../run/lab/authoring.ts";
import type { Scenario, Setting, Tables } from "../../../run/lab/lab.ts";
import { runComparedRows, type RowsOptions } from "../compare/run-rows.ts";
import { seedsFrom } from "../compare/work.ts";
import { loaded, openScenario, scenarioOf, settingsOf, type ScenarioFile } from "../files/scenario-file.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { pageWidth } from "../terminal/page.ts";
import {
  couldCut,
  cutsOf,
  legitimateOf,
  stormOf,
  watchdogRow,
  type Legitimate,
  type StormRun,
  type Times,
  type WatchdogRow,
} from "./rows.ts";
import { watchdogJson, watchdogText } from "./text.ts";

export interface WatchdogOptions extends RowsOptions {
  readonly detection: readonly Ps[];
  readonly restoration?: Ps;
  readonly poll?: Ps;
  readonly storm?: string;
  readonly seeds: number;
  readonly set?: readonly string[];
  readonly json?: boolean;
}

/**
 * SONiC's poll interval. It is the default, unless the detection time is shorter: then the default is the detection
 * time.
 */
const USUAL_POLL: Ps = 200e9;
/**
 * Faults of these kinds are removed from the scenario. The command measures legitimate PAUSEs, and a PAUSE of a storm is
 * not legitimate. The command adds its own watchdogs.
 */
const REMOVED = ["pause-storm", "pfc-watchdog"];

/** One kind of run. `label` is its value in the column `watchdog`. `faults` are the faults of its scenario. */
interface Variant {
  readonly label: string;
  readonly faults: readonly object[];
}

/** Runs the whole command `xoff watchdog`, prints its output and returns the exit code. */
export async function runWatchdog(name: string, options: WatchdogOptions): Promise<number> {
  const given = settingsOf(options.set);
  for (const { path, from } of given)
    if (/^(faults|onDrop)\b/.test(path))
      throw new Failure(
        `${from}: --set cannot change ${path} here, because the watchdog replaces it. Remove it, and edit ${name}.`,
        EXIT.input,
      );
  // A watchdog that detects a storm drops packets. By default a drop ends the run. With the setting `onDrop=count` the
  // run goes on and counts its drops.
  const set = [
    ...given,
    { path: "onDrop", value: "count", from: "xoff watchdog" },
    { path: "measure.pauses", value: "true", from: "xoff watchdog" },
  ];
  const file = await loaded(openScenario(name), given);
  const scenario = scenarioOf(file, set);
  if (options.storm !== undefined && !hostsOf(scenario).includes(options.storm))
    throw new Failure(
      `--storm: expected the name of a host, such as ${hostsOf(scenario)[0]}, got ${options.storm}.`,
      EXIT.input,
    );
  const faults = JSON.parse(valueAt(file.text, "faults") ?? "[]") as {
    readonly kind: string;
    readonly rule?: string;
  }[];
  const kept = faults.filter(({ kind }) => !REMOVED.includes(kind));
  const rule = faults.find(({ kind }) => kind === "pfc-watchdog")?.rule;
  const slowest = Math.min(...scenario.wiring.links.map(({ rate }) => rate));
  const times = timesOf(options, rule === "mellanox" ? 0 : repetitionTime(slowest));
  const runs = new WatchdogRuns(file, set, scenario, options, {
    kept,
    fault: (one) => ({ kind: "pfc-watchdog", target: "all", ...(rule === undefined ? {} : { rule }), ...spelled(one) }),
  });
  const code = await runs.run(times);
  if (code !== EXIT.done) return code;
  const rows = await runs.rows(times);
  process.stdout.write(
    options.json === true
      ? `${JSON.stringify(watchdogJson(rows, runs.found), null, 2)}\n`
      : watchdogText(rows, runs.found, { until: scenario.until, width: pageWidth(), storm: options.storm }),
  );
  return EXIT.done;
}

const hostsOf = ({ wiring: { names, isSwitch } }: Scenario): string[] => names.filter((_, node) => !isSwitch[node]);

/**
 * The settings of a watchdog for each detection time. `repeated` is the time between two PAUSE frames of a storm. Some
 * rules detect a storm only if a new PAUSE frame arrived since the last poll. Under such a rule, a polling interval
 * shorter than `repeated` misses storms. `repeated` is 0 for a rule that needs no new frame.
 */
function timesOf({ detection, restoration, poll: given }: WatchdogOptions, repeated: Ps): Times[] {
  return detection.map((time) => {
    const poll = given ?? Math.min(USUAL_POLL, time);
    const own = { detection: time, restoration: restoration ?? time, poll, isBlind: poll < repeated };
    if (own.poll <= Math.min(own.detection, own.restoration)) return own;
    throw new Failure(
      `--poll: expected at most ${spell(Math.min(own.detection, own.restoration), "ps")}, the shortest detection or restoration time, got ${spell(own.poll, "ps")}. Use a shorter --poll.`,
      EXIT.input,
    );
  });
}

const spelled = (times: Times): object => ({
  detection: spell(times.detection, "ps"),
  restoration: spell(times.restoration, "ps"),
  poll: spell(times.poll, "ps"),
});

interface Faults {
  /** The faults of the scenario that stay in all runs. */
  readonly kept: readonly object[];
  /** Returns the watchdog as an entry of the scenario's `faults`. Only some runs have it. */
  readonly fault: (times: Times) => object;
}

class WatchdogRuns {
  found: Legitimate[] = [];
  private readonly file: ScenarioFile;
  private readonly set: readonly Setting[];
  private readonly scenario: Scenario;
  private readonly options: WatchdogOptions;
  private readonly faults: Faults;
  private readonly folder: string;
  private compared: readonly ComparedRow[] = [];

  constructor(
    file: ScenarioFile,
    set: readonly Setting[],
    scenario: Scenario,
    options: WatchdogOptions,
    faults: Faults,
  ) {
    this.file = file;
    this.set = set;
    this.scenario = scenario;
    this.options = options;
    this.faults = faults;
    const key = JSON.stringify([file.text, set, options.detection, options.restoration, options.poll, options.storm]);
    const hash = createHash("sha256").update(key).digest("hex").slice(0, 8);
    this.folder = options.out ?? join("results", `${scenario.name}-watchdog-${hash}`);
  }

  /**
   * Makes the runs and returns the exit code. The first runs have no watchdog. Each later run has one of the watchdogs
   * to test. `times` has the settings of these watchdogs.
   */
  run(times: readonly Times[]): Promise<number> {
    const rows = this.seeds.map((seed) => this.row({ label: NONE, faults: this.faults.kept }, seed));
    const asked = { file: this.file, set: this.set, rows, vary: this.vary(rows), paths: [], command: "watchdog" };
    const more = async (folders: readonly string[]) => {
      this.found = await this.legitimate(folders);
      const repeated = this.repeated(times);
      return { rows: repeated, vary: this.vary([...rows, ...repeated]) };
    };
    return runComparedRows({ ...asked, more }, { ...this.options, out: this.folder }, (result) => {
      this.compared = result.rows;
    });
  }

  /** The PAUSEs of the runs that have neither a PAUSE storm nor a watchdog. `folders` has one folder for each seed. */
  private async legitimate(folders: readonly string[]): Promise<Legitimate[]> {
    const { names, isSwitch } = this.scenario.wiring;
    const switches = new Set(names.filter((_, node) => isSwitch[node]));
    const found: Legitimate[] = [];
    for (const [k, { value }] of this.seeds.entries()) {
      found.push(legitimateOf(Number(value), await read(folders[k]), (node) => switches.has(node)));
    }
    return found;
  }

  /**
   * The runs with a watchdog. Some of them repeat a run in which the watchdog could detect a legitimate PAUSE as a
   * storm. The others have a PAUSE storm.
   */
  private repeated(times: readonly Times[]): Row[] {
    const { storm } = this.options;
    return times.flatMap((one) => {
      const cuts = this.found.filter((run) => this.fits(one) && couldCut(one, run)).map(({ seed }) => String(seed));
      const faults = [...this.faults.kept, this.faults.fault(one)];
      const storms = storm !== undefined && this.fits(one) ? this.seeds.map(({ value }) => value) : [];
      return [
        ...cuts.map((seed) => this.row({ label: cutLabel(one), faults }, this.seedNamed(seed))),
        ...storms.map((seed) =>
          this.row(
            { label: stormLabel(one), faults: [...faults, { kind: "pause-storm", target: storm }] },
            this.seedNamed(seed),
          ),
        ),
      ];
    });
  }

  async rows(times: readonly Times[]): Promise<WatchdogRow[]> {
    const rows: WatchdogRow[] = [];
    for (const one of times) {
      const cuts = [];
      for (const row of this.rowsOf(cutLabel(one))) cuts.push(cutsOf(seedOf(row), (await this.read(row)).tables));
      const storms: StormRun[] = [];
      for (const row of this.rowsOf(stormLabel(one)))
        storms.push(stormOf((await this.read(row)).tables, this.options.storm ?? ""));
      rows.push(watchdogRow(one, this.found, cuts, storms));
    }
    return rows;
  }

  /** True if the run is longer than the longest time that a detection can take. */
  private fits({ detection, poll }: Times): boolean {
    return detection + poll < this.scenario.until;
  }

  private get seeds(): Setting[] {
    return seedsFrom(this.scenario.seed, this.options.seeds);
  }

  private seedNamed(value: string): Setting {
    return { path: "seed", value, from: `--seeds ${this.options.seeds}` };
  }

  private row({ label, faults }: Variant, seed: Setting): Row {
    const setting = { path: "faults", value: JSON.stringify(faults), from: "xoff watchdog" };
    const name = `${label}, seed=${seed.value}`;
    return {
      ...{ label: name, slug: slugOf(name), settings: [setting, seed] },
      shown: { [PATH]: label, seed: seed.value },
    };
  }

  private vary(rows: readonly Row[]) {
    return {
      [PATH]: [...new Set(rows.map(({ shown }) => shown?.[PATH] ?? ""))],
      seed: this.seeds.map(({ value }) => value),
    };
  }

  private rowsOf(label: string): ComparedRow[] {
    return this.compared.filter(({ settings, folder }) => settings[PATH] === label && folder !== null);
  }

  private read({ folder }: ComparedRow) {
    return read(join(this.folder, folder ?? ""));
  }
}

async function read(folder: string) {
  const { summary, table } = readRun(folder);
  const [pauses, ports] = [await table("pauses"), await table("ports")];
  const [faults, losses] = [await table("faults"), await table("losses")];
  return { summary, tables: { pauses, ports, faults, losses } as Tables };
}

/**
 * The key under which compare.json stores the label of a row's watchdog, such as its detection time. Other comparisons
 * have the path of the varied setting as this key.
 */
const PATH = "watchdog";
const NONE = "none";
const cutLabel = ({ detection }: Times): string => spell(detection, "ps");
const stormLabel = (times: Times): string => `${cutLabel(times)} and a storm`;
const seedOf = ({ settings }: ComparedRow): number => Number(settings["seed"]);
