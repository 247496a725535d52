/** bifrost/fig2: PFC in the worst case. One BDP of headroom against loss, another as X_OFF against an empty queue. */
import { defineExperiment, type Claim, type Done } from "../contract.ts";
import { BDP, chosen, clean, mb, outcome, row, scenario, type Row } from "./worst-case.ts";

interface Key extends Record<string, string | number> {
  /** X_OFF = X_ON, and the headroom above it, as percent of a BDP. */
  readonly xoff: number;
  readonly headroom: number;
}

const SETTINGS: readonly Key[] = [
  ...[5, 25, 50, 75, 100].map((xoff) => ({ xoff, headroom: 100 })),
  { xoff: 100, headroom: 90 },
];

export const fig2 = defineExperiment<Key, Row>({
  id: "bifrost/fig2",
  title: "PFC's queue at the end of a long link in the worst case",
  asks: "How much buffer does PFC need so that neither a packet nor throughput is lost, whatever the output does?",
  chosen: [
    ...chosen,
    "X_ON = X_OFF, as in the testbed; the rest of the port's memory is headroom. Both are swept as parts of a BDP.",
  ],
  seeds: { quick: 1, paper: 1 },
  trials: () =>
    SETTINGS.map((key) => {
      const xoff = (key.xoff / 100) * BDP;
      const policy = { name: "pfc", xoff: `${xoff}B`, xon: `${xoff}B` };
      return { key, scenario: scenario(policy, xoff + (key.headroom / 100) * BDP) };
    }),
  row,
  conclude: (done) => ({
    plots: [
      {
        title: "Bytes that the long link's port holds; the output stands from 2 to 6 ms",
        x: "time, ms",
        y: "MB",
        lines: done
          .filter(({ key }) => key.headroom === 100 && [5, 50, 100].includes(key.xoff))
          .map(({ key, row: { queue } }) => ({ name: `X_OFF = ${key.xoff}% of a BDP`, points: queue })),
      },
      {
        title: "Throughput lost after the output starts again",
        x: "X_OFF = X_ON, % of a BDP",
        y: "MB",
        lines: [
          {
            name: "PFC",
            points: done
              .filter(({ key }) => key.headroom === 100)
              .map(({ key, row: { lost } }) => [key.xoff, lost / 1e6] as const),
          },
        ],
      },
    ],
    claims: claims(done),
  }),
});

function claims(done: readonly Done<Key, Row>[]): Claim[] {
  const at = (xoff: number, headroom: number): Row | undefined =>
    done.find(({ key }) => key.xoff === xoff && key.headroom === headroom)?.row;
  const [both, half, short, none] = [at(100, 100), at(50, 100), at(100, 90), at(5, 100)];
  if (both === undefined || half === undefined || short === undefined || none === undefined) return [];
  return [
    outcome(
      "two-bdp",
      "With one BDP of headroom and one of X_OFF, 2 BDP in all, neither a packet nor throughput is lost",
      `2 BDP = ${mb(2 * BDP)}`,
      both,
      clean(both),
    ),
    outcome(
      "headroom",
      "Less than a BDP of headroom (90%) loses packets when the output stops",
      "headroom of at least one BDP",
      short,
      short.dropped > 0,
    ),
    outcome(
      "xon",
      "Half a BDP of X_ON loses half a BDP of throughput when the output starts: what it could have sent until data come, within 5%",
      `half a BDP = ${mb(BDP / 2)}`,
      half,
      half.dropped === 0 && Math.abs(half.lost - BDP / 2) < 0.05 * BDP,
    ),
    outcome(
      "one-bdp",
      "With headroom alone (X_OFF of 5%) the output stands still for most of a round trip",
      "throughput loss",
      none,
      none.dropped === 0 && none.lost > 0.85 * BDP,
    ),
  ];
}
