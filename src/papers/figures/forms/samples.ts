/** Samples made from samples, and judgements of one scheme against several others. */
import type { Judged, Show } from "../verdicts.ts";
import { allOf, below, onAPar } from "../verdicts.ts";
import { combine, type Sample } from "../samples.ts";

/** A sample under another name. */
export const renamed = (name: string, one: Sample): Sample => ({ ...one, name });

/** A sample with `change` applied to the value of each seed. */
export const mapped = (name: string, { bySeed }: Sample, change: (value: number) => number): Sample => ({
  name,
  bySeed: new Map([...bySeed].map(([seed, value]) => [seed, change(value)])),
});

/** A sample times a factor: "1.1 x DT". */
export const scaled = (factor: number, one: Sample): Sample =>
  mapped(`${factor} x ${one.name}`, one, (value) => value * factor);

/** The mean of several samples by seed. Seeds that one of them lacks are left out. */
export const averageOf = (name: string, samples: readonly Sample[]): Sample =>
  mapped(name, sumOf(name, samples), (sum) => sum / samples.length);

/** The sum of several samples by seed. Seeds that one of them lacks are left out. */
export const sumOf = (name: string, samples: readonly Sample[]): Sample =>
  samples.reduce((all, one) => combine(name, all, one, (a, b) => a + b));

/** `of(one)` is less than `of(other)` for each of `others`. */
export const belowEach = <Name>(one: Name, others: readonly Name[], of: (name: Name) => Sample, show: Show): Judged =>
  allOf(others.map((other) => below(of(one), of(other), show)));

/** `of(one)` is more than `of(other)` for each of `others`. */
export const aboveEach = <Name>(one: Name, others: readonly Name[], of: (name: Name) => Sample, show: Show): Judged =>
  allOf(others.map((other) => below(of(other), of(one), show)));

/** `of(one)` is within a tenth of `of(other)` for each of `others`. */
export const likeEach = <Name>(one: Name, others: readonly Name[], of: (name: Name) => Sample): Judged =>
  allOf(others.map((other) => onAPar(of(one), of(other))));

/** Prints a number with `digits` decimals, followed by its unit: `fixed(1, " Gbps")`. */
export const fixed =
  (digits: number, unit = ""): Show =>
  (value) =>
    value.toFixed(digits) + unit;
