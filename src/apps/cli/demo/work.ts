/**
 * Runs `xoff demo`: compares the victim scenario under ST, DT and SPFC in a table and on a page.
 *
 * The scenario is Figure 4 of the SPFC paper at N = 24. It shows the PAUSEs of the victim's port and their effect on a flow to another
 * host.
 */
import { join } from "node:path";
import { answers } from "../../../papers/figures/readings.ts";
import { spfc, type Reading } from "../../../papers/spfc/readings.ts";
import { headroomOfAll, SHARED, victimScenario } from "../../../papers/spfc/victim-fabric.ts";
import { percentChange } from "../../../papers/figures/verdicts.ts";
import { formatDuration, formatLarge, formatTime } from "../../../base/format.ts";
import { commonFigures, completionTimes, flowTimes, readScenario, setUp, type Tables } from "../../../run/lab/lab.ts";
import type { LabelledRun } from "../../../report/labelled-run.ts";
import { inOneUnit } from "../../../base/one-unit.ts";
import { reportPage } from "../../../report/page/page.ts";
import { sparkline } from "../../../report/sparkline.ts";
import { table } from "../../../report/table.ts";
import { signed } from "../../../batch/store/signed-text.ts";
import { callName, pageOf } from "../terminal/invocation.ts";
import { checkOwn, writeOwn } from "../files/own-file.ts";
import { policyWords } from "../report/policy-words.ts";
import { clearPassing, showPassing } from "../terminal/terminal.ts";

const PAGE = join("results", "demo.html");
/** Length of one sample of the victim's throughput, ps: 250 us. */
const SAMPLE = 250e6;
/** Start of the bursts, ns. */
const BURST_NS = 1e6;

/** Labels in the report for the schemes of spfc/fig4. */
const SCHEMES = { ST: "ST", "DT 2": "DT, alpha 2", SPFC: "SPFC" } as const;

export async function runDemo(): Promise<void> {
  const mend = "Move it, or run the demo elsewhere.";
  checkOwn(PAGE, { mend });
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
  writeOwn(PAGE, signed(await reportPage(runs, { policyWords })), { mend });
  clearPassing();
  process.stdout.write(demoText(runs, seconds));
}

function demoText(runs: readonly LabelledRun[], seconds: number): string {
  const ports = runs.map(({ tables }) => tables.ports.columns);
  const during = runs.map(({ summary }) => [BURST_NS, summary.simulated_ns] as const);
  const columns = [
    runs.map(({ label }) => label),
    ports.map(({ peer, pauses_sent }) => String(pauses_sent[peer.indexOf("h0")])),
    times(ports.map(({ node, paused_ns }) => paused_ns[node.indexOf("h0")])),
    inOneUnit(
      "rate",
      runs.map(({ tables }) => goodput(tables, 0, BURST_NS)),
    ),
    inOneUnit(
      "rate",
      runs.map(({ tables }, k) => goodput(tables, ...during[k])),
    ),
    runs.map((run) => megabytes(storedOf(run))),
  ];
  const head = ["buffer", "PAUSEs to h0", "h0 paused", "F1 before", "F1 during", "queued for r2"];
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
h0 sends F1 to r1 and F2 to r2. From 1 ms on, 24 hosts send bursts of 64 KB flows to r2. The switch fills and
pauses every upstream port, including h0, because of F2. A PAUSE blocks all traffic of h0, so F1 to r1 starves too.

${ofColumns(head, columns)}

${completionText(runs)}

The cost of SPFC: the bursts take ${percentChange(against(ST))} on average against ST and ${percentChange(against(DT))} against DT.
Up to ${megabytes(storedOf(SPFC))} of the switch's ${megabytes(SHARED + headroomOfAll())} are in use: 16 MiB are shared, and headroom is separate (xoff explain spfc).

F1's goodput, 0 to 100 Gbps, a sample each ${formatTime(SAMPLE)} for 12 ms; the bursts begin after the fourth sample:
${lines.join("\n")}

${formatLarge(hops)} packet-hops in ${formatDuration(seconds)}. Digests: ${runs.map(({ summary }) => summary.digest).join(", ")}
Charts of all three: ${PAGE}
Next: ${pageOf("docs/tour.md")}, ten minutes through the rest. Or: ${callName()} new victim.yaml --from victim
`;
}

/**
 * A table of the completion times of the bursts, one row for each scheme. The left half counts all flows, and the right
 * half only the flows that every scheme completed.
 */
function completionText(runs: readonly LabelledRun[]): string {
  const all = runs.map((run) => completionTimes(run));
  const common = commonFigures(runs.map(flowTimes));
  const columns = [
    runs.map(({ label }) => label),
    all.map(({ n }) => String(n)),
    all.map(({ unfinished }) => String(unfinished)),
    times(all.map(({ fct_ns }) => fct_ns.mean)),
    times(all.map(({ fct_ns }) => fct_ns.p99)),
    common.map(({ common_flows: n }) => String(n)),
    times(common.map((one) => one.common_fct_mean_ns)),
    times(common.map((one) => one.common_fct_p99_ns)),
  ];
  const head = ["bursts' flows", "n", "not done", "FCT mean", "p99", "n in common", "FCT mean", "p99"];
  return `${ofColumns(head, columns)}
Left: all flows; an unfinished flow counts with its age. Right: flows that began at the same time under all three and
finished under all three. Later flows of a train begin when the previous flow has left.`;
}

/** Mean goodput of F1 (flow 0) in bit/s, over the samples that end in (from, to]. */
function goodput({ goodputs }: Tables, from: number, to: number): number {
  const rates = Array.from(goodputs?.columns.received_bps ?? []).filter((_, row) => {
    const time = goodputs?.columns.time_ns[row] ?? NaN;
    return time > from && time <= to;
  });
  return rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
}

/** Peak backlog for r2 at sw0, in bytes. */
function storedOf({ tables }: { readonly tables: Tables }): number {
  const { node, peer, queue_peak_bytes } = tables.ports.columns;
  return queue_peak_bytes[node.findIndex((name, row) => name === "sw0" && peer[row] === "r2")];
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const ofColumns = (head: readonly string[], columns: readonly (readonly string[])[]): string =>
  table(
    head,
    columns[0].map((_, row) => columns.map((column) => column[row])),
  );

/** Formats times given in ns as text, all in one unit. */
const times = (ns: readonly number[]): string[] =>
  inOneUnit(
    "time",
    ns.map((one) => one * 1000),
  );
