/** The studio as scripts/studio.mjs builds it from the sources of this checkout. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, ran } from "../cli/xoff.ts";

/** Builds the studio into a new folder, and returns its path. */
export function builtStudio(): string {
  build();
  const folder = mkdtempSync(join(tmpdir(), "xoff-studio-"));
  // The bundler works in its own process. A process that starts programs needs as much memory again as it uses, and tests start several.
  const script = fileURLToPath(new URL("../../scripts/studio.mjs", import.meta.url));
  const { status, stderr } = ran(process.execPath, [script, folder]);
  if (status !== 0) throw new Error(`scripts/studio.mjs failed:\n${stderr}`);
  return folder;
}
