/** spfc/fig4: how often the victim's port pauses, and what is left of its throughput, against the number of burst ports. */
import { mean, order } from "../claims-by-means.ts";
import { defineExperiment, type Claim, type Done, type Scale } from "../contract.ts";
import {
  chosen,
  goodputOver,
  headroomOfAll,
  otherNames,
  pausesAtP0,
  RECOVERED,
  schemeNames,
  schemes,
  SHARED,
  storedAtP2,
  victimScenario,
  type Scheme,
} from "./victim-fabric.ts";

interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
  readonly bursts: number;
}

interface Row {
  readonly pauses: number;
  /** F1 and F2 together during the burst, Gbps of payload. */
  readonly throughput: number;
  /** F1 alone: least and mean over intervals of 0.5 ms from 1 ms after the burst's start. */
  readonly f1Least: number;
  readonly f1Mean: number;
  /** Most that the switch has stored for r2, MB. */
  readonly stored: number;
}

const BURST_MS = 11;
const BURSTS: Readonly<Record<Scale, readonly number[]>> = {
  quick: [1, 4, 8, 16, 24, 29],
  paper: Array.from({ length: 29 }, (_, k) => k + 1),
};

export const fig4 = defineExperiment<Key, Row>({
  id: "spfc/fig4",
  title: "PAUSE rate and throughput of the victim's port P0",
  asks: "When N ports burst into P2, how often is h0, whose flow F1 goes elsewhere, paused for it, and what is left of its throughput?",
  chosen,
  seeds: { quick: 1, paper: 3 },

  trials: (scale) =>
    schemeNames.flatMap((scheme) =>
      BURSTS[scale].map((bursts) => ({
        key: { scheme, bursts },
        scenario: victimScenario({
          buffer: schemes[scheme],
          bursts,
          measure: { every: "500us", goodputs: [0, 1] },
        }),
      })),
    ),

  row(results) {
    const f1 = goodputOver(results, 0).filter(([ms]) => ms > 1);
    const f2 = goodputOver(results, 1).filter(([ms]) => ms > 1);
    const later = f1.filter(([ms]) => ms > 2).map(([, gbps]) => gbps);
    return {
      pauses: pausesAtP0(results).sent,
      throughput: mean(f1.map(([, gbps], k) => gbps + (f2[k]?.[1] ?? 0))),
      f1Least: Math.min(...later),
      f1Mean: mean(later),
      stored: storedAtP2(results),
    };
  },

  conclude(done) {
    const of = (scheme: Scheme, bursts: number, what: keyof Row): number =>
      mean(done.filter(({ key }) => key.scheme === scheme && key.bursts === bursts).map(({ row }) => row[what]));
    const counts = [...new Set(done.map(({ key }) => key.bursts))].sort((a, b) => a - b);
    const line = (what: keyof Row, scale = 1) =>
      schemeNames.map((scheme) => ({
        name: scheme,
        points: counts.map((n) => [n, of(scheme, n, what) * scale] as const),
      }));
    return {
      plots: [
        {
          title: "PAUSE rate at P0",
          x: "burst ports N",
          y: "PAUSEs per second",
          lines: line("pauses", 1000 / BURST_MS),
        },
        {
          title: "throughput of P0 during the burst",
          x: "burst ports N",
          y: "Gbps of payload",
          lines: line("throughput"),
        },
      ],
      claims: claimsOf(done, counts, of),
    };
  },
});

function claimsOf(
  done: readonly Done<Key, Row>[],
  counts: readonly number[],
  of: (scheme: Scheme, bursts: number, what: keyof Row) => number,
): Claim[] {
  if (done.length === 0) return [];
  const others = otherNames;
  const [few, many] = [counts[0], counts[counts.length - 1]];
  const paused = counts.filter((n) => others.every((scheme) => of(scheme, n, "pauses") > 0));
  const most = (scheme: Scheme, what: keyof Row): number => Math.max(...paused.map((n) => of(scheme, n, what)));
  const spared = (scheme: Scheme): string =>
    paused.length === 0
      ? "DT and ST never both paused"
      : `at most ${most(scheme, "pauses")}; the switch stored up to ${most(scheme, "stored").toFixed(1)} MB`;
  const loss = (scheme: Scheme): number =>
    1 - Math.min(...counts.map((n) => of(scheme, n, "throughput"))) / of(scheme, few, "throughput");
  const lost = Math.max(...others.map(loss));
  return [
    order(
      { id: "pauses-grow", claim: "The PAUSE rate at P0 grows with N under DT and ST", paper: "grows" },
      others
        .map(
          (scheme) => `${scheme}: ${of(scheme, few, "pauses")} at N = ${few}, ${of(scheme, many, "pauses")} at ${many}`,
        )
        .join("; "),
      others.every((scheme) => of(scheme, many, "pauses") > of(scheme, few, "pauses")),
    ),
    order(
      {
        id: "spfc-does-not-pause",
        claim: "Under SPFC P0 sends no or almost no PAUSEs (at most 2) where DT and ST do",
        paper: "about 0",
        note: "Burst ports stand at their thresholds and give nothing back while their headroom drains; what they leave free is less than F2 sends until it is cut (docs/policies/spfc.md).",
      },
      spared("SPFC"),
      paused.length > 0 && most("SPFC", "pauses") <= 2,
    ),
    order(
      {
        id: "printed-does-not-pause",
        claim: "So it is with a victim's threshold as printed, the size of the buffer",
        paper: "about 0",
        note: `Shared memory and headroom together are ${((SHARED + headroomOfAll(9)) / 1e6).toFixed(1)} MB; what is beyond 16.8 MB is in headroom that other ports may need, or nowhere.`,
      },
      spared("SPFC as printed"),
      paused.length > 0 && most("SPFC as printed", "pauses") <= 2,
    ),
    {
      id: "throughput-falls",
      claim: "Without SPFC the throughput of P0 falls by up to 80%",
      kind: "ratio",
      paper: "-80%",
      ours: `-${(lost * 100).toFixed(0)}%`,
      verdict: lost > 0.5 ? "holds" : "fails",
    },
    order(
      {
        id: "f1-recovers",
        claim:
          "Under SPFC F1 stays above 90 Gbps on the wire, 83 of payload, from 1 ms after the burst's start, at N = 24 or the nearest; under DT and ST it does not",
        paper: "yes",
      },
      schemeNames
        .map(
          (scheme) =>
            `${scheme}: least ${of(scheme, nearest(counts), "f1Least").toFixed(1)}, mean ${of(scheme, nearest(counts), "f1Mean").toFixed(1)} Gbps`,
        )
        .join("; "),
      of("SPFC", nearest(counts), "f1Least") > RECOVERED &&
        others.every((scheme) => of(scheme, nearest(counts), "f1Least") < RECOVERED),
    ),
  ];
}

const nearest = (counts: readonly number[]): number =>
  counts.reduce((best, n) => (Math.abs(n - 24) < Math.abs(best - 24) ? n : best));
