/** Writes ARCHITECTURE.md's table of the allowed imports, from the rows that `npm run layers` checks. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rows } from "../config/dependency-cruiser.mjs";

const HEAD = "| room | inside, lowest first | may import | types only | packages |\n|---|---|---|---|---|\n";

/** Returns `page` with the table made from the current rules. */
export function withImportTable(page) {
  const from = page.indexOf(HEAD) + HEAD.length;
  return `${page.slice(0, from)}${importRows().join("\n")}${page.slice(page.indexOf("\n\n", from))}`;
}

/** Rooms with equal cells share a line. */
export function importRows() {
  const list = (names) => names.map((one) => `\`${one}\``).join(", ");
  const groups = new Map();
  for (const [room, { inside = [], may, types = [], npm = [], node = false }] of Object.entries(rows)) {
    const packages = [...new Set(npm.map((one) => one.split("/")[0])), ...(node ? ["Node"] : [])];
    const cells = [inside.map(list).join(" < "), list(may), list(types), packages.join(", ")].join(" | ");
    groups.set(cells, [...(groups.get(cells) ?? []), room]);
  }
  return Array.from(groups, ([cells, rooms]) => `| ${list(rooms)} | ${cells} |`);
}

const file = fileURLToPath(new URL("../ARCHITECTURE.md", import.meta.url));
if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(file, withImportTable(readFileSync(file, "utf8")));
