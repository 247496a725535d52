/**
 * The congestion trees of the studio on fabrics with several tiers. The drawing, the highlighted ports and `xoff why` must
 * name the same root for 24 PAUSEs of each fabric. Each drawn edge must lead from a PAUSE to one that it caused.
 */
import { describe, expect, test } from "vitest";
import { readScenario, runSync, whyPaused, type Link, type Why } from "xoff";
import { readScenario as readHere, setUp } from "../src/run/lab/lab.ts";
import { inquire } from "../src/run/measure/why.ts";
import { fabricOf } from "../src/apps/studio/lab/fabric.ts";
import type { RunView } from "../src/apps/studio/lab/messages.ts";
import { viewOf } from "../src/apps/studio/lab/view-of.ts";
import { portName } from "../src/apps/studio/view/ports.ts";
import { chainAt, litTree } from "../src/apps/studio/why/congestion-tree.ts";
import { treeLayout } from "../src/apps/studio/why/tree-layout.ts";

const SEVERAL = 24;

const text = (k: number, until: string): string =>
  JSON.stringify({
    ...{ seed: 1, until, topology: { kind: "fat-tree", k }, switch: { memory: "2MiB" } },
    traffic: [
      { kind: "poisson", cdf: "websearch-hpcc", load: 0.8 },
      { kind: "incast", fanIn: 60, to: "h0", size: "500KB", start: "10us" },
    ],
    policies: { buffer: "dt", congestion: "none" },
    measure: { pauses: true },
  });

function ran(scenario: string): RunView {
  const read = readScenario(scenario);
  return viewOf({ ...runSync(scenario), threads: { count: 1 } }, fabricOf(read.wiring), read);
}

/**
 * The roots that `xoff why` names for these PAUSEs. `whyPaused` repeats the run for each of them. Here one
 * repeated run serves all: it stops at each PAUSE and inspects the root.
 */
function rootsOf(scenario: string, chains: readonly Link[][], end: number): Why["root"][] {
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

describe.each([
  ["128 hosts", text(8, "250us")],
  ["1,024 hosts", text(16, "90us")],
])("%s", (_, scenario) => {
  const view = ran(scenario);
  const { pauses } = view;
  const all = Array.from(pauses.port.keys());
  // The PAUSEs with the longest chains, in which mistakes are most likely, and other PAUSEs from the whole run.
  const length = all.map((row) => chainAt(view, row).length);
  const deep = all.toSorted((a, b) => length[b] - length[a] || a - b);
  const some = [...deep.slice(0, SEVERAL / 2), ...all.filter((row) => row % Math.ceil(all.length / 12) === 0)];

  test("the drawn root, the highlighted root and the end of the chain are one port", () => {
    expect(some.length).toBeGreaterThanOrEqual(SEVERAL);
    for (const row of some) {
      const chain = chainAt(view, row);
      const { egress_port: port } = chain[chain.length - 1];
      expect({ row, root: treeLayout(view, row).root }).toEqual({ row, root: port });
      expect(portName(view.fabric, litTree(view, row).root)).toBe(port);
    }
  });

  test("every curve leads from the PAUSE that caused the other, and none to a PAUSE whose cause has ended", () => {
    for (const row of some) {
      const { drawn, rootY } = treeLayout(view, row);
      expect(drawn.some(({ pause }) => pause === row)).toBe(true);
      for (const { pause, from, y } of drawn) {
        if (pause < 0) continue;
        const cause = pauses.causedBy[pause];
        // The curve of a PAUSE without a cause begins at the root. If the cause of a PAUSE is no longer in effect, the
        // PAUSE has no curve.
        const parent = cause < 0 ? { y: rootY } : drawn.find((one) => one.pause === cause);
        expect({ row, pause, y: from?.y }).toEqual({ row, pause, y: parent?.y });
        expect(Number.isFinite(y)).toBe(true);
      }
    }
  });

  test("xoff why names the same root for each of them", () => {
    const chains = some.map((row) => chainAt(view, row));
    const roots = rootsOf(scenario, chains, view.summary.simulated_ns);
    some.forEach((row, k) => {
      expect({ row, root: roots[k].name }).toEqual({ row, root: treeLayout(view, row).root });
    });
  });
});

test("one run for several questions names the roots that each question alone names", () => {
  const scenario = text(8, "60us");
  const view = ran(scenario);
  const chains = [0, 5, 10].map((row) => chainAt(view, row));
  const alone = chains.map((chain) => whyPaused(scenario, chain, view.summary.simulated_ns).root);
  expect(rootsOf(scenario, chains, view.summary.simulated_ns).map(rootNames)).toEqual(alone.map(rootNames));
});

const rootNames = ({ name, flows }: Why["root"]): object => ({ name, flows });
