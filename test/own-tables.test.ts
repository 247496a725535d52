/**
 * Tests that user modules appear in menus and completion, and that a run in the calling thread reports its progress.
 */
import { expect, test } from "vitest";
import { catalogue, ownTables, runHere, runSync, scenarioJsonSchema, type OwnModule } from "../src/api/xoff.ts";

const moduleOf = (name: string, code: string): OwnModule => ({
  name,
  url: `data:text/javascript,${encodeURIComponent(code)}`,
  sources: [{ path: name, text: code }],
});

const POLICY = `export const role = "congestion";
export const about = "as fast as a parameter says";
export const params = { pace: { unit: "bps", default: 1e9, min: 1, max: 1e12, source: "mine", about: "How fast." } };
export const create = () => ({});`;

test("a user policy is in the catalogue and in the schema by its file, but not one that cannot be loaded", async () => {
  const tables = await ownTables([
    moduleOf("my-pace.js", POLICY),
    moduleOf("broken.js", "export const role = ;"),
    moduleOf("helper.js", "export const twice = 2;"),
  ]);
  const entries = catalogue(tables).find(({ title }) => title === "congestion")?.entries ?? [];
  const own = entries.filter(({ name }) => name.startsWith("./"));
  expect(own).toMatchObject([{ name: "./my-pace.js", fields: { params: { pace: { max: 1e12 } } } }]);
  expect(JSON.stringify(scenarioJsonSchema(tables))).toContain('"./my-pace.js"');
});

const SCENARIO = `until: 40ms
topology: { kind: star, hosts: 9, rate: 10Gbps }
traffic: [{ kind: long-lived, from: h1..h8, to: h0 }]
`;

test("runHere gives the digest of runSync, reports progress, and stops on its signal with results", async () => {
  const text = SCENARIO.replace("40ms", "100us");
  let told = 0;
  const whole = await runHere(text, { onProgress: ({ nowNs }) => void (told = nowNs) });
  expect(whole.summary.digest).toBe(runSync(text).summary.digest);
  expect(told).toBe(1e5);
  expect(whole.threads.count).toBe(1);

  const stopped = new AbortController();
  const cut = { signal: stopped.signal, onProgress: () => stopped.abort(new Error("enough")) };
  const { summary } = await runHere(SCENARIO, { ...cut, onAbort: "keep" });
  expect(summary.ending).toBe("interrupted");
  await expect(runHere(SCENARIO, cut)).rejects.toThrow("enough");
});
