/** The documentation site: docs/ and the public entries, with search. `npm run site` writes it to site/ and fails on a broken link. */
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
  highlightLanguages: ["bash", "html", "javascript", "json", "python", "r", "sql", "typescript", "yaml"],
  markdownItLoader: asPrinted,
  disableSources: true,
  skipErrorChecking: true, // the build checks types
  validation: { invalidLink: true, invalidPath: true, notExported: false },
  treatWarningsAsErrors: true,
};

/** A code block without a language is terminal output. By default typedoc highlights it as TypeScript. */
function asPrinted(markdown) {
  markdown.core.ruler.push("as printed", ({ tokens }) => {
    for (const token of tokens) if (token.type === "fence" && token.info === "") token.info = "text";
  });
}
