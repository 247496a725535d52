/** Symmetric ECMP keeps the contract of routing policies: the ACKs of a flow pass the spine of its data. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runSync } from "xoff";
import { readScenarioFile } from "xoff/node";
import { contractChecks } from "xoff/policy";
import * as symmetric from "./symmetric-ecmp.ts";

const file = fileURLToPath(new URL("scenario.yaml", import.meta.url));

for (const { name, run } of await contractChecks("routing", symmetric)) test(name, run);

/** Bytes that a leaf sent to each spine. */
async function sent(leaf: string, ...set: string[]): Promise<number[]> {
  const { scenario } = await readScenarioFile(file, { set });
  const { node, peer, sent_bytes } = runSync(scenario).tables.ports.columns;
  return [0, 1, 2, 3].map((spine) => sent_bytes.find((_, k) => node[k] === leaf && peer[k] === `spine${spine}`) ?? NaN);
}

/** 100 packets of 1,062 B for each flow, and 100 ACKs of 66 B. */
const [DATA, ACKS] = [106_200, 6600];

test("each spine carries the ACKs of the flows whose data it carries", async () => {
  const data = await sent("leaf0");
  expect(data.reduce((sum, bytes) => sum + bytes, 0)).toBe(4 * DATA);
  expect(await sent("leaf1")).toEqual(data.map((bytes) => (bytes / DATA) * ACKS));
});

test("another seed draws other paths; with ecmp the directions differ", async () => {
  expect(await sent("leaf0", "seed=3")).not.toEqual(await sent("leaf0"));
  const data = await sent("leaf0", "routing=ecmp", "seed=4");
  expect(await sent("leaf1", "routing=ecmp", "seed=4")).not.toEqual(data.map((bytes) => (bytes / DATA) * ACKS));
});
