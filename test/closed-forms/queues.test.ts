/**
 * Queues and everything that affects them:
 *
 * - backlog and Little's law,
 * - ECN, PAUSE and drops,
 * - schedulers,
 * - failed links and frame loss.
 */
import { expect, test } from "vitest";
import { steadyQueue } from "../../src/theory/dt-steady-state.ts";
import { A, cell, D, F, flows, FRAME, ran } from "./bench.ts";

/** Compares nanoseconds with three decimals, that is, whole picoseconds. */
const exact = (found: number, expected: number): void => {
  expect(found).toBe(Math.round(expected * 1000) / 1000);
};
/** Hosts h1 to hn send one packet each to h0 at the same time. All packets reach the switch at F + D, and leave at intervals of F. */
const burst = (n: number): string => flows(...Array.from({ length: n }, (_, k) => `h${k + 1} h0 1KB`));
const star = (hosts: number): string => `star, hosts: ${hosts}`;
/** The switch's port to h0. */
const TO_H0 = { node: "sw0", peer: "h0" };

test("of twenty simultaneous packets, one is in transmission and nineteen are queued: the longest queue", () => {
  const one = ran({ topology: star(21), traffic: [burst(20)] });
  expect(cell(one, "ports", "queue_peak_bytes", TO_H0)).toBe(19 * FRAME);
});

test("two senders at line rate: the queue grows by one packet every F, also in a sample", () => {
  const every = 10 * F + D + F / 2; // the time after the arrival of the tenth pair, half a packet time before the next one
  const more = `measure: { every: ${every}ns, queues: [sw0-h0] }`;
  const one = ran({ more, traffic: [flows("h1 h0 100KB", "h2 h0 100KB")] });
  const at = { time_ns: Math.round(every * 1000) / 1000, class: 3 };
  expect(cell(one, "queues", "egress_bytes", at)).toBe(10 * FRAME);
});

test("Little's law: the queue summed over time is the sum of the waits, 0 + 1 + ... + 19 times F", () => {
  const one = ran({ topology: star(21), more: `measure: { every: ${F}ns, queues: [sw0-h0] }`, traffic: [burst(20)] });
  const { class: classes, egress_bytes: waiting } = one.results.tables.queues?.columns ?? {
    class: [],
    egress_bytes: [],
  };
  const packets = Array.from(waiting).reduce((sum, bytes, k) => sum + (classes[k] === 3 ? bytes / FRAME : 0), 0);
  expect(packets).toBe((19 * 20) / 2);
  const waits = Array.from(one.results.tables.parts?.columns.queued_ns ?? []).reduce((sum, wait) => sum + wait, 0);
  expect(waits).toBeCloseTo(packets * F, 6);
});

test("ECN with one threshold: packet i leaves 20 - i behind, so 2 to 14 of 20 are marked above five packets", () => {
  const detection = `detection: { name: red, kmin: ${5 * FRAME}B, kmax: ${5 * FRAME}B, scaleTo: 0bps }`;
  const one = ran({ topology: star(21), policies: detection, traffic: [burst(20)] });
  expect(one.results.summary.counters.marked_packets).toBe(13);
  expect(one.figures.marked_share).toBe(13 / 20);
});

test("a static threshold of ten frames, crossed by the twelfth packet while two have left", () => {
  // A link of 100 Gbps leads into one of 10 Gbps. Packet k arrives at k F + D, and departures are 10 F apart.
  const one = ran({
    topology: "chain, hostsPerSwitch: 1, trunkRate: 10Gbps",
    policies: `buffer: { name: st, xoff: ${10 * FRAME}B }`,
    traffic: [flows("h0 h1 50KB")],
  });
  const first = { node: "sw0", peer: "h0", pause: 0 };
  exact(cell(one, "pauses", "start_ns", first), 12 * F + D);
  expect(cell(one, "pauses", "occupancy_bytes", first)).toBe(10 * FRAME);
  expect(cell(one, "pauses", "threshold_bytes", first)).toBe(10 * FRAME);
});

test("a NIC that pauses its switch for 50 us: one packet waits until the PAUSE expires", () => {
  // A quantum of 512 bits takes 5.12 ns. One PAUSE of 10,000 quanta lasts from its reception for 51.2 us.
  const storm = "faults: [{ kind: pause-storm, target: h1, at: 0ns, for: 1ns, quanta: 10000, every: 1ms }]";
  const one = ran({ more: storm, traffic: [flows("h0 h1 1KB 5us")] });
  // The PAUSE frame, 84 B on the wire, is received at 84 * 0.08 + D.
  exact(one.fct[0], 84 * 0.08 + D + 51_200 - 5000 + F + D);
  exact(cell(one, "parts", "stopped_ns"), 84 * 0.08 + D + 51_200 - 5000 - (F + D));
  exact(cell(one, "ports", "paused_ns", TO_H1), 51_200 - 60 * 5.12);
});
const TO_H1 = { node: "sw0", peer: "h1" };

test("a lossy queue of five frames takes one packet on the wire and five behind it: 14 of 20 are dropped", () => {
  const one = ran({
    until: "10us",
    topology: star(21),
    policies: `buffer: { name: st, xoff: ${5 * FRAME}B }`,
    more: "classes: { lossless: [4], default: 3 }",
    traffic: [burst(20)],
  });
  expect(one.figures.drops).toBe(14);
  expect(one.results.summary.counters.dropped_no_buffer).toBe(14);
});

test("strict priority: a packet of the lower class number waits only for the packet on the wire, here for half of it", () => {
  const low = [1, 2, 3].map((k) => `h${k} h0 100KB 0ns 5`);
  const one = ran({
    topology: star(6),
    policies: "scheduling: strict",
    more: "classes: { lossless: [1, 5] }",
    traffic: [flows(...low, `h4 h0 1KB ${5 * F + F / 2}ns 1`)],
  });
  exact(one.fct[3], 2 * F + 2 * D + F / 2);
});

/** Two classes. Both have more packets to send than their output can transmit, until 100 us. */
const twoClasses = (scheduling: string) => {
  const one = ran({
    until: "100us",
    topology: star(6),
    policies: `scheduling: ${scheduling}`,
    more: "classes: { lossless: [1, 2] }",
    traffic: [flows("h1 h0 1MB 0ns 1", "h2 h0 1MB 0ns 1", "h3 h0 1MB 0ns 2", "h4 h0 1MB 0ns 2")],
  });
  const { class: cls, received_bytes: bytes } = one.results.tables.flows.columns;
  const of = (wanted: number): number =>
    Array.from(bytes).reduce((sum, one, k) => sum + (cls[k] === wanted ? one / 1000 : 0), 0);
  return { one: of(1), two: of(2) };
};
/** The number of packets that the output can deliver until then. */
const DELIVERED = Math.floor((100_000 - 2 * D) / F) - 1;

test("DWRR with quanta of 3 to 1: packets in that ratio, within one round, without idle time", () => {
  const { one, two } = twoClasses(
    `{ name: dwrr, classes: [{ class: 1, quantum: ${3 * FRAME}B }, { class: 2, quantum: ${FRAME}B }] }`,
  );
  expect(one + two).toBe(DELIVERED);
  expect(Math.abs(one - 3 * two)).toBeLessThanOrEqual(4);
});

test("round-robin: packets in turns", () => {
  const { one, two } = twoClasses("round-robin");
  expect(one + two).toBe(DELIVERED);
  expect(Math.abs(one - two)).toBeLessThanOrEqual(1);
});

test("a link that fails at 30 us: packets whose last bit arrived before are delivered, the others are lost or not sent", () => {
  const one = ran({
    until: "60us",
    topology: "chain, hostsPerSwitch: 1",
    more: "faults: [{ kind: link-down, target: sw0-sw1, at: 30us }]",
    traffic: ["{ kind: long-lived, from: h0, to: h1 }"],
  });
  // Packet k arrives at sw1 at (k + 1) F + 2 D.
  const passed = Math.floor((30_000 - 2 * D) / F) - 1;
  expect(one.results.tables.flows.columns.received_bytes[0]).toBe(1000 * passed);
  const { bytes } = one.results.summary;
  const lost = Object.values(bytes?.lost ?? {}).reduce((sum, one) => sum + one, 0);
  expect(bytes?.sent).toBe((bytes?.received ?? 0) + lost + (bytes?.in_flight ?? 0));
});

test("frame loss with probability p: that share of the packets, within four standard deviations", () => {
  const p = 0.02;
  const one = ran({
    until: "50ms",
    topology: "chain, hostsPerSwitch: 1",
    policies: "recovery: selective",
    more: `host: { window: 20KB }\nfaults: [{ kind: bit-errors, target: sw0-sw1, rate: 0, frames: ${p}, way: there }]`,
    traffic: [flows("h0 h1 10MB")],
  });
  const { data_packets: sent, dropped_damaged: lost } = one.results.summary.counters;
  expect(Math.abs(lost - p * sent)).toBeLessThan(4 * Math.sqrt(sent * p * (1 - p)));
});

test("go-back-N after one lost packet: the rest of the window is retransmitted", () => {
  // From 5 us, the link loses every frame for the time of one packet. Packet k is on the link until (k + 1) F + 2 D.
  const k = 40;
  const at = (k + 1) * F + 2 * D - F / 2;
  const one = ran({
    topology: "chain, hostsPerSwitch: 1",
    more: `faults: [{ kind: bit-errors, target: sw0-sw1, at: ${at}ns, for: ${F}ns, rate: 0, frames: 1, way: there }]`,
    traffic: [flows("h0 h1 200KB")],
  });
  const { dropped_damaged: lost, nacks, repeated_packets: again, data_packets: sent } = one.results.summary.counters;
  expect({ lost, nacks }).toEqual({ lost: 1, nacks: 1 });
  // Packet k + 1 triggers a NACK. It reaches the sender 3 F + 3 D + 3 A + 3 D after the start of that packet's
  // transmission.
  const behind = Math.floor((F + 3 * D + 2 * F + 3 * A + 3 * D) / F);
  expect(Math.abs(again - (1 + behind))).toBeLessThanOrEqual(1);
  expect(sent).toBe(200 + again);
  // All retransmitted packets except the lost one had arrived too early. The last of them was that many packets ahead.
  expect(one.figures).toMatchObject({ out_of_order_packets: again - 1, reordering_bytes: 1000 * (again - 1) });
});

/** Host k sends to the host two switches further, in a ring of four switches. */
const ring = (memory: string) => {
  const four = [0, 1, 2, 3];
  const nodes = four.map((k) => `{ name: h${k}, kind: host }, { name: s${k}, kind: switch }`).join(", ");
  const links = four.map((k) => `{ a: h${k}, b: s${k} }, { a: s${k}, b: s${(k + 1) % 4} }`).join(", ");
  const paths = four.map((k) => `{ from: h${k}, to: h${(k + 2) % 4}, via: s${(k + 1) % 4} }`).join(", ");
  return ran({
    until: "20ms",
    topology: `file, nodes: [${nodes}], links: [${links}]`,
    policies: `routing: { name: ecmp, paths: [${paths}] }`,
    more: `switch: { memory: ${memory} }`,
    traffic: [flows(...four.map((k) => `h${k} h${(k + 2) % 4} 10MB`))],
  });
};

test("a ring in which each flow crosses two switches' links: a deadlock of its four queues, none with memory for all", () => {
  const tight = ring("450KB");
  expect(tight.figures.deadlock).toBe(1);
  expect(tight.results.summary.deadlock).toHaveLength(4);
  expect(ring("64MiB").figures).toMatchObject({ deadlock: 0, unfinished: 0, pauses: 0 });
});

test("dynamic thresholds in steady state: a queue with a paused output has alpha B / (1 + alpha)", () => {
  const memory = 1_000_000;
  const one = ran({
    until: "500us",
    policies: "buffer: { name: dt, alpha: 0.5 }",
    more: `switch: { memory: ${memory}B }\nfaults: [{ kind: pause-storm, target: h1, at: 0ns }]`,
    traffic: ["{ kind: long-lived, from: h0, to: h1 }"],
  });
  const pool =
    cell(one, "pauses", "threshold_bytes", { pause: 0 }) / 0.5 + cell(one, "pauses", "occupancy_bytes", { pause: 0 });
  const held = cell(one, "pauses", "occupancy_bytes", { pause: 0 });
  expect(Math.abs(held - steadyQueue(pool, 0.5, 1))).toBeLessThanOrEqual(FRAME);
});
