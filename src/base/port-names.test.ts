import { expect, test } from "vitest";
import { portNames, portsByName } from "./port-names.ts";

const nodes = ["a", "s", "s", "s", "t", "t"];
const peers = ["s", "a", "t", "t", "s", "s"];

test("the second of two links is #2 from either end", () => {
  expect(portNames(nodes, peers)).toEqual(["a-s", "s-a", "s-t", "s-t#2", "t-s", "t-s#2"]);
});

test("a name stands for a node, for all links between two, or for one of them", () => {
  const ports = portsByName(nodes, peers);
  expect([ports.get("s"), ports.get("s-t"), ports.get("s-t#1"), ports.get("s-t#2"), ports.get("t-s#2")]).toEqual([
    ...[[1, 2, 3], [2, 3], [2], [3], [5]],
  ]);
});
