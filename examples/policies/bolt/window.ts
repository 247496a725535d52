/** A probe for tests: a row for each change of a flow's window or rate. */
import { defineParams, ns, type Probe, type ProbeColumns, type ProbeView } from "xoff/policy";

export const role = "probe";
export const about = "windows and rates of flows over time";
export const of = "flow";
export const params = defineParams({});
export const columns = {
  window: { unit: "bytes", about: "The window." },
  rate: { unit: "bps", about: "The rate." },
} as const satisfies ProbeColumns;

export function create(_: unknown, view: ProbeView): Probe {
  const { flows } = view;
  const window = new Float64Array(flows.window.length);
  const rate = new Float64Array(flows.window.length);
  return {
    every: ns(10),
    onSample() {
      for (let flow = 0; flow < flows.count; flow++) {
        if (flows.window[flow] === window[flow] && flows.rate[flow] === rate[flow]) continue;
        window[flow] = flows.window[flow];
        rate[flow] = flows.rate[flow];
        view.record(flow, window[flow], rate[flow]);
      }
    },
  };
}
