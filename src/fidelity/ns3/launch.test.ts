import { expect, test } from "vitest";
import { Clock } from "../../batch/suites/views.ts";
import { us } from "../../base/units.ts";
import type { Launch } from "../../contracts/fidelity.ts";
import { launchAtStart } from "../exact/launch.ts";
import { launchThroughHops } from "./launch.ts";

/**
 * The times at which flows begin, in us, for flows that start at `starts`. `note` is called at 2 us by an event that
 * was scheduled before the launch.
 */
function begin(launch: Launch, starts: number[], until: number, acting: number[] = [...starts.keys()]): string[] {
  const clock = new Clock("asked");
  const log: string[] = [];
  clock.timer(1, () => void log.push("other")).arm(0, us(2));
  launch({
    timer: clock.timer,
    get now() {
      return clock.now;
    },
    planned: starts.length,
    start: Float64Array.from(starts, us),
    acting,
    begin: (flow) => void log.push(`${flow} at ${clock.now / us(1)}`),
  });
  const again = clock.timer(1, () => void log.push("later"));
  again.arm(0, us(2));
  clock.runTo(us(until));
  return log;
}

test.each([
  ["at their start", launchAtStart],
  ["through two hops", launchThroughHops],
])("flows begin %s in the order of the plan, also those of one time", (_name, launch) => {
  const flows = begin(launch, [0, 0, 5, 5, 5, 7], 10).filter((line) => line.includes(" at "));
  expect(flows).toEqual(["0 at 0", "1 at 0", "2 at 5", "3 at 5", "4 at 5", "5 at 7"]);
});

test.each([
  ["at their start", launchAtStart],
  ["through two hops", launchThroughHops],
])("flows whose senders act elsewhere are not begun (%s)", (_name, launch) => {
  const flows = begin(launch, [0, 0, 5, 5, 5, 7], 10, [1, 2, 4]).filter((line) => line.includes(" at "));
  expect(flows).toEqual(["1 at 0", "2 at 5", "4 at 5"]);
});

test("at their start: what was scheduled for that time before the launch goes before them, what came later behind", () => {
  expect(begin(launchAtStart, [2, 2], 10)).toEqual(["other", "0 at 2", "1 at 2", "later"]);
});

test("through two hops, everything that was scheduled for that time goes before them", () => {
  expect(begin(launchThroughHops, [2, 2], 10)).toEqual(["other", "later", "0 at 2", "1 at 2"]);
});

test.each([
  ["at their start", launchAtStart],
  ["through two hops", launchThroughHops],
])("a plan without flows is a plan (%s)", (_name, launch) => {
  expect(begin(launch, [], 10)).toEqual(["other", "later"]);
});
