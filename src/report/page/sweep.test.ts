/**
 * Tests the page of a sweep over 2 buffers, 4 congestion controls and 2 thresholds under 3 seeds. The flows come from a
 * few runs.
 */
import { beforeAll, expect, test } from "vitest";
import { labelledRun } from "../../../test/labelled-run.ts";
import { DARK } from "../charts/theme.ts";
import type { LabelledRun } from "../labelled-run.ts";
import { reportPage } from "./page.ts";

const buffers = ["st", "dt"];
const seeds = ["1", "2", "3"];

let page: string;
beforeAll(async () => {
  const measured = new Map(
    buffers.flatMap((buffer) =>
      seeds.map((seed) => [
        buffer + seed,
        labelledRun("", (text) => `${text.replace("seed: 1", `seed: ${seed}`)}policies: { buffer: ${buffer} }\n`),
      ]),
    ),
  );
  const runs = buffers.flatMap((buffer) =>
    ["none", "dcqcn", "hpcc", "timely"].flatMap((congestion) =>
      ["64KB", "1MB"].flatMap((kmin) =>
        seeds.map((seed): LabelledRun => {
          const settings = { buffer, congestion, "detection.kmin": kmin, seed };
          const label = Object.entries(settings).map(([path, value]) => `${path}=${value}`);
          const run = measured.get(buffer + seed);
          if (run === undefined) throw new Error("not run");
          return { ...run, label: label.join(", "), settings };
        }),
      ),
    ),
  );
  page = await reportPage(runs, { common: { until: "2ms" } });
});

const figures = (): [id: string, part: string][] =>
  Array.from(page.matchAll(/<figure id="([^"]*)"(.*?)<\/figure>/gs), ([, id, part]) => [id, part]);
const text = (part: string): string => part.replaceAll(/<[^>]*>|\s+/g, " ").replaceAll(/ +/g, " ");

test("what all runs have in common is said once, above, and so is what was varied", () => {
  const [top] = page.split("<nav>");
  for (const said of ["48 runs compared", "buffer: st, dt", "seed: 1, 2, 3", "in all: until=2ms"]) {
    expect(text(top)).toContain(said);
  }
});

test("no legend has more than five names, none of them a whole row, and each is of what differs within a panel", () => {
  for (const [id, part] of figures()) {
    const keys = Array.from(part.matchAll(/<span class="key"><svg.*?<\/svg>([^<]*)</gs), ([, key]) => key);
    expect(keys.length, id).toBeLessThanOrEqual(5);
    if (keys.length > 0) expect(keys, id).toEqual(["none", "dcqcn", "hpcc", "timely"]);
  }
});

test("lines stand in small multiples: a panel for each buffer and threshold, and each rule of completion times", () => {
  const all = new Map(figures());
  const panels = (id: string): number => all.get(id)?.match(/<div class="panel">/g)?.length ?? 0;
  expect([panels("pause-cdf"), panels("stopped"), panels("links")]).toEqual([4, 4, 4]);
  expect(panels("raster")).toBe(16);
});

test("a row a scheme, named by what differs, each name in a column of its own; a mean over the seeds with its interval", () => {
  const [table] = /<table>.*?<\/table>/s.exec(page.split('id="numbers"')[1]) ?? [""];
  const rows = Array.from(table.matchAll(/<tr>(.*?)<\/tr>/gs), ([, row]) => row);
  expect(rows).toHaveLength(17);
  expect(text(rows[0])).toMatch(/^ *buffer congestion detection\.kmin n /);
  expect(rows[1].match(/<span class="half">±[\d.]+%<\/span>/g)?.length).toBeGreaterThan(4);
});

test("all seeds are in the charts: their flows are counted, and the scatter is a band", () => {
  for (const [id, part] of figures().filter(([one]) => one.endsWith("-cdf") && one !== "queue-cdf")) {
    expect(part, id).toContain("bands their 95% intervals");
    expect(part, id).toMatch(/mark-area/);
  }
  expect(new Map(figures()).get("fct-cdf")).toMatch(/n \d+ \(3 seeds\)/);
});

test("each quantity has one unit in a column: no cell of a table of numbers carries a unit of its own", () => {
  const [, numbers] = /id="numbers"(.*?)<section/s.exec(page) ?? ["", ""];
  const cells = Array.from(numbers.matchAll(/<td>(.*?)<\/td>/gs), ([, cell]) => text(cell).trim());
  expect(cells.length).toBeGreaterThan(300);
  expect(cells.filter((cell) => /^[\d.,]+ ?(ns|us|ms|s|B|KB|KiB|MB|MiB|Gbps|Mbps)\b/.test(cell))).toEqual([]);
});

test("dark: every colour of a chart or a legend has another that stands for it", () => {
  const colours = new Set(Array.from(page.matchAll(/ (?:fill|stroke)="(#[0-9a-f]+)"/g), ([, colour]) => colour));
  expect(colours.size).toBeGreaterThan(5);
  expect([...colours].filter((colour) => !(colour in DARK))).toEqual([]);
  const [, dark] = /@media screen and \(prefers-color-scheme: dark\) \{(.*?)\n\}/s.exec(page) ?? ["", ""];
  for (const colour of colours) expect(dark).toContain(`svg [stroke="${colour}"]`);
});

test("every table scrolls inside itself", () => {
  const tables = page.match(/<table>/g)?.length ?? 0;
  expect(tables).toBeGreaterThan(5);
  expect(page.match(/<div class="scroll[^>]*>\s*<table>/g)).toHaveLength(tables);
});

test("fits: 48 runs in less than 3 MB", () => {
  expect(page.length).toBeLessThan(3e6);
});

test("seeds alone: one row that has every column, with its interval", async () => {
  const runs = seeds.map((seed): LabelledRun => {
    const run = labelledRun("", (scenario) => scenario.replace("seed: 1", `seed: ${seed}`));
    return { ...run, label: `seed=${seed}`, settings: { seed } };
  });
  const [table] = /<table>.*?<\/table>/s.exec((await reportPage(runs)).split('id="numbers"')[1]) ?? [""];
  expect(table.match(/<tr>/g)).toHaveLength(2);
  expect(text(table)).toMatch(/ n not done FCT mean, us p50, us p99, us slowdown mean p50 p99 n FCT mean, us p99, us /);
  expect(table).toContain('<span class="half">±');
});
