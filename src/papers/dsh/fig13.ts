/** dsh/fig13: what is left of an innocent flow when a fan-in congests a port that it does not use. */
import {
  atLeast,
  below,
  type Claim,
  defineExperiment,
  type Done,
  mean,
  meanOf,
  order,
  type Plot,
  sample,
  type Sample,
  type Scale,
  type Show,
} from "../experiment.ts";
import { dsh } from "./readings.ts";
import { chosen, ETA, etaChosen, schemes, tomahawk, wholeChips, type Scheme } from "./tomahawk.ts";

const congestions = ["none", "dcqcn", "powertcp"] as const;
type Congestion = (typeof congestions)[number];

interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
  readonly congestion: Congestion;
}

interface Row {
  /** us since the fan-in began, and Gbps of F0's frames in the 10 us before. */
  readonly f0: readonly (readonly [number, number])[];
  /** Of F0 over 300 us from the fan-in's start, Gbps. */
  readonly mean: number;
  /** PAUSEs by which S1 stopped S0. */
  readonly pauses: number;
}

/** ms: when the fan-in begins. */
const START: Readonly<Record<Scale, number>> = { quick: 20, paper: 60 };
const WINDOW_US = 300;
const STEP_US = 10;

export const fig13 = defineExperiment<Key, Row, typeof dsh>({
  id: "dsh/fig13",
  title: "Collateral damage: throughput of an innocent flow",
  asks: "F0 and F1 share a link at 50 Gbps each; 24 hosts burst 64 KB each to F1's receiver. What becomes of F0, which goes elsewhere?",
  chosen: [
    ...chosen,
    etaChosen,
    "Long flows and fan-in are in one class, as they must be for F1 to wait behind the fan-in and F0 behind F1.",
    "Rates are of frames: each half of the shared link is 49.1 Gbps of frames and 46.2 Gbps of payload.",
    "The fan-in begins 20 ms after the long flows at quick scale and 60 ms at paper scale: with DCQCN, its parameters those of HPCC's simulator, they need that long to come near 50 Gbps and stay there.",
    "PowerTCP is the form of its authors' simulator, on telemetry.",
  ],
  seeds: { quick: 5, paper: 20 },

  readings: dsh,
  trials: (scale, reading) =>
    congestions.flatMap((congestion) =>
      schemes.map((scheme) => ({
        key: { scheme, congestion },
        scenario: {
          until: `${START[scale] + 0.6}ms`,
          topology: unit(),
          ...tomahawk(scheme, congestion, reading, ETA),
          traffic: [
            { kind: "long-lived", from: "h0", to: "r0" },
            { kind: "long-lived", from: "h1", to: "r1" },
            { kind: "incast", from: "h2..h25", to: "r1", size: "64KB", start: `${START[scale]}ms` },
          ],
          measure: { pauses: false, every: `${STEP_US}us`, rates: ["s1-r0"] },
        },
      })),
    ),

  row({ tables, summary }) {
    const start = (summary.until_ns - 0.6e6) / 1000;
    const rates = tables.rates?.columns;
    const f0 = Array.from(rates?.time_ns ?? [], (ns, k): [number, number] => [
      Math.round(ns / 1000 - start),
      (rates?.sent_bps[k] ?? NaN) / 1e9,
    ]).filter(([us]) => us > -100);
    const { node, peer, pauses_sent } = tables.ports.columns;
    return {
      f0,
      mean: mean(f0.filter(([us]) => us > 0 && us <= WINDOW_US).map(([, gbps]) => gbps)),
      pauses: pauses_sent[node.findIndex((one, port) => one === "s1" && peer[port] === "s0")],
    };
  },

  conclude: (done) => ({
    plots: congestions.map((congestion) => plot(congestion, done)),
    claims: done.length === 0 ? [] : claimsOf(done),
  }),
});

/** Figure 13a: H0 and H1 on S0; R0, R1 and the hosts of the fan-in on S1. */
function unit() {
  const hosts = ["r0", "r1", ...Array.from({ length: 26 }, (_, k) => `h${k}`)];
  const cables = hosts.map((host) => ({ a: host, b: host === "h0" || host === "h1" ? "s0" : "s1", rate: 100 }));
  return wholeChips(hosts, ["s0", "s1"], [...cables, { a: "s0", b: "s1", rate: 100 }], "2us");
}

const NAMES: Readonly<Record<Congestion, string>> = {
  none: "Without congestion control",
  dcqcn: "With DCQCN",
  powertcp: "With PowerTCP",
};

const NOTES: Readonly<Record<Congestion, string>> = {
  none: "A short PAUSE is right: F1's backlog at S1 peaks at about X_qoff (docs/errata.md).",
  dcqcn: "Seeds shift the moment of DCQCN's cuts, of which some come by chance without any fan-in.",
  powertcp:
    "PowerTCP cuts F1 within a round trip, so that its backlog at S1 stays below the threshold of SIH too: S1 does not stop S0, and F0 takes what F1 leaves.",
};

/** SIH's T is alpha (16 MiB - 12.7 MB - .7 MB - Q), and a window at 50 Gbps at most half a bandwidth-delay product. */
const TRIED =
  "With 16 MiB T is 112 KB at S1 under SIH once the fan-in's 1.5 MB have come, and F1, at 50 Gbps with a window, has some 55 KB under way: no order of arrivals gets it there. The window is what PowerTCP sets, in its authors' simulator too. With 16e6 B (`megabyte: decimal`) memory is .8 MB less: SIH pauses S0 twice, and F0 has 55.1 Gbps, under DSH 70.0 and no PAUSE (quick scale, five seeds).";

const plot = (congestion: Congestion, done: readonly Done<Key, Row>[]): Plot => ({
  title: `${NAMES[congestion]}: throughput of F0`,
  x: "time since the fan-in began, us",
  y: "throughput of F0, Gbps",
  lines: schemes.map((scheme) => ({
    name: scheme,
    points:
      done.find(({ key, seed }) => key.scheme === scheme && key.congestion === congestion && seed === 1)?.row.f0 ?? [],
  })),
  note: "Seed 1.",
});

function claimsOf(done: readonly Done<Key, Row>[]): Claim[] {
  return congestions.flatMap((congestion) => {
    const of = (scheme: Scheme, what: "mean" | "pauses"): Sample =>
      sample(
        scheme,
        done,
        (key) => key.scheme === scheme && key.congestion === congestion,
        (row) => row[what],
      );
    const [sih, shared] = [of("SIH", "mean"), of("DSH", "mean")];
    const pauses = (scheme: Scheme): string => meanOf(of(scheme, "pauses")).toFixed(1);
    return [
      order(
        {
          id: `f0-keeps-${congestion}`,
          claim: `${NAMES[congestion]}: under DSH F0 averages 45 Gbps or more over the 300 us from the fan-in's start`,
          paper: "not reduced",
          note: NOTES[congestion],
        },
        atLeast(shared, 45, gbps),
      ),
      order(
        {
          id: `sih-loses-${congestion}`,
          claim: `${NAMES[congestion]}: under SIH less than under DSH`,
          paper: "significantly reduced",
          ...(congestion === "powertcp" ? { note: NOTES.powertcp, tried: TRIED } : {}),
        },
        below(sih, shared, gbps),
        `PAUSEs from S1 to S0: SIH ${pauses("SIH")}, DSH ${pauses("DSH")}`,
      ),
    ];
  });
}

const gbps: Show = (value) => `${value.toFixed(1)} Gbps`;
