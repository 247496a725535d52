/** spfc/sec4d: a long flow that starts when the burst has been on for a while (section IV-D). */
import {
  allOf,
  atLeast,
  below,
  defineExperiment,
  type Done,
  inEveryRun,
  mean,
  order,
  sample,
  type Sample,
} from "../experiment.ts";
import { spfc } from "./readings.ts";
import { chosen, goodputOver, pausesAtP0, RECOVERED, victimScenario } from "./victim-fabric.ts";

const SCHEMES = ["ST", "DT 2", "SPFC"] as const;
type Scheme = (typeof SCHEMES)[number];

interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
  /** F2 starts, ms. */
  readonly start: number;
}

interface Row {
  readonly pauses: number;
  /** Gbps of payload of F1 by ms. */
  readonly f1: readonly (readonly [number, number])[];
}

/** Before the burst, as in figure 4, and in its middle. */
const STARTS = [0, 6];
/** After F2's start DCQCN has cut it by then. */
const SETTLED_MS = 2;
/** When F2 and the burst, which begins at 1 ms, are both there, ms. */
const togetherFrom = (start: number): number => Math.max(start, 1);
const END_MS = 12;

export const sec4d = defineExperiment<Key, Row, typeof spfc>({
  id: "spfc/sec4d",
  title: "A long flow that starts after the burst",
  asks: "F1 has h0's link for itself and 24 ports burst into P2; then h0 starts F2 into P2 too. Is F1 spared as it is where F2 was there first?",
  chosen: [
    ...chosen,
    "The paper draws nothing of it. F2 starts 5 ms after the burst, which goes on for 6 ms more; beside it, the order of figure 4.",
    "F1's share is what it has on average from 2 ms after F2's start on, which in figure 4's order is 1 ms after the burst's: F2 begins at line rate and takes every other packet of h0's link for 1.5 ms, until DCQCN has cut it, whichever was there first. PAUSEs are counted from when both are there.",
  ],
  readings: spfc,
  seeds: { quick: 2, paper: 3 },
  trials: (_scale, reading) =>
    SCHEMES.flatMap((scheme) =>
      STARTS.map((start) => ({
        key: { scheme, start },
        scenario: victimScenario(scheme, reading, {
          bursts: 24,
          culpritsFrom: `${start}ms`,
          until: `${END_MS}ms`,
          measure: { every: "250us", goodputs: [0] },
        }),
      })),
    ),
  row: (results, { start }) => ({
    pauses: pausesAtP0(results, togetherFrom(start)).sent,
    f1: goodputOver(results, 0),
  }),

  conclude(done) {
    return {
      plots: STARTS.map((start) => ({
        title: `goodput of F1 (first seed), F2 from ${start} ms, burst from 1 ms`,
        x: "time, ms",
        y: "goodput, Gbps",
        lines: done
          .filter(({ key, seed }) => key.start === start && seed === 1)
          .map(({ key, row }) => ({ name: key.scheme, points: row.f1 })),
      })),
      claims: done.length === 0 ? [] : claimsOf(done),
    };
  },
});

function claimsOf(done: readonly Done<Key, Row>[]) {
  const [first, later] = STARTS;
  const of = (scheme: Scheme, start: number): Sample =>
    sample(
      `${scheme}, F2 from ${start} ms`,
      done,
      (key) => key.scheme === scheme && key.start === start,
      ({ f1 }) => mean(f1.filter(([ms]) => ms > start + SETTLED_MS).map(([, gbps]) => gbps)),
    );
  const under = (scheme: Scheme): Done<Key, Row>[] =>
    done.filter(({ key }) => key.scheme === scheme && key.start === later);
  return [
    order(
      {
        id: "no-pause",
        claim: "Under SPFC h0 is not paused when its flow into P2 starts after the burst",
        paper: "the order does not matter",
      },
      inEveryRun(
        "runs under SPFC",
        under("SPFC").map(({ row }) => row.pauses === 0),
      ),
      SCHEMES.map(
        (scheme) =>
          `${scheme} ${under(scheme)
            .map(({ row }) => row.pauses)
            .join(" / ")}`,
      ).join(", ") + " PAUSEs by seed",
    ),
    order(
      {
        id: "f1-keeps",
        claim:
          "F1 keeps 90 Gbps of wire, 83 of payload, under SPFC on average, whichever was there first, and has more than under DT 2",
        paper: "the order does not conflict with the analysis",
      },
      allOf([
        ...[first, later].map((start) => atLeast(of("SPFC", start), RECOVERED, gbps)),
        below(of("DT 2", later), of("SPFC", later), gbps),
      ]),
    ),
  ];
}

const gbps = (n: number): string => `${n.toFixed(1)} Gbps`;
