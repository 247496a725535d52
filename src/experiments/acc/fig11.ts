/** acc/fig11: bursts meet a long flow at the last switch of a row. What stands there, and who is told to pause? */
import type { Results } from "../../lab.ts";
import { firstSeed, mean, order } from "../claims-by-means.ts";
import { defineExperiment, type Claim, type Done } from "../contract.ts";
import { chainScenario, chosen } from "./chain-fabric.ts";
import { chosenForSchemes, schemeNames, schemes, type Scheme } from "./schemes.ts";

interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
}

interface Row {
  /** ms and KB at sw4: what came from sw3, which is F1's but for what of F0 passes, and the rest of what waits for r1. */
  readonly long: readonly (readonly [number, number])[];
  readonly bursts: readonly (readonly [number, number])[];
  /** When no more than `EMPTY_KB` wait for r1 for good, ms; null: not within the run. */
  readonly empty: number | null;
  /** PAUSEs received, by receiver: switches in order, then hosts together. */
  readonly pauses: readonly number[];
}

const BURSTS = 15;
const START_MS = 1;
const UNTIL_MS = 6;
const EMPTY_KB = 20;
const RECEIVERS = ["sw1", "sw2", "sw3", "sw4", "hosts"];

export const fig11 = defineExperiment<Key, Row>({
  id: "acc/fig11",
  title: "Congestion spreading under bursts",
  asks: "Fifteen hosts burst to the receiver of a long flow. How long do both stand at P4, and how far do PAUSEs spread?",
  chosen: [
    ...chosen,
    ...chosenForSchemes,
    "F0 and F1 start at 0 and the bursts at 1 ms, as in figure 2; 6 ms are shown.",
    "F1's bytes at sw4 are all that came from sw3 and is still there. F0's packets leave at once, by another port.",
  ],
  seeds: { quick: 1, paper: 5 },

  trials: () =>
    schemeNames.map((scheme) => ({
      key: { scheme },
      scenario: chainScenario({
        bursts: BURSTS,
        start: START_MS,
        until: `${UNTIL_MS}ms`,
        ...schemes[scheme],
        measure: { every: "10us", queues: ["sw4-sw3", "sw4-r1"] },
      }),
    })),

  row: rowOf,

  conclude: (done) => ({
    plots: [
      ...firstSeed(done).map(({ key, row }) => ({
        title: `${key.scheme}: waiting at sw4`,
        x: "time, ms",
        y: "KB",
        lines: [
          { name: "F1", points: row.long },
          { name: "bursts", points: row.bursts },
        ],
      })),
      {
        title: "PAUSEs received",
        x: "1 to 4: sw1 to sw4, 5: hosts",
        y: "PAUSEs",
        lines: schemeNames.map((scheme) => ({
          name: scheme,
          points: RECEIVERS.map((_, k) => [k + 1, received(done, scheme)[k]] as const),
        })),
      },
    ],
    claims: done.length === 0 ? [] : claimsOf(done),
  }),
});

function rowOf({ tables }: Results): Row {
  const { node, peer, pauses_sent } = tables.ports.columns;
  const pauses = RECEIVERS.map(() => 0);
  node.forEach((_, row) => {
    const at = RECEIVERS.indexOf(peer[row]);
    pauses[at < 0 ? RECEIVERS.length - 1 : at] += pauses_sent[row];
  });
  const queues = tables.queues?.columns;
  const long: [number, number][] = [];
  const bursts: [number, number][] = [];
  let empty: number | null = null;
  for (let row = 0; queues !== undefined && row + 1 < queues.time_ns.length; row += 2) {
    const [fromTrunk, toReceiver] = queues.peer[row] === "sw3" ? [row, row + 1] : [row + 1, row];
    const ms = queues.time_ns[row] / 1e6;
    const all = queues.egress_bytes[toReceiver] / 1000;
    const trunk = queues.ingress_bytes[fromTrunk] / 1000;
    long.push([ms, trunk]);
    bursts.push([ms, Math.max(0, all - trunk)]);
    if (all > EMPTY_KB) empty = null;
    else empty ??= ms;
  }
  return { long, bursts, empty, pauses };
}

/** Means over seeds. */
function received(done: readonly Done<Key, Row>[], scheme: Scheme): number[] {
  const rows = done.filter(({ key }) => key.scheme === scheme).map(({ row }) => row);
  return RECEIVERS.map((_, k) => mean(rows.map(({ pauses }) => pauses[k])));
}

function claimsOf(done: readonly Done<Key, Row>[]): Claim[] {
  const upstream = (scheme: Scheme): number =>
    received(done, scheme)
      .slice(0, 3)
      .reduce((a, b) => a + b, 0);
  const hosts = (scheme: Scheme): number => received(done, scheme)[RECEIVERS.length - 1];
  const peak = (scheme: Scheme): number =>
    mean(
      done
        .filter(({ key }) => key.scheme === scheme)
        .map(({ row }) => Math.max(...row.long.flatMap(([ms, kb]) => (ms >= START_MS ? [kb] : [])))),
    );
  const standing = (scheme: Scheme): number =>
    mean(
      done
        .filter(({ key }) => key.scheme === scheme)
        .flatMap(({ row }) => row.long.flatMap(([ms, kb], k) => (ms >= 2 && ms <= 2.6 ? [kb + row.bursts[k][1]] : []))),
    );
  const empty = (scheme: Scheme): number =>
    mean(done.filter(({ key }) => key.scheme === scheme).map(({ row }) => row.empty ?? Infinity));
  const each = (what: (scheme: Scheme) => string): string =>
    schemeNames.map((scheme) => `${scheme} ${what(scheme)}`).join(", ");
  return [
    order(
      { id: "no-spreading", claim: "Under ACC and HPCC sw1 to sw3 receive no PAUSE", paper: "none" },
      each((scheme) => upstream(scheme).toFixed(0)),
      upstream("ACC") === 0 && upstream("HPCC") === 0,
    ),
    order(
      { id: "spreading", claim: "Under DCQCN and TIMELY they do", paper: "receive PAUSEs at switches and hosts" },
      each((scheme) => upstream(scheme).toFixed(0)),
      upstream("DCQCN") > 0 && upstream("TIMELY") > 0,
    ),
    order(
      {
        id: "long-flow",
        claim: "F1's backlog at P4 peaks lower under ACC and HPCC than under DCQCN and TIMELY",
        paper: "drained rapidly",
      },
      each((scheme) => `${peak(scheme).toFixed(0)} KB`),
      Math.max(peak("ACC"), peak("HPCC")) < Math.min(peak("DCQCN"), peak("TIMELY")),
    ),
    order(
      {
        id: "standing",
        claim:
          "From 2 to 2.6 ms less stands at P4 under ACC than under HPCC, and under HPCC than under DCQCN and TIMELY",
        paper: "HPCC drains it drastically at first, then has a standing queue from 2 to 2.7 ms",
      },
      each((scheme) => `${standing(scheme).toFixed(0)} KB`),
      standing("ACC") < standing("HPCC") && standing("HPCC") < Math.min(standing("DCQCN"), standing("TIMELY")),
    ),
    order(
      {
        id: "hosts",
        claim: "Hosts receive far fewer PAUSEs under ACC than under DCQCN and TIMELY",
        paper: "many fewer",
        note: "What a host's flows send in their first round trip reaches X_OFF under any sender, once. DCQCN and TIMELY leave each of 300 flows a least rate, together more than the link's.",
      },
      each((scheme) => hosts(scheme).toFixed(0)),
      hosts("ACC") < Math.min(hosts("DCQCN"), hosts("TIMELY")) / 1.5,
    ),
    order(
      {
        id: "drains",
        claim: "ACC empties P4 before DCQCN and TIMELY do",
        paper: "empty 2 ms after the bursts' start, drained at the maximum rate",
        note: "P4 is busy until it is empty under all four; they differ by what F1 sends.",
      },
      each((scheme) => (Number.isFinite(empty(scheme)) ? `at ${empty(scheme).toFixed(2)} ms` : "not within the run")),
      empty("ACC") < Math.min(empty("DCQCN"), empty("TIMELY")),
    ),
  ];
}
