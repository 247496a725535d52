/**
 * Runs `xoff whatif`: compares changes of a fabric with the present fabric. Each row has the results of its runs and of
 * the static checks.
 */
import { examine, type Scenario, type Setting } from "../../../run/lab/lab.ts";
import { valueAt } from "../../../run/lab/authoring.ts";
import { grid } from "../../../batch/sweep/grid.ts";
import { runComparedRows, type RowsOptions } from "../compare/run-rows.ts";
import { seedsFrom } from "../compare/work.ts";
import { build, loaded, openScenario, scenarioOf, settingsOf, type ScenarioFile } from "../files/scenario-file.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { pageWidth } from "../terminal/page.ts";
import {
  PRESENT_TRAFFIC,
  canRewire,
  failure,
  failureHint,
  fasterNics,
  longerCables,
  representatives,
  type WhatIf,
} from "./cases.ts";
import { whatIfRows, type Checked } from "./rows.ts";
import { whatIfText } from "./text.ts";

export interface WhatIfOptions extends RowsOptions {
  readonly fail?: readonly string[];
  readonly nics?: number;
  readonly cables?: number;
  readonly seeds: number;
  readonly set?: readonly string[];
  readonly json?: boolean;
}

/** The key of the changes in compare.json. The compare.json of `xoff compare` has the paths of the varied settings instead of this key. */
const PATH = "whatif";
const PRESENT: WhatIf = { label: "present", settings: [], traffic: PRESENT_TRAFFIC };

/** Runs all changes and returns the exit code. */
export async function runWhatIf(name: string, options: WhatIfOptions): Promise<number> {
  const given = settingsOf(options.set);
  for (const { path, from } of given)
    if (/^(faults|topology|onDrop)\b/.test(path))
      throw new Failure(
        `${from}: --set cannot change ${path} here, because the changes replace it. Remove it, and edit ${name}.`,
        EXIT.input,
      );
  // A failed link or switch may lose packets in flight. All runs get the setting `onDrop: count`. With this setting, a
  // run counts such a loss and does not end.
  const set = [...given, { path: "onDrop", value: "count", from: "xoff whatif" }];
  const file = await loaded(openScenario(name), set);
  const scenario = scenarioOf(file, set);
  const asked = casesOf(file, scenario, options);
  const checked = [PRESENT, ...asked].map((one) => checkedCase(file, set, one));
  const cases = checked.filter(({ refused }) => refused === undefined);
  if (checked[0].refused !== undefined) throw new Failure(checked[0].refused, EXIT.input);
  const seeds = seedsFrom(scenario.seed, options.seeds);
  const rows = cases.flatMap(({ label, settings, traffic }) =>
    grid([seeds]).map(({ settings: [seed] }) => ({
      ...{ label: `${label}, seed=${seed.value}`, slug: slugOf(label, seed.value), settings: [...settings, seed] },
      shown: { [PATH]: label, traffic, seed: seed.value },
    })),
  );
  const vary = {
    [PATH]: cases.map(({ label }) => label),
    traffic: [...new Set(cases.map(({ traffic }) => traffic))],
    seed: seeds.map(({ value }) => value),
  };
  return runComparedRows({ file, set, rows, vary, paths: [], command: "whatif" }, options, (result) => {
    const found = whatIfRows(checked, result);
    process.stdout.write(
      options.json === true
        ? `${JSON.stringify({ scenario: scenario.name, seeds: options.seeds, rows: found }, null, 2)}\n`
        : whatIfText(found, options.seeds, pageWidth()),
    );
  });
}

const slugOf = (label: string, seed: string): string => `${label.replaceAll(/[^\w.]+/g, "-")}-seed=${seed}`;

function casesOf(file: ScenarioFile, { wiring }: Scenario, { fail, nics, cables }: WhatIfOptions): WhatIf[] {
  const isDefault = fail === undefined && nics === undefined && cables === undefined;
  const faults = JSON.parse(valueAt(file.text, "faults") ?? "[]") as unknown[];
  const failures = (fail ?? (isDefault ? representatives(wiring) : [])).map((name) => {
    const found = failure(wiring, faults, name);
    if (found !== undefined) return found;
    const expected = "the name of a switch or of a link, such as spine0 or leaf0-spine1";
    const hint = failureHint(wiring, name);
    throw new Failure(`--fail: expected ${expected}, got ${name}.${hint === undefined ? "" : ` ${hint}`}`, EXIT.input);
  });
  if (!canRewire(wiring)) {
    if (nics !== undefined || cables !== undefined)
      throw new Failure(
        `${file.name}: --nics and --cables are only allowed without relays, jitter and unequal parallel links. Change its topology by hand, and use xoff compare.`,
        EXIT.input,
      );
    return failures;
  }
  const [faster, longer] = [nics ?? (isDefault ? 2 : undefined), cables ?? (isDefault ? 2 : undefined)];
  return [
    ...failures,
    ...(faster === undefined ? [] : [fasterNics(wiring, faster)]),
    ...(longer === undefined ? [] : [longerCables(wiring, longer)]),
  ];
}

/**
 * Runs the static checks for one change of the fabric. If the changed scenario cannot be built, for example for lack of
 * memory for the headroom, the result has the reason.
 */
function checkedCase(file: ScenarioFile, set: readonly Setting[], one: WhatIf): Checked {
  try {
    const { headroom, cycles } = examine(build(file, [...set, ...one.settings]));
    const sorted = [...headroom].sort((a, b) => b.need - b.kept - (a.need - a.kept) || b.need - a.need);
    const { need, kept } = sorted.at(0) ?? { need: NaN, kept: NaN };
    return { ...one, need, missing: Math.max(0, need - kept), canDeadlock: cycles.length > 0 };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ...one, need: NaN, missing: NaN, canDeadlock: false, refused: error.message };
  }
}
