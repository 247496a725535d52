/**
 * The site: docs/ and the public entries with search, and the studio in site/studio/. `npm run site` writes it to site/ and fails on a broken
 * link. All addresses in it are relative, so any web server can offer it under any path.
 */
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Address of the studio in the site. */
const STUDIO = "studio/index.html";

export default {
  name: "xoff",
  entryPoints: ["api/xoff", "api/node", "api/policy", "papers/experiment"].map((entry) => `../src/${entry}.ts`),
  tsconfig: "../tsconfig.json",
  readme: "../README.md",
  projectDocuments: [
    "../docs/*.md",
    ...["notebooks", "results", "policies", "decisions", "history"].map((folder) => `../docs/${folder}/*.md`),
    ...["ARCHITECTURE", "CONTRIBUTING", "CHANGELOG", "bench/results"].map((page) => `../${page}.md`),
  ],
  out: "../site",
  favicon: "../src/apps/studio/icon.svg",
  highlightLanguages: ["bash", "html", "javascript", "json", "python", "r", "sql", "typescript", "yaml"],
  markdownItLoader: asPrinted,
  navigationLinks: { "Open the studio": STUDIO },
  plugin: [withStudio],
  disableSources: true,
  skipErrorChecking: true, // already checked by the build
  validation: { invalidLink: true, invalidPath: true, notExported: false },
  treatWarningsAsErrors: true,
};

/** A code block without a language is terminal output. By default typedoc highlights it as TypeScript. */
function asPrinted(markdown) {
  markdown.core.ruler.push("as printed", ({ tokens }) => {
    for (const token of tokens) if (token.type === "fence" && token.info === "") token.info = "text";
  });
}

/**
 * Adds the built studio to the site. Typedoc does not adapt links in the header to the folder of a page, so they become
 * relative here.
 */
function withStudio({ renderer }) {
  renderer.on("endPage", (page) => {
    const up = "../".repeat(page.url.split("/").length - 1);
    page.contents = page.contents.replaceAll(`href="${STUDIO}"`, `href="${up}${STUDIO}"`);
  });
  renderer.postRenderAsyncJobs.push(({ outputDirectory }) =>
    cp(fileURLToPath(new URL("../dist/studio", import.meta.url)), join(outputDirectory, "studio"), { recursive: true }),
  );
}
