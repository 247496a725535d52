import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readScenario } from "../run/lab/lab.ts";
import { scenarioHash, sha256 } from "./hash.ts";

test("SHA-256 of printable text is that of Node, whatever its length", () => {
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 32, max: 126 }), (length, char) => {
      const text = String.fromCharCode(char).repeat(length);
      expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
    }),
  );
});

const text = `
until: 1ms
topology: { kind: star, hosts: 4, rate: 100Gbps, delay: 1us }
traffic: [{ kind: incast, to: h0, size: 64KB }]
`;
const hash = (edited: string, file = "a.yaml"): string => scenarioHash(readScenario(edited, file));

test("the same in other words, order, units and under another name has the same hash", () => {
  const same = `
about: another question
traffic: [{ size: 64000B, to: h0, kind: incast }]
topology: { kind: star, hosts: 4, rate: 0.1Tbps, delay: 1000ns }
policies: { buffer: dt }
seed: 1
until: 1000us
`;
  expect(hash(same, "b.yaml")).toBe(hash(text));
});

test.each([
  ["another seed", "seed: 2"],
  ["another policy", "policies: { buffer: st }"],
  ["another parameter", "policies: { buffer: { name: dt, alpha: 2 } }"],
  ["something measured", "measure: { rates: [h0] }"],
])("%s: another hash", (_what, line) => {
  expect(hash(text + line)).not.toBe(hash(text));
});

test("a switch's own memory, which a topology may set, counts", () => {
  const scenario = readScenario(text, "a.yaml");
  const withMemory = (bytes: number): string =>
    scenarioHash({ ...scenario, wiring: { ...scenario.wiring, memory: new Map([[4, bytes]]) } });
  expect(new Set([scenarioHash(scenario), withMemory(1e6), withMemory(2e6)]).size).toBe(3);
});
