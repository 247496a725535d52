/** dsh/fig13: the throughput of an innocent flow while a fan-in congests a port that the flow does not use. */
import * as xoff from "../experiment.ts";
import { dsh } from "./readings.ts";
import { chosen, ETA, etaChosen, schemes, tomahawk, wholeChips } from "./tomahawk.ts";

const NAMES = { none: "Without congestion control", dcqcn: "With DCQCN", powertcp: "With PowerTCP" } as const;
type Congestion = keyof typeof NAMES;
const congestions = Object.keys(NAMES) as Congestion[];

/** The start of the fan-in, ms. */
const START: xoff.PerScale<number> = { quick: 20, paper: 60 };
/** F0's rate is averaged over this time from the fan-in's start, us. */
const WINDOW_US = 300;
/** The time between two samples, us. */
const STEP_US = 10;

const NOTES: Readonly<Record<Congestion, string>> = {
  none: "A short PAUSE is correct: F1's backlog at S1 peaks at about X_qoff (docs/errata.md).",
  dcqcn: "The times of DCQCN's cuts depend on the seed. Some cuts happen by chance without any fan-in.",
  powertcp:
    "PowerTCP cuts F1 within a round trip, so that its backlog at S1 stays below the threshold of SIH too. S1 does not pause S0, and F0 uses the bandwidth that F1 leaves.",
};

export const fig13 = xoff.defineFigure({
  id: "dsh/fig13",
  title: "Collateral damage: throughput of an innocent flow",
  asks: "F0 and F1 share a link at 50 Gbps each, and 24 hosts send bursts of 64 KB to F1's receiver. F0 sends to another receiver. How does its throughput change?",
  readings: dsh,
  seeds: { quick: 5, paper: 20 },
  chosen: [
    ...chosen,
    etaChosen,
    "Long flows and fan-in are in one class. Only then is F1 queued behind the fan-in, and F0 behind F1.",
    "Rates count frames. Each half of the shared link is 49.1 Gbps of frames and 46.2 Gbps of payload.",
    "The fan-in begins 20 ms after the long flows at quick scale and 60 ms at paper scale. With DCQCN and the parameters of HPCC's simulator, the flows need that long to stay close to 50 Gbps.",
    "PowerTCP is the version of its authors' simulator, on telemetry.",
  ],
  trials: (scale, reading) => {
    const all = xoff.trialsOver({ congestion: congestions, scheme: schemes }, ({ scheme, congestion }) => ({
      until: `${START[scale] + 0.6}ms`,
      topology: unit(),
      ...tomahawk(scheme, congestion, reading, ETA),
      traffic: [
        { kind: "long-lived", from: "h0", to: "r0" },
        { kind: "long-lived", from: "h1", to: "r1" },
        { kind: "incast", from: "h2..h25", to: "r1", size: "64KB", start: `${START[scale]}ms` },
      ],
      measure: { pauses: false, every: `${STEP_US}us`, rates: ["s1-r0"] },
    }));
    return xoff.keyed(all, ["scheme", "congestion"]);
  },
  /** `f0` is F0's rate as [us since the fan-in began, Gbps], and `mean` its mean over 300 us. `pauses` counts the PAUSEs from S1 to S0. */
  row({ tables, summary }) {
    const start = (summary.until_ns - 0.6e6) / 1000;
    const { time_ns = [], sent_bps = [] } = tables.rates?.columns ?? {};
    const f0 = Array.from(time_ns, (ns, k): [number, number] => [
      Math.round(ns / 1000 - start),
      sent_bps[k] / 1e9,
    ]).filter(([us]) => us > -100);
    const { node, peer, pauses_sent } = tables.ports.columns;
    return {
      f0,
      mean: xoff.meanBetween(f0, 0, WINDOW_US),
      pauses: pauses_sent[node.findIndex((one, port) => one === "s1" && peer[port] === "s0")],
    };
  },
  plots: (runs) =>
    congestions.map((congestion) => {
      const title = `${NAMES[congestion]}: throughput of F0`;
      const lines = schemes.map((name) => ({ name, points: runs.first({ scheme: name, congestion })?.f0 ?? [] }));
      const more = { note: "Seed 1." };
      return xoff.plotOf(title, "time since the fan-in began, us", "throughput of F0, Gbps", lines, more);
    }),
  claims: (runs) =>
    congestions.flatMap((congestion) => {
      const [sih, shared] = schemes.map((scheme) => runs.of({ scheme, congestion }, "mean"));
      const pauses = schemes.map((scheme) => {
        const sent = xoff.meanOf(runs.of({ scheme, congestion }, "pauses"));
        return `${scheme} ${sent.toFixed(1)}`;
      });
      return [
        xoff.order(`f0-keeps-${congestion}`, {
          claim: `${NAMES[congestion]}: under DSH F0 averages 45 Gbps or more over the 300 us from the fan-in's start`,
          paper: "not reduced",
          judged: xoff.atLeast(shared, 45, xoff.fixed(1, " Gbps")),
          note: NOTES[congestion],
        }),
        xoff.order(`sih-loses-${congestion}`, {
          claim: `${NAMES[congestion]}: F0's average is lower under SIH than under DSH`,
          paper: "significantly reduced",
          judged: xoff.below(sih, shared, xoff.fixed(1, " Gbps")),
          ...(congestion === "powertcp" && { note: NOTES.powertcp, underdetermined: { evidence: UNIT_IS_OPEN } }),
          context: `PAUSEs from S1 to S0: ${pauses.join(", ")}`,
        }),
      ];
    }),
});

/** The fabric of figure 13a. H0 and H1 are on S0. R0, R1 and the hosts of the fan-in are on S1. */
function unit() {
  const hosts = ["r0", "r1", ...Array.from({ length: 26 }, (_, k) => `h${k}`)];
  const cables = hosts.map((host) => ({ a: host, b: host === "h0" || host === "h1" ? "s0" : "s1", rate: 100 }));
  return wholeChips(hosts, ["s0", "s1"], [...cables, { a: "s0", b: "s1", rate: 100 }], "2us");
}

const UNIT_IS_OPEN =
  'The text does not say whether the switch\'s "16MB" are 16 MiB or 16e6 B (reading `megabyte`). Section V-A has "56840B x 32 x 7 = 12MB", which are 12.7e6 B or 12.1 MiB.';
