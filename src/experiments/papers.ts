/** What holds for all figures of a paper: what it leaves open, and in which parameters its figures differ and why. */
import { differences as bifrostDifferences } from "./bifrost/differences.ts";
import { bifrost } from "./bifrost/readings.ts";
import type { Difference, Readings } from "./readings.ts";

export interface Paper {
  readonly readings: Readings;
  readonly differences: readonly Difference[];
}

export const papers: Readonly<Record<string, Paper>> = {
  bifrost: { readings: bifrost, differences: bifrostDifferences },
};
