import { beforeAll, describe, expect, test } from "vitest";
import { altered, emptied, labelledRun } from "../../../test/labelled-run.ts";
import type { LabelledRun } from "../labelled-run.ts";
import { numberedRuns } from "../numbered-runs.ts";
import { reportPage } from "./page.ts";

/** A figure of the page, from its tag to its end. */
function figure(page: string, id: string): string {
  const [, found] = new RegExp(`<figure id="${id}"(.*?)</figure>`, "s").exec(page) ?? [];
  if (found === undefined) throw new Error(`no figure ${id}`);
  return found;
}

/** Text inside the drawings of a part of the page. */
const words = (part: string): string[] => Array.from(part.matchAll(/<text[^>]*>([^<]*)<\/text>/g), ([, text]) => text);
/** Paths that are drawn as lines: an outline and no area. */
const lines = (part: string): string[] =>
  Array.from(part.matchAll(/<path [^>]*\bd="([^"]*)"[^>]*>/g), ([path, d]) => ({ path, d }))
    .filter(({ path, d }) => /stroke="#/.test(path) && !path.includes('fill="#') && /L|V/.test(d))
    .map(({ d }) => d);

/** The names in the legend of a figure. */
const keys = (part: string): string[] =>
  Array.from(part.matchAll(/<span class="key"><svg.*?<\/svg>([^<]*)</gs), ([, text]) => text);
/** Titles of the charts of a figure, and the lines below them. */
const titles = (part: string): string[] => Array.from(part.matchAll(/<h4>([^<]*)</g), ([, text]) => text);

const run = labelledRun("dt");
const other = labelledRun("st", (text) => `${text}policies: { buffer: st }\n`);

/** The run, with its last `n` flows unfinished. */
function cutFlows(one: LabelledRun, n: number): LabelledRun {
  const { flows } = one.tables;
  const open = (column: Float64Array): Float64Array =>
    column.map((value, row) => (row >= flows.rows - n ? NaN : value));
  const columns = { ...flows.columns, fct_ns: open(flows.columns.fct_ns), slowdown: open(flows.columns.slowdown) };
  return altered(one, { tables: { flows: { ...flows, columns } } });
}

describe("the page of one run", () => {
  let page: string;
  beforeAll(async () => {
    page = await reportPage([run]);
  });

  test("needs nothing else, and its policy lets nothing in: no script, no link to fetch, no picture from elsewhere", () => {
    expect(page).toMatch(
      /<head>\s*<meta charset="utf-8" \/>\s*<meta http-equiv="Content-Security-Policy" content="default-src 'none'; /,
    );
    expect(/ on\w+="|javascript:/i.exec(page)).toBeNull();
    expect(/<script|<link|<img|@import|url\(/.exec(page)).toBeNull();
    expect(page.match(/\bid="[^"]*"/g)?.length).toBe(new Set(page.match(/\bid="[^"]*"/g)).size);
  });

  test("says what was run", () => {
    for (const fact of [
      "small",
      "Whom does an 8:1 incast pause?",
      run.summary.digest,
      "dcqcn",
      "sih",
      "fb-hadoop-hpcc",
      "9 hosts",
    ]) {
      expect(page.includes(fact), fact).toBe(true);
    }
  });

  test("draws a line for mean, p50, p95 and p99 of the slowdown, and lists the bins", () => {
    const part = figure(page, "slowdown-by-size");
    expect(words(part)).toEqual(expect.arrayContaining(["flow size", "slowdown", "10 KB"]));
    expect(keys(part)).toEqual(["mean", "p50", "p95", "p99"]);
    expect(lines(part).filter((d) => d.split("L").length > 5)).toHaveLength(4);
    expect(part).toContain("<th>p99</th>");
  });

  test("where flows are not done: of all flows, at their age, and of those done, side by side with n", async () => {
    const part = figure(await reportPage([cutFlows(run, 3)]), "fct-cdf");
    expect(titles(part)).toEqual(["all flows", "flows done"]);
    const [all, done] = Array.from(part.matchAll(/<p class="of">n (\d+)([^<]*)/g));
    expect([all[2], done[2], Number(all[1]) - Number(done[1])]).toEqual([", 3 not done", "", 3]);
  });

  test("draws every distribution from 0% to 100%", () => {
    for (const id of ["slowdown-cdf", "fct-cdf", "pause-cdf", "queue-cdf"]) {
      const part = figure(page, id);
      expect(words(part)).toEqual(expect.arrayContaining(["0%", "100%"]));
      expect(lines(part).length).toBeGreaterThan(0);
    }
  });

  test("has a row of the raster for each port that was stopped, with as many bars as PAUSEs", () => {
    const part = figure(page, "raster");
    const { rows, columns } = run.tables.pauses;
    expect(rows).toBeGreaterThan(10);
    for (const peer of new Set(columns.peer)) expect(words(part)).toContain(`${peer}-sw0`);
    // Gridlines and axes are elements of the role "rule", without gaps. A bar is a piece of its row's line.
    const bars = Array.from(part.matchAll(/<path [^>]*\bd="([^"]*)"[^>]*stroke-width="10"/g), ([, d]) => d);
    expect(bars.join("").split("M").length - 1).toBe(rows);
  });

  test("draws queues, the threshold beside the occupancy, rates and goodputs", () => {
    expect(words(figure(page, "queues"))).toContain("bytes waiting");
    expect(figure(page, "ingress")).toContain("Grey: the threshold");
    expect(keys(figure(page, "rates"))).toEqual(expect.arrayContaining(["h1-sw0", "sw0-h0"]));
    expect(words(figure(page, "rates"))).toContain("100 Gbps");
    expect(words(figure(page, "goodputs"))).toContain("goodput");
    for (const id of ["queues", "ingress", "rates", "goodputs"])
      expect(lines(figure(page, id)).length).toBeGreaterThan(0);
  });

  test("draws a bar for each link that was used, the busiest first", () => {
    const part = words(figure(page, "links"));
    const { node, peer, utilisation } = run.tables.ports.columns;
    const busiest = utilisation.indexOf(Math.max(...utilisation));
    expect(part.find((text) => /^(h\d+-sw0|sw0-h\d+)$/.test(text))).toBe(`${node[busiest]}-${peer[busiest]}`);
  });

  test("the same run gives the same bytes", async () => {
    expect((await reportPage([labelledRun("dt")])) === page).toBe(true);
  });

  test("coordinates have two decimals at most", () => {
    expect(/ d="[^"]*\.\d{3}/.exec(page)).toBeNull();
  });
});

describe("the page of a comparison", () => {
  let page: string;
  beforeAll(async () => {
    page = await reportPage([run, cutFlows(other, 3)]);
  });

  test("has a row of numbers a run, named by what differs, with all flows and those that both finished side by side", () => {
    const [table] = /<table>.*?<\/table>/s.exec(page) ?? [""];
    expect(table.match(/<tr>/g)).toHaveLength(3);
    const heads = Array.from(table.matchAll(/<th(?: [^>]*)?>([^<]*)</g), ([, text]) => text);
    expect(heads.slice(0, 3)).toEqual([
      "",
      "all flows that count, unfinished ones with their age",
      "flows that all rows with the same traffic finished",
    ]);
    expect(heads.filter((head) => head === "n")).toHaveLength(2);
  });

  test("charts of completion times stand twice, over all flows and over those that both finished, n beside each", () => {
    for (const id of ["slowdown-cdf", "fct-cdf"]) {
      const part = figure(page, id);
      expect(titles(part)).toEqual(["all flows", "finished by all"]);
      const [all, common] = Array.from(part.matchAll(/<p class="of">n (\d+)([^<]*)/g));
      expect(all[2]).toBe(", 0 to 3 not done");
      expect([common[2], Number(common[1]) < Number(all[1])]).toEqual(["", true]);
    }
  });

  test("draws both runs in every chart, apart by dash as well as colour", () => {
    for (const id of ["slowdown-cdf", "fct-cdf", "pause-cdf", "queue-cdf", "stopped", "rates", "goodputs", "links"]) {
      expect(keys(figure(page, id))).toEqual(["dt", "st"]);
    }
    const strokes = Array.from(
      figure(page, "fct-cdf").matchAll(
        /stroke="(#[0-9a-f]{6})"[^>]*stroke-width="1.8"[^>]*stroke-dasharray="([^"]*)"/g,
      ),
    );
    expect(new Set(strokes.map(([, colour]) => colour)).size).toBe(2);
    expect(new Set(strokes.map(([, , dash]) => dash)).size).toBe(2);
  });

  test("has the statistics of slowdown in a panel each, and the raster of each run under its name", () => {
    expect(titles(figure(page, "slowdown-by-size"))).toEqual([
      ...["mean, all flows", "mean, finished by all", "p99, all flows", "p99, finished by all"],
    ]);
    expect(titles(figure(page, "raster"))).toEqual(["dt", "st"]);
  });

  test("says where runs differ: the buffer policy of each", () => {
    expect(page).toMatch(/<dt>Buffer<\/dt>\s*<dd>dt, st<\/dd>/);
    expect(page).toMatch(/<dt>Congestion<\/dt>\s*<dd>dcqcn<\/dd>/);
  });

  test("lists runs that are not drawn, and says so; runs without results are named with the reason", async () => {
    const rows = numberedRuns([run, other, { ...run, label: "third" }]);
    const failed = [{ label: "fourth", why: "invariant broken: time runs forward" }];
    const more = await reportPage([run, other], { rows, failed });
    const [top] = more.split('id="completion"');
    expect(top).toContain("4 runs compared");
    expect(top).toContain("third");
    expect(more).toMatch(/Charts show 2 of 3 rows, with 2 of all 3\s+runs/);
    expect(top).toMatch(/Missing.*<em>fourth:<\/em> invariant broken/s);
  });
});

describe("what must not be overlooked stands at the top", () => {
  const top = async (one: LabelledRun): Promise<string> => (await reportPage([one])).split("<nav>")[0];

  test("a run cut short, drops, a deadlock", async () => {
    const bad = altered(run, {
      summary: {
        ending: "interrupted",
        deadlock: ["s0 port 1 class 3", "s1 port 2 class 3"],
        counters: { ...run.summary.counters, dropped_no_headroom: 1234 },
      },
    });
    const text = await top(bad);
    expect(text).toMatch(/Cut short.*interrupted after 1 ms of 1 ms/s);
    expect(text).toMatch(/Drops.*1,234 packets \(no headroom\)/s);
    expect(text).toMatch(/Deadlock.*s0 port 1 class 3; s1 port 2 class 3/s);
  });

  test("flows not done, PAUSEs not recorded", async () => {
    const some = altered(run, {
      summary: {
        flows: { finite: 50, finished: 41, endless: 1 },
        counters: { ...run.summary.counters, pauses_unrecorded: 7 },
      },
    });
    const text = await top(some);
    expect(text).toMatch(/Not done.*9 of 50 flows/s);
    expect(text).toMatch(/Not recorded.*7 of/s);
  });

  test("bytes that fast-forward skipped: the error that flows replayed without packets may cause, and none of skips", async () => {
    const skipped = { skips: 1, skipped_ns: 1000, skipped_bytes: 500, share: 0.5, error_bound: 0 };
    const exact = await top(altered(run, { summary: { fast_forward: skipped } }));
    expect(exact).toMatch(/Skipped.*50.0% of the bytes\. Every number equals that of the exact run/s);
    const memory = { replayed: 9, frozen: 0, thawed: 0, kinds: 1, compared: 3, agreed: 3, error_mean: 0.0001 };
    const some = altered(run, { summary: { fast_forward: { ...skipped, error_bound: 0.0004, memory } } });
    expect(await top(some)).toMatch(/Skipped.*Completion times may err by 0\.040%/s);
  });

  test("nothing of the kind where there is none", async () => {
    const whole = altered(run, {
      summary: { ending: "all flows are done", flows: { finite: 41, finished: 41, endless: 1 } },
    });
    expect(await top(whole)).not.toContain('class="alarm"');
  });
});

describe("what is empty says why, and is no chart", () => {
  const { queues, rates, goodputs, ...always } = run.tables;
  const section = async (tables: object, id: string, summary: object = {}): Promise<string> => {
    const page = await reportPage([altered({ ...run, tables: always }, { tables, summary })]);
    const [, found] = new RegExp(`<section id="${id}">(.*?)</section>`, "s").exec(page) ?? [];
    expect(found).not.toContain("<svg");
    return found;
  };

  test("no PAUSE", async () => {
    for (const measured of [queues, rates, goodputs]) expect(measured?.rows).toBeGreaterThan(0);
    const counters = { ...run.summary.counters, pauses: 0 };
    expect(await section({ pauses: emptied(run.tables.pauses) }, "pauses", { counters })).toContain(
      "No PAUSE was sent.",
    );
  });

  test("PAUSEs that were counted and not recorded", async () => {
    expect(await section({ pauses: emptied(run.tables.pauses) }, "pauses")).toContain("measure: { pauses: false }");
  });

  test("no flow that ends; nothing was measured", async () => {
    const flows = { ...run.tables.flows, columns: { ...run.tables.flows.columns } };
    Object.assign(flows.columns, {
      size_bytes: flows.columns.size_bytes.map(() => NaN),
      fct_ns: flows.columns.fct_ns.map(() => NaN),
    });
    const summary = { fct: { ...run.summary.fct, by_size: { ...run.summary.fct.by_size, classes: [] } } };
    expect(await section({ flows }, "completion", summary)).toContain("No flow of finite size began");
    expect(await section({}, "memory")).toContain("<code>measure.queues</code>");
    expect(await section({}, "throughput")).toContain("<code>measure.goodputs</code>");
  });

  test("flows of one size have no line by size", async () => {
    const { columns } = run.tables.flows;
    const flows = { ...run.tables.flows, columns: { ...columns, size_bytes: columns.size_bytes.map(() => 64_000) } };
    const page = await reportPage([altered(run, { tables: { flows } })]);
    expect(figure(page, "slowdown-by-size")).toContain("one size, 64 KB");
  });
});

test("names and texts cannot break the page", async () => {
  const evil = `<img src=x onerror="alert(1)"> & 'h'`;
  const renamed = (name: string): string => (name === "h1" ? evil : name);
  const rename = (cells: readonly string[]): string[] => cells.map(renamed);
  const { ports, pauses, queues, rates } = run.tables;
  if (queues === undefined || rates === undefined) throw new Error("not measured");
  const ends = <Table extends { columns: { node: readonly string[]; peer: readonly string[] } }>(
    table: Table,
  ): Table => ({
    ...table,
    columns: { ...table.columns, node: rename(table.columns.node), peer: rename(table.columns.peer) },
  });
  const hostile = altered(
    { ...run, label: evil, files: { flows: `"><script>alert(2)</script>` } },
    {
      tables: { ports: ends(ports), pauses: ends(pauses), queues: ends(queues), rates: ends(rates) },
      summary: { name: evil, about: `${evil}</title></style>`, deadlock: [evil] },
    },
  );
  const page = await reportPage([hostile, { ...hostile, label: "</svg>`${x}" }]);
  expect(/<img|<script|<[^<>]*onerror="|<\/title><\/style>/.exec(page)).toBeNull();
  expect(page.match(/<\/title>/g)).toHaveLength(1);
  expect(page.match(/<svg/g)?.length).toBe(page.match(/<\/svg>/g)?.length);
  expect(page.includes("&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;h&#39;")).toBe(true);
  expect(words(figure(page, "raster")).some((text) => text.startsWith("&lt;img src=x"))).toBe(true);
});

test("a storm is drawn coarsely, and says so: 200,000 PAUSEs and flows give a page below 1 MB", async () => {
  const n = 200_000;
  const of = (value: (k: number) => number): Float64Array => Float64Array.from({ length: n }, (_, k) => value(k));
  const ints = (value: (k: number) => number): Int32Array => Int32Array.from({ length: n }, (_, k) => value(k));
  const names = (value: (k: number) => string): string[] => Array.from({ length: n }, (_, k) => value(k));
  const spread = (k: number): number => (k * 7919) % 1000;
  const pauses = {
    rows: n,
    columns: {
      pause: ints((k) => k),
      node: names((k) => `leaf${k % 100}`),
      port: ints((k) => (k % 1600) / 100),
      peer: names((k) => `h${k % 1600}`),
      class: ints(() => 3),
      scope: names(() => "queue"),
      queue: ints(() => -1),
      start_ns: of((k) => (k * 1e6) / n),
      duration_ns: of((k) => 1 + spread(k)),
      occupancy_bytes: of(() => 1e5),
      threshold_bytes: of(() => 1e5),
      caused_by: ints((k) => (k % 3 === 0 ? -1 : k - 1)),
      egress_peer: names(() => "h0"),
    },
  };
  const { columns } = run.tables.flows;
  const flows = {
    rows: n,
    columns: {
      ...columns,
      size_bytes: of((k) => 100 + k),
      fct_ns: of((k) => 5000 + k),
      slowdown: of((k) => 1 + spread(k)),
      received_bytes: of(() => 1),
      start_ns: of(() => 0),
      ideal_fct_ns: of((k) => (5000 + k) / (1 + spread(k))),
    },
  };
  const page = await reportPage([altered(run, { tables: { pauses, flows } })]);
  expect(page.length).toBeLessThan(1e6);
  expect(figure(page, "raster")).toContain("The 40 ports paused longest, of 1600 paused ports.");
  expect(figure(page, "raster")).toContain("PAUSEs are too many to draw one by one");
});
