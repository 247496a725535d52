/** Tests that a flow's bytes in flight are in queues, on wires, or delivered but not acknowledged. */
import { expect, test } from "vitest";
import { readScenario, setUp, type Results } from "../lab/lab.ts";

type Summary = Results["summary"];

const results = (measure: object, more: object = {}) => {
  const scenario = readScenario(
    JSON.stringify({
      until: "60us",
      topology: { kind: "chain", switches: 3, hostsPerSwitch: 2, rate: "100Gbps", delay: "1us" },
      switch: { memory: "400KB" },
      traffic: [
        { kind: "long-lived", from: ["h0", "h4"], to: "h5" },
        { kind: "long-lived", from: "h1", to: "h2" },
      ],
      policies: { congestion: "none" },
      measure: { every: "777ns", ...measure },
      ...more,
    }),
    "in-flight.json",
  );
  const { run, results } = setUp(scenario);
  return results(run(scenario.until));
};

test("at every sample in flight = queued + on wires + delivered but unacknowledged, with PAUSEs on the way", () => {
  const { tables } = results({ inFlight: "all", queues: ["sw0-sw1", "sw1-sw2", "sw2-h5"] });
  expect(tables.pauses.rows).toBeGreaterThan(0);
  const { rows, columns } = tables.inflight!;
  expect(rows).toBe(77 * 3);
  const { inflight_bytes, queued_bytes, wire_bytes, delivered_bytes } = columns;
  for (let row = 0; row < rows; row++) {
    expect(queued_bytes[row] + wire_bytes[row] + delivered_bytes[row]).toBe(inflight_bytes[row]);
  }
  expect(Math.max(...queued_bytes)).toBeGreaterThan(50_000);
});

test.each([
  [
    "a link that retransmits damaged frames",
    { links: [{ between: "sw1-sw2", frameErrorRate: 0.02, retry: "100ns" }] },
    ({ counters }: Summary) => counters.link_replays,
  ],
  [
    "a leaf that holds packets",
    {
      switch: { memory: "8MiB" },
      topology: { kind: "leaf-spine", leaves: 2, spines: 4, hostsPerLeaf: 4, rate: "100Gbps", delay: "1us" },
      policies: { congestion: "none", routing: "conweave", recovery: "irn" },
      traffic: [{ kind: "incast", from: ["h0", "h1", "h2", "h3"], to: "h5", size: "1MB" }],
    },
    () => 1,
  ],
])("the same with %s", (_, more, expected) => {
  const { tables, summary } = results({ inFlight: "all" }, more);
  expect(expected(summary)).toBeGreaterThan(0);
  const { rows, columns } = tables.inflight!;
  const { inflight_bytes, queued_bytes, wire_bytes, delivered_bytes } = columns;
  for (let row = 0; row < rows; row++)
    expect(queued_bytes[row] + wire_bytes[row] + delivered_bytes[row]).toBe(inflight_bytes[row]);
});

test("backlogs: what a flow has queued at the ports of `queues` is all it has queued, where these are all it passes", () => {
  const { tables } = results({ inFlight: [0], queues: ["sw0-sw1", "sw1-sw2", "sw2-h5"] });
  const { rows, columns } = tables.backlogs!;
  expect(rows).toBe(77 * 3);
  const { queued_bytes } = tables.inflight!.columns;
  for (let k = 0; k < queued_bytes.length; k++) {
    const of = Array.from(columns.queued_bytes.subarray(k * 3, k * 3 + 3));
    expect(of.reduce((sum, one) => sum + one, 0)).toBe(queued_bytes[k]);
  }
  expect(columns.peer.slice(0, 3)).toEqual(["sw1", "sw2", "h5"]);
});

test("a flow that there cannot be is an error that names it", () => {
  expect(() => results({ inFlight: [99999999] })).toThrow("measure.inFlight[0]: expected the number of a flow");
});
