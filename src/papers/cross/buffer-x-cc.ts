/** cross/buffer-x-cc: every buffer scheme under every sender, which the papers kept apart: who needs which? */
import { defineExperiment } from "../experiment.ts";
import { chosenForFabrics, crossRow, crossScenario, type CrossRow } from "./fabrics.ts";
import { CELL, concludePairs, pairChosen, SEEDS } from "./pairs.ts";
import { bufferNames, chosenForRoles, gridOf, senderNames, type Combination } from "./roles.ts";

type Key = Combination & Record<string, string>;

export const bufferXCc = defineExperiment<Key, CrossRow>({
  id: "cross/buffer-x-cc",
  title: "Buffer schemes under every congestion control",
  asks: "SPFC and DSH were shown over DCQCN, TIMELY and PowerTCP. Under which senders do they still gain, and is there a sender that makes them needless?",
  chosen: [...chosenForRoles, ...chosenForFabrics, ...pairChosen],
  seeds: SEEDS,
  trials: (scale) =>
    gridOf(bufferNames, senderNames, ["ECMP"]).map((key) => ({
      key: { ...key },
      scenario: crossScenario(CELL, key, scale),
    })),
  row: crossRow,
  conclude: (done) =>
    concludePairs(done, {
      across: { names: senderNames, of: ({ sender }) => sender, title: "congestion control" },
      compared: { names: bufferNames, of: ({ buffer }) => buffer, title: "buffer scheme", base: "DT" },
      papers: ["SPFC", "DSH", "SPFC over DSH"],
    }),
});
