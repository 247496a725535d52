import { describe, expect, test } from "vitest";
import { readScenario } from "../../../run/lab/lab.ts";
import { newText } from "./scenario.ts";
import { starterNames } from "../files/starters.ts";

test("of the kinds and policies asked for", () => {
  const options = { topology: "chain", traffic: ["poisson", "bursts"], policy: ["buffer=st", "congestion=hpcc"] };
  const { topology, traffic, policies } = readScenario(newText("x.yaml", options), "x.yaml");
  expect(topology.kind).toBe("chain");
  expect(traffic.map(({ kind }) => kind)).toEqual(["poisson", "bursts"]);
  expect([policies.buffer.name, policies.congestion.name, policies.detection[0].name]).toEqual(["st", "hpcc", "int"]);
});

test.each(starterNames())("a copy of starter %s can be read", (from) => {
  expect(readScenario(newText("x.yaml", { from }), "x.yaml").traffic.length).toBeGreaterThan(0);
});

describe("a mistake names the option, what there is, and what may have been meant", () => {
  test.each([
    [{ topology: "strar" }, /^--topology: expected one of star, .* got "strar"\. Did you mean "star"\?$/],
    [{ traffic: ["incast", "burst"] }, /^--traffic: expected one of flows, .* Did you mean "bursts"\?$/],
    [{ policy: ["congestion=hpc"] }, /^--policy congestion: .* got "hpc"\. Did you mean "hpcc"\?$/],
    [{ policy: ["cogestion=hpcc"] }, /^--policy: expected one of buffer, .* Did you mean "congestion"\?$/],
    [{ policy: ["hpcc"] }, /^--policy: expected role=name, such as congestion=hpcc, got "hpcc"$/],
    [{ policy: ["buffer=st", "buffer=dt"] }, /^--policy: expected each role once, got "buffer=dt"$/],
    [{ from: "vctim" }, /^--from: expected one of .* Did you mean "victim"\?$/],
  ])("%j", (options, message) => {
    expect(() => newText("x.yaml", options)).toThrow(message);
  });
});
