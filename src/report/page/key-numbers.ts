/** The numbers that matter most: tiles for one run, a row a run for several. */
import { formatBytes, formatCount, formatRate, formatTime } from "../../format.ts";
import { completionTimes } from "../../measure/completion.ts";
import { swatch } from "../charts/theme.ts";
import type { LabelledRun } from "../labelled-run.ts";
import { drops } from "./drops.ts";
import { html, tableOf, type Html } from "./html.ts";

export interface KeyNumber {
  readonly name: string;
  readonly text: string;
  /** What it counts, where the name does not say. */
  readonly about?: string;
  readonly bad?: boolean;
  /** Only where there is one run: the table of several has no room for it. */
  readonly alone?: boolean;
}

/** A row of the table of several runs. */
export interface NumberedRun {
  readonly label: string;
  readonly numbers: readonly KeyNumber[];
}

export function keyNumbers({ summary, tables }: Pick<LabelledRun, "summary" | "tables">): KeyNumber[] {
  const { flows, counters, simulated_ns, ending } = summary;
  const { received_bytes } = tables.flows.columns;
  const { paused_ns, queue_peak_bytes, utilisation } = tables.ports.columns;
  const { n, unfinished, fct_ns: fct, slowdown: slow } = completionTimes({ summary, tables });
  const rule = unfinished === 0 ? "" : `, ${formatCount(unfinished)} at their age`;
  const dropped = drops(summary).reduce((sum, [, n]) => sum + n, 0);
  const endless = flows.endless === 0 ? "" : `; ${formatCount(flows.endless)} without end`;
  return [
    { name: "simulated", text: time(simulated_ns), about: ending, bad: ending === "interrupted", alone: true },
    {
      name: "flows done",
      text: formatCount(flows.finished),
      about: `of ${formatCount(flows.finite)}${endless}`,
      alone: true,
    },
    { name: "n", text: formatCount(n), about: "flows that count in completion times" },
    { name: "not done", text: formatCount(unfinished), about: "of these, when the run ended" },
    { name: "FCT mean", text: time(fct.mean), about: `flow completion time of ${formatCount(n)}${rule}` },
    { name: "FCT p99", text: time(fct.p99) },
    { name: "slowdown mean", text: ratio(slow.mean), about: "FCT / FCT alone" },
    { name: "slowdown p50", text: ratio(slow.p50), alone: true },
    { name: "slowdown p99", text: ratio(slow.p99) },
    {
      name: "goodput",
      text: formatRate(Math.round((total(received_bytes) * 8e9) / simulated_ns)),
      about: "payload received, all flows",
    },
    { name: "busiest link", text: share(highest(utilisation)), about: "of the run sending" },
    { name: "PAUSEs", text: formatCount(counters.pauses) },
    { name: "stopped", text: time(total(paused_ns)), about: "all ports and classes added up" },
    { name: "ECN-marked", text: share(counters.marked_packets / counters.data_packets), about: "of data packets" },
    { name: "drops", text: formatCount(dropped), about: "packets", bad: dropped > 0 },
    { name: "longest queue", text: formatBytes(highest(queue_peak_bytes)), about: "waiting at one port" },
  ];
}

export const numberTiles = ({ numbers }: NumberedRun): Html =>
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

/** `drawn` are the labels of those that have a line in the charts, in their order there. */
export function numberTable(rows: readonly NumberedRun[], drawn: readonly string[]): Html {
  const shown = ({ alone = false }: KeyNumber): boolean => !alone;
  const cells = rows.map(({ label, numbers }) => [
    html`<span class="${label.length > 30 ? "long" : "short"}"
      >${drawn.includes(label) ? lineOf(drawn.indexOf(label)) : undefined}${label}</span
    >`,
    ...numbers.filter(shown).map(({ text, bad = false }) => (bad ? html`<b class="bad">${text}</b>` : text)),
  ]);
  const columns = rows[0].numbers.filter(shown).map(({ name }) => name);
  const rest = rows.length - drawn.length;
  return html`<div class="compact">${tableOf(["run", ...columns], cells)}</div>
    <p class="note">
      FCT: flow completion time of the n flows that count, those not done at their age. Slowdown: FCT / FCT alone in the
      network. Goodput: payload received, all flows. Busiest link: share of the run in which it was sending. Stopped:
      all ports and classes added up. ECN-marked: of data
      packets.${
        rest === 0 ? undefined : ` The charts show ${drawn.length} of the runs: those with a line before their name.`
      }
    </p>`;
}

/** The line that stands for a run in every chart. */
function lineOf(run: number): Html {
  const { colour, dash } = swatch(run);
  return html`<svg class="line" width="34" height="8" aria-hidden="true">
    <path d="M1,4H33" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}" />
  </svg>`;
}

const time = (ns: number): string => (Number.isNaN(ns) ? "–" : formatTime(Math.round(ns * 1000)));
const ratio = (value: number): string => (Number.isNaN(value) ? "–" : value.toFixed(2));
const share = (value: number): string => (Number.isFinite(value) ? `${(value * 100).toFixed(1)}%` : "–");
const total = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);
const highest = (values: Float64Array): number => values.reduce((most, value) => Math.max(most, value), 0);
