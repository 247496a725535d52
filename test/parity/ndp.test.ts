/**
 * NDP agrees with htsim (csg-htsim, `htsim_ndp`): completions within 5%, and trimmed packets within 15%.
 *
 * Options of htsim: `-mtu 4000 -cwnd 50 -q 8 -strat ecmp_host -paths 64`. Its queue has 8 * 4,000 B for packets of 4,064 B, the packet on the
 * wire included. Its pulls have 0.99 of the link's rate.
 */
import { test } from "vitest";
import { expectAgreement, meanOf, type Case } from "./htsim-runs.ts";

const SETTING = `
packet: { payload: 4000B, sizes: htsim }
policies:
  transport: { name: ndp, initialWindow: 50, paths: 64, pullRate: 0.99 }
  buffer: { name: trim, queue: ${8 * 4000}B, wire: counted, victim: random }
  headroom: none
  link: none
  scheduling: strict`;

const cases: Record<string, Case> = {
  incast15: {
    ...{ k: 4, seeds: 2, trimmed: 716 },
    ...{ mean: meanOf(244.3, 245.7, 245.2), last: meanOf(268.0, 264.7, 265.4) },
  },
  incast64: {
    ...{ k: 8, seeds: 1, trimmed: meanOf(1772, 1782, 1781) },
    ...{ mean: meanOf(542.4, 546.0, 543.5), last: meanOf(622.3, 622.2, 627.3) },
  },
  perm16: {
    ...{ k: 4, seeds: 3, perSeed: 2, trimmed: meanOf(155, 156, 197) },
    ...{ mean: meanOf(187.6, 189.4, 191.3), last: meanOf(211.5, 201.3, 207.5) },
  },
  perm128: {
    ...{ k: 8, seeds: 1, trimmed: meanOf(4297, 4119, 3901) },
    ...{ mean: meanOf(207.4, 207.4, 207.1), last: meanOf(226.2, 221.3, 220.8) },
  },
};

test.each(Object.entries(cases))("%s", (name, expected) => {
  expectAgreement(name, expected, SETTING);
});
