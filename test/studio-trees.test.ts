/**
 * The congestion trees of the studio on fabrics with several tiers. The drawing, the highlighted ports and `xoff why` must
 * name the same root for 24 PAUSEs of each fabric. Each drawn edge must lead from a PAUSE to one that it caused.
 */
import { describe, expect, test } from "vitest";
import { whyPaused, type Why } from "xoff";
import { portName } from "../src/apps/studio/measure/ports.ts";
import { chainAt, litTree } from "../src/apps/studio/why/congestion-tree.ts";
import { treeLayout } from "../src/apps/studio/why/tree-layout.ts";
import { fatTree, rootsOf, SEVERAL, somePauses, viewIn } from "./pause-trees.ts";

/** Width in px that the pane leaves to a drawing: 24rem of 14 px, without padding, border and scroll bar. */
const PANE = 290;

describe.each([
  ["128 hosts", fatTree(8, "250us")],
  ["1,024 hosts", fatTree(16, "90us")],
])("%s", (_, scenario) => {
  const view = viewIn(scenario);
  const { pauses } = view;
  const some = somePauses(view);

  test("the drawn root, the highlighted root and the end of the chain are one port", () => {
    expect(new Set(some).size).toBe(SEVERAL);
    for (const row of some) {
      const chain = chainAt(view, row);
      const { egress_port: port } = chain[chain.length - 1];
      expect({ row, root: treeLayout(view, row).root }).toEqual({ row, root: port });
      expect(portName(view.fabric, litTree(view, row).root)).toBe(port);
    }
  });

  test("every edge leads from the PAUSE that caused the other, and none to a PAUSE whose cause has ended", () => {
    for (const row of some) {
      const { drawn, rootAt } = treeLayout(view, row);
      expect(drawn.some(({ pause }) => pause === row)).toBe(true);
      for (const { pause, from, y } of drawn) {
        if (pause < 0) continue;
        const cause = pauses.causedBy[pause];
        // The edge of a PAUSE without a cause begins at the root. If the cause of a PAUSE is no longer in effect, no edge
        // leads to the PAUSE.
        const parent = cause < 0 ? rootAt : drawn.find((one) => one.pause === cause);
        expect({ row, pause, y: from?.y }).toEqual({ row, pause, y: parent?.y });
        expect(Number.isFinite(y)).toBe(true);
      }
    }
  });

  test("no drawing is wider than the pane of explanations at 1280 x 720", () => {
    for (const row of pauses.port.keys()) expect(treeLayout(view, row).width).toBeLessThan(PANE);
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
  const scenario = fatTree(8, "60us");
  const view = viewIn(scenario);
  const chains = [0, 5, 10].map((row) => chainAt(view, row));
  const alone = chains.map((chain) => whyPaused(scenario, chain, view.summary.simulated_ns).root);
  expect(rootsOf(scenario, chains, view.summary.simulated_ns).map(rootNames)).toEqual(alone.map(rootNames));
});

const rootNames = ({ name, flows }: Why["root"]): object => ({ name, flows });
