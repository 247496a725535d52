/** bifrost/fig2: PFC in the worst case. One BDP of headroom against loss, another as X_OFF against an empty queue. */
import { type Claim, defineExperiment, type Done } from "../experiment.ts";
import { bifrost } from "./readings.ts";
import { BDP, chosen, clean, headroomFor, mb, outcome, REACTIONS, row, scenario, type Row } from "./worst-case.ts";

interface Key extends Record<string, string | number> {
  /** X_OFF = X_ON as percent of a BDP. */
  readonly xoff: number;
  /** Above it, as percent of a BDP; or "exact": what real frames need. */
  readonly headroom: number | "exact";
  /** Quanta that the peer takes. */
  readonly reaction: number;
}

const { usual, limit } = REACTIONS;
const SETTINGS: readonly Key[] = [
  ...[5, 25, 50, 75, 100].map((xoff) => ({ xoff, headroom: 100, reaction: usual })),
  { xoff: 100, headroom: 90, reaction: usual },
  ...[usual, limit].map((reaction) => ({ xoff: 100, headroom: "exact" as const, reaction })),
];

export const fig2 = defineExperiment<Key, Row, typeof bifrost>({
  id: "bifrost/fig2",
  title: "PFC's queue at the end of a long link in the worst case",
  asks: "How much buffer does PFC need so that neither a packet nor throughput is lost, whatever the output does?",
  chosen: [
    ...chosen,
    "X_ON = X_OFF, as in the testbed; the rest of the port's memory is headroom. Both are swept as parts of a BDP.",
    "Besides, headroom to the byte that real frames need (h*), with reactions of 60 quanta and of 394, the standard's limit at 100 Gbps.",
  ],
  readings: bifrost,
  seeds: { quick: 1, paper: 1 },
  trials: (_, reading) =>
    SETTINGS.map((key) => {
      const xoff = (key.xoff / 100) * BDP;
      const { reaction } = key;
      const policy = { name: "pfc", xoff: `${xoff}B`, xon: `${xoff}B`, reaction, timer: reading.pauseTimer };
      const headroom = key.headroom === "exact" ? headroomFor(reaction) : (key.headroom / 100) * BDP;
      return { key, scenario: scenario(policy, xoff + headroom, { reading }) };
    }),
  row,
  conclude: (done) => ({
    plots: [
      {
        title: "Bytes that the long link's port holds; the output stands from 2 to 6 ms",
        x: "time, ms",
        y: "queue, MB",
        lines: done
          .filter(({ key }) => key.headroom === 100 && [5, 50, 100].includes(key.xoff))
          .map(({ key, row: { queue } }) => ({ name: `X_OFF = ${key.xoff}% of a BDP`, points: queue })),
      },
      {
        title: "Throughput lost after the output starts again",
        x: "X_OFF = X_ON, % of a BDP",
        y: "throughput lost, MB",
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
  const at = (xoff: number, headroom: Key["headroom"], reaction: number = usual): Row | undefined =>
    done.find(({ key }) => key.xoff === xoff && key.headroom === headroom && key.reaction === reaction)?.row;
  const [both, half, short, none] = [at(100, 100), at(50, 100), at(100, 90), at(5, 100)];
  const exact = [usual, limit].map((reaction) => [reaction, at(100, "exact", reaction)] as const);
  if (both === undefined || half === undefined || short === undefined || none === undefined) return [];
  return [
    outcome(
      "two-bdp",
      "With one BDP of headroom and one of X_OFF, 2 BDP in all, neither a packet nor throughput is lost",
      `at least 2 BDP = ${mb(2 * BDP)}`,
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
      `at least one BDP, ${mb(BDP)}, must be buffered`,
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
    ...exact.flatMap(([reaction, found]) =>
      found === undefined
        ? []
        : [
            outcome(
              `exact-${reaction}`,
              `With the headroom to the byte that frames need, where the peer takes ${reaction} quanta, nothing is lost`,
              `h* = ${mb(headroomFor(reaction))}`,
              found,
              clean(found),
              { standing: "ours" },
            ),
          ],
    ),
  ];
}
