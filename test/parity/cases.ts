/** The reference runs: their input, and the output of the reference simulator. */
import { readdirSync, readFileSync } from "node:fs";
import { parseConfig } from "../../src/formats/hpcc/config.ts";
import { parseFlows } from "../../src/formats/hpcc/flows.ts";
import { parseTopology } from "../../src/formats/hpcc/topology.ts";
import type { Ns3Input } from "../../src/run/network/ns3.ts";

const folder = new URL("./cases/", import.meta.url);

export const names: readonly string[] = readdirSync(folder).sort();

export const expected = (name: string, file: string): string =>
  readFileSync(new URL(`${name}/${file}`, folder), "utf8");

export function load(name: string): Ns3Input {
  const { config } = parseConfig(expected(name, "config.txt"), "config.txt");
  const topology = parseTopology(expected(name, config.topologyFile), config.topologyFile);
  return { config, topology, flows: parseFlows(expected(name, config.flowFile), config.flowFile, topology) };
}
