/**
 * The congestion trees of the studio on fabrics with several tiers. The drawing, the highlighted ports and `xoff why` must
 * name the same root for 24 PAUSEs of each fabric. Each drawn edge must lead from a PAUSE to one that it caused.
 */
import { describe, expect, test } from "vitest";
import { readScenario, runSync, whyPaused } from "xoff";
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

describe.each([
  ["128 hosts", text(8, "250us"), 24],
  ["1,024 hosts", text(16, "90us"), 3],
])("%s", (_, scenario, asked) => {
  const view = ran(scenario);
  const { pauses } = view;
  const all = Array.from(pauses.port.keys());
  // The PAUSEs with the longest chains, which have most to get wrong, and others from the whole run.
  const deep = all.toSorted((a, b) => chainAt(view, b).length - chainAt(view, a).length || a - b);
  const some = [...deep.slice(0, SEVERAL / 2), ...all.filter((row) => row % Math.ceil(all.length / 12) === 0)];

  test("the drawn root, the highlighted root and the end of the chain are one port", () => {
    expect(some.length).toBeGreaterThanOrEqual(Math.min(SEVERAL, all.length));
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
        // Without a cause a PAUSE follows from the root. If its cause is no longer in effect, it has no curve.
        const parent = cause < 0 ? { y: rootY } : drawn.find((one) => one.pause === cause);
        expect({ row, pause, y: from?.y }).toEqual({ row, pause, y: parent?.y });
        expect(Number.isFinite(y)).toBe(true);
      }
    }
  });

  test("xoff why names the same root", () => {
    for (const row of some.slice(0, asked)) {
      const chain = chainAt(view, row);
      const { root } = whyPaused(scenario, chain, view.summary.simulated_ns);
      expect({ row, root: `${root.node}-${root.peer}` }).toEqual({ row, root: treeLayout(view, row).root });
    }
  });
});
