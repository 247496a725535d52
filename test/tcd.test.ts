/** Tests TCD in a network: marks of an incast, marks by its PAUSEs, and marks after its end. */
import { expect, test } from "vitest";
import { CONGESTED, UNDETERMINED, UNMARKED } from "../src/contracts/detection.ts";
import { defaults } from "../src/base/params.ts";
import { policies } from "../src/policies/policies.ts";
import type { Wiring } from "../src/contracts/topology.ts";
import { gbps, ms, us } from "../src/base/units.ts";
import { flow } from "./lab-bench.ts";
import { tiny } from "./tiny-network.ts";

/**
 *   h0 40G  --+              +-- 40G h2
 *            sw5 -- 100G -- sw6 -- 100G h3
 *   h1 40G  --+              +-- 40G h4
 */
const link = (a: number, b: number, rate: number): Wiring["links"][number] => ({
  a,
  b,
  rate: gbps(rate),
  delay: us(1),
});
const chain: Wiring = {
  names: ["h0", "h1", "h2", "h3", "h4", "sw5", "sw6"],
  isSwitch: [false, false, false, false, false, true, true],
  links: [link(0, 5, 40), link(1, 5, 40), link(5, 6, 100), link(6, 2, 40), link(6, 3, 100), link(6, 4, 40)],
};

/** The marks that a flow's ACKs carry, without repetitions of the same mark. */
function run(): number[][] {
  const { tcd } = policies.detection;
  const marks: number[][] = [[], [], []];
  // h0 and h4 together send more to h2 than its link can carry. The packets of h1 to h3 only share the trunk with those
  // of h0.
  const { network } = tiny(chain, [flow(0, 2, 3_000_000), flow(1, 3, 10_000_000), flow(4, 2, 3_000_000)], {
    detection: [(view) => tcd.create(defaults(tcd.params), view)],
    congestion: () => ({
      onStart: () => undefined,
      onAck: (of, _ack, mark) => {
        if (marks[of].at(-1) !== mark) marks[of].push(mark);
      },
    }),
  });
  network.run(ms(10));
  return marks;
}

test("a flow that shares the paused trunk is unmarked, undetermined during PAUSEs, unmarked again; never congested", () => {
  expect(run()[1]).toEqual([UNMARKED, UNDETERMINED, UNMARKED]);
});

test("flows into the slow link are congested to the end, also through the paused trunk; the last flow alone is undetermined", () => {
  const [far, , near] = run();
  expect(near).toEqual([UNMARKED, CONGESTED]);
  expect(far).toEqual([UNMARKED, CONGESTED, UNDETERMINED]);
});
