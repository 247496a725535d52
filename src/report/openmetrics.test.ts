/** Tests the OpenMetrics text: it follows the grammar of the specification, and agrees with the tables of its run. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { experiment, readScenario } from "../run/lab/lab.ts";
import { metricsOf, stretchFor } from "./openmetrics.ts";

const { tables, summary } = experiment(
  readScenario(
    `
until: 300us
topology:
  kind: file
  nodes: ["h0, host", "h1, host", "h2, host", "h3, host", "sw0, switch", "sw1, switch"]
  links:
    - { a: h0, b: sw0 }
    - { a: h1, b: sw0 }
    - { a: h2, b: sw1 }
    - { a: h3, b: sw1 }
    - { a: sw0, b: sw1, parallel: 2 }
switch: { memory: 1MiB }
traffic:
  - { kind: flows, list: [ "h1, h0, 1MB, 0us", "h2, h0, 1MB, 0us", "h3, h0, 1MB, 0us" ] }
measure: { every: 10us, queues: sw0, rates: sw0 }
`,
    "metrics.yaml",
  ),
);
const metrics = metricsOf(tables, summary.simulated_ns, 1000);
const text = [...metrics.text].join("");

interface Read {
  readonly type: string;
  readonly samples: { readonly labels: string; readonly value: number; readonly time: number }[];
}

/**
 * Reads lines by the ABNF grammar: a family's descriptors precede its samples, each family occurs once, and `# EOF` is
 * the last line.
 */
function read(lines: readonly string[]): Map<string, Read> {
  const families = new Map<string, Read>();
  let current = "";
  for (const line of lines) {
    const type = /^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge)$/.exec(line);
    const about = /^# (?:HELP|UNIT) ([a-zA-Z_:][a-zA-Z0-9_:]*) ((?:[^\n\\"]|\\["\\n])+)$/.exec(line);
    if (type !== null) {
      current = type[1];
      expect(families.has(current)).toBe(false);
      families.set(current, { type: type[2], samples: [] });
    } else if (about !== null) {
      expect(about[1]).toBe(current);
      if (line.startsWith("# UNIT")) expect(current.endsWith(`_${about[2]}`)).toBe(true);
    } else {
      const label = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^\\n\\\\"]|\\\\["\\\\n])*"';
      const sample = new RegExp(`^([a-zA-Z_:][a-zA-Z0-9_:]*)\\{((?:${label}(?:,${label})*)?)\\} (\\S+) (\\S+)$`).exec(
        line,
      );
      if (sample === null) throw new Error(`no sample: ${line}`);
      const { type: kind, samples } = families.get(current)!;
      expect(sample[1]).toBe(kind === "counter" ? `${current}_total` : current);
      for (const number of sample.slice(3)) expect(number).toMatch(/^\d+(\.\d+)?(e[+-]?\d+)?$/);
      const before = samples.at(-1);
      if (before?.labels === sample[2]) expect(Number(sample[4])).toBeGreaterThan(before.time);
      else expect(samples.some(({ labels }) => labels === sample[2])).toBe(false);
      samples.push({ labels: sample[2], value: Number(sample[3]), time: Number(sample[4]) });
    }
  }
  return families;
}

const lines = text.split("\n");
const families = read(lines.slice(0, -2));

test("ends in # EOF, and its counters never fall", () => {
  expect(lines.slice(-2)).toEqual(["# EOF", ""]);
  for (const { type, samples } of families.values()) {
    if (type !== "counter") continue;
    for (let k = 1; k < samples.length; k++)
      if (samples[k].labels === samples[k - 1].labels)
        expect(samples[k].value).toBeGreaterThanOrEqual(samples[k - 1].value);
  }
});

test("PAUSEs by priority, sent and received, and their durations, add up to the table's", () => {
  const last = (name: string): Map<string, number> =>
    new Map(families.get(name)!.samples.map(({ labels, value }) => [labels, value]));
  const sum = (all: Map<string, number>): number => [...all.values()].reduce((a, b) => a + b, 0);
  const { rows, columns } = tables.pauses;
  expect(rows).toBeGreaterThan(0);
  expect(sum(last("xoff_port_pfc_tx_pauses"))).toBe(rows);
  expect(sum(last("xoff_port_pfc_rx_pauses"))).toBe(rows);
  const ofH1 = [...columns.peer].filter((peer) => peer === "h1").length;
  expect(last("xoff_port_pfc_rx_pauses").get('node="h1",peer="sw0",link="h1-sw0",priority="3"')).toBe(ofH1);
  let ns = 0;
  for (let row = 0; row < rows; row++)
    ns += Number.isNaN(columns.duration_ns[row])
      ? summary.simulated_ns - columns.start_ns[row]
      : columns.duration_ns[row];
  expect(sum(last("xoff_port_pfc_rx_pause_wanted_seconds"))).toBeCloseTo(ns / 1e9, 12);
});

test("the time that each port was paused is that of ports.csv", () => {
  const { rows, columns: c } = tables.ports;
  const labels = (row: number) => `node="${c.node[row]}",port="${c.port[row]}",peer="${c.peer[row]}"`;
  const { samples } = families.get("xoff_port_pfc_rx_pause_duration_seconds")!;
  const byPort = samples.map((one) => ({ ...one, labels: one.labels.replace(/,link="[^"]*"/, "") }));
  expect(byPort).toEqual(
    Array.from({ length: rows }, (_, row) => ({
      labels: labels(row),
      value: c.paused_ns[row] / 1e9,
      time: (summary.simulated_ns / 1e9) * 1000,
    })),
  );
  expect(Math.max(...c.paused_ns)).toBeGreaterThan(0);
});

test("by default every sample has a millisecond of its own in its series; with less stretch those that coincide are counted", () => {
  const series = (stretch: number): { readonly all: number; readonly kept: number } => {
    const { text, samples } = metricsOf(tables, summary.simulated_ns, stretch);
    const lines = [...text].flatMap((piece) => piece.split("\n")).filter((line) => /^[^#]/.test(line));
    expect(lines).toHaveLength(samples);
    // Times are truncated to milliseconds, as in Prometheus.
    const moments = lines.map((line) =>
      line.replace(/ \S+ (\S+)$/, (_, time) => ` ${Math.trunc(Number(time) * 1000)}`),
    );
    return { all: lines.length, kept: new Set(moments).size };
  };
  // 60 samples in 300 us are 5 us apart. A factor of 200,000 stretches this to 1 s.
  const least = stretchFor(tables, summary.simulated_ns);
  expect(least).toBe(1_000_000);
  expect(series(least).kept).toBe(series(least).all);
  const { all, kept } = series(1);
  expect(metricsOf(tables, summary.simulated_ns, 1).lost).toBe(all - kept);
  expect(all - kept).toBeGreaterThan(500);
});

test("samples of queues have their own times, stretched; counters are the summary's", () => {
  const { rows, columns } = tables.queues!;
  const { samples } = families.get("xoff_queue_curr_occupancy_bytes")!;
  expect(samples).toHaveLength(rows);
  expect(samples.map(({ value }) => value).sort((a, b) => a - b)).toEqual([...columns.egress_bytes.toSorted()]);
  const moments = [...new Set(columns.time_ns)];
  expect(samples[1].time).toBeCloseTo((moments[1] / 1e9) * 1000, 12);
  expect(families.get("xoff_marked_packets")!.samples[0].value).toBe(summary.counters.marked_packets);
});

test("the Grafana dashboard asks for families that there are", () => {
  const board = readFileSync(new URL("../../docs/grafana/xoff-run.json", import.meta.url), "utf8");
  const asked = [...board.matchAll(/\bxoff_[a-z_]+[a-z]\b/g)]
    .map(([name]) => name)
    .filter((name) => name !== "xoff_dropped");
  expect(asked.length).toBeGreaterThan(8);
  for (const name of asked) expect([...families.keys()]).toContain(name.replace(/_total$/, ""));
});
