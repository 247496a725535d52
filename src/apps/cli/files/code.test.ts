import { createHash } from "node:crypto";
import { Command } from "commander";
import { expect, test, vi } from "vitest";
import { askAbout } from "../../../batch/loader/load-module.ts";
import type { LoadedModule } from "../../../batch/loader/module-file.ts";
import { addCodeOptions } from "./code.ts";
import { Failure } from "../terminal/exit.ts";

const text = 'export const role = "congestion";\n';
const module: LoadedModule = {
  file: "mine/my.js",
  url: "",
  hash: "",
  sources: [{ path: "my.js", text, href: "" }],
  exports: ["role"],
};
const line = `mine/my.js (SHA-256 ${createHash("sha256").update(text).digest("hex")})`;

/** Runs a program whose only command, `name`, loads code. */
async function called(name: string, ...options: string[]): Promise<void> {
  const program = new Command().exitOverride();
  program.command(name).action(() => {
    askAbout([module], { sameEverywhere: true });
  });
  addCodeOptions(program, name);
  await program.parseAsync([name, ...options], { from: "user" });
}

test("a command that is not in the list of those that load code runs none", async () => {
  const failure = await called("unlisted").catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Failure);
  expect(failure).toMatchObject({ code: 70, message: expect.stringContaining(line) as string });
});

test("a command of the list names the code and runs it, or none with --no-code", async () => {
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    await called("run");
    expect(said.mock.calls.flat().join("")).toContain(`Runs code: ${line}`);
  } finally {
    said.mockRestore();
  }
  await expect(called("run", "--no-code")).rejects.toThrow("--no-code forbids the code");
});
