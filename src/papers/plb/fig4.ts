/** plb/fig4: a paused link carries little traffic, so a scheme that measures load prefers this link. */
import { atLeast, below, fixed, inEveryRun, meanBetween, onAPar, order } from "../experiment.ts";
import type { Victim } from "./paused-path.ts";
import { ideal, ms, PLB, share, victimFigure } from "./victim-figure.ts";

/**
 * Options of runs with probes. Times are in ms. f1 stays on Path 2. Each probe is a new flow, and the scheme selects a
 * path for it.
 */
const probed = { via: ["c2"], asks: { of: "scheme", from: 1.5, to: 25.5, every: 0.1 } } as const;
const TUNED = "CONGA, T_dre 10 us, asked";

export const fig4 = victimFigure({
  id: "plb/fig4",
  title: "Rerouting by link load (CONGA)",
  asks: "Five long bursts pause Path 2, so the utilisation of its links is low. Which path does CONGA choose?",
  size: "20MB",
  bursts: { at: 1, every: 6, times: 5, fromS2: 42, underLeaf3: 588 },
  until: 60,
  every: "50us",
  schemes: {
    CONGA: { routing: { name: "conga" } },
    ideal,
    PLB,
    "CONGA, asked": { routing: { name: "conga" }, ...probed },
    [TUNED]: { routing: { name: "conga", interval: "10us" }, ...probed },
  },
  chosen: [
    "f1 has no gap that is long enough for a new flowlet. So it keeps its path, and CONGA's measurements have no effect on it. New flows of one packet show CONGA's choice. There are 20 per ms from 1.5 to 25.5 ms, during the bursts, with f1 on Path 2. The result is the path of each new flow.",
  ],
  claims(of) {
    const newFlows = (scheme: string) => of.measured(scheme, "newOnPath2");
    const carriedBy = (path: 0 | 1) => of.measured("CONGA", (victim) => carried(victim, path), `Path ${path + 1}`);
    return [
      order("decides", {
        claim: "During the bursts CONGA sends at least 90% of new flows on the paused path",
        paper: "always chooses Path 2",
        judged: atLeast(newFlows("CONGA, asked"), 0.9, share),
        note: "CONGA compares the load of links over the last 250 us, in steps of 1/8. Path 1 is always full, and Path 2 is full only without PAUSEs.",
      }),
      order("most", {
        claim: "CONGA sends more than half of the new flows on the paused path, so a random choice would be better",
        paper: "not stated",
        judged: atLeast(newFlows("CONGA, asked"), 0.5, share),
        standing: "ours",
      }),
      order("most-tuned", {
        claim:
          "With a T_dre of 10 us, which is better in figure 7, CONGA also sends over half of new flows on the paused path",
        paper: "not stated",
        judged: atLeast(newFlows(TUNED), 0.5, share),
        standing: "ours",
      }),
      order("stays", {
        claim: "CONGA keeps at least 90% of f1 on the paused path",
        paper: "always chooses Path 2",
        judged: atLeast(of.measured("CONGA", "onPath2"), 0.9, share),
        standing: "definition",
        note: "f1 begins on this path, and no new flowlet begins.",
      }),
      order("load", {
        claim: "From the first PAUSE until f1 is done, Path 2 carries less than Path 1",
        paper: "yes",
        judged: below(carriedBy(1), carriedBy(0), fixed(1, " Gbps")),
        standing: "definition",
        note: "The background flows are long-lived, so they fill Path 1 at every load of Path 2 (reading `background`).",
      }),
      order("spread", {
        claim: "C2 pauses L1 in every run",
        paper: "yes",
        judged: inEveryRun("runs with such a PAUSE", of.rows("CONGA"), ({ toLeaf1 }) => toLeaf1.length > 0),
      }),
      order("ideal", {
        claim: "The ideal's FCT is lower than CONGA's",
        paper: "lowest",
        judged: below(of.fct("ideal"), of.fct("CONGA"), ms),
      }),
      order("plb", {
        claim: "PLB's FCT is within 10% of the ideal's",
        paper: "not shown",
        judged: onAPar(of.fct("PLB"), of.fct("ideal")),
        standing: "ours",
      }),
    ];
  },
});

/** The mean rate of a path from the first PAUSE until f1 is done, Gbps. Null: there was no PAUSE. */
function carried({ paths, toC2, fct }: Victim, path: 0 | 1): number | null {
  if (toC2.length === 0) return null;
  return meanBetween(paths[path], toC2[0][0], fct ?? Infinity);
}
