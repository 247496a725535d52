/** Tests the public surface of the package: docs/api/ lists all exports, and every export has a comment. */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { build } from "./cli/xoff.ts";

const root = new URL("../", import.meta.url);

interface Api {
  readonly apiFiles: () => Readonly<Record<string, string>>;
  readonly withoutComment: () => readonly string[];
}

let api: Api;
let files: Readonly<Record<string, string>>;
beforeAll(async () => {
  build();
  api = (await import(new URL("scripts/api.mjs", root).href)) as Api;
  files = api.apiFiles();
});

test("docs/api/ has the surface of every entry: if not, run `npm run docs`; docs/library.md says which changes are promised", () => {
  for (const [path, text] of Object.entries(files))
    expect([path, readFileSync(new URL(path, root), "utf8")]).toEqual([path, text]);
});

test("xoff/policy exports the contract of every role", () => {
  const page = files["docs/api/xoff-policy.api.md"];
  for (const role of ["Buffer", "Congestion", "Detection", "Headroom", "Link", "Recovery", "Routing", "Scheduling"])
    for (const half of ["Policy", "View"]) expect(page).toContain(`\n// ${role}${half}\n`);
  for (const name of ["Probe", "ProbeView", "Plan", "TrafficView", "Wiring"]) expect(page).toContain(`\n// ${name}\n`);
});

test("every export has a comment", () => {
  expect(api.withoutComment()).toEqual([]);
});
