/**
 * Derives the command by which the user called xoff, and the paths of xoff's documentation pages. Both depend on whether xoff is a
 * checkout or installed.
 */
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The command as the user typed it: "xoff", "npx xoff" in a project that has installed it, or "node dist/bin/xoff.js". */
export function callName(argument = process.argv[1] ?? "xoff"): string {
  const name = basename(argument);
  if (name.endsWith(".js")) return `node ${relative(process.cwd(), argument)}`;
  return dirname(argument).endsWith(join("node_modules", ".bin")) ? `npx ${name}` : name;
}

/** A page of the package, such as docs/tour.md, as a path relative to the current folder. */
export const pageOf = (path: string): string =>
  relative(process.cwd(), fileURLToPath(new URL(`../../../../${path}`, import.meta.url)));
