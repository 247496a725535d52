/** Memory: how much of its shared pool does each switch use over time? */
import { defineParams } from "../../base/params.ts";
import type { Probe, ProbeColumns, ProbeView } from "../../contracts/probe.ts";

export const about = "the shared memory of switches in use, sampled";
export const of = "node";
export const local = true;

export const columns = {
  used: { unit: "bytes", about: "Bytes of the shared pool in use." },
  capacity: { unit: "bytes", about: "All bytes of it: memory less headroom and private segments." },
  headroom: { unit: "bytes", about: "Bytes in the headroom of its ports." },
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
