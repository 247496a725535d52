/** cross/lb-x-cc: every load balancer under every sender, with PFC on. */
import { defineExperiment } from "../../entry/experiment.ts";
import { chosenForFabrics, crossRow, crossScenario, type CrossRow } from "./fabrics.ts";
import { concludePairs, pairChosen, SEEDS } from "./pairs.ts";
import { balancers, chosenForRoles, gridOf, senders, type Balancer, type Combination, type Sender } from "./roles.ts";

type Key = Combination & Record<string, string>;

const balancerNames = Object.keys(balancers) as Balancer[];
const senderNames = Object.keys(senders) as Sender[];
const CELL = { fabric: "leaf-spine", workload: "Hadoop + fan-in" } as const;

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
