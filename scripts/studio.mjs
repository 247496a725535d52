/**
 * Bundles the studio from src/apps/studio/ and dist/: files that any web server can serve. `npm run build` compiles first.
 *
 *   node scripts/studio.mjs [folder]     by default dist/studio
 *
 * The studio imports the library by the package's name, from dist/.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { build } from "vite";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The starter scenarios, in the form that the gallery shows. */
function starters() {
  const folder = at("scenarios/starter");
  const files = readdirSync(folder).filter((file) => file.endsWith(".yaml"));
  return files.sort().map((file) => ({ name: file.slice(0, -5), text: readFileSync(join(folder, file), "utf8") }));
}

/** The templates that `xoff new policy` writes. */
function policies() {
  const folder = at("scenarios/policies");
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts"));
  return files.sort().map((file) => ({ role: file.slice(0, -3), text: readFileSync(join(folder, file), "utf8") }));
}

/**
 * Writes the frame in which the user's own policies run. The frame's security policy permits its script by hash. A
 * permission by path would let the user's code import every file of that path.
 */
function sandbox() {
  const [page, script] = ["sandbox.html", "frame.js"].map((file) =>
    readFileSync(at(`src/apps/studio/own/${file}`), "utf8"),
  );
  const hash = `sha256-${createHash("sha256").update(script).digest("base64")}`;
  return page.replace("HASH", hash).replace("<script></script>", () => `<script>${script}</script>`);
}

/** The members of each contract's interfaces. The editor of policies offers them as completions. */
function contracts() {
  const folder = at("src/contracts");
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  return Object.fromEntries(
    files.sort().map((file) => [file.slice(0, -3), membersIn(readFileSync(join(folder, file), "utf8"))]),
  );
}

function membersIn(text) {
  const source = ts.createSourceFile("contract.ts", text, ts.ScriptTarget.Latest, true);
  const inOneLine = (words) => words.replaceAll(/\s+/g, " ").trim();
  return source.statements.filter(ts.isInterfaceDeclaration).flatMap((one) =>
    one.members
      .filter((member) => member.name !== undefined)
      .map((member) => ({
        ...{ of: one.name.text, name: member.name.getText() },
        type: inOneLine(
          ts.isMethodSignature(member)
            ? `(${member.parameters.map((parameter) => parameter.getText()).join(", ")}) => ${member.type?.getText() ?? "void"}`
            : (member.type?.getText() ?? ""),
        ),
        about: inOneLine(
          ts
            .getJSDocCommentsAndTags(member)
            .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "")
            .join(" "),
        ),
      })),
  );
}

/**
 * The library's modules do nothing when they are loaded. So the bundler may drop modules without used exports, such as
 * the simulator.
 */
const moduleSideEffects = (id) => !id.startsWith(at("dist/")) || id.endsWith("-thread.js");

const rolldownOptions = { checks: { pluginTimings: false }, treeshake: { moduleSideEffects } };

async function studio(outDir) {
  await build({
    root: at("src/apps/studio"),
    base: "./",
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    resolve: { alias: [{ find: /^(util|node:buffer)$/, replacement: at("src/apps/studio/own/node-names.ts") }] },
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    worker: { format: "es", rolldownOptions },
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2023",
      modulePreload: false,
      assetsInlineLimit: 0, // the page's security policy forbids `data:` URLs for scripts
      chunkSizeWarningLimit: 5000, // in KB
      rolldownOptions,
    },
  });
  writeFileSync(join(outDir, "starters.json"), JSON.stringify(starters()));
  writeFileSync(join(outDir, "policies.json"), JSON.stringify(policies()));
  writeFileSync(join(outDir, "contracts.json"), JSON.stringify(contracts()));
  writeFileSync(join(outDir, "sandbox.html"), sandbox());
}

await studio(process.argv[2] ?? at("dist/studio"));
