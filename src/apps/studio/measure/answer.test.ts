import { describe, expect, test } from "vitest";
import { readScenario, runSync, samplingSettings } from "xoff";
import { fabricOf } from "../lab/fabric.ts";
import type { RunView } from "../lab/messages.ts";
import { viewOf } from "../lab/view-of.ts";
import { answerOf, differenceText } from "./answer.ts";

function ran(memory: string, until = "400us", more = {}): RunView {
  const text = JSON.stringify({
    ...more,
    ...{ seed: 1, until, topology: { kind: "star", hosts: 9 }, switch: { memory } },
    traffic: [{ kind: "incast", from: "h1..h8", to: "h0", size: "200KB" }],
    policies: { buffer: "dt", congestion: "none" },
  });
  const scenario = readScenario(text);
  return viewOf(
    { ...runSync(text, { set: samplingSettings(scenario, true) }), threads: { count: 1 } },
    fabricOf(scenario.wiring),
    scenario,
  );
}

test.each([
  [2, 4, "× 2"],
  [4, 2, "÷ 2"],
  [100, 96, "−4%"],
  [100, 112.3, "+12%"],
  [5, 5, "equal"],
  [5, 0, "to none"],
  [0, 5, "from none"],
  [NaN, 5, ""],
])("from %d to %d: %s", (from, to, text) => {
  expect(differenceText(from, to)).toBe(text);
});

describe("the rows", () => {
  const views = [ran("1MiB"), ran("16MiB")];

  test("the measure that is asked about comes first, then all others", () => {
    const rows = answerOf(views, { what: "fct", flow: 0 });
    expect(rows[0].name).toBe("FCT of flow 0, h1 → h0");
    expect(rows[0].cells).toHaveLength(2);
    expect(rows.slice(1).map(({ name }) => name)).toEqual([
      "PAUSEs",
      "p99 slowdown",
      "Flows done",
      "Time paused",
      "Dropped",
    ]);
    for (const { differences } of rows) expect(differences).toHaveLength(1);
  });

  test.each([
    { what: "fct", flow: 99 },
    { what: "goodput", flow: 99 },
    { what: "stored", port: "sw9-h0" },
  ] as const)("a flow or port that no run has is not asked about: %j", (asked) => {
    expect(answerOf(views, asked)).toEqual(answerOf(views));
  });

  test("without a question, the measure with the largest difference comes first", () => {
    const rows = answerOf(views);
    const pauses = views.map(({ summary }) => summary.counters.pauses);
    expect(pauses[0]).not.toBe(pauses[1]);
    expect(["PAUSEs", "Time paused"]).toContain(rows[0].name);
    expect(rows).toHaveLength(5);
  });

  test("a run with fast-forward takes no samples, and says what it skipped", () => {
    const skipping = ran("16MiB", "400us", { fastForward: true });
    expect(skipping.samples.hasQueues).toBe(false);
    const { cells } = answerOf([skipping, views[1]]).at(-1) ?? { cells: [] };
    expect(cells).toEqual([expect.stringMatching(/^[\d.]+% of the bytes, error at most 0%$/), "nothing, exact run"]);
  });

  test("an unfinished flow counts with its age, and the cell says that it is not done", () => {
    const [{ cells }] = answerOf([ran("1MiB", "50us")], { what: "fct", flow: 0 });
    expect(cells[0]).toMatch(/^not done after [\d.]+ us$/);
  });
});
