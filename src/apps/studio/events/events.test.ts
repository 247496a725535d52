import { expect, test } from "vitest";
import { readScenario, runSync, samplingSettings } from "xoff";
import { fabricOf } from "../lab/fabric.ts";
import { viewOf } from "../lab/view-of.ts";
import { detailOf, eventsOf, KINDS, kindOf, matching, subjectOf } from "./events.ts";

const text = JSON.stringify({
  ...{ seed: 1, until: "400us", topology: { kind: "star", hosts: 9 }, switch: { memory: "1MiB" } },
  traffic: [{ kind: "incast", from: "h1..h8", to: "h0", size: "200KB" }],
  policies: { buffer: "dt", congestion: "none" },
});
const scenario = readScenario(text);
const results = runSync(text, { set: samplingSettings(scenario, true) });
const view = viewOf({ ...results, threads: { count: 1 } }, fabricOf(scenario.wiring), scenario);
const events = eventsOf(view);
const all = { kinds: new Set(KINDS), text: "", from: 0, to: Infinity };

test("every PAUSE and every flow is in the list, in order of time", () => {
  const { pauses, flows } = results.tables;
  const ended = (values: Float64Array): number => values.filter((value) => !Number.isNaN(value)).length;
  expect(pauses.rows).toBeGreaterThan(0);
  expect(events.time).toHaveLength(
    pauses.rows + ended(pauses.columns.duration_ns) + flows.rows + ended(flows.columns.fct_ns),
  );
  expect([...events.time]).toEqual([...events.time].sort((a, b) => a - b));
  for (const event of events.time.keys()) expect(detailOf(view, events, event)).not.toMatch(/NaN|undefined/);
});

test("the list filters by kind, by name and by time", () => {
  const some = matching(view, events, { ...all, kinds: new Set(["PAUSE"]), text: "h3-sw0" });
  expect(some.length).toBeGreaterThan(0);
  for (const event of some) {
    expect(kindOf(events, event)).toBe("PAUSE");
    expect(subjectOf(view, events, event)).toBe("h3-sw0");
  }
  const [first] = some;
  const at = events.time[first];
  expect(matching(view, events, { ...all, text: "h3-sw0", from: at, to: at })).toContain(first);
  expect(matching(view, events, { ...all, text: "nothing" })).toEqual([]);
});
