/**
 * The victim scenario under ST, DT and SPFC, compared in a table and on a page.
 *
 * Figure 4 of the SPFC paper at N = 24: how often the victim's port is told to stop, and what that does to a flow that goes elsewhere.
 */
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { answers } from "../experiments/readings.ts";
import { spfc, type Reading } from "../experiments/spfc/readings.ts";
import { headroomOfAll, SHARED, victimScenario } from "../experiments/spfc/victim-fabric.ts";
import { percentChange } from "../experiments/verdicts.ts";
import { formatRate, formatTime } from "../format.ts";
import { completionTimes, readScenario, setUp, type Tables } from "../lab.ts";
import type { LabelledRun } from "../report/labelled-run.ts";
import { reportPage } from "../report/page/page.ts";
import { sparkline } from "../report/sparkline.ts";
import { table } from "../report/table.ts";
import { callName, pageOf } from "./called.ts";
import { policyWords } from "./policy-words.ts";
import { StagedFile } from "./staged-file.ts";
import { clearPassing, showPassing } from "./terminal.ts";

const PAGE = join("results", "demo.html");
/** Length of one sample of the victim's throughput, ps: 250 us. */
const SAMPLE = 250e6;
/** When the bursts begin, ns. */
const BURST_NS = 1e6;

/** As the report names the schemes of spfc/fig4. */
const SCHEMES = { ST: "ST", "DT 2": "DT, alpha 2", SPFC: "SPFC" } as const;

export async function runDemo(): Promise<void> {
  const began = performance.now();
  const reading = answers(spfc) as Reading;
  const measure = { every: `${SAMPLE}ps`, goodputs: [0], queues: ["sw0-h0", "sw0-r2"] };
  const runs = Object.entries(SCHEMES).map(([scheme, label]): LabelledRun => {
    const written = victimScenario(scheme as keyof typeof SCHEMES, reading, { bursts: 24, measure });
    const scenario = readScenario(JSON.stringify({ ...written, seed: 1 }), "demo");
    const { run, results } = setUp(scenario);
    for (let at = SAMPLE; at <= scenario.until; at += SAMPLE) {
      showPassing(`${label}: ${formatTime(at)} of ${formatTime(scenario.until)} simulated`);
      run(at);
    }
    return { label, ...results("time is up") };
  });
  const seconds = (performance.now() - began) / 1000;
  showPassing("drawing");
  mkdirSync(dirname(PAGE), { recursive: true });
  const page = new StagedFile(PAGE);
  page.write(await reportPage(runs, { policyWords }));
  page.publish();
  clearPassing();
  process.stdout.write(demoText(runs, seconds));
}

function demoText(runs: readonly LabelledRun[], seconds: number): string {
  const rows = runs.map(({ label, summary, tables }) => {
    const { node, peer, pauses_sent, paused_ns } = tables.ports.columns;
    const { fct_ns: fct } = completionTimes({ tables, summary });
    return [
      label,
      String(pauses_sent[peer.indexOf("h0")]),
      nanoseconds(paused_ns[node.indexOf("h0")]),
      formatRate(Math.round(goodput(tables, 0, BURST_NS))),
      formatRate(Math.round(goodput(tables, BURST_NS, summary.simulated_ns))),
      nanoseconds(fct.mean),
      nanoseconds(fct.p99),
      megabytes(storedOf({ tables })),
    ];
  });
  const head = ["buffer", "PAUSEs to h0", "h0 stopped", "F1 before", "F1 during", "burst FCT mean", "p99", "stored"];
  const width = Math.max(...runs.map(({ label }) => label.length));
  const lines = runs.map(({ label, tables }) => {
    const samples = Array.from(tables.goodputs?.columns.received_bps ?? []);
    return `${label.padEnd(width)}  ${sparkline(samples, 100e9)}`;
  });
  const [ST, DT, SPFC] = runs;
  const meanFct = (run: LabelledRun): number => completionTimes(run).fct_ns.mean;
  const against = (other: LabelledRun): number => meanFct(SPFC) / meanFct(other);
  const hops = runs.reduce((sum, { summary }) => sum + summary.counters.packet_hops, 0);
  return `A victim of PFC (SPFC, figure 4, N = 24): one 32-port switch, 100G.
h0 sends F1 to r1 and F2 to r2. From 1 ms on, 24 hosts send bursts of 64 KB flows to r2. The switch fills and tells
whoever fills it to stop: h0 too, for F2's sake. A PAUSE stops all that h0 sends, so F1, which goes elsewhere, starves.

${table(head, rows)}

What SPFC costs: the bursts take ${percentChange(against(ST))} on average against ST and ${percentChange(against(DT))} against DT, and up to ${megabytes(storedOf(SPFC))} of the
switch's ${megabytes(SHARED + headroomOfAll())} are in use: 16 MiB are shared, and headroom lies beside (xoff explain spfc).

F1's goodput, 0 to 100 Gbps, a sample each ${formatTime(SAMPLE)} of 12 ms; the bursts begin after the fourth:
${lines.join("\n")}

${(hops / 1e6).toFixed(1)} million packet-hops in ${seconds.toFixed(1)} s. Digests: ${runs.map(({ summary }) => summary.digest).join(", ")}
Charts of all three: ${PAGE}
Next: ${pageOf("docs/tour.md")}, ten minutes through the rest. Or: ${callName()} new victim.yaml --from victim
`;
}

/** Of F1, flow 0, over the samples that end in (from, to], bit/s. */
function goodput({ goodputs }: Tables, from: number, to: number): number {
  const rates = Array.from(goodputs?.columns.received_bps ?? []).filter((_, row) => {
    const time = goodputs?.columns.time_ns[row] ?? NaN;
    return time > from && time <= to;
  });
  return rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
}

/** Most bytes that waited for r2. */
function storedOf({ tables }: { readonly tables: Tables }): number {
  const { node, peer, queue_peak_bytes } = tables.ports.columns;
  return queue_peak_bytes[node.findIndex((name, row) => name === "sw0" && peer[row] === "r2")];
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const nanoseconds = (time: number): string => formatTime(Math.round(time * 1000));
