/** Memory: records how much of its shared pool each switch uses over time. */
import { defineParams } from "../../base/params.ts";
import type { Probe, ProbeColumns, ProbeView } from "../../contracts/probe.ts";

export const about = "used shared memory of switches, sampled";
export const of = "node";
export const local = true;

export const columns = {
  used: { unit: "bytes", about: "Bytes of the shared pool in use." },
  capacity: { unit: "bytes", about: "Size of the shared pool: memory less headroom and private segments." },
  headroom: { unit: "bytes", about: "Bytes in the headroom of the switch's ports." },
} as const satisfies ProbeColumns;

export const params = defineParams({});

export function create(_values: unknown, view: ProbeView): Probe {
  const { switches, firstPort, used, capacity } = view;
  return {
    onSample() {
      for (const node of switches) {
        let headroom = 0;
        for (let port = firstPort[node]; port < firstPort[node + 1]; port++) headroom += view.headroom(port);
        view.record(node, used[node], capacity[node], headroom);
      }
    },
  };
}
