import { expect, test } from "vitest";
import { isSweepText, readSweep, ruleOf } from "./request.ts";

test("a sweep's file: what it sets, varies and lists, each with its place", () => {
  const text = `scenario: my.yaml
set: { until: 2ms }
grid:
  buffer: [st, { name: dt, alpha: 2 }]
  seed: 1..3
list:
  - { switch.memory: 16MiB, congestion: dcqcn }
keep: [flows]
`;
  const { scenario, set, grid, list, seeds, keep } = readSweep(text, "s.yaml");
  expect([scenario, seeds, keep]).toEqual(["my.yaml", 1, [{ name: "flows", from: "s.yaml:8:8" }]]);
  expect(set).toEqual([{ path: "until", value: "2ms", from: "s.yaml:2:15" }]);
  expect(grid.map((values) => values.map(({ value }) => value))).toEqual([
    ["st", '{"name":"dt","alpha":2}'],
    ["1", "2", "3"],
  ]);
  expect(list[0].map(({ path, value }) => `${path}=${value}`)).toEqual(["switch.memory=16MiB", "congestion=dcqcn"]);
  expect([isSweepText(text, "s.yaml"), isSweepText("topology: { kind: star }", "s.yaml")]).toEqual([true, false]);
});

test("seeds are a number, a list, a range, or as many as it takes", () => {
  const seedsOf = (line: string) => readSweep(`scenario: a.yaml\n${line}`, "s.yaml").seeds;
  expect([seedsOf("seeds: 4"), seedsOf("seeds: [2, 9]"), seedsOf("seeds: 3..5")]).toEqual([4, [2, 9], [3, 4, 5]]);
  const { seeds, rule } = readSweep("scenario: a.yaml\nuntil: pauses within 5% or decided\natMost: 50", "s.yaml");
  expect([seeds, rule]).toEqual([50, { column: "pauses", within: 0.05, decided: true }]);
});

test.each([
  ["sedes: 3", /^s\.yaml:2:1: expected one of scenario, .*, got "sedes"\. Did you mean "seeds"\?$/],
  ["seeds: 0", /^s\.yaml:2:8: seeds: expected a number of seeds from 1 to 100000, .* got 0$/],
  ["grid: [dt]", /^s\.yaml:2:7: grid: expected paths of the scenario, .* got something else$/],
  ["grid: { buffer: [dt, dt] }", /^s\.yaml:2:22: grid\.buffer\[1\]: expected each value once, got a second dt$/],
  ["list: []", /^s\.yaml:2:7: list: expected a list of maps/],
  ["keep: [flows, 3]", /^s\.yaml:2:\d: keep: expected names of tables, such as \[flows\], got something else$/],
  ["until: slowdown_p9 within 5%", /^s\.yaml:2:8: until: expected a column of a row, .*Did you mean "slowdown_p99"\?$/],
  ["until: pauses decided\nseeds: 3", /^s\.yaml:3:\d: (seeds: )?expected either until or seeds, got both/],
])("%s is a mistake that says where and how to mend it", (line, said) => {
  expect(() => readSweep(`scenario: a.yaml\n${line}`, "s.yaml")).toThrow(said);
});

test("rules: within, decided, or both", () => {
  expect(ruleOf("fct_p99_ns within 2.5%")).toEqual({ column: "fct_p99_ns", within: 0.025, decided: false });
  expect(ruleOf("pauses decided")).toEqual({ column: "pauses", within: null, decided: true });
  for (const text of ["pauses", "pauses within", "pauses within 0%", "pauses within 5% decided", "5%"])
    expect(() => ruleOf(text)).toThrow(/such as "slowdown_p99 within 5%"/);
});
