/** cross/lb-x-cc: every load balancer under every sender, with PFC on. */
import { defineExperiment } from "../experiment.ts";
import { chosenForFabrics, crossRow, crossScenario, type CrossRow } from "./fabrics.ts";
import { CELL, concludePairs, pairChosen, SEEDS } from "./pairs.ts";
import { balancerNames, chosenForRoles, gridOf, senderNames, type Combination } from "./roles.ts";

type Key = Combination & Record<string, string>;

export const lbXCc = defineExperiment<Key, CrossRow>({
  id: "cross/lb-x-cc",
  title: "Load balancers under every congestion control",
  asks: "PLB was shown over DCQCN. Under which senders do load balancers still gain over ECMP, and which of them most?",
  chosen: [...chosenForRoles, ...chosenForFabrics, ...pairChosen],
  seeds: SEEDS,
  trials: (scale) =>
    gridOf(["DT"], senderNames, balancerNames).map((key) => ({
      key: { ...key },
      scenario: crossScenario(CELL, key, scale),
    })),
  row: crossRow,
  conclude: (done) =>
    concludePairs(done, {
      across: { names: senderNames, of: ({ sender }) => sender, title: "congestion control" },
      compared: { names: balancerNames, of: ({ balancer }) => balancer, title: "load balancer", base: "ECMP" },
      papers: ["PLB"],
    }),
});
