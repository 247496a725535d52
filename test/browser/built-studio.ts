/** The studio as scripts/studio.mjs builds it from the sources of this checkout. */
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, ran } from "../cli/xoff.ts";
import { isBuilt } from "../current-build.ts";

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Returns the path of a new folder with the studio: a copy of dist/studio/, or a new build if sources have changed since. */
export function builtStudio(): string {
  build();
  const folder = mkdtempSync(join(tmpdir(), "xoff-studio-"));
  if (isBuilt()) {
    cpSync(at("dist/studio"), folder, { recursive: true });
    return folder;
  }
  // The bundler runs in its own process, because it uses much memory. To start a program, a process needs as much
  // memory again as it uses, and the tests start several programs.
  const { status, stderr } = ran(process.execPath, [at("scripts/studio.mjs"), folder]);
  if (status !== 0) throw new Error(`scripts/studio.mjs failed:\n${stderr}`);
  return folder;
}
