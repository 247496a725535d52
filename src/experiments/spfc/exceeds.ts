/** An order with a margin: 2.69 beside 2.69 Gbps is none, though every seed may have a digit behind them that says so. */
import { atLeast, combine, type Judged, percentChange, type Sample } from "../../entry/experiment.ts";

/** `a` is at least `factor` times `b`, seed by seed. */
export const exceeds = (a: Sample, b: Sample, factor: number): Judged =>
  atLeast(
    combine(`${a.name} against ${b.name}`, a, b, (x, y) => x / y),
    factor,
    percentChange,
  );
