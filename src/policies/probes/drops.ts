/** Drops: records which packets were lost, where and when. */
import { defineParams } from "../../base/params.ts";
import { DROP_CAUSES, PACKET_KINDS, type Probe, type ProbeColumns, type ProbeView } from "../../contracts/probe.ts";

export const about = "a row for each packet that was lost, with its cause";
export const of = "port";
export const local = true;

export const columns = {
  cause: { unit: "choice", choices: DROP_CAUSES, about: "Cause of the loss." },
  kind: { unit: "choice", choices: PACKET_KINDS, about: "Kind of the packet." },
  frame: { unit: "bytes", about: "Size of its frame." },
  source: { unit: "node", about: "Sending host of its flow.", empty: "it belongs to no flow" },
  destination: { unit: "node", about: "Receiving host of its flow.", empty: "it belongs to no flow" },
} as const satisfies ProbeColumns;

export const params = defineParams({});

export function create(_values: unknown, view: ProbeView): Probe {
  const { source, destination } = view.flows;
  return {
    onDrop(port, packet, cause) {
      const flow = view.flowOf(packet);
      const [from, to] = flow < 0 ? [-1, -1] : [source[flow], destination[flow]];
      view.record(port, cause, view.kindOf(packet), view.bytesOf(packet), from, to);
    },
  };
}
