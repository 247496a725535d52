/** PAUSEs on fat-trees, and the roots that `xoff why` names for them. For tests of the studio's congestion trees. */
import { readScenario, runSync, type Link, type Why } from "xoff";
import { readScenario as readHere, setUp } from "../src/run/lab/lab.ts";
import { inquire } from "../src/run/measure/why.ts";
import { fabricOf } from "../src/apps/studio/lab/fabric.ts";
import type { RunView } from "../src/apps/studio/lab/messages.ts";
import { viewOf } from "../src/apps/studio/lab/view-of.ts";
import { chainAt } from "../src/apps/studio/why/congestion-tree.ts";

/** Number of PAUSEs to check in each fabric. */
export const SEVERAL = 24;

/** The text of a scenario: a fat-tree of k^3 / 4 hosts, in which an incast pauses ports of every tier. */
export const fatTree = (k: number, until: string): string =>
  JSON.stringify({
    ...{ seed: 1, until, topology: { kind: "fat-tree", k }, switch: { memory: "2MiB" } },
    traffic: [
      { kind: "poisson", cdf: "websearch-hpcc", load: 0.8 },
      { kind: "incast", fanIn: 60, to: "h0", size: "500KB", start: "10us" },
    ],
    policies: { buffer: "dt", congestion: "none" },
  });

/** The view of a run, as the studio shows it. */
export function viewIn(scenario: string): RunView {
  const read = readScenario(scenario);
  const results = runSync(scenario, { set: ["measure.pauses=true"] });
  return viewOf({ ...results, threads: { count: 1 } }, fabricOf(read.wiring), read);
}

/** Rows of PAUSEs: those with the longest chains, in which mistakes are most likely, and others from the whole run. */
export function somePauses(view: RunView): number[] {
  const all = Array.from(view.pauses.port.keys());
  const length = all.map((row) => chainAt(view, row).length);
  const deep = all.toSorted((a, b) => length[b] - length[a] || a - b).slice(0, SEVERAL / 2);
  const others = all.filter((row) => !deep.includes(row));
  const half = SEVERAL / 2;
  return [...deep, ...Array.from({ length: half }, (_, k) => others[Math.floor((k * others.length) / half)])];
}

/**
 * The roots that `xoff why` names for these PAUSEs. `whyPaused` repeats the run for each of them. Here one
 * repeated run serves all: it stops at each PAUSE and inspects the root.
 */
export function rootsOf(scenario: string, chains: readonly Link[][], end: number): Why["root"][] {
  const { network, run, lostTime, scenario: read } = setUp(readHere(scenario, "scenario"));
  const lost = lostTime(chains.flatMap((chain) => chain.map(({ pause }) => pause)));
  const inquiries = chains.map((chain) => inquire(network, lost, chain, read.lossless, Math.round(end * 1000)));
  const firsts = inquiries.flatMap(({ moments }) => {
    const { value } = moments[Symbol.iterator]().next() as IteratorYieldResult<{ at: number; look: () => void }>;
    return [value];
  });
  for (const { at, look } of firsts.toSorted((a, b) => a.at - b.at)) {
    run(at);
    look();
  }
  return inquiries.map(({ answer }) => answer().root);
}
