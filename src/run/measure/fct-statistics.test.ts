/**
 * Tests the conventions on flows made by hand: the flows that count, the ratio and the percentiles of each convention.
 */
import { describe, expect, test } from "vitest";
import { fctStatistics } from "./fct-statistics.ts";
import type { Table } from "./tables.ts";

interface Flow {
  readonly size?: number;
  readonly start?: number;
  readonly fct?: number;
  readonly ack?: number;
}

/** The columns that the statistics read. The ideal FCT of a flow is 100 ns, or 200 ns by the simulator's formula. */
function table(flows: readonly Flow[]): Table<"flows"> {
  const double = (of: (flow: Flow) => number): Float64Array => Float64Array.from(flows, of);
  const fct = double((flow) => flow.fct ?? NaN);
  const read: Partial<Table<"flows">["columns"]> = {
    size_bytes: double((flow) => flow.size ?? 1000),
    start_ns: double((flow) => flow.start ?? 0),
    fct_ns: fct,
    fct_ack_ns: double((flow) => flow.ack ?? NaN),
    ideal_fct_ns: double(() => 100),
    standalone_fct_ns: double(() => 200),
    slowdown: fct.map((time) => time / 100),
  };
  return { rows: flows.length, columns: read as Table<"flows">["columns"] };
}

/** Flows whose slowdowns, as the simulators define them, are 1 to n. Larger flows are slower. */
const ladder = (n: number): Flow[] =>
  Array.from({ length: n }, (_, k) => ({ size: 1000 * (k + 1), fct: 100 * (k + 1), ack: 200 * (k + 1) }));

describe("hpcc", () => {
  test("100 flows in 20 bins of 5, by size; p50 is sorted[2], p95 and p99 sorted[4]", () => {
    const { bins, flows } = fctStatistics(table(ladder(100)), 1e9, 0).hpcc;
    expect([flows, bins.length]).toEqual([100, 20]);
    expect(bins[0]).toEqual({ to_bytes: 5000, flows: 5, p50: 3, p95: 5, p99: 5 });
    expect(bins[19]).toEqual({ to_bytes: 100_000, flows: 5, p50: 98, p95: 100, p99: 100 });
  });

  test("47 flows: bins end at floor(47 k / 20), so they hold 2 or 3, and all flows are in one", () => {
    const { bins } = fctStatistics(table(ladder(47)), 1e9, 0).hpcc;
    expect(bins.map(({ flows }) => flows).reduce((sum, n) => sum + n)).toBe(47);
    expect(bins.slice(0, 4).map(({ to_bytes }) => to_bytes)).toEqual([2000, 4000, 7000, 9000]);
  });

  test("a flow faster than its standalone FCT has slowdown 1; one without its last ACK does not count", () => {
    const { bins, flows } = fctStatistics(table([{ fct: 100, ack: 120 }, { fct: 300 }]), 1e9, 0).hpcc;
    expect(flows).toBe(1);
    expect(bins).toEqual([{ to_bytes: 1000, flows: 1, p50: 1, p95: 1, p99: 1 }]);
  });
});

describe("conweave", () => {
  test("flows start during 100 us: those of the first 5 us are left out, and the drain lasts from the last start to the end", () => {
    const flows = ladder(101).map((flow, k) => ({ ...flow, start: 1000 * k }));
    const { all, warm_up_ns, from_ns, drain_ns, to_ns } = fctStatistics(table(flows), 250_000, 0).conweave;
    expect([warm_up_ns, from_ns, drain_ns, to_ns]).toEqual([5000, 5000, 150_000, 250_000]);
    expect(all.flows).toBe(96);
  });

  test("below and from one bandwidth-delay product; mean, and percentiles between two values, as numpy has them", () => {
    const { all, below_bdp, from_bdp } = fctStatistics(table(ladder(4)), 1e9, 3000).conweave;
    expect(below_bdp).toMatchObject({ flows: 2, mean: 1.5, p50: 1.5, p95: 1.95 });
    expect(from_bdp).toMatchObject({ flows: 2, mean: 3.5, p99: 3.99, p99_9: 3.999 });
    expect(all).toMatchObject({ flows: 4, mean: 2.5, p50: 2.5 });
  });

  test("all at once, as an incast: nobody is left out", () => {
    expect(fctStatistics(table(ladder(3)), 1e9, 0).conweave.all.flows).toBe(3);
  });
});

test("by size: classes of fixed sizes and all of them, slowdown against the ideal FCT; who is not done counts at its age", () => {
  const flows = [...ladder(100), { size: 2e6, fct: 500 }, { size: NaN }, { size: 10 }];
  const { classes, flows: counted } = fctStatistics(table(flows), 5000, 0).by_size;
  expect(counted).toBe(102);
  expect(classes.map(({ sizes, flows: n, unfinished }) => [sizes, n, unfinished])).toEqual([
    ["up to 10 KB", 11, 1],
    ["to 100 KB", 90, 0],
    ["to 1 MB", 0, 0],
    ["above 1 MB", 1, 0],
    ["all", 102, 1],
  ]);
  const [small, middle, none] = classes;
  expect(small.finished.slowdown).toEqual({ mean: 5.5, p50: 6, p95: 10, p99: 10, max: 10 });
  expect(small.finished.fct_ns).toEqual({ mean: 550, p50: 600, p95: 1000, p99: 1000, max: 1000 });
  expect(small.slowdown).toEqual({ mean: 105 / 11, p50: 6, p95: 50, p99: 50, max: 50 });
  expect(middle.slowdown).toEqual(middle.finished.slowdown);
  expect(none.slowdown.mean).toBeNull();
});

test("no flow at all: no numbers, and none that JSON does not know", () => {
  const statistics = fctStatistics(table([]), 1e9, 0);
  expect(JSON.parse(JSON.stringify(statistics))).toEqual(statistics);
  expect(statistics.conweave.all).toMatchObject({ flows: 0, mean: null, p99_9: null });
});
