/** Writes README.md of docs/policies and docs/decisions, which lists their pages by title. `npm run docs` calls it. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const docs = new URL("../docs/", import.meta.url);
const HEADS = {
  policies:
    "# Policies\n\nEach policy of xoff has a page. The page describes the rule of the policy and the tests that validate it. It also lists the points that the\npolicy's paper leaves open, and each difference from the paper.",
  decisions:
    "# Decisions\n\nEach page of this folder records one design decision of xoff, with its reasons and its costs.",
};

/** The text of each README.md, by folder. */
export function indexes() {
  return Object.fromEntries(
    Object.entries(HEADS).map(([folder, head]) => {
      const pages = readdirSync(new URL(`${folder}/`, docs)).filter(
        (name) => name.endsWith(".md") && name !== "README.md",
      );
      const lines = pages.sort().map((name) => {
        const [, title] = /^# (.*)$/m.exec(readFileSync(new URL(`${folder}/${name}`, docs), "utf8"));
        return `- [${title}](${name})`;
      });
      return [folder, `${head}\n\n<!-- Made by \`npm run docs\`. -->\n\n${lines.join("\n")}\n`];
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [folder, text] of Object.entries(indexes())) writeFileSync(new URL(`${folder}/README.md`, docs), text);
