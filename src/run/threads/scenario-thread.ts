/** The thread of one scenario. It runs the network itself, or starts one thread for each partition of the network. */
import { setUp, withModules } from "../lab/lab.ts";
import { PS_PER_NS } from "../../base/units.ts";
import type { PortStates } from "../measure/port-states.ts";
import { packResults } from "./transfer.ts";
import { packError } from "./errors.ts";
import { ownPort } from "./host.ts";
import type { ScenarioTask, ScenarioMessage } from "./scenario-messages.ts";
import { simulate } from "./simulate.ts";
import { threadsFor } from "./threads.ts";

const port = ownPort();
const tell = (message: ScenarioMessage, transferred?: readonly ArrayBuffer[]): void => {
  port.post(message, transferred);
};

const tellPorts = (ports: PortStates): void => {
  tell({ ports }, [ports.queuedBytes.buffer, ports.sentBytes.buffer, ports.pausedClasses.buffer]);
};

let isCut = false;
port.listen((message: ScenarioTask | "stop") => {
  if (message === "stop") isCut = true;
  else void run(message);
});

async function run({ scenario, threads, reportsPorts }: ScenarioTask): Promise<void> {
  const untilNs = scenario.until / PS_PER_NS;
  const progress = (now: number, packetHops: number): void => {
    tell({ progress: { nowNs: Math.min(now / PS_PER_NS, untilNs), untilNs, packetHops } });
  };
  try {
    const experiment = setUp(scenario, { tables: await withModules(scenario.modules) });
    const { queue, fabric } = experiment.network;
    const cut = threadsFor(experiment, threads);
    const { results } = await simulate(experiment, cut, {
      onSlice: () => {
        progress(queue.now, fabric.hops);
      },
      onProgress: ({ now, hops }) => {
        progress(now, hops);
      },
      isCut: () => isCut,
      onPorts: reportsPorts ? tellPorts : undefined,
    });
    const { carried, buffers } = packResults(results);
    tell({ carried, used: typeof cut === "string" ? { count: 1, why: cut } : { count: cut.parts } }, buffers);
  } catch (error) {
    const failed = packError(error);
    if (failed === undefined) throw error;
    tell({ failed });
  }
}
