/** Tests the tables of a run against values that follow from its scenario. */
import { describe, expect, test } from "vitest";
import { experiment, readScenario, type Results } from "../lab/lab.ts";
import { counters } from "./counters.ts";
import { columnsOf, tables as shapes, type TableName } from "./tables.ts";

const run = (more: object = {}): Results =>
  experiment(
    readScenario(
      JSON.stringify({
        until: "1ms",
        topology: { kind: "leaf-spine", leaves: 2, spines: 2, hostsPerLeaf: 2, rate: "100Gbps", delay: "1us" },
        traffic: [{ kind: "flows", list: [{ from: "h0", to: "h3", size: "10500B", start: "3us" }] }],
        ...more,
      }),
      "some.json",
    ),
  );

describe("one flow alone, of 10,500 bytes from h0 to h3 of the other leaf", () => {
  const { tables, summary } = run();
  const flow = tables.flows.columns;

  test("takes its ideal time, to the picosecond, and then the last ACK's way", () => {
    expect(flow.start_ns[0]).toBe(3000);
    expect(flow.fct_ns).toEqual(flow.ideal_fct_ns);
    expect(flow.slowdown[0]).toBe(1);
    // The ACK has 66 B, and 20 B of preamble and gap. It crosses four links of 1 us.
    expect(flow.fct_ack_ns[0] - flow.fct_ns[0]).toBeCloseTo(4 * (1000 + 86 * 0.08), 6);
  });

  test("HPCC's standalone FCT: a full packet there and an ACK back, and all its bytes at 100 Gbps", () => {
    const wire = 11 * 82 + 10_500;
    const roundTrip = 8000 + 4 * (1082 + 86) * 0.08;
    expect(flow.standalone_fct_ns[0]).toBeCloseTo(roundTrip + wire * 0.08, 6);
  });

  test("names its traffic and its ends", () => {
    expect([flow.traffic[0], flow.kind[0], flow.source[0], flow.destination[0], flow.class[0]]).toEqual([
      ...[0, "flows", "h0", "h3", 3],
    ]);
    expect([flow.size_bytes[0], flow.received_bytes[0]]).toEqual([10_500, 10_500]);
    expect(summary.flows).toEqual({ finite: 1, finished: 1, endless: 0 });
  });

  test("leaves frames of 62 B more than its payload on four ports of the way", () => {
    const { node, peer, sent_bytes, payload_bytes, rate_bps } = tables.ports.columns;
    const port = node.findIndex((name, row) => name === "h0" && peer[row] === "leaf0");
    expect([sent_bytes[port], payload_bytes[port], rate_bps[port]]).toEqual([10_500 + 11 * 62, 10_500, 100e9]);
    expect(payload_bytes.filter((bytes) => bytes > 0)).toEqual(new Float64Array(4).fill(10_500));
  });
});

test("several entries: each flow knows its own, those of bursts that begin while it runs too; the summary counts them", () => {
  const { tables, summary } = run({
    traffic: [
      { kind: "bursts", from: "h1", to: "h2", size: "64KB", stop: "100us" },
      { kind: "long-lived", from: "h0", to: "h2" },
      { kind: "incast", to: "h2", size: "1KB", start: "5us" },
    ],
  });
  const { traffic, kind, source } = tables.flows.columns;
  const seen = new Map(Array.from(traffic, (entry, row) => [entry, `${kind[row]} ${source[row]}`]));
  expect([seen.get(0), seen.get(1)]).toEqual(["bursts h1", "long-lived h0"]);
  expect(summary.traffic.map(({ kind: name, flows }) => [name, flows])).toEqual([
    ["bursts", Array.from(traffic).filter((entry) => entry === 0).length],
    ["long-lived", 1],
    ["incast", 3],
  ]);
  expect(summary.traffic[0].flows).toBeGreaterThan(5);
});

test("the distribution that flows were drawn from is named with its source", () => {
  const { summary } = run({ traffic: [{ kind: "poisson", cdf: "fb-hadoop-hpcc", stop: "50us" }] });
  expect(summary.cdfs).toEqual([expect.objectContaining({ name: "fb-hadoop-hpcc" })]);
  expect(summary.cdfs[0].source).toContain("alibaba-edu");
});

test("counters: the table is the summary's, under documented names", () => {
  const { summary, tables } = run();
  const { counter, value } = tables.counters.columns;
  const optional = [
    "dropped_lost_pause",
    "dropped_watchdog",
    "dropped_slow_receiver",
    "dropped_trimmed",
    "messages_dropped",
    "queue_pauses",
    "queue_frames_lost",
    "link_replays",
    "held_packets",
  ];
  expect(counter).toEqual(Object.keys(counters).filter((name) => !optional.includes(name)));
  expect(Object.fromEntries(counter.map((name, row) => [name, value[row]]))).toEqual(summary.counters);
});

/** A layer of two ranks with a computation, and with a collective of one message. */
const ONE_LAYER = `num_ranks 2
//xoff row 0 {"layer":0,"name":"mlp","pass":"forward","operation":"all-to-all","group":"TP","ranks":2,"bytes":4096}
rank 0 {
//xoff in row 0
l1: calc 500
//xoff in row 0 collective 0
l2: send 2048b to 1
}
rank 1 {
//xoff in row 0 collective 0
l1: recv 2048b from 0
}
`;

test("every column is as long as its table and of its type; a cell that must not be empty is not", () => {
  const { tables } = run({
    switch: { memory: "400KB" },
    traffic: [
      { kind: "long-lived", from: "h0", to: "h2" },
      { kind: "incast", to: "h2", size: "200KB", start: "5us" },
      { kind: "collective", size: "10KB" },
      { kind: "trace", goal: ONE_LAYER },
    ],
    onDrop: "count",
    faults: [{ kind: "bit-errors", target: "leaf0-spine0", frames: 0.01 }],
    measure: { headroom: true, every: "20us", queues: ["leaf0"], rates: ["h0"], goodputs: "all", inFlight: "all" },
  });
  // A second run, for the verification of fast-forward, gives the table `skip_errors` (report/skip-errors.test.ts).
  const names = (Object.keys(shapes) as TableName[]).filter((name) => name !== "skip_errors");
  expect(Object.keys(tables).sort()).toEqual(names.sort());
  for (const name of names) {
    const table = tables[name]!;
    expect(table.rows, name).toBeGreaterThan(0);
    for (const [column, { type, empty }, cells] of columnsOf(name, table)) {
      const made = { double: Float64Array, int32: Int32Array, text: Array, boolean: Uint8Array }[type];
      expect(cells, `${name}.${column}`).toBeInstanceOf(made);
      expect(cells.length, `${name}.${column}`).toBe(table.rows);
      const gaps = [...cells].filter((cell) => cell === "" || cell === -1 || Number.isNaN(cell)).length;
      if (empty === undefined) expect(gaps, `${name}.${column}`).toBe(0);
    }
  }
});
