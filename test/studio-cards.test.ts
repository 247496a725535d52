/**
 * Tests that the headline of each card in the studio's gallery agrees with the card's text, and that its table has the
 * numbers of `xoff compare`. The runs are those of the page.
 */
import { expect, test } from "vitest";
import { readScenario, runSync, samplingSettings, ScenarioError, type Results } from "xoff";
import { featured } from "../src/apps/studio/gallery/featured.ts";
import { checked } from "../src/apps/studio/lab/remarks.ts";
import { fabricOf } from "../src/apps/studio/lab/fabric.ts";
import { trialsOf } from "../src/apps/studio/lab/gallery.ts";
import type { RunView } from "../src/apps/studio/lab/messages.ts";
import { viewOf } from "../src/apps/studio/lab/view-of.ts";
import { answerOf, valuesOf } from "../src/apps/studio/measure/answer.ts";
import { figures } from "../src/report/columns.ts";

/** Samples the goodput of every flow if that is possible, as the page does. */
function ran(text: string): { readonly view: RunView; readonly results: Results } {
  const scenario = readScenario(text);
  const run = (allFlows: boolean): ReturnType<typeof ran> => {
    const results = runSync(text, { set: samplingSettings(scenario, allFlows) });
    return { view: viewOf({ ...results, threads: { count: 1 } }, fabricOf(scenario.wiring), scenario), results };
  };
  try {
    return run(true);
  } catch (error) {
    if (error instanceof ScenarioError && error.path === "measure.goodputs") return run(false);
    throw error;
  }
}

interface Headline {
  readonly name: RegExp;
  /** Patterns for the cells, in the order of the card's columns. */
  readonly cells: readonly RegExp[];
  readonly difference: RegExp;
}

const HEADLINES: Readonly<Record<string, Headline>> = {
  // "Under SPFC h0 is not paused: compare the goodput of flow 0."
  "spfc/fig4": {
    name: /^Goodput of flow 0, h0 → r1$/,
    cells: [/^1\d\.\d+ Gbps$/, /^8\d\.\d+ Gbps$/],
    difference: /^× 7/,
  },
  // "A deadlock, and how shared headroom avoids it"
  "dsh/fig12": { name: /^Deadlock$/, cells: [/^since [\d.]+ (ms|us)$/, /^none$/], difference: /^$/ },
  // "Compare the goodput of flow 0 after the burst"
  "dsh/fig13": {
    name: /^Goodput of flow 0, h0 → r0, 20 ms to 20\.3 ms$/,
    cells: [/^2\d\.\d+ Gbps$/, /^4[56]\.\d+ Gbps$/],
    difference: /^\+5\d%$/,
  },
  // "Is flow 0 slower from then on if ECN marks slow flow 1 down, or if flow 1 is halted at once?"
  "acc/fig3": {
    name: /^Goodput of flow 0, s0 → r0, from 20 ms$/,
    cells: [/^2\d\.\d+ Gbps$/, /^5\d\.\d+ Gbps$/],
    difference: /^× 2/,
  },
  // "How much slower is flow 2 if it moves at once? Which balancer brings it back?"
  "plb/fig5": {
    name: /^FCT of flow 2, s1 → r1$/,
    cells: [/^5\d\.\d+ ms$/, /^1[45]\d(\.\d+)? ms$/, /^5\d\.\d+ ms$/],
    difference: /^× 2\.6/,
  },
  // "Compare the occupancy of its ingress queue under Bifrost and under PFC."
  "bifrost/fig7": {
    name: /^Highest occupancy of dci1-dci0$/,
    cells: [/^10\.\d+ MB$/, /^19\.\d+ MB$/],
    difference: /^\+9\d%$/,
  },
};

test.each(featured)("$id: $title", ({ id, trials, asks }) => {
  const texts = new Map(trialsOf(id).map(({ label, text }) => [label, text]));
  const runs = trials.map(([label]) => ran(texts.get(label) ?? ""));
  const [headline] = answerOf(
    runs.map(({ view }) => view),
    asks,
  );
  const { name, cells, difference } = HEADLINES[id];
  expect(headline.name).toMatch(name);
  expect(headline.cells).toEqual(cells.map((cell) => expect.stringMatching(cell) as string));
  expect(headline.differences[0]).toMatch(difference);

  for (const { view, results } of runs) {
    const values = valuesOf(view, asks);
    const { pauses, paused_ns, slowdown_p99, deadlock, flows, unfinished } = figures(results);
    expect(values["PAUSEs"]).toBe(pauses);
    expect(values["Time paused"] / paused_ns).toBeCloseTo(1, 9);
    // A deadlocked run has no percentile.
    expect(values["p99 slowdown"]).toBe(deadlock === 1 ? NaN : slowdown_p99);
    if (results.summary.flows.finite === flows) expect(values["Flows done"]).toBe(1 - unfinished / flows);
  }
});

test("cards overload links and can deadlock on purpose: the check states this, and does not warn of it", async () => {
  const found = await Promise.all(
    featured.map(async ({ id, trials }) => {
      const texts = new Map(trialsOf(id).map(({ label, text }) => [label, text]));
      return checked(texts.get(trials[0][0]) ?? "", () => Promise.resolve({}));
    }),
  );
  // dsh/fig12 has warnings about its ECN thresholds, which are the paper's.
  const paths = new Set(found.flatMap(({ remarks }) => remarks.map(({ path }) => path)));
  expect([...paths]).toEqual(["policies.detection"]);
  expect(found[0].overload).toBe(
    "Offered load from sw0 to r2 is 24 times the link rate. Some flows cannot finish by the end of the run under any policy.",
  );
  expect(found.map(({ cycles }) => cycles.length > 0)).toEqual([false, true, false, false, false, false]);
});
