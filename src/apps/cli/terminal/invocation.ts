/** How whoever called xoff would call it again, and where its pages lie from there: in a checkout, or installed. */
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** "xoff", "npx xoff" of a project that has installed it, or "node dist/bin/xoff.js". */
export function callName(argument = process.argv[1] ?? "xoff"): string {
  const name = basename(argument);
  if (name.endsWith(".js")) return `node ${relative(process.cwd(), argument)}`;
  return dirname(argument).endsWith(join("node_modules", ".bin")) ? `npx ${name}` : name;
}

/** A page that comes with xoff, such as docs/tour.md, as a path from the current folder. */
export const pageOf = (path: string): string =>
  relative(process.cwd(), fileURLToPath(new URL(`../../../../${path}`, import.meta.url)));
