/** Tests that a policy gets the policies it needs. Otherwise the scenario is refused, with both lines and the remedies. */
import { expect, test } from "vitest";

import * as tables from "../policies/policies.ts";
import type { ScenarioError } from "./error.ts";
import { readScenario } from "./read.ts";
import { readSetting, readVariation } from "./settings.ts";

const base = `until: 1ms
topology: { kind: star, hosts: 3 }
traffic: [{ kind: long-lived, from: h0, to: h1 }]
`;

const read = (more: string, ...set: string[]) =>
  readScenario(
    base + more,
    "a.yaml",
    tables,
    undefined,
    set.map((one) => readSetting("--set", one)),
  );

function refusal(more: string, ...set: string[]): string {
  try {
    read(more, ...set);
  } catch (error) {
    return [error as ScenarioError, ...(error as ScenarioError).others].map(({ message }) => message).join("\n");
  }
  return "nothing";
}

const chosen = (more: string, ...set: string[]): string[] => {
  const { detection, recovery, congestion } = read(more, ...set).policies;
  return [congestion.name, detection.map(({ name }) => name).join("+"), recovery.name];
};

test.each([
  ["none", "none", "go-back-n"],
  ["dcqcn", "red", "go-back-n"],
  ["hpcc", "int", "go-back-n"],
  ["timely", "none", "go-back-n"],
  ["powertcp", "int", "go-back-n"],
  ["dctcp", "red", "go-back-n"],
  ["newreno", "none", "tcp"],
  ["scripted", "none", "go-back-n"],
  ["max-min", "none", "go-back-n"],
  ["acc", "tcd", "go-back-n"],
])("%s alone gets detection %s and recovery %s", (congestion, detection, recovery) => {
  expect(chosen(`policies: { congestion: ${congestion} }`)).toEqual([congestion, detection, recovery]);
});

test("every congestion policy is in the list above", () => {
  expect(Object.keys(tables.policies.congestion)).toHaveLength(10);
});

test("the file names both: the message has both places, and three ways out", () => {
  expect(refusal("policies:\n  detection: red\n  congestion: hpcc\n")).toBe(
    "a.yaml:5:14: policies.detection: expected int, for the INT stamps that congestion hpcc needs (a.yaml:6:15), got red. " +
      "Either remove the line a.yaml:5:3 (detection then follows congestion), or set detection: int, or choose another congestion policy.",
  );
});

test("either of them may come from --set", () => {
  expect(refusal("policies: { detection: red }", "congestion=powertcp")).toMatch(
    /^a\.yaml:4:24: .* congestion powertcp needs \(--set congestion=powertcp\), got red\. Either remove the line a\.yaml:4:13 /,
  );
  expect(refusal("", "detection=int")).toMatch(
    /^--set detection=int: policies\.detection: expected red or tcd, for the ECN marks that congestion dcqcn needs \(the default\), got int\. Either remove --set detection=int /,
  );
});

test("from --vary it is to be left out there", () => {
  const [setting] = readVariation("--vary", "detection=red,int");
  expect(() =>
    readScenario(base, "a.yaml", tables, undefined, [readSetting("--set", "congestion=hpcc"), setting]),
  ).toThrow(/^--vary detection=red: .*Either remove detection from --vary /);
});

test("whatever gives the signal will do; of a list the first that gives it counts", () => {
  expect(chosen("policies: { detection: tcd }")).toEqual(["dcqcn", "tcd", "go-back-n"]);
  expect(chosen("policies: { detection: [int, red] }")).toEqual(["dcqcn", "int+red", "go-back-n"]);
  expect(chosen("policies: { detection: [red, int], congestion: hpcc }")).toEqual(["hpcc", "red+int", "go-back-n"]);
  expect(refusal("policies: { detection: [red, tcd], congestion: acc }")).toMatch(
    /expected tcd, for the UE marks that congestion acc needs .*, got red\./,
  );
});

test("parameters decide what is read", () => {
  expect(chosen("policies: { detection: none, congestion: { name: powertcp, form: delay } }")[1]).toBe("none");
  expect(chosen("policies: { detection: none, congestion: timely }")[1]).toBe("none");
  for (const congestion of ["dcqcn", "timely"])
    expect(refusal(`policies: { congestion: { name: ${congestion}, tcd: true } }`)).toMatch(
      /^a\.yaml:4:25: policies\.congestion: expected detection tcd, for the .*UE marks that congestion (dcqcn|timely) needs .*, got (red|none), the default\. Set detection: tcd, or choose other parameters/,
    );
  expect(refusal("policies: { congestion: { name: scripted, others: dcqcn } }")).toMatch(
    /expected detection red or tcd/,
  );
  expect(chosen("policies: { detection: red, congestion: { name: scripted, others: dcqcn } }")[1]).toBe("red");
});

test("recovery that reports no losses, a window taken away, one that does not shrink, the wrong headroom", () => {
  expect(refusal("policies: { congestion: newreno, recovery: irn }")).toMatch(
    /^a\.yaml:4:44: policies\.recovery: expected tcp, for the losses that congestion newreno needs \(a\.yaml:4:25\), got irn\. Either remove /,
  );
  expect(refusal("policies: { congestion: hpcc }\nhost: { window: none }")).toBe(
    "a.yaml:5:17: host.window: expected bdp or a size, which congestion hpcc needs (a.yaml:4:25), got none. " +
      "Either remove the line a.yaml:5:9 (host.window then follows congestion), or set host.window: bdp, or choose another congestion policy.",
  );
  expect(refusal("policies: { congestion: hpcc }\nhost: { scaleWindow: false }")).toMatch(
    /^a\.yaml:5:22: host\.scaleWindow: expected true, which congestion hpcc needs /,
  );
  expect(read("policies: { congestion: dctcp }\nhost: { window: none, scaleWindow: false }").window).toBe(0);
  expect(refusal("policies: { buffer: ingress-egress, headroom: sih }")).toMatch(
    /^a\.yaml:4:47: policies\.headroom: expected none, which buffer ingress-egress needs \(a\.yaml:4:21\), got sih\. Either remove /,
  );
});

test("two needs that are not met are two mistakes", () => {
  const told = refusal("policies: { congestion: hpcc, detection: red }\nhost: { window: none }").split("\n");
  expect(told.map((line) => line.split(": ")[1])).toEqual(["host.window", "policies.detection"]);
});
