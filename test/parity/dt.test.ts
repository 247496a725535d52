/** Tests HPCC's simulator with the threshold of DT, alpha 2. Under it, these flows lead to a deadlock. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseConfig } from "../../src/formats/hpcc/config.ts";
import { parseFlows } from "../../src/formats/hpcc/flows.ts";
import { parseTopology } from "../../src/formats/hpcc/topology.ts";
import { runNs3 } from "../../src/run/lab/lab.ts";
import { fctText, pfcText } from "../../src/report/hpcc-outputs.ts";

const read = (file: string): string => readFileSync(new URL(`./dt/${file}`, import.meta.url), "utf8");

test("fct.txt and pfc.txt are those of the simulator whose threshold is twice the free pool", () => {
  const { config } = parseConfig(read("config.txt"), "config.txt");
  const topology = parseTopology(read("topology.txt"), "topology.txt");
  const flows = parseFlows(read("flow.txt"), "flow.txt", topology);
  const run = runNs3({ config, topology, flows }, { buffer: { name: "dt", values: { alpha: 2 } } });
  expect(fctText(run)).toBe(read("fct.txt"));
  expect(pfcText(run)).toBe(read("pfc.txt"));
});
