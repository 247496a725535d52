/**
 * Compares the estimate of `xoff check` with the run: packet-hops agree within a factor of two. docs/cost.md has times, memory and longer
 * cases.
 */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { estimate, readScenario, setUp } from "../src/run/lab/lab.ts";

const folder = new URL("estimates/", import.meta.url);
/** Runs of several seconds. */
const LONG = ["fat-tree-1024.yaml", "websearch-load3.yaml"];
const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"));

test("there are at least ten scenarios, from 4 hosts to 1,024", () => {
  const hosts = files.map((name) => estimate(experiment(name)).hosts);
  expect(files.length).toBeGreaterThanOrEqual(10);
  expect([Math.min(...hosts), Math.max(...hosts)]).toEqual([4, 1024]);
});

test.each(files.filter((name) => !LONG.includes(name)))("%s: packet-hops within a factor of two", (name) => {
  const made = experiment(name);
  const { packetHops } = estimate(made);
  made.run(made.scenario.until);
  const ratio = packetHops / made.network.fabric.hops;
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

test.each(files.filter((name) => !LONG.includes(name)).slice(0, 3))(
  "%s: an estimate does not change the run",
  (name) => {
    const [one, other] = [experiment(name), experiment(name)];
    estimate(one);
    const digests = [one, other].map(({ run, results, scenario }) => results(run(scenario.until)).summary.digest);
    expect(digests[0]).toBe(digests[1]);
  },
);

function experiment(name: string) {
  return setUp(readScenario(readFileSync(new URL(name, folder), "utf8"), name));
}
