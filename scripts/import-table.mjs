/** Writes ARCHITECTURE.md's table of who may import whom, from the rules that `npm run layers` checks. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import config from "../.dependency-cruiser.mjs";

const HEAD = "| from | may import | types only | packages |\n|---|---|---|---|\n";

/** `page` with the table as the rules have it. */
export function withImportTable(page) {
  const from = page.indexOf(HEAD) + HEAD.length;
  return `${page.slice(0, from)}${importRows().join("\n")}${page.slice(page.indexOf("\n\n", from))}`;
}

function importRows() {
  const rules = new Map(config.forbidden.map((rule) => [rule.name, rule]));
  const name = (pattern) => pattern.replace(/^\^src\/|[/$]$/g, "").replaceAll("\\", "");
  const list = (names) => names.map((one) => `\`${one}\``).join(", ");
  const groups = new Map();
  for (const rule of rules.values()) {
    const [, folder] = /^(.*) imports$/.exec(rule.name) ?? [];
    if (folder === undefined || folder === "base") continue;
    const types = rules.get(`${folder} imports types only`)?.to.path.map(name) ?? [];
    const may = rule.to.pathNot.map(name).filter((one) => one !== folder && one !== "base" && !types.includes(one));
    const packages = rules.get(`${folder} packages`).to.pathNot.map((one) => one.split("/")[1]);
    const node = rules.has(`${folder} runs anywhere`) ? [] : ["Node"];
    const cells = `${list(may)} | ${list(types)} | ${[...packages, ...node].join(", ")} |`;
    groups.set(cells, [...(groups.get(cells) ?? []), folder]);
  }
  return Array.from(groups, ([cells, folders]) => `| ${list(folders)} | ${cells}`);
}

const file = fileURLToPath(new URL("../ARCHITECTURE.md", import.meta.url));
if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(file, withImportTable(readFileSync(file, "utf8")));
