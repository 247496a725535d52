import { expect, test } from "vitest";

import { create } from "../policies/topology/file.ts";
import { ScenarioError } from "./error.ts";
import { readTopologyFile } from "./topology-file.ts";

const text = "3 1 2\n1\n0 1 100Gbps 1000ns 0\n1 2 25Gbps 0.002ms 0.01\n";

test("node 1 is switch s1, the others are hosts h0 and h2; units and error rates carry over", () => {
  const { names, isSwitch, links } = create(
    readTopologyFile({ text, file: "topology.txt" }, (warning) => expect.fail(warning)),
  );
  expect(names).toEqual(["h0", "h2", "s1"]);
  expect(isSwitch).toEqual([false, false, true]);
  expect(links).toEqual([
    { a: 0, b: 2, rate: 100e9, delay: 1e6 },
    { a: 2, b: 1, rate: 25e9, delay: 2e6, frameErrorRate: 0.01 },
  ]);
});

test("a mistake in the file has its place in that file", () => {
  const read = () => readTopologyFile({ text: text.replace("25Gbps", "25Gbs"), file: "topology.txt" }, () => {});
  expect(read).toThrow(ScenarioError);
  expect(read).toThrow('topology.txt:4:5: expected a rate such as 100Gbps, got "25Gbs". Units are Gbps');
});
