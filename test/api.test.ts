/** The package's public surface: what docs/api/ records of it is what can be imported, and all of it is explained. */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { build } from "./cli/xoff.ts";

const root = new URL("../", import.meta.url);

let files: Readonly<Record<string, string>>;
beforeAll(async () => {
  build();
  const { apiFiles } = (await import(new URL("scripts/api.mjs", root).href)) as {
    apiFiles: () => Readonly<Record<string, string>>;
  };
  files = apiFiles();
});

test("docs/api/ matches the declarations: if not, run `npm run docs`; docs/library.md has the rules for changes", () => {
  for (const [path, text] of Object.entries(files))
    expect([path, readFileSync(new URL(path, root), "utf8")]).toEqual([path, text]);
});

test("every role's contract is on the page of xoff/policy", () => {
  const page = files["docs/api/xoff-policy.md"];
  for (const role of ["Buffer", "Congestion", "Detection", "Headroom", "Link", "Recovery", "Routing", "Scheduling"])
    for (const half of ["Policy", "View"]) expect(page).toContain(`\n### ${role}${half}\n`);
  for (const name of ["Probe", "ProbeView", "Plan", "TrafficView", "Wiring"]) expect(page).toContain(`\n### ${name}\n`);
});

test("every export has a comment", () => {
  const pages = Object.entries(files).filter(([path]) => !path.endsWith(".api.md"));
  const without = pages.flatMap(([path, text]) => {
    const [own] = text.split("\n## Named by these");
    return [...own.matchAll(/^### (.*)\n\n```ts/gm)].map(([, name]) => `${path}: ${name}`);
  });
  expect(without).toEqual([]);
});
