/** acc/fig11: bursts meet a long flow at the last switch of a row. What stands there, and who is told to pause? */
import {
  allOf,
  atLeast,
  atMost,
  below,
  type Claim,
  defineExperiment,
  type Done,
  firstSeed,
  mean,
  near,
  order,
  type Results,
  sample,
  type Sample,
} from "../experiment.ts";
import { chainScenario, chosen, startedAt } from "./chain-fabric.ts";
import { acc } from "./readings.ts";
import { chosenForSchemes, hostOf, schemeNames, schemesOf, type Scheme } from "./schemes.ts";

interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
}

interface Row {
  /** ms, bursts beginning at 1, and KB at sw4: what came from sw3, which is F1's but for what of F0 passes, and the rest of what waits for r1. */
  readonly long: readonly (readonly [number, number])[];
  readonly bursts: readonly (readonly [number, number])[];
  /** When no more than `EMPTY_KB` wait for r1 for good, ms; null: not within the run. */
  readonly empty: number | null;
  /** PAUSEs received from the bursts on, by receiver: switches in order, then hosts together. */
  readonly pauses: readonly number[];
}

const BURSTS = 15;
const START_MS = 1;
const AFTER_MS = 5;
const EMPTY_KB = 20;
const RECEIVERS = ["sw1", "sw2", "sw3", "sw4", "hosts"];

export const fig11 = defineExperiment<Key, Row, typeof acc>({
  id: "acc/fig11",
  title: "Congestion spreading under bursts",
  asks: "Fifteen hosts burst to the receiver of a long flow. How long do both stand at P4, and how far do PAUSEs spread?",
  chosen: [
    ...chosen,
    ...chosenForSchemes,
    "5 ms from the bursts on are run, and PAUSEs in them counted.",
    "F1's bytes at sw4 are all that came from sw3 and is still there. F0's packets leave at once, by another port.",
  ],
  readings: acc,
  seeds: { quick: 3, paper: 5 },

  trials: (_scale, reading) =>
    schemeNames.map((scheme) => ({
      key: { scheme },
      scenario: chainScenario(
        {
          ...{ bursts: BURSTS, at: START_MS, after: AFTER_MS },
          ...hostOf(reading, scheme),
          ...schemesOf(reading)[scheme],
          measure: { every: "10us", queues: ["sw4-sw3", "sw4-r1"] },
        },
        reading,
      ),
    })),

  row: rowOf,

  conclude: (done) => ({
    plots: [
      ...firstSeed(done).map(({ key, row }) => ({
        title: `${key.scheme}: waiting at sw4`,
        x: "time, ms",
        y: "backlog at P4, KB",
        lines: [
          { name: "F1", points: row.long },
          { name: "bursts", points: row.bursts },
        ],
      })),
      {
        title: "PAUSEs received",
        x: "receiver",
        y: "PAUSEs",
        bins: RECEIVERS,
        lines: schemeNames.map((scheme) => ({
          name: scheme,
          points: RECEIVERS.map((_, k) => [k, received(done, scheme)[k]] as const),
        })),
      },
    ],
    claims: done.length === 0 ? [] : claimsOf(done),
  }),
});

function rowOf(results: Results): Row {
  const { tables } = results;
  const start = startedAt(results);
  const { peer, start_ns } = tables.pauses.columns;
  const pauses = RECEIVERS.map(() => 0);
  peer.forEach((told, row) => {
    if (start_ns[row] < start * 1e6) return;
    const at = RECEIVERS.indexOf(told);
    pauses[at < 0 ? RECEIVERS.length - 1 : at]++;
  });
  const queues = tables.queues?.columns;
  if (queues === undefined) throw new Error("acc/fig11 measures queues");
  const long: [number, number][] = [];
  const bursts: [number, number][] = [];
  let empty: number | null = null;
  // Of each sample of a port there is a row for each class that was used.
  for (let row = 0; row < queues.time_ns.length;) {
    const ns = queues.time_ns[row];
    let [all, trunk] = [0, 0];
    for (; queues.time_ns[row] === ns; row++) {
      if (queues.peer[row] === "sw3") trunk += queues.ingress_bytes[row] / 1000;
      else all += queues.egress_bytes[row] / 1000;
    }
    const ms = ns / 1e6 - start + START_MS;
    if (ms < START_MS - 0.2) continue;
    long.push([ms, trunk]);
    bursts.push([ms, Math.max(0, all - trunk)]);
    if (all > EMPTY_KB) empty = null;
    else if (ms > START_MS) empty ??= ms;
  }
  return { long, bursts, empty, pauses };
}

/** Means over seeds. */
function received(done: readonly Done<Key, Row>[], scheme: Scheme): number[] {
  const rows = done.filter(({ key }) => key.scheme === scheme).map(({ row }) => row);
  return RECEIVERS.map((_, k) => mean(rows.map(({ pauses }) => pauses[k])));
}

function claimsOf(done: readonly Done<Key, Row>[]): Claim[] {
  const of = (scheme: Scheme, pick: (row: Row) => number): Sample =>
    sample(scheme, done, (key) => key.scheme === scheme, pick);
  const upstream = ({ pauses }: Row): number => pauses.slice(0, 3).reduce((a, b) => a + b, 0);
  const hosts = ({ pauses }: Row): number => pauses[RECEIVERS.length - 1];
  const within = ({ long, bursts }: Row, from: number, to: number): number[] =>
    long.flatMap(([ms, kb], k) => (ms >= from && ms <= to ? [kb + bursts[k][1]] : []));
  const peak = ({ long }: Row): number => Math.max(...long.flatMap(([ms, kb]) => (ms >= START_MS ? [kb] : [])));
  const standing = (row: Row): number => mean(within(row, 2, 2.6));
  /** Of the most that stood at P4, the part that is there at 2 ms, where the paper's standing queue begins. */
  const left = (row: Row): number => mean(within(row, 1.95, 2.05)) / Math.max(...within(row, START_MS, 2));
  /** P4 that is never empty counts as empty when the run ends. */
  const empty = (row: Row): number => row.empty ?? START_MS + AFTER_MS;
  const count = (n: number): string => n.toFixed(0);
  const kb = (size: number): string => `${size.toFixed(0)} KB`;
  const ms = (time: number): string => `${time.toFixed(2)} ms`;
  const [precise, others] = [["ACC", "HPCC"] as const, ["DCQCN", "TIMELY"] as const];
  const less = (pick: (row: Row) => number, show: (n: number) => string, few: readonly Scheme[] = precise) =>
    allOf(few.flatMap((one) => others.map((other) => below(of(one, pick), of(other, pick), show))));
  return [
    order(
      { id: "no-spreading", claim: "Under ACC and HPCC sw1 to sw3 receive no PAUSE", paper: "none" },
      allOf(precise.map((scheme) => atMost(of(scheme, upstream), 0, count))),
    ),
    order(
      { id: "spreading", claim: "Under DCQCN and TIMELY they do", paper: "receive PAUSEs at switches and hosts" },
      allOf(others.map((scheme) => atLeast(of(scheme, upstream), 1, count))),
    ),
    order(
      {
        id: "long-flow",
        claim: "F1's backlog at P4 peaks lower under ACC and HPCC than under DCQCN and TIMELY",
        paper: "drained rapidly",
      },
      less(peak, kb),
    ),
    order(
      {
        id: "standing",
        claim: "From 2 to 2.6 ms less stands at P4 under ACC than under HPCC",
        paper: "HPCC drains it drastically at first, then has a standing queue from 2 to 2.7 ms",
      },
      below(of("ACC", standing), of("HPCC", standing), kb),
    ),
    order(
      {
        // "HPCC drastically drains the queue at first, then suffers a standing queue for a long period, i.e., from 2ms to 2.7ms": of its own queue,
        // before 2 ms, and no word of the other senders. Drastically is half of it or more.
        id: "hpcc-drains",
        claim: "Under HPCC half or less of the most that stood at P4 is left at 2 ms",
        paper: "HPCC drastically drains the queue at first",
      },
      atMost(of("HPCC", left), 0.5, (part) => `${(100 * part).toFixed(0)}%`),
    ),
    order(
      {
        id: "hosts",
        claim: "Hosts receive fewer PAUSEs under ACC and HPCC than under DCQCN and TIMELY",
        paper: "many fewer",
        note: "What a host's flows send in their first round trip reaches X_OFF under any sender, once. DCQCN and TIMELY leave each of 300 flows a least rate, together more than the link's.",
      },
      less(hosts, count),
    ),
    order(
      {
        // "ACC drains backlogged packets at the congested port at the maximum rate, with 2ms to empty the long-standing queue": who is the first is not said,
        // and any port that has packets sends them at that rate.
        id: "drains",
        claim: "ACC empties P4 before DCQCN and TIMELY do",
        paper: "drained at the maximum rate",
        standing: "ours",
        note: "P4 is busy until it is empty under all four; they differ by what F1 sends.",
      },
      less(empty, ms, ["ACC"]),
    ),
    order(
      {
        id: "two-ms",
        claim: "ACC empties P4 2 ms after the bursts' start",
        paper: "2 ms",
        standing: "definition",
        note: "How much the bursts bring was chosen by this figure.",
      },
      near(
        of("ACC", (row) => empty(row) - START_MS),
        2,
        ms,
      ),
    ),
  ];
}
