import { expect, test } from "vitest";
import { dscpsOf, readScenario } from "../run/lab/lab.ts";

const scenario = (classes: string, traffic: string) =>
  readScenario(
    `until: 1ms\ntopology: { kind: star, hosts: 3 }\nclasses: { lossless: [3, 5]${classes} }\ntraffic: [{ kind: incast, ${traffic} }]\n`,
    "x.yaml",
  );
const classOf = (classes: string, traffic: string): unknown => scenario(classes, traffic).traffic[0].values["cls"];

test("a DSCP's class is its upper three bits, 26 = 3 * 8 + 2, or the one that is listed", () => {
  expect(classOf("", "dscp: 26")).toBe(3);
  expect(classOf(', dscp: ["24, 31, 5", { from: 32, to: 32, class: 3 }]', "dscp: 26")).toBe(5);
});

test.each([
  ["", "dscp: 26, class: 3", "traffic[0].dscp: expected either class or dscp, got 26"],
  ["", "dscp: 2", "traffic[0].dscp: expected a DSCP of a class other than the control class, got 2"],
  [', dscp: ["24, 31, 5"]', "dscp: 40", "traffic[0].dscp: expected a DSCP of classes.dscp, got 40"],
  [', dscp: ["24, 31, 5", "31, 33, 3"]', "dscp: 26", "classes.dscp[1]: expected a DSCP in one row only"],
  [', dscp: ["24, 3, 5"]', "dscp: 26", "classes.dscp[0].to: expected a DSCP from 24, where the row begins, to 63"],
  [', dscp: ["24, 64, 5"]', "dscp: 26", "expected a whole number from 0 to 63"],
])("classes %s, traffic %s: %s", (classes, traffic, message) => {
  expect(() => scenario(classes, traffic)).toThrow(message);
});

test.each([
  ["the class's selector, where nothing is listed", "", "class: 5", [40, 0]],
  ["what traffic names, and its ACKs their class's", "", "dscp: 26", [26, 0]],
  [
    "the first that leads to the class, where the selector leads elsewhere",
    ', dscp: ["26, 31, 3", "0, 25, 1"]',
    "class: 3",
    [26, 0],
  ],
])("packets have the DSCP of %s", (_what, classes, traffic, [data, ack]) => {
  const made = scenario(classes, traffic);
  const dscpOf = dscpsOf(made);
  expect([dscpOf(0, made.traffic[0].values["cls"] as number), dscpOf(0, made.controlClass)]).toEqual([data, ack]);
});
