/** acc/tab2: the share of runs that deadlock in a pod whose buffer dependencies form a cycle, for each congestion control. */
import { ackClasses } from "../acks.ts";
import * as xoff from "../experiment.ts";
import { acc } from "./readings.ts";
import { chosenForMemory, chosenForSchemes, hostOf, memory, pfc, schemeNames, schemesOf } from "./schemes.ts";
import type { Scheme } from "./schemes.ts";

const LENGTH_MS: xoff.PerScale<number> = { quick: 10, paper: 100 };
/** The number of runs of each congestion control. With 100 runs Wilson's interval of a share is at most 0.2 wide, as `shareNear` requires. */
export const RUNS = 100;
/** The shares of the paper's 50 runs that deadlocked, by the senders' congestion control. */
const PAPER: Readonly<Record<Scheme, number>> = { ACC: 0, DCQCN: 3 / 50, TIMELY: 37 / 50, HPCC: 0 };

export const tab2 = xoff.defineFigure({
  id: "acc/tab2",
  title: "Runs that deadlock",
  asks: "In a pod whose routes can deadlock, how many runs deadlock under each sender?",
  readings: acc,
  seeds: { quick: 4, paper: RUNS },
  chosen: [
    chosenForMemory,
    ...chosenForSchemes,
    "The fabric is the pod of spfc/fig17 with 8 hosts per ToR. Links leaf0-tor3 and leaf1-tor0 have failed. Links have the values of section 6.1: 100 Gbps to hosts and 400 Gbps between switches, with a delay of 1 us. The paper gives no links for the pod.",
    "Every host sends to random hosts. The load is .6 of its link, counted in payload. Flow sizes are those of websearch-hpcc.",
    "A deadlock is a cycle of paused queues in which no packet has moved for 1 ms. The run then ends. The paper looks for flows that never end.",
    "Quick scale has 10 ms instead of 100 ms, so it decides no claim about shares.",
    "The paper has 50 runs. A share of one half, measured in 50 runs, has a 95% confidence interval that is .27 wide. A claim about a share needs an interval of at most .2, which takes 100 runs.",
  ],
  trials: (scale, reading) =>
    xoff.trialsOver({ scheme: schemeNames }, ({ scheme }) => ({
      ...xoff.untilDeadlock(LENGTH_MS[scale]),
      topology: {
        ...{ kind: "clos", pods: 1, tors: 4, leaves: 2, spines: 0, hostsPerTor: 8 },
        ...{ rate: "100Gbps", uplinkRate: "400Gbps", delay: "1us" },
        fail: ["leaf0-tor3", "leaf1-tor0"],
      },
      ...ackClasses(reading),
      switch: { memory },
      ...hostOf(reading, scheme),
      traffic: [{ kind: "poisson", cdf: "websearch-hpcc", load: 0.6 }],
      policies: { ...pfc, ...schemesOf(reading)[scheme] },
      measure: { pauses: false },
    })),
  row: xoff.onsetOf,
  plots: (runs, scale) => {
    const lines = schemeNames.map((scheme) => xoff.deadlockLine(runs, { scheme }, scheme, 0, LENGTH_MS[scale]));
    // The paper's shares of deadlocked runs are for runs of 100 ms. Runs at quick scale are shorter, so their plot has no marks for the
    // paper's shares.
    const marks =
      scale === "quick" ? [] : schemeNames.map((name) => ({ name, x: LENGTH_MS.paper, y: 100 * PAPER[name] }));
    return [xoff.plotOf("runs in deadlock", "time, ms", "deadlocked runs, %", lines, { marks })];
  },
  claims: (runs, scale) => {
    const of = (scheme: Scheme): xoff.Share => xoff.deadlockShare(runs, { scheme }, scheme);
    const near = (scheme: Scheme) => xoff.shareNear(of(scheme), PAPER[scheme], scale === "paper");
    return [
      xoff.order("none", {
        claim: "No run deadlocks under ACC or HPCC",
        paper: "0 of 50",
        judged: [near("ACC"), near("HPCC")],
      }),
      xoff.order("order", {
        claim: "Fewer runs deadlock under DCQCN than under TIMELY",
        paper: "3 and 37 of 50",
        judged: xoff.rarer(of("DCQCN"), of("TIMELY")),
      }),
      xoff.ratio("timely", {
        claim: "Three quarters of the runs deadlock under TIMELY",
        paper: "37 of 50 (74%)",
        judged: near("TIMELY"),
      }),
      xoff.ratio("dcqcn", {
        claim: "One run in sixteen deadlocks under DCQCN",
        paper: "3 of 50 (6%)",
        judged: near("DCQCN"),
        note: "The paper's own 3 of 50 have a 95% confidence interval of 2 to 16%.",
        underdetermined: { evidence: PMAX_IS_OPEN },
      }),
    ];
  },
});

const PMAX_IS_OPEN = "The text does not give RED's probability at K_max (reading `pmax`).";
