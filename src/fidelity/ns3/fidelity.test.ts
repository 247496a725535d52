import { expect, test } from "vitest";
import { gbps, ns } from "../../base/units.ts";
import { ns3Fidelity } from "./fidelity.ts";

test.each([
  [1, "DCQCN", 48, 60],
  [3, "HPCC, 42 B of telemetry", 90, 88],
  [7, "TIMELY, 8 B of time stamp", 56, 60],
  [8, "DCTCP", 48, 60],
])("CC_MODE %i (%s): a data packet has %i B of headers, an ACK is %i B", (mode, _name, header, ack) => {
  const { frames } = ns3Fidelity(mode);
  expect([frames.dataHeader, frames.ack, frames.pause, frames.wireOverhead]).toEqual([header, ack, 43, 0]);
});

test("ACKs travel in the class of their flow", () => {
  expect(ns3Fidelity(1).frames.ackClass).toBeUndefined();
});

test("1048 B at 100G take 83.84 ns, cut to 83, on the wire and in pacing", () => {
  const fidelity = ns3Fidelity(1);
  expect(fidelity.wireTime(1048, gbps(100))).toBe(ns(83));
  expect(fidelity.paceTime(1048, gbps(100))).toBe(ns(83));
});

test("a window of 100,001 B at half the line rate is 50,000 B, and never less than 1", () => {
  const fidelity = ns3Fidelity(3);
  expect(fidelity.scaleWindow(100_001, gbps(50), gbps(100))).toBe(50_000);
  expect(fidelity.scaleWindow(100, 1, gbps(100))).toBe(1);
});
