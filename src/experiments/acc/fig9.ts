/** acc/fig9: the testbed's four flows into one 10G link. How soon do rates add up to 10 Gbps, and do they stay there? */
import type { Results } from "../../lab.ts";
import { firstSeed, mean, order } from "../claims-by-means.ts";
import { defineExperiment, type Claim, type Done, type Scale } from "../contract.ts";
import { zhu15 } from "./schemes.ts";

const schemes = {
  ACC: { congestion: { name: "acc", period: "50us" }, detection: { name: "tcd", threshold: "8000B" } },
  DCQCN: {
    congestion: {
      name: "dcqcn",
      ...zhu15,
      ...{ additiveIncrease: "2Mbps", hyperIncrease: "20Mbps", minRate: "100Mbps" },
    },
    detection: { name: "red", kmin: "5KB", kmax: "200KB", pmax: 0.01, scaleTo: "10Gbps" },
  },
} as const;
type Scheme = keyof typeof schemes;
const schemeNames = Object.keys(schemes) as Scheme[];

interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
}

interface Row {
  /** ms and Gbps on the wire that the four hosts sent in the `STEP_US` before, all together. */
  readonly sent: readonly (readonly [number, number])[];
}

const FLOWS = 4;
const PAYLOAD = 4000;
const [FRAME, WIRE] = [PAYLOAD + 62, PAYLOAD + 82];
const STEP_US = 50;
const LINE = 10;
const LENGTH_MS: Readonly<Record<Scale, number>> = { quick: 30, paper: 100 };

export const fig9 = defineExperiment<Key, Row>({
  id: "acc/fig9",
  title: "Aggregate sending rate on the testbed",
  asks: "Four hosts send to a fifth at 10G. How soon do their rates add up to the link's, and how steadily?",
  chosen: [
    "Links of 3.3 us make the base round trip 20 us; T is 50 us, packets carry 4000 B, TCD's threshold is 2 MTU of these, 8,000 B.",
    "DCQCN as in its paper, to which the testbed refers: 55/50/55 us, F = 5, CNPs at most every 50 us, P_max 1%, target clamped at each cut; K_min 5 KB, K_max 200 KB. Steps of 2 and 20 Mbps and a least rate of 100 Mbps are those of HPCC's simulator at 100G, to scale.",
    "Drawn is what the four NICs sent in each 50 us, which is 0 while flows halt; the paper draws the rate that the sender's algorithm holds.",
    "Hosts react at once; SoftRoCE takes its time in software. At quick scale 30 ms.",
  ],
  seeds: { quick: 3, paper: 20 },

  trials: (scale) =>
    schemeNames.map((scheme) => ({
      key: { scheme },
      scenario: {
        until: `${LENGTH_MS[scale]}ms`,
        topology: { kind: "star", hosts: FLOWS, receivers: 1, rate: `${LINE}Gbps`, delay: "3.3us" },
        packet: { payload: `${PAYLOAD}B` },
        traffic: [{ kind: "long-lived", from: `h0..h${FLOWS - 1}`, to: "r1" }],
        policies: schemes[scheme],
        measure: { every: `${STEP_US}us`, rates: Array.from({ length: FLOWS }, (_, h) => `h${h}`) },
      },
    })),

  row: (results) => ({ sent: aggregate(results) }),

  conclude: (done) => ({
    plots: [1, 30].map((until) => ({
      title: until === 1 ? "the first millisecond" : "aggregate sending rate",
      x: "time, ms",
      y: "Gbps on the wire",
      lines: firstSeed(done).map(({ key, row }) => ({
        name: key.scheme,
        points: row.sent.filter(([ms]) => ms <= until),
      })),
      note: "Seed 1.",
    })),
    claims: done.length === 0 ? [] : claimsOf(done),
  }),
});

function aggregate({ tables }: Results): [number, number][] {
  const rates = tables.rates?.columns;
  const all = new Map<number, number>();
  rates?.time_ns.forEach((ns, row) => {
    all.set(ns, (all.get(ns) ?? 0) + rates.sent_bps[row]);
  });
  return Array.from(all, ([ns, bps]) => [ns / 1e6, (bps * WIRE) / FRAME / 1e9]);
}

/** Mean over the half millisecond that begins with each sample. */
const smooth = (sent: Row["sent"]): [number, number][] =>
  sent.slice(0, -9).map(([ms], k) => [ms, mean(sent.slice(k, k + 10).map(([, gbps]) => gbps))]);

/** ms: when the rate is first within the link's. */
const within = ({ sent }: Row): number => sent.find(([, gbps]) => gbps <= LINE * 1.01)?.[0] ?? Infinity;

/** Of half a millisecond after that, Gbps. */
function least(row: Row): number {
  const from = within(row);
  return Math.min(...smooth(row.sent).flatMap(([ms, gbps]) => (ms > from ? [gbps] : [])));
}

/** ms: when half a millisecond after that first carries 95% of the link. */
function settled(row: Row): number {
  const from = within(row);
  return smooth(row.sent).find(([ms, gbps]) => ms > from && gbps >= 0.95 * LINE)?.[0] ?? Infinity;
}

function claimsOf(done: readonly Done<Key, Row>[]): Claim[] {
  const of = (scheme: Scheme, what: (row: Row) => number): number =>
    mean(done.filter(({ key }) => key.scheme === scheme).map(({ row }) => what(row)));
  const ms = (time: number): string => (Number.isFinite(time) ? `${time.toFixed(2)} ms` : "not within the run");
  const near = (ours: number, paper: number): "holds" | "fails" =>
    ours / paper <= 1.5 && paper / ours <= 1.5 ? "holds" : "fails";
  const both = (what: (row: Row) => number, show: (n: number) => string): string =>
    schemeNames.map((scheme) => `${scheme} ${show(of(scheme, what))}`).join(", ");
  return [
    order(
      {
        id: "acc-at-once",
        claim:
          "ACC's flows are within the link's 10 Gbps one period after the congestion's first ACKs, three periods from the start; DCQCN's take longer",
        paper: "one period; about 0.5 ms",
      },
      both(within, ms),
      of("ACC", within) <= 0.15 && of("ACC", within) < of("DCQCN", within),
    ),
    {
      id: "dcqcn-within",
      claim: "DCQCN takes about 0.5 ms to come down to 10 Gbps",
      kind: "ratio",
      paper: "0.5 ms",
      ours: ms(of("DCQCN", within)),
      verdict: near(of("DCQCN", within), 0.5),
      note: NOTE,
    },
    {
      id: "dcqcn-undershoots",
      claim: "DCQCN then goes down to 1 Gbps",
      kind: "ratio",
      paper: "1 Gbps",
      ours: `${of("DCQCN", least).toFixed(2)} Gbps over half a millisecond`,
      verdict: near(of("DCQCN", least), 1),
      note: NOTE,
    },
    {
      id: "dcqcn-settles",
      claim: "DCQCN takes about 18 ms to converge",
      kind: "ratio",
      paper: "18 ms",
      ours: `95% of the link over half a millisecond: ${both(settled, ms)}`,
      verdict: near(of("DCQCN", settled), 18),
      note: NOTE,
    },
    order(
      {
        id: "acc-steady",
        claim: "ACC converges sooner than DCQCN",
        paper: "outperforms in fast convergence and stability",
      },
      both(settled, ms),
      of("ACC", settled) < of("DCQCN", settled),
    ),
  ];
}

const NOTE =
  "The paper names neither DCQCN's steps nor its least rate nor P_max, and its hosts are software, which takes its time between mark and cut.";
