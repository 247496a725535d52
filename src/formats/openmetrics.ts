/**
 * OpenMetrics: samples as text, families one after the other, `# EOF` last. Prometheus reads it, `promtool tsdb create-blocks-from openmetrics`
 * with its times.
 *
 * Source  OpenMetrics 1.0, sections "ABNF" and "Overall structure"
 */

export interface Family {
  /** Without `_total`, which the samples of a counter have; ends in its unit, where it has one. */
  readonly name: string;
  readonly type: "counter" | "gauge";
  readonly unit?: "bytes" | "seconds" | "ratio";
  readonly help: string;
  /** All of one set of labels together, in order of time. */
  readonly samples: Iterable<Sample>;
}

export interface Sample {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
  /** s. */
  readonly time: number;
}

/** Lines of text; a family without samples is left out. */
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
