/** The studio as scripts/studio.mjs builds it from the sources of this checkout. */
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "../cli/xoff.ts";

/** Returns the path of a new folder with a copy of dist/studio/. */
export function builtStudio(): string {
  build();
  const folder = mkdtempSync(join(tmpdir(), "xoff-studio-"));
  cpSync(fileURLToPath(new URL("../../dist/studio", import.meta.url)), folder, { recursive: true });
  return folder;
}
