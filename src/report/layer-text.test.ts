import { expect, test } from "vitest";
import { experiment, readScenario } from "../run/lab/lab.ts";
import { parseWorkload } from "../formats/simai/workload.ts";
import { workloadToGoal } from "../formats/simai/workload-to-goal.ts";
import { layersOfTraces } from "./page/layers.ts";
import { layerText } from "./layer-text.ts";

/** Two all-reduces of 1 MB and one of 2 MB between two ranks. The last of 11 layers has no communication. */
const layers = [
  "a -1 1000 ALLREDUCE 1000000 0 NONE 0 0 NONE 0 0",
  "b -1 2000 ALLREDUCE 1000000 0 ALLREDUCE 2000000 0 NONE 0 0",
  ...Array.from({ length: 11 }, () => "c -1 500 NONE 0 0 NONE 0 0 NONE 0 0"),
];
const header = "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 ep: 1";
const { text: goal } = workloadToGoal(parseWorkload([header, layers.length, ...layers].join("\n"), "w.txt"), 2, 2);
const scenario = readScenario(
  JSON.stringify({
    ...{ until: "done", limit: "1s", policies: { congestion: "none" } },
    ...{ topology: { kind: "star", hosts: 2, rate: "100Gbps", delay: "1us" }, switch: { memory: "32MiB" } },
    traffic: [{ kind: "trace", goal }],
  }),
  "two.yaml",
);
const results = experiment(scenario);

test("the text adds up passes by layer and collectives by kind and size, most exposed first", () => {
  const lines = layerText(results).split("\n");
  expect(lines.map((line) => line.split(/ {2,}/)[0])).toEqual([
    ...["layer", "1 b", "0 a", ...[2, 3, 4, 5, 6, 7, 8, 9].map((layer) => `${layer} c`)],
    ...["whole trace, 2 ranks", "and 3 more layers", "", "collective", "all-reduce (TP)", "all-reduce (TP)"],
  ]);
  const { traces } = results.summary;
  expect(traces?.[0].compute_ns).toBe(1000 + 2000 + 11 * 500);
  expect(lines.find((line) => line.startsWith("whole"))).toMatch(/ 8,500 ns /);
  // Two of the collectives have 1 MB, and one has 2 MB.
  expect(lines.filter((line) => line.startsWith("all-reduce")).map((line) => line.split(/ {2,}/).slice(1, 4))).toEqual([
    ["1 MB", "2", "2"],
    ["2 MB", "2", "1"],
  ]);
});

test("the report has the same tables", () => {
  const page = layersOfTraces({ label: "", settings: {}, ...results })?.text ?? "";
  expect(page.match(/<tr/g)).toHaveLength(1 + 13 + 1 + 1 + 2);
});
