import { expect, test } from "vitest";
import { builtIn, readScenario } from "../../../run/lab/lab.ts";
import type { ScenarioFile } from "../files/scenario-file.ts";
import { valueText } from "./knobs.ts";
import { detectionNamed, usualKnobs } from "./usual-knobs.ts";
import { variedKnobs } from "./vary.ts";

const text = `until: 10us
topology: { kind: star, hosts: 3 }
switch: { memory: 2MiB }
traffic: [{ kind: long-lived, from: h0, to: h1 }]
policies: { buffer: dt, congestion: dcqcn }
`;
const file: ScenarioFile = { name: "my.yaml", text, read: () => "", included: [], warned: new Set(), tables: builtIn };
const scenario = readScenario(text, "my.yaml");
const varied = (...vary: string[]) => variedKnobs(vary, { file, scenario, set: [] });
const texts = (vary: string): string[] => {
  const [knob] = varied(vary);
  return knob.values.map((_, k) => `${valueText(knob, k)}${k === knob.present ? " present" : ""}`);
};

test("a range holds the present value, of a policy's default or of the file", () => {
  expect(texts("detection.kmin=100KB..800KB")).toEqual([
    ...["100KB", "141KB", "200KB", "283KB"],
    ...["400KB present", "566KB", "800KB"],
  ]);
  expect(texts("policies.buffer.alpha=1/4..2")).toEqual(["0.25", "0.5", "1 present", "2"]);
  expect(texts("switch.memory=1MiB..4MiB").filter((one) => one.includes("present"))).toEqual(["2MiB present"]);
});

test("a list holds its values and the present one, in ascending order", () => {
  expect(texts("detection.pmax=.5,.1")).toEqual(["0.1", "0.2 present", "0.5"]);
});

test("without --vary: the usual parameters; a detection policy that the scenario does not name is named", () => {
  const knobs = usualKnobs(file, scenario);
  expect(knobs.map(({ path }) => path)).toEqual([
    ...["detection.kmin", "detection.kmax", "detection.pmax", "buffer.alpha"],
    ...["congestion.increaseInterval", "congestion.additiveIncrease"],
  ]);
  expect(detectionNamed(file, scenario, [], knobs)).toMatchObject([{ path: "detection", value: "red" }]);
  expect(detectionNamed(file, scenario, [], varied("buffer.alpha=1..2"))).toEqual([]);
});

test.each([
  [["detection.kmin=2KB..1KB"], "expected a range that goes up, got 2KB..1KB"],
  [["detection.kmin=1..2"], "Add the unit"],
  [["traffic.0.count=1..5"], "expected a parameter that keeps the traffic"],
  [["buffer=st,dt"], "expected numbers with their units"],
  [["detection.knin=1KB..1MB"], 'expected a parameter of red, got knin. Did you mean "kmin"?'],
  [["buffer.zz=1KB..1MB"], "expected a parameter of dt, got zz. It has: alpha"],
  [["nonsense.x=1KB..1MB"], "expected a path that begins with one of"],
  [["headroom.size=1KB..1MB"], "expected a field with a present value, got headroom.size"],
  [["host.window=1KB..1MB"], "expected a field with a present value, got host.window"],
  [["buffer.alpha=1..2", "policies.buffer.alpha=1..4"], "got buffer.alpha twice"],
])("--vary %j is a mistake", (vary, message) => {
  expect(() => varied(...vary)).toThrow(message);
});
