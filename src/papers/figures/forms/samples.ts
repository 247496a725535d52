/** Samples computed from other samples, and judgements of one scheme against several others. */
import type { Judged, Show } from "../verdicts.ts";
import { allOf, below, onAPar } from "../verdicts.ts";
import { combine, type Sample } from "../samples.ts";

/** The same sample under another name. */
export const renamed = (name: string, one: Sample): Sample => ({ ...one, name });

/** A new sample with the name `name`: `change` is applied to the given sample's value of each seed. */
export const mapped = (name: string, { bySeed }: Sample, change: (value: number) => number): Sample => ({
  name,
  bySeed: new Map([...bySeed].map(([seed, value]) => [seed, change(value)])),
});

/** The sample multiplied by a factor. Its name is "1.1 x DT". */
export const scaled = (factor: number, one: Sample): Sample =>
  mapped(`${factor} x ${one.name}`, one, (value) => value * factor);

/** The mean of several samples for each seed. A seed that one sample lacks is left out. */
export const averageOf = (name: string, samples: readonly Sample[]): Sample =>
  mapped(name, sumOf(name, samples), (sum) => sum / samples.length);

/** The sum of several samples for each seed. A seed that one sample lacks is left out. */
export const sumOf = (name: string, samples: readonly Sample[]): Sample =>
  samples.reduce((all, one) => combine(name, all, one, (a, b) => a + b));

/** Judges the claim that `of(one)` is less than `of(other)` for each of `others`. */
export const belowEach = <Name>(one: Name, others: readonly Name[], of: (name: Name) => Sample, show: Show): Judged =>
  allOf(others.map((other) => below(of(one), of(other), show)));

/** Judges the claim that `of(one)` is more than `of(other)` for each of `others`. */
export const aboveEach = <Name>(one: Name, others: readonly Name[], of: (name: Name) => Sample, show: Show): Judged =>
  allOf(others.map((other) => below(of(other), of(one), show)));

/** Judges the claim that `of(one)` is within a factor of 1.1 of `of(other)` for each of `others`. */
export const likeEach = <Name>(one: Name, others: readonly Name[], of: (name: Name) => Sample): Judged =>
  allOf(others.map((other) => onAPar(of(one), of(other))));

/** Returns a function that prints numbers with `digits` decimals and a unit: `fixed(1, " Gbps")`. */
export const fixed =
  (digits: number, unit = ""): Show =>
  (value) =>
    value.toFixed(digits) + unit;
