/** Tests the samples of series, their times, and their maximum number. */
import { describe, expect, test } from "vitest";
import { readScenario, setUp, type Results } from "../lab/lab.ts";

const read = (measure: object, more: object = {}) =>
  readScenario(
    JSON.stringify({
      until: "200us",
      topology: { kind: "star", hosts: 3, rate: "100Gbps", delay: "1us" },
      switch: { memory: "400KB" },
      traffic: [{ kind: "incast", to: "h0", size: "500KB", start: "15us" }],
      policies: { congestion: "none" },
      measure,
      ...more,
    }),
    "series.json",
  );

const run = (measure: object, more: object = {}): Results => {
  const scenario = read(measure, more);
  const { run: go, results } = setUp(scenario);
  return results(go(scenario.until));
};

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

test("samples at every, 2 every, ...; what was not asked for is no table", () => {
  const { tables } = run({ every: "30us", rates: ["h1"] });
  // Both flows end in the fourth interval, after 15 us and 1 MB at 100 Gbps.
  expect(tables.rates?.columns.time_ns).toEqual(Float64Array.of(30_000, 60_000, 90_000));
  expect([tables.queues, tables.goodputs]).toEqual([undefined, undefined]);
});

test("a run that goes on to its time is sampled to its end", () => {
  const traffic = [{ kind: "long-lived", from: "h1", to: "h0" }];
  const { tables } = run({ every: "50us", rates: ["h1"] }, { traffic });
  expect(tables.rates?.columns.time_ns).toEqual(Float64Array.of(50_000, 100_000, 150_000, 200_000));
});

test("rates add up to the bytes that the port had sent", () => {
  const { tables } = run({ every: "1us", rates: ["sw0-h0"] });
  const { columns, rows } = tables.rates!;
  const sent = tables.ports.columns.sent_bytes[tables.ports.columns.peer.indexOf("h0")];
  const afterTheLast = sent - sum(columns.sent_bps) * 1e-6 * (1 / 8);
  expect(rows).toBeGreaterThan(90);
  expect(afterTheLast).toBeGreaterThanOrEqual(-1e-6);
  expect(afterTheLast).toBeLessThan(12_500 + 1500); // the bytes of one interval
  expect(Math.max(...columns.sent_bps)).toBeLessThan((12_500 + 1500) * 8e6); // a frame counts in the interval in which it begins
});

test("goodput of a flow: from the interval in which it starts to the one in which it ends, and all of its bytes", () => {
  const { tables } = run({ every: "1us", goodputs: [1] });
  const { time_ns, received_bps, flow } = tables.goodputs!.columns;
  expect(new Set(flow)).toEqual(new Set([1]));
  expect(time_ns[0]).toBe(16_000);
  const { start_ns, fct_ns } = tables.flows.columns;
  expect(time_ns[time_ns.length - 1]).toBe(Math.floor((start_ns[1] + fct_ns[1]) / 1000) * 1000 + 1000);
  expect(sum(received_bps) * 1e-6 * (1 / 8)).toBeCloseTo(500_000, 3);
});

test("queues: what waits for h0 has come in from h1 and h2, whose ports are told to stop above their threshold", () => {
  const { tables } = run({ every: "1us", queues: ["sw0"], rates: ["h1", "h2"] });
  const { node, peer, egress_bytes, ingress_bytes, threshold_bytes, time_ns } = tables.queues!.columns;
  expect(new Set(node)).toEqual(new Set(["sw0"]));
  const at = (name: string, column: Float64Array): number[] =>
    Array.from(column).filter((_, row) => peer[row] === name && time_ns[row] === 60_000);
  expect(at("h0", egress_bytes)).toEqual([at("h1", ingress_bytes)[0] + at("h2", ingress_bytes)[0]]);
  expect(Math.max(...ingress_bytes)).toBeGreaterThan(Math.min(...threshold_bytes));
});

test("paused is the sampled port's own state: h1's and h2's ports are stopped, which the switch's ports to them are not", () => {
  const { tables } = run(
    { every: "1us", queues: ["sw0", "sw1"] },
    {
      topology: { kind: "chain", switches: 2, hostsPerSwitch: 3, rate: "100Gbps", delay: "1us" },
      traffic: [{ kind: "incast", from: "h0..h4", to: "h5", size: "500KB" }],
    },
  );
  const { node, peer, paused } = tables.queues!.columns;
  const stopped = new Set(
    Array.from(paused.keys())
      .filter((row) => paused[row] === 1)
      .map((row) => `${node[row]}-${peer[row]}`),
  );
  expect(stopped).toEqual(new Set(["sw0-sw1"]));
});

test("with shared headroom a queue is stopped eta below its threshold, and goes as far below that as the offset says", () => {
  const policies = { headroom: { name: "dsh", size: "30KB", resumeOffset: "3KB" } };
  const { tables } = run({ every: "1us", queues: ["sw0"] }, { policies });
  const { threshold_bytes, xoff_bytes, xon_bytes } = tables.queues!.columns;
  const [first] = threshold_bytes;
  expect(first).toBeGreaterThan(33_000);
  expect([xoff_bytes[0], xon_bytes[0]]).toEqual([first - 30_000, first - 33_000]);
});

test("a lossy class has no threshold", () => {
  const { tables } = run({ every: "50us", queues: ["sw0-h0"] }, { classes: { lossless: [] } });
  expect(tables.queues!.columns.threshold_bytes.every(Number.isNaN)).toBe(true);
});

describe("what cannot be measured is a mistake, told with its arithmetic", () => {
  const message = (measure: object): string => {
    try {
      setUp(read(measure));
    } catch (error) {
      return (error as Error).message;
    }
    return "";
  };

  test("a million samples of four ports", () => {
    expect(message({ every: "200ps", rates: ["h0", "sw0"] })).toBe(
      "measure.rates: expected at most 2000000 rows, got 4000000. " +
        "Measure less, or less often: 200 us / 200 ps = 1000000 samples, x 4 ports.",
    );
  });

  test("a flow there cannot be", () => {
    expect(message({ goodputs: [0, 2] })).toBe("measure.goodputs[1]: expected the number of a flow, 0 to 1, got 2");
  });

  test.each([
    [
      { queues: ["sw1"] },
      'measure.queues[0]: expected the name of a switch, or of its port such as sw0-h0, got "sw1". Did you mean "sw0"?',
    ],
    [{ queues: ["h1"] }, 'measure.queues[0]: expected a switch, or its port to a neighbour, got "h1". It is a host,'],
    [
      { rates: ["h1", "h0-sw"] },
      'measure.rates[1]: expected the name of a node, or of its port such as sw0-h0, got "h0-sw". Did you mean "h0-sw0"?',
    ],
    [{ rates: ["h0..h5"] }, 'measure.rates[0]: expected the name of a host, h0 to h2, got "h0..h5"'],
    [{ goodputs: "some" }, 'measure.goodputs: expected all, or a list of flow numbers such as [0, 1], got "some"'],
    [["pauses"], "measure: expected a map: measurements in addition to flows, PAUSEs, ports and counters, got a list"],
  ])("%j", (measure, expected) => {
    expect(message(measure)).toContain(expected);
    expect(message(measure)).toMatch(/^series\.json:1:\d+: /);
  });
});
