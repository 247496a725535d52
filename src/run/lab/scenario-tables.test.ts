/** Tests library calls that get an already read scenario with a policy from a file. */
import { expect, test } from "vitest";
import { dataUrl } from "../../batch/loader/data-url.ts";
import { runHere } from "../threads/run-here.ts";
import { check, readScenario, runSync, whyFlow } from "./scenario-input.ts";
import type { Scenario } from "./lab.ts";
import { ownModules } from "./own-modules.ts";

const text = `until: 50us
topology: { kind: star, hosts: 3, rate: 10Gbps }
policies: { congestion: ./half.ts }
traffic: [{ kind: flows, list: [{ from: h0, to: h1, size: 10KB }] }]
`;
const code = `export const about = "half the line rate", params = {};
export const create = (p, view) => ({ onStart(flow) { view.setRate(flow, view.lineRate[flow] / 2); }, onAck() {} });
`;

async function read(): Promise<Scenario> {
  const url = dataUrl(code);
  const own = await ownModules(text, [{ name: "./half.ts", url, sources: [{ path: "half.ts", text: code }] }]);
  return readScenario(text, { own });
}

test("runSync, runHere, check and whyFlow use the policy that the scenario was read with", async () => {
  const scenario = await read();
  const results = runSync(scenario);
  const usual = runSync(text.replace("./half.ts", "none")).tables.flows.columns.fct_ns[0];
  // The tenth packet leaves at least 9 times 832 ns later. Its 1,062 B and 20 B on the wire are sent at half of 10
  // Gbps.
  expect(results.tables.flows.columns.fct_ns[0]).toBeGreaterThan(usual + 5000);
  expect((await runHere(scenario)).summary.digest).toBe(results.summary.digest);
  expect(check(scenario).warnings).toEqual([]);
  expect(whyFlow(scenario, 0, results.summary.simulated_ns).flow).toBe(0);
});

test("a scenario with another seed, spread from one that was read, keeps the policy", async () => {
  const scenario = await read();
  const other = runSync({ ...scenario, seed: scenario.seed + 1 });
  expect(other.tables.flows.columns.fct_ns).toEqual(runSync(scenario).tables.flows.columns.fct_ns);
});

test("a copy has no functions: runHere loads its code, runSync says which calls work", async () => {
  const scenario = await read();
  const copy = structuredClone(scenario);
  expect((await runHere(copy)).summary.digest).toBe(runSync(scenario).summary.digest);
  expect(() => runSync(copy)).toThrow(/expected the code of .*half.*readScenarioFile of xoff\/node/);
  expect(() => check(copy)).toThrow(/`run` and `runHere` load the code/);
});

test("a text that names a file of code says how to pass it", () => {
  const star = text.replace("./half.ts", "none");
  expect(() => readScenario(text)).toThrow(
    /policies\.congestion: .*\.\/half\.ts.*readScenarioFile of xoff\/node.*ownModules/,
  );
  expect(() => readScenario(star, { set: ["congestion=./half.ts"] })).toThrow(/^set congestion=.*readScenarioFile/);
});

test("an object that was not read is refused by what it should be", async () => {
  const plain = { until: "1ms" } as unknown as Scenario;
  const wanted = /expected the text of a scenario, or a result of readScenario/;
  expect(() => runSync(plain)).toThrow(wanted);
  expect(() => check(plain)).toThrow(wanted);
  await expect(runHere(plain)).rejects.toThrow(wanted);
});
