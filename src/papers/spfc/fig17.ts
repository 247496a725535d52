/** spfc/fig17: how often a pod with a circle of buffer dependencies deadlocks, and when. */
import {
  besideSimulator,
  type Claim,
  defineExperiment,
  type Done,
  rarer,
  rarerBy,
  ratio,
  type Share,
  shareNear,
  stepsOf,
} from "../experiment.ts";
import { chosenForClos, podChosen } from "./clos-fabric.ts";
import { LENGTH_MS, deadlockScenario, onsetOf, type Buffer, type Row } from "./deadlock.ts";
import { senderNames, type Sender } from "./policies.ts";
import { spfc } from "./readings.ts";
import { DEADLOCKS_LINK, deadlocksInHpcc } from "./second-simulator.ts";

interface Key extends Record<string, string | number> {
  readonly buffer: Buffer;
  readonly sender: Sender;
}

const BUFFERS: readonly Buffer[] = ["DT", "SPFC"];
/** Of the paper's 1000 runs, how many deadlocked. */
const PAPER: Readonly<Record<Sender, Readonly<Record<Buffer, number>>>> = {
  DCQCN: { SPFC: 0.237, DT: 0.612 },
  TIMELY: { SPFC: 0.209, DT: 0.538 },
};

export const fig17 = defineExperiment<Key, Row, typeof spfc>({
  id: "spfc/fig17",
  title: "Frequency of deadlocks",
  asks: "In a pod whose routes can deadlock, how often do they within 10 ms, and does SPFC make it rarer?",
  chosen: [
    ...chosenForClos,
    podChosen,
    "leaf0-tor3 and leaf1-tor0 have failed from the start; routes are all shortest paths, so tor0 and tor3 meet over tor1 and tor2.",
    "Traffic starts at 0 in an empty network.",
    "A deadlock is a circle of stopped queues in which nothing has moved for 1 ms; its onset is when the last of them stopped.",
  ],
  readings: spfc,
  seeds: { quick: 5, paper: 100 },
  fraction: "100 of 1000 runs",
  trials: (scale, reading) =>
    senderNames.flatMap((sender) =>
      BUFFERS.map((buffer) => ({
        key: { sender, buffer },
        scenario: deadlockScenario(buffer, sender, {}, scale, reading),
      })),
    ),
  row: onsetOf,

  conclude(done) {
    const runs = (sender: Sender, buffer: Buffer): Done<Key, Row>[] =>
      done.filter(({ key }) => key.sender === sender && key.buffer === buffer);
    const onsets = (found: readonly Done<Key, Row>[]): number[] =>
      found.flatMap(({ row: { onset } }) => (onset === null ? [] : [onset])).sort((a, b) => a - b);
    const share = (sender: Sender, buffer: Buffer): Share => {
      const found = runs(sender, buffer);
      return { name: `${sender} + ${buffer}`, hits: onsets(found).length, runs: found.length };
    };
    return {
      plots: [
        {
          title: "runs in deadlock",
          x: "time, ms",
          y: "share of runs, percent",
          lines: senderNames.flatMap((sender) =>
            BUFFERS.map((buffer) => {
              const found = runs(sender, buffer);
              return {
                name: `${sender} + ${buffer}`,
                points: stepsOf(onsets(found), found.length, 0, LENGTH_MS),
              };
            }),
          ),
          marks: senderNames.flatMap((sender) =>
            BUFFERS.map((buffer) => ({
              name: `${sender} + ${buffer}`,
              x: LENGTH_MS,
              y: 100 * PAPER[sender][buffer],
            })),
          ),
        },
      ],
      claims: done.length === 0 ? [] : senderNames.flatMap((sender) => claimsOf(sender, share)),
    };
  },
});

function claimsOf(sender: Sender, share: (sender: Sender, buffer: Buffer) => Share): Claim[] {
  const name = sender.toLowerCase();
  const { SPFC, DT } = PAPER[sender];
  const claims = [
    ratio(
      {
        id: `${name}-ratio`,
        claim: `${sender}: deadlocks are rarer under SPFC than under DT`,
        paper: `${(SPFC * 1000).toFixed(0)} and ${(DT * 1000).toFixed(0)} of 1000, -${((1 - SPFC / DT) * 100).toFixed(0)}%`,
        tried: TRIED[sender],
      },
      rarerBy(share(sender, "SPFC"), share(sender, "DT"), SPFC / DT),
    ),
    ratio(
      {
        id: `${name}-dt-share`,
        claim: `${sender}: so many of the runs deadlock under DT`,
        paper: `${(DT * 100).toFixed(1)}%`,
        tried: TRIED[sender],
      },
      shareNear(share(sender, "DT"), DT),
    ),
  ];
  if (sender === "TIMELY") return claims;
  const agrees = (buffer: Buffer): boolean =>
    rarer(share(sender, buffer), deadlocksInHpcc[buffer]).verdict === "undecided";
  const [ofRatio, ofShare] = claims;
  return [
    besideSimulator(
      ofRatio,
      rarerBy(deadlocksInHpcc.SPFC, deadlocksInHpcc.DT, SPFC / DT),
      BUFFERS.every(agrees),
      DEADLOCKS_LINK,
    ),
    besideSimulator(ofShare, shareNear(deadlocksInHpcc.DT, DT), agrees("DT"), DEADLOCKS_LINK),
  ];
}

const TRIED: Readonly<Record<Sender, string>> = {
  DCQCN:
    "With DCQCN as in its paper hardly anybody pauses within 10 ms: no deadlock in 100 runs under DT, nor under SPFC. With HPCC's and zhu15's values, headroom apart, 4 of 100 runs deadlocked under DT; with 16 MiB 2 of 5, and 1 of 4 under SPFC. PAUSEs between switches begin at 6 to 8 ms, and DT deadlocks at 16 to 20 ms. Memory and alpha are swept in cross/deadlocks.",
  TIMELY:
    "Deadlocks are a tenth as frequent as the paper's under either, too rare for 100 runs to tell which is rarer. Memory and alpha are swept, under DCQCN, in cross/deadlocks.",
};
