/**
 * htsim's reference runs of a transport, and the same runs in xoff.
 *
 * The network is a fat-tree with links of 100 Gbps and 1 us. All flows begin at time 0. htsim reports a flow as finished when its sender has
 * the last ACK. Frames have htsim's sizes, and paths follow htsim's hash with the same seed (`htsim-hash.ts`).
 */
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { readScenario, setUp } from "../../src/run/lab/lab.ts";
import { builtIn } from "../../src/scenario/registry/tables.ts";
import { about, create, params } from "./htsim-hash.ts";

/**
 * Means over htsim's seeds 1 to 3. `mean` is the completion time of all flows and `last` that of the last flow, in us.
 * `trimmed` is the number of trimmed packets.
 */
export interface Case {
  readonly k: 4 | 8;
  readonly mean: number;
  readonly last: number;
  readonly trimmed: number;
  /**
   * The number of htsim's seeds that are compared, at most 3. `perSeed` is the number of xoff's seeds for each of them.
   */
  readonly seeds: number;
  readonly perSeed?: number;
  /**
   * Standard deviation of `trimmed` over seeds, for cases in which it is large. Three seeds of htsim then give no mean
   * within 15%, so the means may differ by two standard errors instead.
   */
  readonly spread?: number;
}

/** The flows of a connection matrix, as a scenario lists them. */
function flowsOf(name: string): string {
  const text = readFileSync(new URL(`htsim/${name}.cm`, import.meta.url), "utf8");
  const rows = [...text.matchAll(/^(\d+)->(\d+) .*size (\d+)/gm)];
  return rows.map(([, from, to, size]) => `{ from: h${from}, to: h${to}, size: ${size}B }`).join(", ");
}

const tables = {
  ...builtIn,
  policies: { ...builtIn.policies, routing: { ...builtIn.policies.routing, htsim: { about, create, params } } },
};

function run(
  name: string,
  k: number,
  setting: string,
  paths: number,
  seed: number,
): Record<"mean" | "last" | "trimmed", number> {
  const scenario = `
seed: ${seed}
until: 20ms
topology: { kind: fat-tree, k: ${k}, rate: 100Gbps, delay: 1us }
classes: { lossless: [] }
switch: { memory: 64MiB }
traffic: [{ kind: flows, list: [${flowsOf(name)}] }]
${setting}
  routing: { name: htsim, seed: ${paths} }`;
  const { network } = setUp(readScenario(scenario, `${name}.yaml`, undefined, [], tables), { tables });
  network.run(20e9);
  const { flows, fabric } = network;
  const done = Array.from(flows.acked.subarray(0, flows.count), (ps) => ps / 1e6);
  const mean = done.reduce((sum, us) => sum + us, 0) / done.length;
  return { mean, last: Math.max(...done), trimmed: fabric.ledger.droppedPackets[8] };
}

/** Fails unless completions agree with htsim within 5%, and trimmed packets within 15%. `setting`: packet sizes and policies, in YAML. */
export function expectAgreement(
  name: string,
  { k, seeds, perSeed = 1, spread, ...htsim }: Case,
  setting: string,
): void {
  const runs = Array.from({ length: seeds * perSeed }, (_, at) => run(name, k, setting, 1 + (at % seeds), at + 1));
  const mean = (of: keyof (typeof runs)[0]): number => runs.reduce((sum, one) => sum + one[of], 0) / runs.length;
  expect(Math.abs(mean("mean") / htsim.mean - 1)).toBeLessThan(0.05);
  expect(Math.abs(mean("last") / htsim.last - 1)).toBeLessThan(0.05);
  const bound = spread === undefined ? 0.15 * htsim.trimmed : 2 * spread * Math.sqrt(1 / 3 + 1 / runs.length);
  expect(Math.abs(mean("trimmed") - htsim.trimmed)).toBeLessThan(bound);
}

export const meanOf = (...values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
