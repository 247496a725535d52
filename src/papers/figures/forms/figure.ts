/** Functions that make a figure from its parts: trials, rows, plots and claims. */
import {
  defineExperiment,
  type Claim,
  type Experiment,
  type ExperimentDefinition,
  type Key,
  type Plot,
  type Scale,
  type Trial,
} from "../contract.ts";
import type { Chosen, Readings } from "../readings.ts";
import { under } from "../ideals.ts";
import type { IdealName } from "../../../base/ideals.ts";
import { runsOf, type Runs } from "./runs.ts";

/** A part of a figure's conclusion. It is computed from all runs of the figure. */
type Part<K extends Key, Row, R extends Readings, Result> = (
  runs: Runs<K, Row>,
  scale: Scale,
  reading: Chosen<R>,
) => readonly Result[];

/** The definition of a figure, with its plots and its claims as separate functions in place of `conclude`. */
export interface FigureDefinition<K extends Key, Row, R extends Readings> extends Omit<
  ExperimentDefinition<K, Row, R>,
  "conclude"
> {
  readonly plots: Part<K, Row, R, Plot>;
  readonly claims: Part<K, Row, R, Claim>;
}

/** Makes an experiment from the parts of a figure. */
export function defineFigure<K extends Key, Row, R extends Readings = Readings>({
  plots,
  claims,
  ...definition
}: FigureDefinition<K, Row, R>): Experiment {
  return defineExperiment<K, Row, R>({
    ...definition,
    conclude: (done, scale, reading) => {
      const runs = runsOf(done);
      return { plots: plots(runs, scale, reading), claims: claims(runs, scale, reading) };
    },
  });
}

/** Makes a figure without simulations: a formula or a table. */
export const defineComputed = (
  about: Pick<ExperimentDefinition<Key, unknown, Readings>, "id" | "title" | "asks" | "chosen">,
  conclude: () => { readonly plots: readonly Plot[]; readonly claims: readonly Claim[] },
): Experiment =>
  defineExperiment({ ...about, seeds: { quick: 1, paper: 1 }, trials: () => [], row: () => ({}), conclude });

/** For each part of a key, the values that it takes. */
export type Axes<K extends Key> = { readonly [Name in keyof K]: readonly K[Name][] };

/** One trial for each combination of the values of `axes`. The first axis varies slowest. The parts of a key have the order of the axes. */
export const trialsOver = <K extends Key>(axes: Axes<K>, scenarioOf: (key: K) => Trial["scenario"]): Trial<K>[] =>
  combinations(axes).map((key) => ({ key, scenario: scenarioOf(key) }));

function combinations<K extends Key>(axes: Axes<K>): K[] {
  const parts = Object.entries(axes) as [string, readonly (string | number)[]][];
  const all = parts.reduce<Key[]>(
    (keys, [name, values]) => keys.flatMap((key) => values.map((value): Key => ({ ...key, [name]: value }))),
    [{}],
  );
  return all as K[];
}

/**
 * The scenario of `run`, which is a real scheme or an ideal. An ideal takes the scenario of a scheme and removes one problem,
 * such as PAUSEs.
 *
 * @param name the value of `run` that means the ideal
 * @param base the scheme whose scenario the ideal run uses
 */
export const withIdeal = <Run extends string, Name extends Run>(
  run: Run,
  ideal: IdealName,
  name: Name,
  base: Exclude<Run, Name>,
  scenarioOf: (scheme: Exclude<Run, Name>) => Trial["scenario"],
): Trial["scenario"] => (run === name ? under(ideal, scenarioOf(base)) : scenarioOf(run as Exclude<Run, Name>));
