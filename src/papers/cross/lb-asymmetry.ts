/** cross/lb-asymmetry: what a leaf with fewer or slower uplinks costs under each load balancer; plb has no such figure. */
import {
  allOf,
  atLeast,
  below,
  combine,
  defineExperiment,
  estimateOf,
  order,
  pointOf,
  sample,
  type Sample,
  type Show,
  withInterval,
} from "../experiment.ts";
import {
  balancerNames,
  balancerScenario,
  chosenForBalancers,
  completion,
  type Balancer,
  type Completion,
} from "../plb/load-balancers.ts";
import { plb, webServerOf } from "../plb/readings.ts";

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
const LENGTH = { quick: 1, paper: 20 };

interface Key extends Record<string, string | number> {
  readonly balancer: Balancer;
  readonly links: Case;
}

export const lbAsymmetry = defineExperiment<Key, Completion, typeof plb>({
  id: "cross/lb-asymmetry",
  title: "Load balancers on a fabric that is not symmetric",
  asks: "One leaf loses one or two of its uplinks, or one of them is slower. What does each load balancer make of it?",
  chosen: [
    ...chosenForBalancers,
    "The fabric is plb/fig7's, the traffic its Web Server at load .5 of the whole fabric; the links are leaf0's to spine0 and spine1.",
  ],
  readings: plb,
  seeds: { quick: 2, paper: 5 },
  trials: (scale, reading) =>
    balancerNames.flatMap((balancer) =>
      cases.map((links) => ({
        key: { balancer, links },
        scenario: balancerScenario({
          balancer,
          scale,
          reading,
          cdf: webServerOf(reading),
          load: 0.5,
          ms: LENGTH[scale],
          ...CASES[links],
        }),
      })),
    ),
  row: completion,

  conclude(done) {
    const of = (balancer: Balancer, links: Case, what: "average" | "p99"): Sample =>
      sample(
        balancer,
        done,
        (key) => key.balancer === balancer && key.links === links,
        (row) => row[what],
      );
    const plots = (["average", "p99"] as const).map((what) => ({
      title: `${what} FCT`,
      ...{ x: "uplinks of leaf0", y: "FCT, ms", bins: cases },
      lines: balancerNames.map((name) => ({
        name,
        points: cases.map((links, k) => pointOf(k, of(name, links, what))),
      })),
    }));
    /** Times as long as on the whole fabric. */
    const worse = (balancer: Balancer, links: Case): Sample =>
      combine(balancer, of(balancer, links, "average"), of(balancer, "whole", "average"), (a, b) => a / b);
    const listed = (links: Case): string =>
      balancerNames.map((name) => `${name} ${withInterval(estimateOf(worse(name, links)), times)}`).join(", ");
    const said = { paper: "not shown", standing: "ours" as const };
    return {
      plots: done.length === 0 ? [] : plots,
      claims:
        done.length === 0
          ? []
          : [
              order(
                {
                  ...{ id: "slow", ...said },
                  claim: "A slower uplink costs CONGA, which measures, less than ECMP, which does not",
                },
                below(worse("CONGA", "one at 10G"), worse("ECMP", "one at 10G"), times),
                listed("one at 10G"),
              ),
              order(
                { ...{ id: "failed", ...said }, claim: "Two failed uplinks of four or eight slow every scheme down" },
                allOf(balancerNames.map((name) => atLeast(worse(name, "two failed"), 1, times))),
              ),
            ],
    };
  },
});

const times: Show = (value) => `x${value.toFixed(2)}`;
