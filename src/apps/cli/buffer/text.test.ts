import { expect, test } from "vitest";
import { gbps, ms, us } from "../../../base/units.ts";
import { bufferText } from "./text.ts";

const link = { distance: ms(3), rate: gbps(400), classes: 1, slot: us(10), period: us(4.096), frame: 1062, mtu: 9100 };

test("600 km at 400 Gbps, in 80 columns: PFC needs 2 BDP and what a stop takes, Bifrost 1,001,062 B more than one", () => {
  const text = bufferText(link, 80);
  expect(text).toContain("600 km at 400 Gbps: one-way delay 3 ms");
  expect(text).toContain("round trip 300 MB.");
  expect(text).toMatch(/\nflow control +needs +buffer, MB +BDPs\n/);
  expect(text).toMatch(/\nPFC +2 BDP: headroom and X_OFF of one each +600\.1 +2\.00\n/);
  expect(text).toMatch(/\nBifrost +BDP \+ 2 R T \+ a packet, all classes +301 +1\.00\n/);
  expect(text.replace(/\s+/g, " ")).toContain("at most 7,813 of the 65,535 quanta");
  expect(text.split("\n").every((line) => line.length <= 80)).toBe(true);
});

test("three classes: three times PFC's, once Bifrost's", () => {
  const bytes = (classes: number): Map<string, number> => {
    const { needs } = JSON.parse(bufferText({ ...link, classes, json: true }, 80)) as {
      needs: { scheme: string; bytes: number }[];
    };
    return new Map(needs.map((one) => [one.scheme, one.bytes]));
  };
  // The standard adds 143,330 B: the delays of interface and reaction, three frames of 9122 B, two gaps and the PFC
  // frame.
  expect(bytes(1).get("PFC")).toBe(600_143_330);
  expect(bytes(3).get("PFC")).toBe(1_800_429_990);
  expect(bytes(3).get("Bifrost")).toBe(301_001_062);
});

test("5 m at 400 Gbps: what the standard's budget leaves out is said, 212,992 B in cells of Spectrum-3", () => {
  expect(bufferText({ ...link, distance: us(0.025) }, 200).replace(/\s+/g, " ")).toContain(
    "SONiC computes 212,992 B for Spectrum-3",
  );
});

test("12-bit credits keep 100 Gbps full over 1.05 km, as the paper has it: at most 1 km", () => {
  expect(bufferText({ ...link, rate: gbps(100) }, 200)).toContain("100 Gbps busy over at most 1.05 km");
});

test("a slot that no PAUSE frame can stop is refused with the arithmetic", () => {
  expect(() => bufferText({ ...link, slot: us(100) }, 80)).toThrow(
    "--slot: expected at most 83.88 us at 400 Gbps, got 100 us. That is 78125 quanta of 512 bits",
  );
});
