/** cross/lb-asymmetry: what a leaf with fewer or slower uplinks costs under each load balancer; plb has no such figure. */
import { mean, order } from "../claims-by-means.ts";
import { defineExperiment } from "../contract.ts";
import {
  balancerNames,
  balancerScenario,
  chosenForBalancers,
  completion,
  type Balancer,
  type Completion,
} from "../plb/load-balancers.ts";

/** Links of leaf0, by what becomes of them. */
const CASES = {
  whole: {},
  "one failed": { fail: ["leaf0-spine0"] },
  "two failed": { fail: ["leaf0-spine0", "leaf0-spine1"] },
  "one at 10G": { slow: ["leaf0-spine0, 10Gbps"] },
} as const;
type Case = keyof typeof CASES;
const cases = Object.keys(CASES) as Case[];

/** ms in which flows begin. */
const LENGTH = { quick: 4, paper: 50 };

interface Key extends Record<string, string | number> {
  readonly balancer: Balancer;
  readonly links: Case;
}

export const lbAsymmetry = defineExperiment<Key, Completion>({
  id: "cross/lb-asymmetry",
  title: "Load balancers on a fabric that is not symmetric",
  asks: "One leaf loses one or two of its uplinks, or one of them is slower. What does each load balancer make of it?",
  chosen: [
    ...chosenForBalancers,
    "The fabric is plb/fig7's, the traffic fb-webserver-all-parsimon at load .5 of the whole fabric; the links are leaf0's to spine0 and spine1.",
  ],
  seeds: { quick: 2, paper: 5 },
  trials: (scale) =>
    balancerNames.flatMap((balancer) =>
      cases.map((links) => ({
        key: { balancer, links },
        scenario: balancerScenario({
          balancer,
          scale,
          cdf: "fb-webserver-all-parsimon",
          load: 0.5,
          ms: LENGTH[scale],
          ...CASES[links],
        }),
      })),
    ),
  row: completion,

  conclude(done) {
    const of = (balancer: Balancer, links: Case, what: keyof Completion): number =>
      mean(done.filter(({ key }) => key.balancer === balancer && key.links === links).map(({ row }) => row[what]));
    const plots = (["average", "p99"] as const).map((what) => ({
      title: `${what} FCT`,
      x: `uplinks of leaf0 (${cases.map((links, k) => `${k + 1}: ${links}`).join(", ")})`,
      y: "ms",
      lines: balancerNames.map((name) => ({
        name,
        points: cases.map((links, k) => [k + 1, of(name, links, what)] as const),
      })),
    }));
    const worse = (balancer: Balancer, links: Case): number =>
      of(balancer, links, "average") / of(balancer, "whole", "average");
    return {
      plots,
      claims:
        done.length === 0
          ? []
          : [
              order(
                {
                  id: "slow",
                  claim: "A slower uplink costs CONGA, which measures, less than ECMP, which does not",
                  paper: "not shown",
                },
                balancerNames.map((name) => `${name} x${worse(name, "one at 10G").toFixed(2)}`).join(", "),
                worse("CONGA", "one at 10G") < worse("ECMP", "one at 10G"),
              ),
              order(
                {
                  id: "failed",
                  claim: "Two failed uplinks of four or eight slow every scheme down",
                  paper: "not shown",
                },
                balancerNames.map((name) => `${name} x${worse(name, "two failed").toFixed(2)}`).join(", "),
                balancerNames.every((name) => worse(name, "two failed") > 1),
              ),
            ],
    };
  },
});
