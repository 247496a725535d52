/**
 * cross/lb-asymmetry: the cost of failed or slow uplinks of one leaf, under each load balancer of plb/fig7. PLB's paper,
 * the source of plb/fig7, has no such figure.
 */
import * as xoff from "../experiment.ts";
import * as fabric from "../plb/load-balancers.ts";
import { balancerNames, type Balancer } from "../plb/load-balancers.ts";
import { plb, webServerOf } from "../plb/readings.ts";

/** The failed and slow links of leaf0 in each case. */
const CASES = {
  whole: {},
  "one failed": { fail: ["leaf0-spine0"] },
  "two failed": { fail: ["leaf0-spine0", "leaf0-spine1"] },
  "one at 10G": { slow: ["leaf0-spine0, 10Gbps"] },
} as const;
type Case = keyof typeof CASES;
const cases = Object.keys(CASES) as Case[];

/** The time in which flows begin, ms. */
const LENGTH = { quick: 1, paper: 20 };

const times: xoff.Show = (value) => `x${value.toFixed(2)}`;

export const lbAsymmetry = xoff.defineFigure({
  id: "cross/lb-asymmetry",
  title: "Load balancers on an asymmetric fabric",
  asks: "One leaf loses one or two of its uplinks, or one uplink is slower. How much longer are completion times under each load balancer?",
  readings: plb,
  seeds: { quick: 2, paper: 5 },
  chosen: [
    ...fabric.chosenForBalancers,
    "The fabric is that of plb/fig7. The traffic is its Web Server workload at load .5 of the whole fabric. The changed links are those from leaf0 to spine0 and spine1.",
  ],
  trials: (scale, reading) =>
    xoff.trialsOver({ balancer: balancerNames, links: cases }, ({ balancer, links }) => {
      const flows = { cdf: webServerOf(reading), load: 0.5, ms: LENGTH[scale] };
      return fabric.balancerScenario({ balancer, scale, reading, ...flows, ...CASES[links] });
    }),
  row: fabric.completion,
  plots: (runs) =>
    (["average", "p99"] as const).map((what) =>
      xoff.barPlot(`${what} FCT`, "uplinks of leaf0", "FCT, ms", balancerNames, cases, (balancer, links) =>
        runs.of({ balancer, links }, what),
      ),
    ),
  claims(runs) {
    /** The average FCT with these links, divided by that without failed and slow links. */
    const worse = (balancer: Balancer, links: Case): xoff.Sample => {
      const [one, whole] = [links, "whole" as const].map((each) => runs.of({ balancer, links: each }, "average"));
      return xoff.combine(balancer, one, whole, (a, b) => a / b);
    };
    const each = balancerNames.map(
      (name) => `${name}: ${xoff.withInterval(xoff.estimateOf(worse(name, "one at 10G")), times)}`,
    );
    const said = { paper: "not shown", standing: "ours" as const };
    return [
      xoff.order("slow", {
        ...said,
        claim: "A slower uplink slows CONGA, which measures load, less than ECMP",
        judged: xoff.below(worse("CONGA", "one at 10G"), worse("ECMP", "one at 10G"), times),
        context: each.join(", "),
      }),
      xoff.order("failed", {
        ...said,
        claim: "Two failed uplinks of four or eight slow down every scheme",
        judged: balancerNames.map((name) => xoff.atLeast(worse(name, "two failed"), 1, times)),
      }),
    ];
  },
});
