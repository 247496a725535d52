/** `fct.txt` and `pfc.txt` of a run (ns-3 semantics, section 17). */
import type { Ns3Run } from "../../lab.ts";
import { PS_PER_NS } from "../../units.ts";
import { fctLine } from "./fct.ts";
import { NODE_TYPE, PFC_TYPE, pfcLine } from "./pfc.ts";

/** One line a completed flow, in the order of completion. */
export function fctText({ build, recorder }: Ns3Run): string {
  const { flows } = build.network;
  return recorder.completed
    .map((flow) =>
      fctLine({
        sip: flows.sourceAddress[flow],
        dip: flows.destinationAddress[flow],
        sport: flows.sourcePort[flow],
        dport: flows.destinationPort[flow],
        size: flows.size[flow],
        startNs: flows.start[flow] / PS_PER_NS,
        fctNs: (flows.acked[flow] - flows.start[flow]) / PS_PER_NS,
        standaloneNs: build.standaloneNs(flow),
      }),
    )
    .join("");
}

/** One line a PFC frame received. */
export function pfcText({ build, recorder }: Ns3Run): string {
  const { fabric } = build.network;
  return recorder.frames
    .map(({ time, port, stops }) => {
      const node = fabric.node[port];
      const type = fabric.wiring.isSwitch[node] ? NODE_TYPE.switch : NODE_TYPE.host;
      return pfcLine(
        time / PS_PER_NS,
        node,
        type,
        fabric.localPort(port) + 1,
        stops ? PFC_TYPE.pause : PFC_TYPE.resume,
      );
    })
    .join("");
}
