/** spfc/fig17: the share and the start times of deadlocks in a pod whose buffer dependencies form a cycle. */
import * as xoff from "../experiment.ts";
import { chosenForClos, podChosen } from "./clos-fabric.ts";
import { LENGTH_MS, deadlockScenario, type Buffer } from "./deadlock.ts";
import { senderNames } from "./policies.ts";
import { spfc } from "./readings.ts";
import { DEADLOCKS_LINK, deadlocksInHpcc } from "./second-simulator.ts";

const BUFFERS: readonly Buffer[] = ["DT", "SPFC"];
/** The shares of the paper's 1000 runs that deadlocked, by sender and buffer policy. */
const PAPER = { DCQCN: { SPFC: 0.237, DT: 0.612 }, TIMELY: { SPFC: 0.209, DT: 0.538 } } as const;
const ALL = senderNames.flatMap((sender) =>
  BUFFERS.map((buffer) => ({ sender, buffer, name: `${sender} + ${buffer}`, paper: PAPER[sender][buffer] })),
);

export const fig17 = xoff.defineFigure({
  id: "spfc/fig17",
  title: "Frequency of deadlocks",
  asks: "In a pod whose routes can deadlock, how many runs deadlock within 10 ms, and are deadlocks rarer under SPFC?",
  readings: spfc,
  seeds: { quick: 5, paper: 100 },
  chosen: [
    ...chosenForClos,
    podChosen,
    "Links leaf0-tor3 and leaf1-tor0 have failed from the start. Routes are all shortest paths, so tor0 and tor3 are connected through tor1 and tor2.",
    "Traffic starts at 0 in an empty network.",
    "A deadlock is a cycle of paused queues in which no packet has moved for 1 ms. It begins when the last of these queues is paused.",
  ],
  fraction: "100 of 1000 runs",
  trials: (scale, reading) =>
    xoff.trialsOver({ sender: senderNames, buffer: BUFFERS }, ({ sender, buffer }) =>
      deadlockScenario(buffer, sender, {}, scale, reading),
    ),
  row: xoff.onsetOf,
  plots: (runs) => {
    const lines = ALL.map(({ sender, buffer, name }) =>
      xoff.deadlockLine(runs, { sender, buffer }, name, 0, LENGTH_MS),
    );
    const marks = ALL.map(({ name, paper }) => ({ name, x: LENGTH_MS, y: 100 * paper }));
    return [xoff.plotOf("runs in deadlock", "time, ms", "share of runs, percent", lines, { marks })];
  },
  claims: (runs) =>
    senderNames.flatMap((sender) => {
      const share = (buffer: Buffer): xoff.Share =>
        xoff.deadlockShare(runs, { sender, buffer }, `${sender} + ${buffer}`);
      const name = sender.toLowerCase();
      const { SPFC, DT } = PAPER[sender];
      const open = { underdetermined: { evidence: OPEN[sender] } };
      const ratio = xoff.ratio(`${name}-ratio`, {
        ...open,
        claim: `${sender}: deadlocks are rarer under SPFC than under DT`,
        paper: `${(SPFC * 1000).toFixed(0)} and ${(DT * 1000).toFixed(0)} of 1000, -${((1 - SPFC / DT) * 100).toFixed(0)}%`,
        judged: xoff.rarerBy(share("SPFC"), share("DT"), SPFC / DT),
      });
      const dtShare = xoff.ratio(`${name}-dt-share`, {
        ...open,
        claim: `${sender}: share of the runs that deadlock under DT`,
        paper: `${(DT * 100).toFixed(1)}%`,
        judged: xoff.shareNear(share("DT"), DT),
      });
      if (sender === "TIMELY") return [ratio, dtShare];
      const theirs = deadlocksInHpcc;
      const agrees = (buffer: Buffer): boolean => xoff.rarer(share(buffer), theirs[buffer]).verdict === "undecided";
      const theirRatio = xoff.rarerBy(theirs.SPFC, theirs.DT, SPFC / DT);
      return [
        xoff.besideSimulator(ratio, theirRatio, BUFFERS.every(agrees), DEADLOCKS_LINK),
        xoff.besideSimulator(dtShare, xoff.shareNear(theirs.DT, DT), agrees("DT"), DEADLOCKS_LINK),
      ];
    }),
});

/** By congestion control: the questions that the paper leaves open, and the share of deadlocked runs under each answer that was tried. */
const OPEN = {
  DCQCN: "The text gives neither the class of ACKs nor DCQCN's values (readings `acks` and `dcqcn`).",
  TIMELY: "The text gives neither the class of ACKs nor TIMELY's values (readings `acks` and `timely`).",
} as const;
