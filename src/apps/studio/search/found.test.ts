import { expect, test } from "vitest";
import { readScenario, runSync } from "xoff";
import { fabricOf } from "../lab/fabric.ts";
import { viewOf } from "../lab/view-of.ts";
import { found } from "./found.ts";

const text = JSON.stringify({
  ...{ seed: 1, until: "20us", topology: { kind: "leaf-spine", leaves: 2, spines: 2, hostsPerLeaf: 6 } },
  traffic: [
    { kind: "flows", list: Array.from({ length: 5 }, (_, k) => ({ from: `h${k}`, to: `h${k + 6}`, size: "10KB" })) },
  ],
});
const scenario = readScenario(text);
const view = viewOf({ ...runSync(text), threads: { count: 1 } }, fabricOf(scenario.wiring), scenario);

test("an exact name comes first", () => {
  expect(found(view, "h1")[0]).toMatchObject({ kind: "host", name: "h1" });
  expect(found(view, "leaf0-spine1")[0]).toMatchObject({ kind: "port", name: "leaf0-spine1" });
  expect(found(view, "3")[0]).toMatchObject({ kind: "flow", number: 3 });
});

test("a flow is found by both of its hosts", () => {
  const { source, destination } = view.flows;
  const [from, to] = [view.fabric.names[source[2]], view.fabric.names[destination[2]]];
  expect(found(view, `${from} ${to}`)).toContainEqual({ kind: "flow", number: 2, name: `2: ${from} → ${to}` });
});

test("nothing is found for an empty text, or for an unknown name", () => {
  expect(found(view, " ")).toEqual([]);
  expect(found(view, "nothing")).toEqual([]);
});
