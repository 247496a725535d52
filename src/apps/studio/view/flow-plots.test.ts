import { describe, expect, test } from "vitest";
import { readScenario, runSync } from "xoff";
import { fabricOf } from "../lab/fabric.ts";
import type { RunView } from "../lab/messages.ts";
import { viewOf } from "../lab/view-of.ts";
import { flowPlots } from "./flow-plots.ts";
import { flowTimes, slowest } from "../measure/flow-times.ts";

/** An incast to h0, of flows with one size. The run ends before most of them complete. A long-lived flow goes to h9. */
function ran(until: string, more = {}): RunView {
  const text = JSON.stringify({
    ...{ seed: 1, until, topology: { kind: "star", hosts: 10 }, switch: { memory: "1MiB" }, ...more },
    traffic: [
      { kind: "incast", from: "h1..h8", to: "h0", size: "100KB", every: "20us" },
      { kind: "long-lived", from: "h1", to: "h9" },
    ],
    policies: { buffer: "dt", congestion: "none" },
  });
  const scenario = readScenario(text);
  return viewOf({ ...runSync(text), threads: { count: 1 } }, fabricOf(scenario.wiring), scenario);
}

describe("a run with unfinished flows", () => {
  const view = ran("200us", { count: { from: "30us" } });
  const [all] = view.summary.fct.by_size.classes.slice(-1);

  test("counts the flows that the summary counts, with equal percentiles", () => {
    expect(all.unfinished).toBeGreaterThan(0);
    const { counted, unfinished } = flowTimes(view);
    expect([counted.length, unfinished]).toEqual([all.flows, all.unfinished]);
    expect(counted.length).toBeLessThan(view.summary.flows.finite);
    const [bySize] = flowPlots([{ name: "a", view }], false);
    expect(bySize.lines.map(({ name, values }) => [name, values])).toEqual([
      ["a, p50", [all.slowdown.p50]],
      ["a, p99", [all.slowdown.p99]],
    ]);
  });

  test("each chart says how many of how many flows did not complete", () => {
    const of = `${all.unfinished} of ${all.flows}`;
    const units = flowPlots([{ name: "a", view }], false).map(({ unit }) => unit);
    expect(units).toEqual([
      `FCT / ideal FCT; an unfinished flow counts with its age (${of})`,
      `share of flows; an unfinished flow counts with its age (${of})`,
      `share of flows; an unfinished flow counts with its age (${of})`,
    ]);
    const done = ran("2ms", { count: { from: "30us", to: "60us" } });
    expect(flowPlots([{ name: "b", view: done }], false).map(({ unit }) => unit)).toEqual([
      ...["FCT / ideal FCT", "share of flows", "share of flows"],
    ]);
  });

  test("the slowest flows include unfinished ones, by their age", () => {
    const times = flowTimes(view);
    const [endless, ...some] = slowest(view, times);
    expect(view.flows.size[endless]).toBeNaN();
    const slowdowns = some.map((flow) => times.slowdown[flow]);
    expect(Math.max(...slowdowns)).toBeGreaterThanOrEqual(all.slowdown.max ?? NaN);
    expect(slowdowns.toSorted((a, b) => b - a)).toEqual(slowdowns);
    expect(some.some((flow) => Number.isNaN(view.flows.fct[flow]))).toBe(true);
  });

  test("a deadlocked run has no percentiles, and its distributions are marked", () => {
    const dead: RunView = { ...view, summary: { ...view.summary, deadlock: ["sw0 port 1 class 3"] } };
    const some = [
      { name: "dead", view: dead },
      { name: "a", view },
    ];
    const [bySize, slowdown] = flowPlots(some, false);
    expect(bySize.lines.map(({ name, values }) => [name, values])).toEqual([
      ["dead: deadlock", [null]],
      ["a, p50", [all.slowdown.p50]],
      ["a, p99", [all.slowdown.p99]],
    ]);
    expect(slowdown.lines.map(({ name }) => name)).toEqual(["dead (deadlock)", "a"]);
    expect(flowPlots(some.slice(0, 1), false).map(({ title }) => title)).toEqual([
      ...["FCT slowdown: distribution", "Flow completion time: distribution"],
    ]);
  });
});
