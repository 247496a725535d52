/**
 * Writes samples as OpenMetrics text: one family after the other, with `# EOF` at the end. Prometheus reads it; `promtool tsdb
 * create-blocks-from openmetrics` also imports its times.
 *
 * Source: OpenMetrics 1.0, sections "ABNF" and "Overall structure"
 */

export interface Family {
  /**
   * The name of the metric. It ends in the unit, if there is one. It lacks the suffix `_total` that the samples of a
   * counter have.
   */
  readonly name: string;
  readonly type: "counter" | "gauge";
  readonly unit?: "bytes" | "seconds" | "ratio";
  readonly help: string;
  /** Samples with the same labels are consecutive and in order of time. */
  readonly samples: Iterable<Sample>;
}

export interface Sample {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
  /** Time, s. */
  readonly time: number;
}

/** Yields lines of text. A family without samples is left out. */
export function* openMetrics(families: Iterable<Family>): Generator<string> {
  for (const { name, type, unit, help, samples } of families) {
    let head = `# TYPE ${name} ${type}\n`;
    if (unit !== undefined) head += `# UNIT ${name} ${unit}\n`;
    head += `# HELP ${name} ${escaped(help)}\n`;
    for (const { labels, value, time } of samples) {
      const named = Object.entries(labels).map(([label, of]) => `${label}="${escaped(String(of))}"`);
      yield `${head}${name}${type === "counter" ? "_total" : ""}{${named.join(",")}} ${value} ${time}\n`;
      head = "";
    }
  }
  yield "# EOF\n";
}

const escaped = (text: string): string => text.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n");
