/**
 * Tests the library in a real browser, from static files. Runs give the digest of the command line, with all threads
 * that the page may have. The tests are skipped without Chromium.
 */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build, Folder } from "../cli/xoff.ts";
import { fig4 } from "../../src/papers/spfc/fig4.ts";
import { chromium, launch, openPage } from "./page.ts";

/** A trial of spfc/fig4 at quick scale. */
const victim = JSON.stringify({
  ...fig4.trials("quick").find(({ key }) => key["bursts"] === 8)?.scenario,
  seed: 1,
});
/** A network that can be partitioned, and a run long enough to report progress. */
const cuttable = `until: 1ms
topology: { kind: leaf-spine, leaves: 4, spines: 2, hostsPerLeaf: 2, rate: 10Gbps }
switch: { memory: 150KB }
traffic:
  - { kind: poisson, cdf: fb-hadoop-hpcc, load: 0.3 }
  - { kind: incast, to: h2, size: 100KB }
`;

let folder: string;
let at: Folder;
let browser: Browser;
beforeAll(async () => {
  build();
  at = new Folder();
  folder = mkdtempSync(join(tmpdir(), "xoff-static-"));
  if (chromium === undefined) return;
  browser = await launch();
  cpSync(fileURLToPath(new URL("../../dist/browser", import.meta.url)), join(folder, "lib"), { recursive: true });
});
afterAll(async () => {
  await (browser as Browser | undefined)?.close();
  at.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** The digest that `xoff run` prints. */
function digestByCli(scenario: string): string {
  at.write("scenario.yaml", scenario);
  const { stdout, stderr } = at.run("run", "scenario.yaml", "--json", "--force");
  if (stdout === "") throw new Error(stderr);
  return (JSON.parse(stdout) as { digest: string }).digest;
}

const page = (isolated: boolean, body: string): Promise<unknown> =>
  openPage({ folder, isolated, module: `import * as xoff from "/lib/xoff.js";\n${body}` }, browser);

describe.skipIf(chromium === undefined)("in Chromium", () => {
  test("spfc/fig4's scenario gives the CLI's digest, in a worker, from any web server", async () => {
    const answer = await page(
      false,
      `const news = [];
const { summary, tables, threads } = await xoff.run(${JSON.stringify(victim)}, { threads: 2, onProgress: (one) => news.push(one) });
export default { digest: summary.digest, flows: tables.flows.columns.fct_ns.length, threads, news: news.length, last: news.at(-1) };`,
    );
    expect(answer).toEqual({
      digest: digestByCli(victim),
      flows: expect.any(Number),
      threads: { count: 1, why: expect.stringContaining("not cross-origin isolated") },
      news: expect.any(Number),
      last: { nowNs: expect.any(Number), untilNs: expect.any(Number), packetHops: expect.any(Number) },
    });
  });

  test("cross-origin isolated, two threads give the digest of one; and an abort ends a run", async () => {
    const answer = await page(
      true,
      `const scenario = ${JSON.stringify(cuttable)};
const [one, two] = [await xoff.run(scenario, { threads: 1 }), await xoff.run(scenario, { threads: 2 })];
const endless = scenario.replace("1ms", "1s");
const rejected = await xoff.run(endless, { signal: AbortSignal.timeout(300) }).catch((error) => error.name);
const kept = await xoff.run(endless, { threads: 2, signal: AbortSignal.timeout(1500), onAbort: "keep" });
export default { one: one.summary.digest, two: two.summary.digest, threads: [one.threads.count, two.threads.count], rejected, kept: kept.summary.ending, differ: Object.keys(one.tables).filter((name) => JSON.stringify(one.tables[name]) !== JSON.stringify(two.tables[name])) };`,
    );
    const digest = digestByCli(cuttable);
    expect(answer).toEqual({
      ...{ one: digest, two: digest, threads: [1, 2], differ: [] },
      ...{ rejected: "TimeoutError", kept: "interrupted" },
    });
  });

  test("a page with xoff.js but without its workers gets an error that says so", async () => {
    cpSync(join(folder, "lib", "xoff.js"), join(folder, "alone", "xoff.js"));
    const answer = await openPage(
      {
        ...{ folder, isolated: false },
        module: `import { run } from "/alone/xoff.js";
export default await run(${JSON.stringify(cuttable)}).catch((error) => error.message);`,
      },
      browser,
    );
    expect(answer).toMatch(/^a worker could not be loaded: /);
  });

  test("an error in a scenario has its place", async () => {
    const answer = await page(
      false,
      `export default await xoff.run(${JSON.stringify(cuttable.replace("150KB", "1KB"))}, { file: "my.yaml" }).catch((error) => [error instanceof xoff.ScenarioError, error.message]);`,
    );
    expect(answer).toEqual([true, expect.stringMatching(/^my\.yaml:3:19: switch\.memory: expected more than /)]);
  });
});
