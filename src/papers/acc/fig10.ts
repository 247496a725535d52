/** acc/fig10: ten flows into one link. How soon the queue is gone, how busy the link then is, and who gets what. */
import { ackClasses } from "../acks.ts";
import {
  allOf,
  atLeast,
  atMost,
  below,
  type Claim,
  defineExperiment,
  type Done,
  firstSeed,
  inEveryRun,
  mean,
  order,
  ratio,
  type Results,
  sample,
  type Sample,
  type Scale,
} from "../experiment.ts";
import { acc } from "./readings.ts";
import {
  busy,
  chosenForMemory,
  chosenForSchemes,
  frameOf,
  hostOf,
  memory,
  PAYLOAD,
  pfc,
  schemeNames,
  schemesOf,
  wireOf,
  type Scheme,
} from "./schemes.ts";

interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
}

interface Row {
  /** us and KB, up to `QUEUE_US`. */
  readonly queue: readonly (readonly [number, number])[];
  /** ms and percent of the link, by 100 us. */
  readonly utilisation: readonly (readonly [number, number])[];
  /** Bytes of frames. */
  readonly peak: number;
  /** When at most one packet waits for the first time after the peak, us; null: never. */
  readonly empty: number | null;
  /** From `empty`, or from `SETTLED_MS`, to the end, 0 to 1; the least of 100 us meanwhile. */
  readonly busy: number;
  readonly least: number;
  /** For how long each flow first sends nothing, us. */
  readonly halts: readonly number[];
  /** Payload of each flow from `SETTLED_MS` to the end, Gbps. */
  readonly goodputs: readonly number[];
}

const FLOWS = 10;
const NAMES = Array.from({ length: FLOWS }, (_, flow) => `F${flow + 1}`);
const STEP_US = 1;
const QUEUE_US = 1000;
const SETTLED_MS = 2;
const LENGTH_MS: Readonly<Record<Scale, number>> = { quick: 6, paper: 20 };

export const fig10 = defineExperiment<Key, Row, typeof acc>({
  id: "acc/fig10",
  title: "Convergence, utilisation and fairness of ten flows",
  asks: "Ten hosts send to one. How soon is the queue of their first round trips gone, how busy is the link from then on, and who gets what?",
  chosen: [
    chosenForMemory,
    ...chosenForSchemes,
    "Links of 2 us, as in figure 1; the paper names no delay. All flows start at once.",
    "A flow's halt is its longest silence within the first millisecond, sampled every microsecond.",
    "At quick scale 6 ms instead of 20 ms.",
  ],
  readings: acc,
  seeds: { quick: 3, paper: 3 },

  trials: (scale, reading) =>
    schemeNames.map((scheme) => ({
      key: { scheme },
      scenario: {
        until: `${LENGTH_MS[scale]}ms`,
        topology: { kind: "star", hosts: FLOWS, receivers: 1, rate: "100Gbps", delay: "2us" },
        ...ackClasses(reading),
        switch: { memory },
        ...hostOf(reading, scheme),
        traffic: [{ kind: "long-lived", from: `h0..h${FLOWS - 1}`, to: "r1" }],
        policies: { ...pfc, ...schemesOf(reading)[scheme] },
        measure: {
          every: `${STEP_US}us`,
          queues: ["sw0-r1"],
          rates: ["sw0-r1", ...Array.from({ length: FLOWS }, (_, h) => `h${h}`)],
        },
      },
    })),

  row: (results, { scheme }) => rowOf(results, scheme),

  conclude(done, scale) {
    const one = (scheme: Scheme): Row | undefined => firstSeed(done).find(({ key }) => key.scheme === scheme)?.row;
    const lines = (points: (row: Row) => readonly (readonly [number, number])[]) =>
      schemeNames.map((scheme) => {
        const row = one(scheme);
        return { name: scheme, points: row === undefined ? [] : points(row) };
      });
    const ideal = one("ACC")?.peak ?? NaN;
    return {
      plots: [
        { title: "(a) queue", x: "time, us", y: "queue, KB", lines: lines(({ queue }) => queue) },
        {
          title: "(b) halt of each flow under ACC",
          x: "flow",
          bins: NAMES,
          y: "halt, us",
          lines: [
            { name: "halt", points: (one("ACC")?.halts ?? []).map((us, flow) => [flow, us]) },
            { name: "ideal", points: NAMES.map((_, flow) => [flow, idealHalt("ACC", ideal)]) },
          ],
        },
        {
          title: "(c) utilisation",
          x: "time, ms",
          y: "utilisation, %",
          lines: lines(({ utilisation }) => utilisation),
        },
        {
          title: `(d) rate of each flow from ${SETTLED_MS} ms on`,
          x: "flow",
          bins: NAMES,
          y: "payload, Gbps",
          lines: lines(({ goodputs }) => goodputs.map((gbps, flow) => [flow, gbps] as const)),
          note: `A tenth of the link is ${((10 * PAYLOAD) / wireOf("ACC")).toFixed(2)} Gbps of payload, with HPCC's telemetry ${((10 * PAYLOAD) / wireOf("HPCC")).toFixed(2)}.`,
        },
      ],
      claims: done.length === 0 ? [] : claimsOf(done, scale),
    };
  },
});

/** The queue's peak over the link's rate, us. */
const idealHalt = (scheme: Scheme, peak: number): number => ((peak / frameOf(scheme)) * wireOf(scheme) * 8) / 1e5;

function rowOf({ tables }: Results, scheme: Scheme): Row {
  const queues = tables.queues?.columns;
  const rates = tables.rates?.columns;
  if (queues === undefined || rates === undefined) throw new Error("acc/fig10 measures queues and rates");
  const bytes = queues.egress_bytes;
  const at = Array.from(queues.time_ns, (ns) => Math.round(ns / 1000));
  const peak = bytes.reduce((most, one) => Math.max(most, one), 0);
  const top = bytes.indexOf(peak);
  const emptied = bytes.findIndex((held, k) => k > top && held <= frameOf(scheme));
  const empty = emptied < 0 ? null : at[emptied];

  const series = new Map<string, number[]>();
  rates.node.forEach((node, row) => {
    const found = series.get(node) ?? [];
    found.push(rates.sent_bps[row]);
    series.set(node, found);
  });
  const hosts = Array.from({ length: FLOWS }, (_, h) => series.get(`h${h}`) ?? []);
  const out = series.get("sw0") ?? [];
  const from = Math.round(Math.min(empty ?? Infinity, SETTLED_MS * 1000) / STEP_US);
  const share = (values: readonly number[]): number => busy(scheme, mean(values), 100);
  const bins = Array.from({ length: Math.floor(out.length / 100) }, (_, k) => out.slice(100 * k, 100 * k + 100));
  return {
    queue: at.flatMap((us, k) => (us <= QUEUE_US && us % 2 === 0 ? [[us, bytes[k] / 1000] as const] : [])),
    utilisation: bins.map((values, k) => [(k + 1) / 10, 100 * share(values)]),
    peak,
    empty,
    busy: share(out.slice(from)),
    least: Math.min(...bins.filter((_, k) => 100 * k * STEP_US >= from).map(share)),
    halts: hosts.map((sent) => longestSilence(sent.slice(0, QUEUE_US / STEP_US)) * STEP_US),
    goodputs: hosts.map((sent) => (mean(sent.slice((SETTLED_MS * 1000) / STEP_US)) * PAYLOAD) / frameOf(scheme) / 1e9),
  };
}

/** Most samples of 0 in a row. */
function longestSilence(sent: readonly number[]): number {
  let longest = 0;
  let run = 0;
  for (const bps of sent) {
    run = bps === 0 ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

function jain(values: readonly number[]): number {
  const sum = values.reduce((all, one) => all + one, 0);
  return (sum * sum) / (values.length * values.reduce((all, one) => all + one * one, 0));
}

function claimsOf(done: readonly Done<Key, Row>[], scale: Scale): Claim[] {
  const of = (scheme: Scheme, pick: (row: Row) => number): Sample =>
    sample(scheme, done, (key) => key.scheme === scheme, pick);
  /** A queue that is never empty counts as empty when the run ends. */
  const emptied = ({ empty }: Row): number => empty ?? LENGTH_MS[scale] * 1000;
  const used = (row: Row): number => 100 * row.busy;
  const fair = ({ goodputs }: Row): number => jain(goodputs);
  const us = (time: number): string => `${time.toFixed(0)} us`;
  const percent = (share: number): string => `${share.toFixed(1)}%`;
  const index = (one: number): string => one.toFixed(4);
  const others = schemeNames.filter((scheme) => scheme !== "ACC");
  const halts = done.filter(({ key }) => key.scheme === "ACC").map(({ row }) => relativeHalts(row));
  const all = halts.flat();
  return [
    ratio(
      {
        id: "halt",
        claim: "Under ACC each flow halts for the time that the longest queue takes to drain, within 10%",
        paper: "close to ideal",
      },
      inEveryRun(
        "runs in which all do",
        halts.map((shares) => shares.every((share) => Math.abs(share - 1) <= 0.1)),
      ),
      `${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)} of it`,
    ),
    order(
      {
        id: "drains",
        claim: "ACC empties the queue within 1.5 times the ideal halt",
        paper: "congestion is eliminated rapidly",
        standing: "ours",
      },
      atMost(
        of("ACC", (row) => emptied(row) / idealHalt("ACC", row.peak)),
        1.5,
        (times) => `${times.toFixed(2)} times`,
      ),
    ),
    order(
      {
        id: "drains-first",
        claim: "DCQCN and TIMELY empty it later",
        paper: "fail to rapidly eliminate the congestion",
      },
      allOf((["DCQCN", "TIMELY"] as const).map((scheme) => below(of("ACC", emptied), of(scheme, emptied), us))),
    ),
    order(
      {
        id: "busy",
        claim: "From then on the link is busy over 98% of the time under ACC, and more than under the others",
        paper: "steady and near full",
      },
      allOf([
        atLeast(of("ACC", used), 98, percent),
        ...others.map((scheme) => below(of(scheme, used), of("ACC", used), percent)),
      ]),
    ),
    order(
      {
        id: "unsteady",
        claim: "Under DCQCN and TIMELY the least busy 100 us are less busy than under ACC",
        paper: "unstable utilization",
      },
      allOf(
        (["DCQCN", "TIMELY"] as const).map((scheme) =>
          below(
            of(scheme, ({ least }) => 100 * least),
            of("ACC", ({ least }) => 100 * least),
            percent,
          ),
        ),
      ),
    ),
    ratio(
      { id: "hpcc-95", claim: "HPCC keeps the link 95% busy, within 2%", paper: "95%" },
      allOf([atLeast(of("HPCC", used), 93, percent), atMost(of("HPCC", used), 97, percent)]),
    ),
    order(
      {
        id: "fair",
        claim: "Under ACC flows have the same rate: Jain's index above .99",
        paper: "each attains the fair rate",
      },
      atLeast(of("ACC", fair), 0.99, index),
    ),
    order(
      {
        id: "others-fair",
        claim: "DCQCN, TIMELY and HPCC are fair too: Jain's index above .9",
        paper: "reasonable fairness",
        standing: "ours",
        note: "How fair is reasonable the paper does not say.",
      },
      allOf(others.map((scheme) => atLeast(of(scheme, fair), 0.9, index))),
    ),
  ];
}

/** Of the ideal halt. */
const relativeHalts = ({ halts, peak }: Row): number[] => halts.map((us) => us / idealHalt("ACC", peak));
