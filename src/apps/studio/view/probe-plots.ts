/**
 * Charts over time of the values that probes measured. Each column of a probe has one chart for each run, and these
 * charts show the same nodes, ports or flows.
 */
import type { ProbeSeries } from "xoff";
import { lineColour, lineDash } from "../chart/colours.ts";
import type { Plot } from "../chart/plot.ts";
import { bytesText, rateText, timeText } from "../format.ts";
import type { RunView } from "../lab/messages.ts";

/** A column of a probe that at least one run has. */
export interface ProbeColumn {
  readonly probe: string;
  readonly column: string;
  /** Names of the shown lines: those with the highest peaks in any run, at most `MAX_LINES`. */
  readonly lines: readonly string[];
  /** True if the values were sampled at regular times. The chart then connects them with lines. */
  readonly isSampled: boolean;
}

const MAX_LINES = 6;

const seriesOf = ({ probes }: RunView, probe: string, column: string): ProbeSeries | undefined =>
  probes.find((one) => one.probe === probe)?.series.find((one) => one.column === column);

export function probeColumns(views: readonly RunView[]): ProbeColumn[] {
  const found = new Map<string, { probe: string; column: string }>();
  for (const { probes } of views)
    for (const { probe, series } of probes)
      for (const { column } of series) found.set(JSON.stringify([probe, column]), { probe, column });
  return [...found.values()].flatMap(({ probe, column }) => {
    const some = views.flatMap((view) => seriesOf(view, probe, column) ?? []);
    const peaks = new Map<string, number>();
    for (const { name, values } of some.flatMap(({ lines }) => lines))
      peaks.set(
        name,
        values.reduce((most, value) => Math.max(most, Math.abs(value)), peaks.get(name) ?? 0),
      );
    const lines = [...peaks].filter(([, peak]) => peak > 0).sort(([, a], [, b]) => b - a);
    if (lines.length === 0) return [];
    const isSampled = some.some((one) => one.isSampled);
    return [
      {
        probe,
        column,
        isSampled,
        lines: lines
          .slice(0, MAX_LINES)
          .map(([name]) => name)
          .sort(),
      },
    ];
  });
}

const TEXTS: Readonly<Record<ProbeSeries["quantity"], (value: number) => string>> = {
  ...{ time: timeText, bytes: bytesText, rate: rateText },
  number: (value) => String(Number(value.toPrecision(4))),
};

export function probePlot(view: RunView, { probe, column, lines, isSampled }: ProbeColumn, isDark: boolean): Plot {
  const series = seriesOf(view, probe, column);
  const every = view.probes.find((one) => one.probe === probe)?.every ?? 1;
  const shown = lines.flatMap((name, k) => {
    const line = series?.lines.find((one) => one.name === name);
    return line === undefined ? [] : [{ line, k }];
  });
  const x = Float64Array.from(new Set(shown.flatMap(({ line }) => [...line.times]))).sort();
  const places = new Map(Array.from(x, (time, place) => [time, place]));
  return {
    title: `${probe}: ${(series?.about ?? column).replace(/\.$/, "")}`,
    unit: `${column}${every > 1 ? `; one of ${every} values is shown` : ""}`,
    x,
    yText: TEXTS[series?.quantity ?? "number"],
    lines: shown.map(({ line, k }) => {
      const values = new Array<number | null>(x.length).fill(null);
      line.times.forEach((time, row) => (values[places.get(time) ?? 0] = line.values[row]));
      const name = line.name === "" ? column : line.name;
      return { name, values, colour: lineColour(k, isDark), dash: lineDash(k), as: isSampled ? "joined" : "dots" };
    }),
  };
}
