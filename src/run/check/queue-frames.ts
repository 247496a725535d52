/**
 * Warns if a scheduling policy has queues within a class, and a link may lose the frames that pause or resume one of
 * these queues. The model does not repeat a lost frame. So a lost resume can stop a flow for the rest of the run.
 */
import type { Network } from "../../sim/model/network.ts";
import { ParamError } from "../../base/params.ts";
import { portName } from "./names.ts";

export function queueFrameMistakes(network: Network): ParamError[] {
  const { fabric } = network;
  if (fabric.classQueues === null) return [];
  const losing = Array.from({ length: fabric.ports }, (_, port) => port).filter((port) => {
    const { bitErrorRate = 0, frameErrorRate = 0 } = fabric.wiring.links[fabric.linkOf[port]];
    return (bitErrorRate > 0 || frameErrorRate > 0) && fabric.retry?.has(port) !== true;
  });
  if (losing.length === 0) return [];
  return [
    new ParamError(
      "policies.scheduling",
      "links without errors or with retry, because a lost frame that pauses or resumes a queue is not repeated",
      `errors on ${portName(network, losing)}`,
    ),
  ];
}
