/** plb/fig4: a paused link carries little, so a scheme that measures load takes it for a good one. */
import { atLeast, below, inEveryRun, onAPar, order, type Show } from "../experiment.ts";
import type { Victim } from "./paused-path.ts";
import { ideal, ms, PLB, share, victimFigure } from "./victim-figure.ts";

const gbps: Show = (value) => `${value.toFixed(1)} Gbps`;

/** f1 is on Path 2; new flows are asked about while bursts last. */
const asked = { via: ["c2"], asks: { of: "scheme", from: 1.5, to: 25.5, every: 0.1 } } as const;

export const fig4 = victimFigure({
  id: "plb/fig4",
  title: "Rerouting by link load (CONGA)",
  asks: "Five long bursts pause Path 2, whose links are then hardly used. What does CONGA make of that?",
  size: "20MB",
  bursts: { at: 1, every: 6, times: 5, fromS2: 42, underLeaf3: 588 },
  until: 60,
  every: "50us",
  schemes: {
    CONGA: { routing: { name: "conga" } },
    ideal,
    PLB,
    "CONGA, asked": { routing: { name: "conga" }, ...asked },
    "CONGA, T_dre 10 us, asked": { routing: { name: "conga", interval: "10us" }, ...asked },
  },
  chosen: [
    "f1 never pauses long enough to begin a flowlet, so it stays where it is put whatever CONGA thinks of the path. What CONGA thinks is asked by new flows of one packet, 20 a ms from 1.5 to 25.5 ms, while bursts last and f1 is on Path 2: what counts is the path that it has for them.",
  ],
  claims: (of) => [
    order(
      {
        id: "decides",
        claim: "While bursts last CONGA sends new flows by the paused path: 90% of them or more",
        paper: "always chooses Path 2",
        note: "CONGA compares what links have carried over the last 250 us, in eighths: Path 1 is full all along, Path 2 while nothing pauses it.",
      },
      atLeast(
        of.measured("CONGA, asked", ({ newOnPath2 }) => newOnPath2),
        0.9,
        share,
      ),
    ),
    order(
      {
        id: "most",
        claim: "More than half of them, so that a flow is better off with a path drawn at random",
        paper: "not so said",
        standing: "ours",
      },
      atLeast(
        of.measured("CONGA, asked", ({ newOnPath2 }) => newOnPath2),
        0.5,
        share,
      ),
    ),
    order(
      {
        id: "most-tuned",
        claim: "With T_dre of 10 us, which is better in figure 7, more than half of them too",
        paper: "not so said",
        standing: "ours",
      },
      atLeast(
        of.measured("CONGA, T_dre 10 us, asked", ({ newOnPath2 }) => newOnPath2),
        0.5,
        share,
      ),
    ),
    order(
      {
        id: "stays",
        claim: "CONGA keeps f1 on the paused path: 90% of it or more",
        paper: "always chooses Path 2",
        standing: "definition",
        note: "f1 is put there, and begins no flowlet.",
      },
      atLeast(
        of.measured("CONGA", ({ onPath2 }) => onPath2),
        0.9,
        share,
      ),
    ),
    order(
      {
        id: "load",
        claim: "From the first PAUSE until f1 is done, Path 2 carries less than Path 1",
        paper: "yes",
        standing: "definition",
        note: "The background flows last and fill Path 1, at any load of Path 2 (reading `background`).",
      },
      below(
        { ...of.measured("CONGA", (victim) => carried(victim, 1)), name: "Path 2" },
        { ...of.measured("CONGA", (victim) => carried(victim, 0)), name: "Path 1" },
        gbps,
      ),
    ),
    order(
      { id: "spread", claim: "C2 pauses L1 in every run", paper: "yes" },
      inEveryRun(
        "runs in which it does",
        of.rows("CONGA").map(({ toLeaf1 }) => toLeaf1.length > 0),
      ),
    ),
    order(
      { id: "ideal", claim: "The ideal's FCT is lower than CONGA's", paper: "lowest" },
      below(of.fct("ideal"), of.fct("CONGA"), ms),
    ),
    order(
      { id: "plb", claim: "PLB's FCT lies within a tenth of the ideal's", paper: "not shown", standing: "ours" },
      onAPar(of.fct("PLB"), of.fct("ideal")),
    ),
  ],
});

/** Gbps on a path from the first PAUSE until f1 is done, on average; null: there was no PAUSE. */
function carried({ paths, toC2, fct }: Victim, path: 0 | 1): number | null {
  if (toC2.length === 0) return null;
  const some = paths[path].filter(([at]) => at > toC2[0][0] && at <= (fct ?? Infinity)).map(([, rate]) => rate);
  return some.reduce((sum, rate) => sum + rate, 0) / some.length;
}
