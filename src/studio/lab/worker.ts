/**
 * A worker of the studio: the library, asked by messages. One is kept for what is asked while somebody writes; each run and each
 * "why" has its own, so that ending it ends all it does and frees all it held.
 */
import {
  readScenario,
  run,
  scenarioJsonSchema,
  ScenarioError,
  whyFlow,
  whyPaused,
  type RunResults,
  type Scenario,
} from "xoff";
import * as z from "zod";
import { catalogueRows } from "./catalogue.ts";
import { fabricOf } from "./fabric.ts";
import { figures, trialsOf } from "./gallery.ts";
import { readOptions, recorded } from "./recorded.ts";
import { checked, mistakesIn } from "./remarks.ts";
import { sampling } from "./sampling.ts";
import type { Asked, Told } from "./talk.ts";
import { buffersOf, viewOf } from "./view-of.ts";

// The page's policy allows no eval, which zod would try for speed.
z.config({ jitless: true });

const tell = (told: Told, transfer: Transferable[] = []): void => {
  self.postMessage(told, { transfer });
};
const stopping = new AbortController();

self.addEventListener("message", ({ data }: MessageEvent<Asked | "stop">) => {
  if (data === "stop") {
    stopping.abort();
    return;
  }
  answer(data).catch((error: unknown) => {
    const remarks = mistakesIn(error);
    tell({ failed: error instanceof Error ? error.message : String(error), ...(remarks && { remarks }) });
  });
});

async function answer(asked: Asked): Promise<void> {
  switch (asked.what) {
    case "check":
      tell({ answer: checked(asked.text) });
      return;
    case "figures":
      tell({ answer: figures() });
      return;
    case "trials":
      tell({ answer: trialsOf(asked.id) });
      return;
    case "schema":
      tell({ answer: scenarioJsonSchema() });
      return;
    case "catalogue":
      tell({ answer: catalogueRows() });
      return;
    case "run": {
      const options = { file: asked.name };
      const scenario = readScenario(asked.text, options);
      const view = viewOf(await runSampled(asked.text, scenario, options), fabricOf(scenario.wiring));
      tell({ answer: view }, buffersOf(view));
      return;
    }
    case "why paused":
      tell({ answer: whyPaused(asked.text, asked.chain, asked.end, readOptions(asked.beside)) });
      return;
    case "why flow":
      tell({ answer: whyFlow(asked.text, asked.flow, asked.end, readOptions(asked.beside)) });
      return;
    case "recorded": {
      const run = await recorded(asked.at, asked.path);
      tell({ answer: run }, buffersOf(run.view));
    }
  }
}

/** With goodputs of all flows, or where these are too many, of the first. */
async function runSampled(text: string, scenario: Scenario, { file }: { file: string }): Promise<RunResults> {
  const started = (allFlows: boolean): Promise<RunResults> =>
    run(text, {
      ...{ file, set: sampling(scenario, allFlows), signal: stopping.signal, onAbort: "keep" },
      onProgress: (progress) => {
        tell({ progress });
      },
    });
  try {
    return await started(true);
  } catch (error) {
    if (error instanceof ScenarioError && error.path === "measure.goodputs") return started(false);
    throw error;
  }
}
