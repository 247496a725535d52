/**
 * Tests completion times and the measures derived from them: rates, percentiles and goodput. The cases are one flow,
 * several flows and windows.
 */
import { expect, test } from "vitest";
import { A, cell, D, F, flows, FRAME, ran } from "./bench.ts";

/** Compares nanoseconds with three decimals, that is, whole picoseconds. */
const exact = (found: number, expected: number): void => {
  expect(found).toBe(Math.round(expected * 1000) / 1000);
};

/** The statistics of all flows in summary.json. */
const all = (one: ReturnType<typeof ran>) => one.results.summary.fct.by_size.classes.at(-1);

test("a flow of n packets alone: store and forward over two links, (n + 1) F + 2 D", () => {
  for (const n of [1, 10, 1000]) exact(ran({ traffic: [flows(`h0 h1 ${n}KB`)] }).fct[0], (n + 1) * F + 2 * D);
});

test("its last ACK comes 2 A + 2 D later", () => {
  const { results } = ran({ traffic: [flows("h0 h1 10KB")] });
  exact(results.tables.flows.columns.fct_ack_ns[0], 11 * F + 2 * D + 2 * A + 2 * D);
});

test("alone its slowdown is 1, and no part of its time is a wait", () => {
  const one = ran({ traffic: [flows("h0 h1 10KB")] });
  expect(one.results.tables.flows.columns.slowdown[0]).toBe(1);
  exact(cell(one, "parts", "ideal_ns"), 11 * F + 2 * D);
  for (const part of ["window_ns", "rate_ns", "nic_ns", "queued_ns", "stopped_ns", "again_ns"])
    expect(cell(one, "parts", part)).toBe(0);
});

test("a last packet of 500 B: two full packets cross the first link, the last one both", () => {
  exact(ran({ traffic: [flows("h0 h1 1500B")] }).fct[0], F + 2 * 582 * 0.08 + 2 * D + (F - 582 * 0.08));
});

test("a trunk of 10 Gbps: n packets cross it back to back", () => {
  const topology = "chain, hostsPerSwitch: 1, trunkRate: 10Gbps";
  exact(ran({ topology, traffic: [flows("h0 h1 10KB")] }).fct[0], 2 * F + 10 * 10 * F + 3 * D);
});

test("10 m of cable are 50 ns", () => {
  exact(ran({ topology: "star, hosts: 4, delay: 10m", traffic: [flows("h0 h1 10KB")] }).fct[0], 11 * F + 2 * 50);
});

test("a window of one packet: a round trip for each; all but the first are window-limited", () => {
  const one = ran({ more: "host: { window: 1000B }", traffic: [flows("h0 h1 10KB")] });
  const trip = 2 * F + 2 * A + 4 * D;
  exact(one.fct[0], 9 * trip + 2 * F + 2 * D);
  exact(cell(one, "parts", "window_ns"), 9 * (trip - F));
});

test("a rate of 10 Gbps: a packet on the wire takes ten times as long, the last one crosses at line rate", () => {
  const congestion = "{ name: scripted, flows: [{ flow: 0, at: 0ns, rate: 10Gbps }] }";
  const scripted = ran({ congestion, traffic: [flows("h0 h1 10KB")] });
  exact(scripted.fct[0], 9 * 10 * F + 2 * F + 2 * D);
  exact(cell(scripted, "parts", "rate_ns"), 9 * (10 * F - F));
});

test("two flows of one host share its NIC packet by packet: 2 n F + 2 D, and F more", () => {
  const { fct } = ran({ traffic: [flows("h0 h1 10KB", "h0 h2 10KB")] });
  exact(fct[0], 20 * F + 2 * D);
  exact(fct[1], 21 * F + 2 * D);
});

const incast = ran({
  topology: "star, hosts: 9",
  traffic: [flows(...[1, 2, 3, 4, 5, 6, 7, 8].map((k) => `h${k} h0 1KB`))],
});

test("eight packets at once to one host: the k-th has (1 + k) F + 2 D", () => {
  const sorted = [...incast.fct].sort((a, b) => a - b);
  sorted.forEach((fct, k) => {
    exact(fct, (2 + k) * F + 2 * D);
  });
});

test("their mean, p50 as sorted[4], p95, p99 and max as sorted[7]", () => {
  expect(all(incast)?.fct_ns.mean).toBeCloseTo(5.5 * F + 2 * D, 6);
  exact(all(incast)?.fct_ns.p50 ?? NaN, 6 * F + 2 * D);
  for (const name of ["p95", "p99", "max"] as const) exact(all(incast)?.fct_ns[name] ?? NaN, 9 * F + 2 * D);
  expect(incast.figures).toMatchObject({ flows: 8, unfinished: 0, fct_mean_ns: all(incast)?.fct_ns.mean });
});

test("their mean slowdown: (5.5 F + 2 D) / (2 F + 2 D)", () => {
  expect(incast.figures.slowdown_mean).toBeCloseTo((5.5 * F + 2 * D) / (2 * F + 2 * D), 9);
});

test("the waits of the eight are 0, F, ... 7 F, all queued", () => {
  const waits = [...(incast.results.tables.parts?.columns.queued_ns ?? [])].sort((a, b) => a - b);
  waits.forEach((wait, k) => {
    exact(wait, k * F);
  });
});

test("an incast of 4 times 25 packets drains in 100 F", () => {
  const { fct } = ran({
    topology: "star, hosts: 5",
    traffic: [flows("h1 h0 25KB", "h2 h0 25KB", "h3 h0 25KB", "h4 h0 25KB")],
  });
  exact(Math.max(...fct), F + D + 100 * F + D);
});

test("two flows to one host: each has half of the link, and both end within a packet of each other", () => {
  const { fct } = ran({ traffic: [flows("h1 h0 100KB", "h2 h0 100KB")] });
  exact(Math.max(...fct), F + D + 200 * F + D);
  exact(Math.min(...fct), F + D + 199 * F + D);
});

test("an unfinished flow counts with its age, and as unfinished", () => {
  const one = ran({ until: "10us", traffic: [flows("h0 h1 1KB", "h2 h3 1MB 4us")] });
  expect(one.figures).toMatchObject({ flows: 2, unfinished: 1 });
  expect(one.figures.fct_mean_ns).toBeCloseTo((2 * F + 2 * D + 6000) / 2, 6);
  expect(one.results.tables.flows.columns.fct_ns[1]).toBeNaN();
});

/** The run ends with the last ACK. */
const END = 11 * F + 2 * D + 2 * A + 2 * D;

test("goodput is payload over the time simulated, which ends with the last ACK", () => {
  const one = ran({ traffic: [flows("h0 h1 10KB")] });
  exact(one.results.summary.simulated_ns, END);
  expect(one.figures.goodput_bps).toBeCloseTo(80_000e9 / END, 0);
});

test("a flow without end: whole packets that arrived by the end of the run", () => {
  const { results } = ran({ until: "20us", traffic: ["{ kind: long-lived, from: h0, to: h1 }"] });
  // The k-th packet arrives at (k + 1) F + 2 D.
  expect(results.tables.flows.columns.received_bytes[0]).toBe(1000 * (Math.floor((20_000 - 2 * D) / F) - 1));
});

test("ten packets and ten ACKs over two links are 40 packet-hops", () => {
  const { counters } = ran({ traffic: [flows("h0 h1 10KB")] }).results.summary;
  expect(counters).toMatchObject({ packet_hops: 40, data_packets: 10, repeated_packets: 0, nacks: 0, pauses: 0 });
});

test("a port that sends ten packets: 10,620 B, and 10 F of the time", () => {
  const one = ran({ traffic: [flows("h0 h1 10KB")] });
  const where = { node: "h0", peer: "sw0" };
  expect(cell(one, "ports", "sent_bytes", where)).toBe(10 * FRAME);
  expect(cell(one, "ports", "payload_bytes", where)).toBe(10_000);
  expect(cell(one, "ports", "utilisation", where)).toBeCloseTo((10 * F) / END, 12);
});
