/**
 * Draws docs/policies/images: the response of each congestion control to a 2:1 and a 10:1 step, from the experiment cross/step.
 *
 *   npm run build && node scripts/step-plots.mjs
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { step } from "../dist/papers/cross/step.js";
import { readScenario, setUp } from "../dist/run/lab/lab.js";
import { drawPlot } from "../dist/report/figure-plot.js";

const done = step.trials("quick").map(({ key, scenario: said }) => {
  const scenario = readScenario(JSON.stringify({ ...said, seed: 1 }), JSON.stringify(key));
  const { run, results } = setUp(scenario);
  return { key, seed: 1, row: step.row(results(run(scenario.until)), key, scenario) };
});

const folder = new URL("../docs/policies/images/", import.meta.url);
mkdirSync(folder, { recursive: true });
for (const plot of step.conclude(done, "quick").plots) {
  const name = plot.title.includes("queue") ? "queue" : "rate";
  const drawing = await drawPlot(plot);
  if (drawing !== undefined)
    writeFileSync(new URL(`${plot.title.split(":")[0]}-${name}.svg`, folder), `${drawing.svg}\n`);
}
