import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { commandLine } from "./shell.ts";

test("plain words stay as they are", () => {
  expect(commandLine("xoff", "report", "results/my-1a2b")).toBe("xoff report results/my-1a2b");
});

test("whatever a folder is called, a shell reads its name back", () => {
  for (const name of ["my results", "it's", '"', "$HOME", "a;b", "*", "", "-x", "\\", "a\nb", "`id`", "~/x"]) {
    expect(execFileSync("sh", ["-c", `printf %s ${commandLine(name)}`], { encoding: "utf8" })).toBe(name);
  }
});
