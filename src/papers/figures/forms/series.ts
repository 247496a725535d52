/** Reads the tables that a run samples over time: queues, rates, goodputs and bytes in flight. */
import { mean } from "../claims.ts";
import type { Results } from "../../../run/lab/lab.ts";

type Tables = Results["tables"];
type SampledTable = "queues" | "rates" | "goodputs" | "inflight" | "backlogs";
type Columns<Name extends SampledTable> = NonNullable<Tables[Name]>["columns"];

/** Returns the columns of a sampled table. Throws if the scenario of the figure does not measure it. */
export function columnsOf<Name extends SampledTable>({ tables }: Pick<Results, "tables">, name: Name): Columns<Name> {
  const table = tables[name];
  if (table === undefined) throw new Error(`the scenario does not measure ${name}`);
  return table.columns;
}

/** Returns one column over time as [ms, value / unit], for the rows that `which` selects. */
export const courseOf = (
  { time_ns }: { readonly time_ns: Float64Array },
  values: ArrayLike<number>,
  unit = 1,
  which: (row: number) => boolean = () => true,
): [number, number][] =>
  Array.from(time_ns.keys())
    .filter(which)
    .map((row) => [time_ns[row] / 1e6, values[row] / unit]);

/** The mean of the values of [time, value] points after `from` and up to `to`. NaN: there is no point. */
export const meanBetween = (course: readonly (readonly [number, number])[], from: number, to = Infinity): number =>
  mean(course.flatMap(([time, value]) => (time > from && time <= to ? [value] : [])));

/** The largest number of consecutive samples for which `holds` is true. */
export function longestRun(samples: readonly number[], holds: (sample: number) => boolean): number {
  let [longest, run] = [0, 0];
  for (const sample of samples) {
    run = holds(sample) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** The standard deviation of `samples`: the root of their mean squared distance from the mean. */
export function deviationOf(samples: readonly number[]): number {
  const middle = mean(samples);
  return Math.sqrt(mean(samples.map((one) => (one - middle) * (one - middle))));
}
