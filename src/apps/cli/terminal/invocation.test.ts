import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { callName, pageOf } from "./invocation.ts";

test("a checkout's is called by node, a project's by npx, one on the path by its name", () => {
  expect(callName(join(process.cwd(), "dist", "bin", "xoff.js"))).toBe(`node ${join("dist", "bin", "xoff.js")}`);
  expect(callName(join("there", "node_modules", ".bin", "xoff"))).toBe("npx xoff");
  expect(callName(join("usr", "local", "bin", "xoff"))).toBe("xoff");
});

test("a page is where it is from here", () => {
  expect(existsSync(pageOf("docs/tour.md"))).toBe(true);
});
