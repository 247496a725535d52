/**
 * A worker of the studio. It runs the library and answers messages of the page.
 *
 * One worker stays alive for the short questions while the user types. Every run, every explanation and every repeated
 * run has a worker of its own. To end such work and free its memory, the page terminates the worker.
 */
import {
  fixedPartsOf,
  flowSet,
  ownModules,
  ownTables,
  packetEvents,
  readScenario,
  run,
  runHere,
  samplingOfFlow,
  samplingSettings,
  scenarioJsonSchema,
  ScenarioError,
  whyFlow,
  whyPaused,
  type OwnModule,
  type ReadOptions,
  type RunResults,
  type Scenario,
} from "xoff";
import * as policy from "xoff/policy";
import * as z from "zod";
import { exactMath, forbidden } from "../../../batch/loader/forbidden.ts";
import { catalogueRows } from "./catalogue.ts";
import { fabricOf } from "./fabric.ts";
import { figures, trialsOf } from "./gallery.ts";
import { liveView } from "./live.ts";
import { readOptions, recorded } from "./recorded.ts";
import { checked, mistakesIn } from "./remarks.ts";
import type { Asked, Fabric, FlowSamples, Repeated, Seeding, WorkerMessage } from "./messages.ts";
import { buffersOf, viewOf } from "./view-of.ts";

// zod would use eval for speed, but the page's security policy forbids eval.
z.config({ jitless: true });

// The user's policy modules read these objects from `self`, because `own/link-worker.ts` compiles their imports to such reads.
Object.assign(self, { xoffPolicy: policy, xoffGuards: { forbidden, exactMath } });

/** The recipient of answers: the page, or the message port to the page if the worker is in a frame. */
let asker: { postMessage(message: WorkerMessage, options: { transfer: Transferable[] }): void } = self;
const post = (message: WorkerMessage, transfer: Transferable[] = []): void => {
  asker.postMessage(message, { transfer });
};
const stopping = new AbortController();

self.addEventListener("message", ({ data, ports }: MessageEvent<Asked | "stop" | "port">) => {
  if (data !== "port") {
    receive(data);
    return;
  }
  const [port] = ports;
  asker = port;
  port.onmessage = ({ data: asked }: MessageEvent<Asked | "stop">) => {
    receive(asked);
  };
});

function receive(data: Asked | "stop"): void {
  if (data === "stop") {
    stopping.abort();
    return;
  }
  answer(data).catch((error: unknown) => {
    const remarks = mistakesIn(error);
    post({ failed: error instanceof Error ? error.message : String(error), ...(remarks && { remarks }) });
  });
}

/** Imports the user's modules that the text names. */
const owned = async (text: string, own: readonly OwnModule[] | undefined): Promise<ReadOptions> =>
  own === undefined ? {} : { own: await ownModules(text, own) };

/**
 * Options with which a run's scenario is read again. If the command line recorded the run, the options include the
 * settings and files from the folder of the run.
 */
const repeated = async ({ text, own, beside }: Repeated): Promise<ReadOptions> => ({
  ...readOptions(beside),
  ...(await owned(text, own)),
});

async function answer(asked: Asked): Promise<void> {
  switch (asked.what) {
    case "check":
      post({ answer: await checked(asked.text, () => owned(asked.text, asked.own)) });
      return;
    case "figures":
      post({ answer: figures() });
      return;
    case "trials":
      post({ answer: trialsOf(asked.id) });
      return;
    case "schema":
      post({ answer: scenarioJsonSchema(await ownTables(asked.own ?? [])) });
      return;
    case "catalogue":
      post({ answer: catalogueRows(await ownTables(asked.own ?? [])) });
      return;
    case "run": {
      const set = asked.seed === undefined ? [] : [`seed=${asked.seed}`];
      const options = { ...(await owned(asked.text, asked.own)), file: asked.name, set };
      const scenario = readScenario(asked.text, options);
      const fabric = fabricOf(scenario.wiring);
      post({ wired: fabric });
      const results = await runSampled(asked.text, scenario, options, fabric);
      const view = { ...viewOf(results, fabric, scenario), seeding: seedingOf(scenario, results) };
      post({ answer: view }, buffersOf(view));
      return;
    }
    case "why paused":
      post({ answer: whyPaused(asked.text, asked.chain, asked.end, await repeated(asked)) });
      return;
    case "why flow":
      post({ answer: whyFlow(asked.text, asked.flow, asked.end, await repeated(asked)) });
      return;
    case "packet events":
      post({ answer: packetEvents(asked.text, asked.from, asked.end, await repeated(asked)) });
      return;
    case "goodput": {
      const options = await repeated(asked);
      const set = [...(options.set ?? []), ...samplingOfFlow(readScenario(asked.text, options), asked.flow)];
      const { tables } = await runHere(asked.text, { ...options, set });
      const { time_ns = new Float64Array(0), received_bps = new Float64Array(0) } = tables.goodputs?.columns ?? {};
      const samples: FlowSamples = { times: time_ns, bps: received_bps };
      post({ answer: samples });
      return;
    }
    case "recorded": {
      const run = await recorded(asked.at, asked.path);
      post({ answer: run }, buffersOf(run.view));
    }
  }
}

/** Returns the data of a run for a comparison over seeds. `traffic` has the settings that `report/traffic.ts` lists, except the seed. */
const seedingOf = (scenario: Scenario, { tables }: RunResults): Seeding => ({
  traffic: JSON.stringify([scenario.until, scenario.untilDone, scenario.count, scenario.topology, scenario.traffic]),
  fixed: fixedPartsOf(scenario).flatMap(({ at }) => (at === "traffic" ? [] : [at])),
  flowSet: flowSet(tables),
});

/** Runs a scenario and samples the goodput of every flow. If these are too many, only the first flows are sampled. */
async function runSampled(text: string, scenario: Scenario, given: ReadOptions, fabric: Fabric): Promise<RunResults> {
  const toLive = liveView(fabric);
  const started = async (allFlows: boolean): Promise<RunResults> => {
    // If the user's own modules are loaded (`own`), this worker runs in an iframe without an origin. Such an iframe
    // cannot start threads.
    return (given.own === undefined ? run : runHere)(text, {
      ...{ ...given, set: [...(given.set ?? []), ...samplingSettings(scenario, allFlows)] },
      ...{ signal: stopping.signal, onAbort: "keep" },
      onProgress: (progress) => {
        post({ progress });
      },
      onPorts: (states) => {
        const live = toLive(states);
        post(
          { live },
          [live.use, live.queued, live.paused].map(({ buffer }) => buffer as ArrayBuffer),
        );
      },
    });
  };
  try {
    return await started(true);
  } catch (error) {
    if (error instanceof ScenarioError && error.path === "measure.goodputs") return started(false);
    throw error;
  }
}
