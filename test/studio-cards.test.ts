/**
 * Tests that the headline of each card in the studio's gallery agrees with the card's text. The runs are those of the
 * page.
 */
import { expect, test } from "vitest";
import { readScenario, runSync, samplingSettings, ScenarioError } from "xoff";
import { featured } from "../src/apps/studio/gallery/featured.ts";
import { fabricOf } from "../src/apps/studio/lab/fabric.ts";
import { trialsOf } from "../src/apps/studio/lab/gallery.ts";
import type { RunView } from "../src/apps/studio/lab/messages.ts";
import { viewOf } from "../src/apps/studio/lab/view-of.ts";
import { answerOf } from "../src/apps/studio/view/answer.ts";

/** Samples the goodput of every flow if that is possible, as the page does. */
function ran(text: string): RunView {
  const scenario = readScenario(text);
  const results = (allFlows: boolean) => runSync(text, { set: samplingSettings(scenario, allFlows) });
  const view = (some: ReturnType<typeof results>): RunView =>
    viewOf({ ...some, threads: { count: 1 } }, fabricOf(scenario.wiring), scenario);
  try {
    return view(results(true));
  } catch (error) {
    if (error instanceof ScenarioError && error.path === "measure.goodputs") return view(results(false));
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
  // "Compare the bytes that the long link's port stores"
  "bifrost/fig7": {
    name: /^Most bytes stored at dci1-dci0$/,
    cells: [/^10\.\d+ MB$/, /^19\.\d+ MB$/],
    difference: /^\+9\d%$/,
  },
};

test.each(featured)("$id: $title", ({ id, trials, asks }) => {
  const texts = new Map(trialsOf(id).map(({ label, text }) => [label, text]));
  const [headline] = answerOf(
    trials.map(([label]) => ran(texts.get(label) ?? "")),
    asks,
  );
  const { name, cells, difference } = HEADLINES[id];
  expect(headline.name).toMatch(name);
  expect(headline.cells).toEqual(cells.map((cell) => expect.stringMatching(cell) as string));
  expect(headline.differences[0]).toMatch(difference);
});
