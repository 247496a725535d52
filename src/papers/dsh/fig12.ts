/** dsh/fig12: the start times of deadlocks in a leaf-spine with two failed links. */
import * as xoff from "../experiment.ts";
import { dsh, type DshReading } from "./readings.ts";
import { chosen, leafSpine, schemes, tomahawk } from "./tomahawk.ts";

const NAMES = { dcqcn: "DCQCN", powertcp: "PowerTCP" } as const;
type Congestion = keyof typeof NAMES;
const congestions = Object.keys(NAMES) as Congestion[];

/**
 * The load as a share of the hosts' links, for each answer to the open question `deadlockLoad`: which links carry the
 * paper's load of .5?
 */
const LOADS: Readonly<Record<DshReading["deadlockLoad"], number>> = { hosts: 0.5, spines: 0.125 };
const LENGTH_MS: xoff.PerScale<number> = { quick: 10, paper: 100 };
/** The directions of fan-ins: the leaf of the senders, and the leaf of the receiver. */
const PAIRS = [
  [0, 3],
  [3, 0],
  [1, 2],
  [2, 1],
] as const;
/** The number of the paper's 100 runs that deadlock under DSH. */
const UNDER_DSH: Readonly<Record<Congestion, number>> = { dcqcn: 4, powertcp: 0 };

const NOTES: Readonly<Record<Congestion, string>> = {
  dcqcn: "The window follows the rate, so a flow has fewer bytes in flight after its rate is cut.",
  powertcp: "PowerTCP has a window too, and also keeps queues short.",
};

export const fig12 = xoff.defineFigure({
  id: "dsh/fig12",
  title: "Deadlock avoidance: onset of deadlocks",
  asks: "In a leaf-spine whose routes can deadlock, how many runs deadlock under SIH and under DSH, and when?",
  readings: dsh,
  seeds: { quick: 4, paper: 100 },
  chosen: [
    ...chosen,
    "Headroom has the exact need h* of each link, 100G or 400G (docs/errata.md). Under DSH a port's headroom is 1% larger than a queue's headroom under SIH. The reason is that a port's PAUSE may wait behind those of its seven queues.",
    "All flows are in one class, since a cycle of buffer dependencies is within one class.",
    "A fan-in draws a receiver, 1 to 15 senders, and each sender's size from fb-hadoop-hpcc. Fan-ins begin at random times, independently for each of the four directions.",
    "A deadlock is a cycle of paused queues in which no packet has moved for 1 ms. Then the run ends. The onset is the time at which the last of these queues was paused.",
    "PowerTCP is the version of its authors' simulator, with the window that it needs.",
    "At quick scale runs last 10 ms instead of 100 ms, so they decide no claim about shares.",
  ],
  trials: (scale, reading) => {
    const rack = (leaf: number): string => `h${leaf * 16}..h${leaf * 16 + 15}`;
    const all = xoff.trialsOver({ congestion: congestions, scheme: schemes }, ({ scheme, congestion }) => ({
      ...xoff.untilDeadlock(LENGTH_MS[scale]),
      topology: {
        ...leafSpine({ leaves: 4, spines: 2, hosts: 16, uplinkRate: 400 }),
        fail: ["spine0-leaf3", "spine1-leaf0"],
      },
      ...tomahawk(scheme, congestion, reading),
      traffic: PAIRS.map(([from, to]) => ({
        ...{ kind: "incast", from: rack(from), to: rack(to), fanIn: 15, fanInLeast: 1 },
        ...{ cdf: "fb-hadoop-hpcc", load: LOADS[reading.deadlockLoad] },
      })),
      measure: { pauses: false },
    }));
    return xoff.keyed(all, ["scheme", "congestion"]);
  },
  row: xoff.onsetOf,
  plots: (runs, scale) =>
    congestions.map((congestion) => ({
      title: `Deadlocked runs, ${NAMES[congestion]}`,
      ...{ x: "time, ms", y: "deadlocked runs, %", log: "x" },
      lines: schemes.map((scheme) => xoff.deadlockLine(runs, { scheme, congestion }, scheme, 0.05, LENGTH_MS[scale])),
    })),
  claims: (runs, scale) =>
    congestions.flatMap((congestion) => {
      const [sih, shared] = schemes.map((scheme) => xoff.deadlockShare(runs, { scheme, congestion }, scheme));
      const [name, left, within] = [NAMES[congestion], UNDER_DSH[congestion], `within ${LENGTH_MS[scale]} ms`];
      return [
        xoff.ratio(`sih-${congestion}`, {
          claim: `${name}: under SIH every run deadlocks ${within}`,
          paper: "100 of 100 within 100 ms",
          judged: xoff.shareNear(sih, 1, scale === "paper"),
        }),
        xoff.ratio(`dsh-${congestion}`, {
          claim: `${name}: under DSH ${left === 0 ? "no run deadlocks" : `${left} of 100 runs deadlock`} ${within}`,
          paper: `${left} of 100 within 100 ms`,
          judged: xoff.shareNear(shared, left / 100, scale === "paper"),
          note: NOTES[congestion],
        }),
        xoff.order(`fewer-${congestion}`, {
          claim: `${name}: fewer deadlocks under DSH than under SIH`,
          paper: "fewer",
          judged: xoff.rarer(shared, sih),
          // The paper says "DSH can avoid [...] all deadlocks with PowerTCP". So with PowerTCP this claim repeats the
          // claim that no run deadlocks under DSH.
          ...(left === 0 && { repeats: `dsh/fig12/dsh-${congestion}` }),
        }),
      ];
    }),
});
