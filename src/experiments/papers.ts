/** What holds for all figures of a paper: what it leaves open, and in which parameters its figures differ and why. */
import type { Difference, Readings } from "./readings.ts";
import { differences as spfcDifferences } from "./spfc/differences.ts";
import { spfc } from "./spfc/readings.ts";

export interface Paper {
  readonly readings: Readings;
  readonly differences: readonly Difference[];
}

export const papers: Readonly<Record<string, Paper>> = {
  spfc: { readings: spfc, differences: spfcDifferences },
};
