/**
 * acc/fig10: ten flows into one link. It measures the time until the queue is empty, the link utilisation from then on,
 * and each flow's rate.
 */
import { ackClasses } from "../acks.ts";
import * as xoff from "../experiment.ts";
import { acc } from "./readings.ts";
import * as paper from "./schemes.ts";
import { HEURISTIC, schemeNames, type Scheme } from "./schemes.ts";

type Series = readonly (readonly [time: number, value: number])[];

type Row = ReturnType<typeof rowOf>;

const FLOWS = 10;
const NAMES = Array.from({ length: FLOWS }, (_, flow) => `F${flow + 1}`);
const HOSTS = NAMES.map((_, host) => `h${host}`);
/** The time between two samples, us. */
const STEP_US = 1;
/** The queue's plot ends at this time, us. The search for halts (times in which a flow sends nothing) ends then, too. */
const QUEUE_US = 1000;
/** Rates are measured from this time on, ms. */
const SETTLED_MS = 2;
const LENGTH_MS: xoff.PerScale<number> = { quick: 6, paper: 20 };
const OTHERS = schemeNames.filter((scheme) => scheme !== "ACC");

export const fig10 = xoff.defineFigure({
  id: "acc/fig10",
  title: "Convergence, utilisation and fairness of ten flows",
  asks: "Ten hosts send to one. How soon is the initial queue drained? How high is the link utilisation from then on, and how fair are the rates?",
  readings: acc,
  seeds: { quick: 3, paper: 3 },
  chosen: [
    paper.chosenForMemory,
    ...paper.chosenForSchemes,
    "Links have a delay of 2 us, as in figure 1; the paper gives none for this figure. All flows start at once.",
    "A flow's halt is the longest time without sending within the first millisecond, sampled every microsecond.",
    "At quick scale runs last 6 ms instead of 20 ms.",
  ],
  trials: (scale, reading) =>
    xoff.trialsOver({ scheme: schemeNames }, ({ scheme }) => ({
      until: `${LENGTH_MS[scale]}ms`,
      topology: { kind: "star", hosts: FLOWS, receivers: 1, rate: "100Gbps", delay: "2us" },
      ...ackClasses(reading),
      switch: { memory: paper.memory },
      ...paper.hostOf(reading, scheme),
      traffic: [{ kind: "long-lived", from: `h0..h${FLOWS - 1}`, to: "r1" }],
      policies: { ...paper.pfc, ...paper.schemesOf(reading)[scheme] },
      measure: { every: `${STEP_US}us`, queues: ["sw0-r1"], rates: ["sw0-r1", ...HOSTS] },
    })),
  row: (results, { scheme }) => rowOf(results, scheme),
  plots: (runs) => {
    const acc = runs.first({ scheme: "ACC" });
    const lines = (pick: (row: Row) => Series) =>
      schemeNames.map((scheme) => {
        const row = runs.first({ scheme });
        return { name: scheme, points: row === undefined ? [] : pick(row) };
      });
    const byFlow = (values: readonly number[]) => values.map((value, flow) => [flow, value] as const);
    const ideal = idealHalt("ACC", acc?.peak ?? NaN);
    const tenth = (scheme: Scheme): string => ((10 * paper.PAYLOAD) / paper.wireOf(scheme)).toFixed(2);
    const halts = [
      { name: "halt", points: byFlow(acc?.halts ?? []) },
      { name: "ideal", points: byFlow(NAMES.map(() => ideal)) },
    ];
    const queues = lines(({ queue }) => queue);
    const used = lines(({ utilisation }) => utilisation);
    const rates = lines(({ goodputs }) => byFlow(goodputs));
    return [
      xoff.plotOf("(a) queue", "time, us", "queue, KB", queues),
      xoff.plotOf("(b) halt of each flow under ACC", "flow", "halt, us", halts, { bins: NAMES }),
      xoff.coursePlot("(c) utilisation", "utilisation, %", used),
      xoff.plotOf(`(d) rate of each flow from ${SETTLED_MS} ms on`, "flow", "payload, Gbps", rates, {
        bins: NAMES,
        note: `A tenth of the link is ${tenth("ACC")} Gbps of payload. With HPCC's telemetry it is ${tenth("HPCC")} Gbps.`,
      }),
    ];
  },
  claims: (runs, scale) => {
    const of = (pick: (row: Row) => number) => (scheme: Scheme) => runs.of({ scheme }, pick);
    /** The time until the queue is empty, us. For a queue that never empties, the length of the run counts. */
    const emptied = ({ empty }: Row): number => empty ?? LENGTH_MS[scale] * 1000;
    const used = of(({ busy }) => 100 * busy);
    const least = of((row) => 100 * row.least);
    const fair = of(({ goodputs }) => jain(goodputs));
    const drained: xoff.Sample = runs.of({ scheme: "ACC" }, (row) => emptied(row) / idealHalt("ACC", row.peak));
    const halts = runs.rows({ scheme: "ACC" }).map((row) => row.halts.map((us) => us / idealHalt("ACC", row.peak)));
    const all = halts.flat();
    return [
      xoff.ratio("halt", {
        claim: "Under ACC each flow halts as long as the longest queue takes to drain, within 10%",
        paper: "close to ideal",
        judged: xoff.inEveryRun("runs in which all flows do", halts, (shares) =>
          shares.every((share) => Math.abs(share - 1) <= 0.1),
        ),
        context: `${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)} of it`,
      }),
      xoff.order("drains", {
        claim: "ACC empties the queue within 1.5 times the ideal halt",
        paper: "congestion is eliminated rapidly",
        judged: xoff.atMost(drained, 1.5, xoff.fixed(2, " times")),
        standing: "ours",
      }),
      xoff.order("drains-first", {
        claim: "DCQCN and TIMELY empty the queue later than ACC",
        paper: "fail to rapidly eliminate the congestion",
        judged: xoff.belowEach<Scheme>("ACC", HEURISTIC, of(emptied), xoff.fixed(0, " us")),
      }),
      xoff.order("busy", {
        claim:
          "After the queue is empty, link utilisation is above 98% under ACC, and higher than under the other senders",
        paper: "steady and near full",
        judged: [xoff.atLeast(used("ACC"), 98, percent), xoff.aboveEach("ACC", OTHERS, used, percent)],
      }),
      xoff.order("unsteady", {
        claim: "The lowest utilisation over 100 us is lower under DCQCN and TIMELY than under ACC",
        paper: "unstable utilization",
        judged: xoff.aboveEach<Scheme>("ACC", HEURISTIC, least, percent),
      }),
      xoff.ratio("hpcc-95", {
        claim: "Under HPCC link utilisation is 95%, within 2%",
        paper: "95%",
        judged: paper.busy95(used("HPCC")),
      }),
      xoff.order("fair", {
        claim: "Under ACC flows have the same rate: Jain's index above .99",
        paper: "each attains the fair rate",
        judged: xoff.atLeast(fair("ACC"), 0.99, xoff.fixed(4)),
      }),
      xoff.order("others-fair", {
        claim: "DCQCN, TIMELY and HPCC are fair too: Jain's index above .9",
        paper: "reasonable fairness",
        judged: OTHERS.map((scheme) => xoff.atLeast(fair(scheme), 0.9, xoff.fixed(4))),
        standing: "ours",
        note: 'The paper does not say which index is "reasonable".',
      }),
    ];
  },
});

const percent = xoff.fixed(1, "%");

/** The ideal length of a halt, us: the time in which the link drains the queue's peak. */
const idealHalt = (scheme: Scheme, peak: number): number =>
  ((peak / paper.frameOf(scheme)) * paper.wireOf(scheme) * 8) / 1e5;

function rowOf(results: xoff.Results, scheme: Scheme) {
  const [queues, rates] = [xoff.columnsOf(results, "queues"), xoff.columnsOf(results, "rates")];
  const bytes = queues.egress_bytes;
  const at = Array.from(queues.time_ns, (ns) => Math.round(ns / 1000));
  const peak = bytes.reduce((most, one) => Math.max(most, one), 0);
  const top = bytes.indexOf(peak);
  const emptied = bytes.findIndex((held, k) => k > top && held <= paper.frameOf(scheme));
  const empty = emptied < 0 ? null : at[emptied];

  const sentBy = (name: string): number[] => Array.from(rates.sent_bps.filter((_, row) => rates.node[row] === name));
  const hosts = HOSTS.map(sentBy);
  const out = sentBy("sw0");
  const from = Math.round(Math.min(empty ?? Infinity, SETTLED_MS * 1000) / STEP_US);
  const share = (values: readonly number[]): number => paper.busy(scheme, xoff.mean(values), 100);
  const bins = Array.from({ length: Math.floor(out.length / 100) }, (_, k) => out.slice(100 * k, 100 * k + 100));
  const payload = (sent: readonly number[]): number =>
    (xoff.mean(sent.slice((SETTLED_MS * 1000) / STEP_US)) * paper.PAYLOAD) / paper.frameOf(scheme) / 1e9;
  return {
    /** The queue as [us, KB], up to `QUEUE_US`. */
    queue: at.flatMap((us, k) => (us <= QUEUE_US && us % 2 === 0 ? [[us, bytes[k] / 1000] as const] : [])),
    /** The link's utilisation as [ms, percent], one value for each 100 us. */
    utilisation: bins.map((values, k) => [(k + 1) / 10, 100 * share(values)] as const),
    /** Bytes of frames. */
    peak,
    /** The first time after the queue's peak at which at most one packet is queued, us. Null: never. */
    empty,
    /**
     * The link's utilisation (0 to 1) after the queue has become empty, or from `SETTLED_MS` on if that is earlier.
     * `least` is the lowest mean over 100 us.
     */
    busy: share(out.slice(from)),
    least: Math.min(...bins.filter((_, k) => 100 * k * STEP_US >= from).map(share)),
    /** The length of each flow's halt, us: the longest time in which the flow sends nothing. */
    halts: hosts.map((sent) => xoff.longestRun(sent.slice(0, QUEUE_US / STEP_US), (bps) => bps === 0) * STEP_US),
    /** The payload rate of each flow from `SETTLED_MS` to the end, Gbps. */
    goodputs: hosts.map(payload),
  };
}

function jain(values: readonly number[]): number {
  const sum = values.reduce((all, one) => all + one, 0);
  return (sum * sum) / (values.length * values.reduce((all, one) => all + one * one, 0));
}
