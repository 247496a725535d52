/** The most important numbers of a run, as tiles. */
import { formatBytes, formatCount, formatRate, formatTime } from "../../base/format.ts";
import { completionTimes } from "../../run/measure/completion.ts";
import type { LabelledRun } from "../labelled-run.ts";
import { drops } from "./drops.ts";
import { html, type Html } from "./html.ts";

export interface KeyNumber {
  readonly name: string;
  readonly text: string;
  /** An explanation of the number, if its name is not sufficient. */
  readonly about?: string;
  readonly bad?: boolean;
}

export function keyNumbers({ summary, tables }: Pick<LabelledRun, "summary" | "tables">): KeyNumber[] {
  const { flows, counters, simulated_ns, ending } = summary;
  const { received_bytes } = tables.flows.columns;
  const { paused_ns, queue_peak_bytes, utilisation } = tables.ports.columns;
  const { n, unfinished, fct_ns: fct, slowdown: slow, finished: done } = completionTimes({ summary, tables });
  const rule = unfinished === 0 ? "" : `, ${formatCount(unfinished)} with their age`;
  const dropped = drops(summary).reduce((sum, [, n]) => sum + n, 0);
  const endless = flows.endless === 0 ? "" : `; ${formatCount(flows.endless)} without end`;
  return [
    { name: "simulated", text: time(simulated_ns), about: ending, bad: ending === "interrupted" },
    {
      name: "flows done",
      text: formatCount(flows.finished),
      about: `of ${formatCount(flows.finite)}${endless}`,
    },
    { name: "n", text: formatCount(n), about: "flows that count in completion times" },
    { name: "not done", text: formatCount(unfinished), about: "of these, at the end of the run" },
    { name: "FCT mean", text: time(fct.mean), about: `flow completion time of ${formatCount(n)}${rule}` },
    { name: "FCT p99", text: time(fct.p99) },
    ...(unfinished === 0
      ? []
      : [{ name: "FCT mean, flows done", text: time(done.fct_ns.mean), about: `of ${formatCount(n - unfinished)}` }]),
    { name: "slowdown mean", text: ratio(slow.mean), about: "FCT / FCT alone" },
    { name: "slowdown p50", text: ratio(slow.p50) },
    { name: "slowdown p99", text: ratio(slow.p99) },
    {
      name: "goodput",
      text: formatRate(Math.round((total(received_bytes) * 8e9) / simulated_ns)),
      about: "payload received, all flows",
    },
    { name: "busiest link", text: share(highest(utilisation)), about: "of the run time" },
    { name: "PAUSEs", text: formatCount(counters.pauses) },
    { name: "paused", text: time(total(paused_ns)), about: "sum over ports and classes" },
    { name: "ECN-marked", text: share(counters.marked_packets / counters.data_packets), about: "of data packets" },
    { name: "drops", text: formatCount(dropped), about: "packets", bad: dropped > 0 },
    { name: "longest queue", text: formatBytes(highest(queue_peak_bytes)), about: "maximum backlog of a port" },
    ...(counters.queue_pauses === undefined
      ? []
      : [{ name: "queue PAUSEs", text: formatCount(counters.queue_pauses), about: "of single queues or flows" }]),
  ];
}

export const numberTiles = (numbers: readonly KeyNumber[]): Html =>
  html`<dl class="tiles">
    ${numbers.map(
      ({ name, text, about, bad = false }) =>
        html`<div class="${bad ? "bad" : "good"}">
          <dt>${name}</dt>
          <dd>${text}</dd>
          ${about === undefined ? undefined : html`<dd class="about">${about}</dd>`}
        </div> `,
    )}
  </dl>`;

const time = (ns: number): string => (Number.isNaN(ns) ? "–" : formatTime(Math.round(ns * 1000)));
const ratio = (value: number): string => (Number.isNaN(value) ? "–" : value.toFixed(2));
const share = (value: number): string => (Number.isFinite(value) ? `${(value * 100).toFixed(1)}%` : "–");
const total = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);
const highest = (values: Float64Array): number => values.reduce((most, value) => Math.max(most, value), 0);
