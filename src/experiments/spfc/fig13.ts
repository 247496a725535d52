/** spfc/fig13: the victim fabric under WebSearch: PAUSEs, and FCT slowdown by size at the victim host and at the burst hosts. */
import { mean, order, percentChange, ratio } from "../claims-by-means.ts";
import { defineExperiment, type Claim, type Done, type Plot } from "../contract.ts";
import {
  BINS,
  chosenForWebSearch,
  LENGTH_MS,
  schemes,
  senders,
  slowdownsOf,
  webSearchScenario,
  type Scheme,
  type Sender,
  type Slowdowns,
} from "./web-search-fabric.ts";

interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
  readonly sender: Sender;
}

interface Row extends Slowdowns {
  readonly pauses: number;
}

const SCHEMES = Object.keys(schemes) as Scheme[];
const SENDERS = Object.keys(senders) as Sender[];

/** The paper's changes under SPFC: PAUSEs against DT and ST, average slowdown above 1 MB against DT and ST. */
const PAPER: Readonly<Record<Sender, { readonly pauses: readonly number[]; readonly large: readonly number[] }>> = {
  DCQCN: { pauses: [0.684, 0.31], large: [0.421, 0.165] },
  TIMELY: { pauses: [0.635, 0.503], large: [0.606, 0.291] },
};

export const fig13 = defineExperiment<Key, Row>({
  id: "spfc/fig13",
  title: "Burst tolerance under WebSearch",
  asks: "With a realistic mix, who pauses how often, and which flows pay for it?",
  chosen: chosenForWebSearch,
  seeds: { quick: 2, paper: 10 },
  trials: (scale) =>
    SENDERS.flatMap((sender) =>
      SCHEMES.map((scheme) => ({
        key: { scheme, sender },
        scenario: webSearchScenario({ scheme, sender, burstLoad: 0.2, until: LENGTH_MS[scale] }),
      })),
    ),
  row: (results) => ({ pauses: results.summary.counters.pauses, ...slowdownsOf(results) }),

  conclude(done, scale) {
    const of = (sender: Sender, scheme: Scheme, pick: (row: Row) => number): number =>
      mean(
        done
          .filter(({ key }) => key.sender === sender && key.scheme === scheme)
          .map(({ row }) => pick(row))
          .filter((one) => !Number.isNaN(one)),
      );
    const bars = (sender: Sender, who: keyof Slowdowns, what: "average" | "p95"): Plot => ({
      title: `${sender}: ${what} slowdown, ${who === "victim" ? "h0" : "h1 to h29"}`,
      x: "size bin (1: to 10 KB, 2: to 100 KB, 3: to 1 MB, 4: above)",
      y: "FCT slowdown",
      lines: SCHEMES.map((name) => ({
        name,
        points: BINS.map(
          (_, bin) => [bin + 1, of(sender, name, (row) => row[who][bin]?.[what] ?? NaN)] as const,
        ).filter(([, y]) => !Number.isNaN(y)),
      })),
    });
    return {
      plots: [
        {
          title: "PAUSE rate of the switch",
          x: "sender (1: DCQCN, 2: TIMELY)",
          y: "PAUSEs per second",
          lines: SCHEMES.map((name) => ({
            name,
            points: SENDERS.map(
              (sender, k) => [k + 1, (of(sender, name, ({ pauses }) => pauses) * 1000) / LENGTH_MS[scale]] as const,
            ),
          })),
        },
        ...SENDERS.flatMap((sender) =>
          (["victim", "burst"] as const).flatMap((who) =>
            (["average", "p95"] as const).map((what) => bars(sender, who, what)),
          ),
        ),
      ],
      claims: done.length === 0 ? [] : SENDERS.flatMap((sender) => claimsOf(sender, of, done)),
    };
  },
});

function claimsOf(
  sender: Sender,
  of: (sender: Sender, scheme: Scheme, pick: (row: Row) => number) => number,
  done: readonly Done<Key, Row>[],
): Claim[] {
  const paper = PAPER[sender];
  const name = sender.toLowerCase();
  const pauses = ({ pauses: n }: Row): number => n;
  const large = ({ victim }: Row): number => victim[BINS.length - 1]?.average ?? NaN;
  const change = (pick: (row: Row) => number, against: Scheme): number =>
    of(sender, "SPFC", pick) / of(sender, against, pick);
  const small = (scheme: Scheme): number => of(sender, scheme, ({ burst }) => burst[0]?.average ?? NaN);
  const others = BINS.slice(1).map((_, k) => k + 1);
  const worse = others.filter(
    (bin) =>
      of(sender, "SPFC", ({ burst }) => burst[bin]?.average ?? NaN) >
      1.05 * of(sender, "DT", ({ burst }) => burst[bin]?.average ?? NaN),
  );
  const counted = done.filter(({ key }) => key.sender === sender && key.scheme === "SPFC").length;
  return [
    ...(["DT", "ST"] as const).map((against, k) =>
      ratio(
        {
          id: `${name}-pauses-${against.toLowerCase()}`,
          claim: `${sender}: SPFC sends fewer PAUSEs than ${against}`,
          paper: percentChange(paper.pauses[k]),
          ...(against === "DT" ? { note: NOTES.pauses } : {}),
        },
        change(pauses, against),
        paper.pauses[k],
      ),
    ),
    ...(["DT", "ST"] as const).map((against, k) =>
      ratio(
        {
          id: `${name}-large-${against.toLowerCase()}`,
          claim: `${sender}: average slowdown of h0's flows above 1 MB is lower than under ${against}`,
          paper: percentChange(paper.large[k]),
          note: NOTES.large,
        },
        change(large, against),
        paper.large[k],
      ),
    ),
    order(
      {
        id: `${name}-burst-hosts`,
        claim: `${sender}: burst hosts are worse off under SPFC only below 10 KB (by more than 5% against DT)`,
        paper: "only below 10 KB",
      },
      `below 10 KB: SPFC ${small("SPFC").toFixed(2)}, DT ${small("DT").toFixed(2)}; worse in ${worse.length === 0 ? "no other bin" : `bins ${worse.map((bin) => BINS[bin]).join(", ")}`} (${counted} runs)`,
      worse.length === 0,
    ),
  ];
}

const NOTES = {
  pauses:
    "With DCQCN, 1 s, seed 1, h0 is sent 17 PAUSEs a second instead of 22; burst ports, which send ten times as many, have less room for it.",
  large:
    "With DCQCN, seed 1, h0 is held by PAUSEs for 24 ms of the second under ST, 9 under DT and 7 under SPFC: what its large flows wait for is each other, and r2's link beside 50 MB of bursts.",
};
