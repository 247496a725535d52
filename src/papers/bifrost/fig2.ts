/** bifrost/fig2: PFC in the worst case. One BDP of headroom prevents loss, and one BDP of X_OFF prevents an empty queue. */
import * as xoff from "../experiment.ts";
import { bifrost } from "./readings.ts";
import { BDP, chosen, clean, headroomFor, mb, outcome, REACTIONS, row, scenario, type Row } from "./worst-case.ts";

/**
 * The threshold X_OFF (= X_ON) and the headroom, in percent of a BDP, and the peer's reaction time in quanta. The
 * headroom "exact" is the smallest one without loss (`headroomFor`).
 */
type Key = { readonly xoff: number; readonly headroom: number | "exact"; readonly reaction: number };

const { usual, limit } = REACTIONS;
const SETTINGS: readonly Key[] = [
  ...[5, 25, 50, 75, 100].map((xoff) => ({ xoff, headroom: 100, reaction: usual })),
  { xoff: 100, headroom: 90, reaction: usual },
  ...[usual, limit].map((reaction) => ({ xoff: 100, headroom: "exact" as const, reaction })),
];

export const fig2 = xoff.defineFigure<Key, Row, typeof bifrost>({
  id: "bifrost/fig2",
  title: "PFC's queue at the end of a long link in the worst case",
  asks: "How much buffer does PFC need to lose neither packets nor throughput, for every behaviour of the output?",
  readings: bifrost,
  seeds: { quick: 1, paper: 1 },
  chosen: [
    ...chosen,
    "X_ON = X_OFF, as in the testbed. The rest of the port's memory is headroom. X_OFF and the headroom are varied as fractions of a BDP.",
    "Two more runs have exactly the headroom that real frames need (h*). Their reaction times are 60 quanta and 394 quanta, the standard's limit at 100 Gbps.",
  ],
  trials: (_, { pauseTimer: timer, ...reading }) =>
    SETTINGS.map((key) => {
      const xoff = (key.xoff / 100) * BDP;
      const policy = { name: "pfc", xoff: `${xoff}B`, xon: `${xoff}B`, reaction: key.reaction, timer };
      const headroom = key.headroom === "exact" ? headroomFor(key.reaction) : (key.headroom / 100) * BDP;
      return { key, scenario: scenario(policy, xoff + headroom, { reading: { pauseTimer: timer, ...reading } }) };
    }),
  row,
  plots(runs) {
    const swept = runs.where({ headroom: 100 }).done;
    const courses = swept.filter(({ key }) => [5, 50, 100].includes(key.xoff));
    return [
      xoff.plotOf(
        "Bytes held by the long link's port. The output stops from 2 to 6 ms",
        "time, ms",
        "queue, MB",
        courses.map(({ key, row: { queue } }) => ({ name: `X_OFF = ${key.xoff}% of a BDP`, points: queue })),
      ),
      xoff.plotOf("Throughput lost after the output starts again", "X_OFF = X_ON, % of a BDP", "throughput lost, MB", [
        { name: "PFC", points: swept.map(({ key, row: { lost } }) => [key.xoff, lost / 1e6] as const) },
      ]),
    ];
  },
  claims(runs) {
    const at = (xoff: number, headroom: Key["headroom"], reaction: number = usual) =>
      runs.rows({ xoff, headroom, reaction }).at(0);
    return [
      ...outcome("two-bdp", {
        claim: "With a headroom of one BDP and an X_OFF of one BDP, neither packets nor throughput are lost",
        paper: `at least 2 BDP = ${mb(2 * BDP)}`,
        found: at(100, 100),
        holds: clean,
      }),
      ...outcome("headroom", {
        claim: "Less than a BDP of headroom (90%) loses packets when the output stops",
        paper: "headroom of at least one BDP",
        found: at(100, 90),
        holds: ({ dropped }) => dropped > 0,
      }),
      ...outcome("xon", {
        claim:
          "X_ON of half a BDP loses half a BDP of throughput, within 5%, because the restarted output waits for data",
        paper: `at least one BDP, ${mb(BDP)}, must be buffered`,
        found: at(50, 100),
        holds: ({ dropped, lost }) => dropped === 0 && Math.abs(lost - BDP / 2) < 0.05 * BDP,
      }),
      ...outcome("one-bdp", {
        claim: "With little more than headroom (X_OFF of 5% of a BDP) the output is idle for most of a round trip",
        paper: "throughput loss",
        found: at(5, 100),
        holds: ({ dropped, lost }) => dropped === 0 && lost > 0.85 * BDP,
      }),
      ...[usual, limit].flatMap((reaction) =>
        outcome(`exact-${reaction}`, {
          claim: `With exactly the headroom that real frames need, and a peer that reacts after ${reaction} quanta, nothing is lost`,
          paper: `h* = ${mb(headroomFor(reaction))}`,
          found: at(100, "exact", reaction),
          holds: clean,
          standing: "ours",
        }),
      ),
    ];
  },
});
