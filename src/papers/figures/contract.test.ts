import { expect, test } from "vitest";
import { met } from "./claims.ts";
import { defineExperiment } from "./contract.ts";

test("a figure with two claims of one id is refused: each would count", () => {
  const claim = met("so", { claim: "one is one", paper: "1", holds: true, ours: "1" });
  const figure = defineExperiment({
    id: "fig/twice",
    title: "Twice",
    asks: "Does each claim count once?",
    seeds: { quick: 1, paper: 1 },
    readings: {},
    chosen: [],
    trials: () => [],
    row: () => 0,
    conclude: () => ({ plots: [], claims: [claim, claim] }),
  });
  expect(() => figure.conclude([], "quick")).toThrow(/claims of fig\/twice: expected an id for each claim, got "so"/);
});
