/**
 * EQDS agrees with htsim (csg-htsim, `htsim_eqds`): completions within 5%, and trimmed packets within 15%.
 *
 * Options of htsim: `-mtu 4000 -cwnd 50 -q 50 -strat ecmp_host -paths 64`. The MTU includes the header, so a queue has 50 packets of 4,000 B
 * with the one on the wire. A pull of 4,096 B takes 0.99 of the time of 4,096 + 64 + 38 B. The numbers of
 * trimmed packets have a standard deviation of 26 (perm16) and 122 (perm128) over seeds.
 */
import { test } from "vitest";
import { expectAgreement, meanOf, type Case } from "./htsim-runs.ts";

const SETTING = `
packet: { payload: 3936B, sizes: htsim }
policies:
  transport: { name: eqds, window: ${50 * 4000}B, paths: 64, pullRate: ${4096 / (0.99 * (4096 + 64 + 38))} }
  buffer: { name: trim, queue: ${50 * 4000}B, wire: counted, victim: random }
  headroom: none
  link: none
  scheduling: strict`;

const cases: Record<string, Case> = {
  incast15: {
    ...{ k: 4, seeds: 2, trimmed: meanOf(604, 605, 606) },
    ...{ mean: meanOf(242.5, 241.4, 240.5), last: meanOf(254.8, 256.6, 256.3) },
  },
  perm16: {
    ...{ k: 4, seeds: 3, perSeed: 2, trimmed: meanOf(83, 23, 27), spread: 26 },
    ...{ mean: meanOf(187.8, 189.1, 188.3), last: meanOf(206.6, 201.0, 198.0) },
  },
  perm128: {
    ...{ k: 8, seeds: 2, trimmed: meanOf(964, 775, 931), spread: 122 },
    ...{ mean: meanOf(201.5, 199.9, 200.3), last: meanOf(213.3, 218.9, 213.5) },
  },
};

test.each(Object.entries(cases))("%s", (name, expected) => {
  expectAgreement(name, expected, SETTING);
});
