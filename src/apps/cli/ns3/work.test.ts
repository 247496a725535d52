import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { InvariantError } from "../../../base/invariant.ts";
import { Network } from "../../../sim/model/network.ts";
import { EXIT } from "../terminal/exit.ts";
import { runNs3 } from "./work.ts";

const home = process.cwd();
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "xoff-run-"));
  const source = fileURLToPath(new URL("../../../../test/parity/cases/R1/", import.meta.url));
  for (const name of ["config", "topology", "flow", "trace"])
    cpSync(`${source}${name}.txt`, join(folder, `${name}.txt`));
  process.chdir(folder);
});
afterEach(() => {
  vi.restoreAllMocks();
  process.chdir(home);
  rmSync(folder, { recursive: true });
});

test("a broken invariant: exit code 70, the config and the seed named, no file", async () => {
  vi.spyOn(Network.prototype, "step").mockImplementation(() => {
    throw new InvariantError("invariant broken: time runs forward (2, 1)");
  });
  const before = readdirSync(folder);
  await expect(runNs3("config.txt", {})).rejects.toMatchObject({
    code: EXIT.internal,
    message: expect.stringMatching(
      /^invariant broken: time runs forward \(2, 1\), at 0 ps of config\.txt \(RngSeed 1, RngRun 1\)\. This is an internal error of xoff/,
    ),
  });
  expect(readdirSync(folder)).toEqual(before);
});
