/**
 * Tests traces in GOAL and in Chakra's format. A ring in a trace takes as long as the ring of `collective`. Errors name
 * their line.
 */
import { expect, test } from "vitest";
import { parseChakra } from "../src/formats/chakra/nodes.ts";
import { chakraToGoal } from "../src/formats/chakra/to-goal.ts";
import { parseWorkload } from "../src/formats/simai/workload.ts";
import { workloadToGoal } from "../src/formats/simai/workload-to-goal.ts";
import { experiment, readScenario } from "../src/run/lab/lab.ts";
import { chakraBytes } from "./chakra.ts";

const idle = (traffic: object) =>
  readScenario(
    JSON.stringify({
      until: "done",
      limit: "1s",
      topology: { kind: "star", hosts: 4, rate: "100Gbps", delay: "1us" },
      switch: { memory: "1GB" },
      traffic: [traffic],
      policies: { link: "none", congestion: "none" },
    }),
    "idle.yaml",
  );

/**
 * A ring of `ranks` that passes on `bytes` in `steps` steps. A rank begins a step when it has received the data of the
 * previous step and its previous send has left.
 */
function ring(ranks: number, steps: number, bytes: number): string {
  const blocks = Array.from({ length: ranks }, (_, rank) => {
    const lines = Array.from({ length: steps }, (_, step) => [
      `s${step}: send ${bytes}b to ${(rank + 1) % ranks} tag ${step}`,
      `r${step}: recv ${bytes}b from ${(rank + ranks - 1) % ranks} tag ${step} // from the one before`,
      ...(step === 0 ? [] : [`s${step} requires r${step - 1}`, `s${step} requires s${step - 1}`]),
    ]);
    return `rank ${rank} {\n${lines.flat().join("\n")}\n}\n`;
  });
  return `num_ranks ${ranks}\n/* a ring,\nin steps */\n${blocks.join("")}`;
}

const timeOf = (traffic: object): number => {
  const { summary } = experiment(idle(traffic));
  expect(summary.ending).toBe("all flows are done");
  return summary.collectives?.[0].time_max_ns ?? NaN;
};

test("a ring all-gather takes as long as the collective, to the picosecond", () => {
  const collective = timeOf({ kind: "collective", operation: "all-gather", size: "400KB" });
  expect(timeOf({ kind: "trace", goal: ring(4, 3, 100_000) })).toBe(collective);
});

test.each([
  ["all-reduce-ring", 0, 400_000],
  ["all-gather", 2, 100_000],
  ["all-to-all", 6, 400_000],
  ["reduce-scatter", 7, 400_000],
])("%s in a Chakra trace takes as long as the collective", (operation, comm_type, comm_size) => {
  const bytes = chakraBytes([{ id: 5, type: 7, attributes: { comm_type, comm_size } }]);
  const traces = Array.from({ length: 4 }, (_, rank) => parseChakra(bytes, `job.${rank}.et`));
  const collective = timeOf({ kind: "collective", operation, size: "400KB" });
  expect(timeOf({ kind: "trace", goal: chakraToGoal(traces).text })).toBe(collective);
});

test.each([
  ["all-reduce-ring", "ALLREDUCE"],
  ["all-gather", "ALLGATHER"],
  ["reduce-scatter", "REDUCESCATTER"],
])("%s in a SimAI workload takes as long as the collective", (operation, type) => {
  const text = `HYBRID_TRANSFORMER model_parallel_NPU_group: 4 ep: 1\n1\nlayer -1 0 ${type} 400000 0 NONE 0 0 NONE 0 0`;
  const goal = workloadToGoal(parseWorkload(text, "w.txt"), 4, 4).text;
  const collective = timeOf({ kind: "collective", operation, size: "400KB" });
  expect(timeOf({ kind: "trace", goal })).toBe(collective);
});

test("an operation waits for the end of a computation that it requires, or only for its start", () => {
  const goal = (how: string): string =>
    `num_ranks 2\nrank 0 {\nl1: calc 5000\nl2: send 1000b to 1\nl2 ${how} l1\n}\nrank 1 { recv 1000b from 0 }`;
  const start = (how: string): number => {
    const { tables } = experiment(idle({ kind: "trace", goal: goal(how), start: "2us" }));
    return tables.flows.columns.start_ns[0];
  };
  expect(start("requires")).toBe(7000);
  expect(start("irequires")).toBe(2000);
});

const two = (rank0: string, rank1: string): string => `num_ranks 2\nrank 0 {\n${rank0}\n}\nrank 1 {\n${rank1}\n}\n`;

test.each([
  ["", "num_ranks"],
  ["num_ranks 2\nrank 2 {\n}", "2"],
  ["num_ranks 2\nrank 0 {\nl1: calc 5", '"}"'],
  [two("send 5b to 1", "recv 5b from 0 tag 1"), "goal:3: expected a recv in rank 1"],
  [two("calc 1", "recv 5b from 0"), "goal:6: expected a send to rank 1 from 0"],
  [two("recv 5b from -1", "send 5b to 0"), "one rank and one tag"],
  [two("l1: send 5b to 1\nl1 requires l2", "recv 5b from 0"), "goal:4"],
  [two("l1: send 5b from 1", "recv 5b from 0"), "goal:3"],
  [
    two("a: recv 1b from 1\nb: send 1b to 1\nb requires a", "a: recv 1b from 0\nb: send 1b to 0\nb requires a"),
    "itself",
  ],
  [two("calc 1", "calc 1"), "at least one message"],
])("%j is an error", (goal, message) => {
  expect(() => idle({ kind: "trace", goal })).toThrow(message);
});
