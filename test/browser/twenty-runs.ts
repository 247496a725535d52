/** Twenty short runs of test/golden/ in Node and in a worker of the studio's page. Together they use every policy. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { readScenario } from "../../src/run/lab/scenario-input.ts";

/** Globals of the page, for a function that runs there. */
declare const Worker: new (
  address: string,
  options: { type: "module" },
) => {
  onmessage: (event: { data: { answer?: { summary: { digest: string } }; failed?: string } }) => void;
  postMessage: (asked: object) => void;
  terminate: () => void;
};

const TWENTY = [7, 35, 37, 39, 70, 80, 81, 83, 84, 87, 89, 96, 98, 100, 101, 102, 103, 107, 108, 109, 110, 111];

const scenarios = JSON.parse(readFileSync(new URL("../golden/scenarios.json", import.meta.url), "utf8")) as object[];
export const twenty = TWENTY.map((k) => JSON.stringify(scenarios[k]));

/** The policies of all twenty runs, such as "buffer dt". */
export const policiesOfTwenty = (): Set<string> =>
  new Set(
    twenty.flatMap((text) => {
      const { policies, links = [] } = readScenario(text);
      const none = policies.transport === undefined ? ["transport none"] : [];
      const of = Object.entries(policies).flatMap(([role, some]) => [some].flat().map(({ name }) => `${role} ${name}`));
      return [...none, ...of, ...links.flatMap(({ policy }) => (policy === undefined ? [] : [`link ${policy.name}`]))];
    }),
  );

/**
 * The digests of the twenty runs in Node. They run in a separate process, because their networks use much memory. With
 * that memory, this process could not start other processes.
 */
export function digestsInNode(): string[] {
  const given = new URL("../../dist/run/lab/scenario-input.js", import.meta.url).href;
  const code = `import { readFileSync } from "node:fs";
import { runSync } from ${JSON.stringify(given)};
const texts = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(texts.map((text) => runSync(text).summary.digest)));`;
  const answer = execFileSync(process.execPath, ["--input-type=module", "--eval", code], {
    input: JSON.stringify(twenty),
    encoding: "utf8",
  });
  return JSON.parse(answer) as string[];
}

/**
 * The digests of the runs in a worker of the studio, one run after another. The worker's script is at `address`. A
 * failed run gives its error message instead.
 */
export const digestsInPage = (page: Page, address: string): Promise<string[]> =>
  page.evaluate(
    async ([script, texts]) => {
      const lab = new Worker(script, { type: "module" });
      const digests: string[] = [];
      for (const text of texts) {
        const digest = new Promise<string>((resolve) => {
          lab.onmessage = ({ data: { answer, failed } }) => {
            if (answer !== undefined) resolve(answer.summary.digest);
            else if (failed !== undefined) resolve(failed);
          };
        });
        lab.postMessage({ what: "run", text, name: "one of twenty" });
        digests.push(await digest);
      }
      lab.terminate();
      return digests;
    },
    [address, twenty] as const,
  );
