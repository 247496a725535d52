import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readScenario, runSync, samplingSettings } from "xoff";
import { fabricOf } from "../lab/fabric.ts";
import { trialsOf } from "../lab/gallery.ts";
import { viewOf } from "../lab/view-of.ts";
import type { RunView } from "../lab/messages.ts";
import { portNamed } from "../measure/ports.ts";
import { cutShort } from "./story.ts";
import { stories } from "./stories.ts";

/**
 * Runs the scenario as the studio does, with the goodputs of all flows. Traffic that creates flows during the run has
 * too many flows for this.
 */
function ran(text: string): RunView {
  const scenario = readScenario(text);
  const allFlows = scenario.traffic.every(({ kind }) => kind !== "bursts");
  return viewOf(
    { ...runSync(text, { set: samplingSettings(scenario, allFlows) }), threads: { count: 1 } },
    fabricOf(scenario.wiring),
    scenario,
  );
}

test("no sentence contains a typed number: digits come only from the runs", () => {
  for (const file of ["victim", "headroom", "long-link"]) {
    const source = readFileSync(new URL(`${file}.ts`, import.meta.url), "utf8");
    const body = source.slice(source.indexOf("return ["));
    const sentences = [...body.matchAll(/paragraphs: \[\n(.*?)\n {6}\],/gs)].map(([, lines]) => lines);
    expect(sentences).toHaveLength(10);
    for (const lines of sentences) expect(withoutValues(lines).replaceAll(/\bdci[01]\b/g, "")).not.toMatch(/\d/);
  }
});

/** A template's own text. */
function withoutValues(text: string): string {
  const inner = text.replaceAll(/\$\{[^{}`]*(?:`[^`]*`)?[^{}`]*\}/g, "");
  return inner === text ? text : withoutValues(inner);
}

describe.each(stories)("$id", (story) => {
  const { figure, trials, steps: stepsOf } = story;
  const texts = new Map(trialsOf(figure).map(({ label, text }) => [label, text]));
  const views = trials.map(([label]) => ran(cutShort(texts.get(label) ?? "", story)));
  const steps = stepsOf(views);

  test("ten steps, each with two paragraphs that are true for its runs, and without missing numbers", () => {
    expect(steps).toHaveLength(10);
    steps.forEach(({ paragraphs, holds }, k) => {
      expect({ k, paragraphs, holds }).toEqual({ k, paragraphs, holds: true });
      for (const sentence of paragraphs) {
        expect(sentence).toMatch(/^[A-Z\d].*[.]$/);
        expect(sentence).not.toMatch(/NaN|undefined|Infinity/);
      }
    });
  });

  test("each step shows existing elements at a time within the run", () => {
    const end = views[0].summary.simulated_ns;
    for (const { look } of steps) {
      const { time, shown: [from, to] = [0, end], port, link } = look;
      expect(from <= time && time <= to && from >= 0 && to <= end).toBe(true);
      for (const name of [port, link])
        if (name !== undefined) expect(portNamed(views[0].fabric, name)).toBeGreaterThanOrEqual(0);
    }
  });
});
