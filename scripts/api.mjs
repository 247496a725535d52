/**
 * Writes docs/api/: the public surface of each entry of the package, from the declarations in dist/. A surface has no comments, so a review sees
 * exactly which declarations changed. `npm run docs` builds first and then calls this script.
 *
 *   node scripts/api.mjs
 *
 * `npm run site` makes the pages with the comments, from the sources. Some exports mention types that cannot be
 * imported. Their declarations are at the end of a surface.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("..", import.meta.url));
const printer = ts.createPrinter({ removeComments: true });

/**
 * The exports of package.json that have types. Returns the name of each, and its file below src/ without the ending
 * `.ts`.
 */
function entries() {
  const { exports } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  return Object.entries(exports).flatMap(([path, { types }]) =>
    types === undefined ? [] : [{ name: `xoff${path.slice(1)}`, file: types.replace(/^\.\/dist\/(.*)\.d\.ts$/, "$1") }],
  );
}

/** The exports of every entry, with its name. */
function apis() {
  const all = entries().map(({ name, file }) => ({ name, path: `${root}dist/${file}.d.ts` }));
  const program = ts.createProgram(
    all.map(({ path }) => path),
    { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023, types: ["node"], noEmit: true },
  );
  const main = new Api(program, all[0].path);
  const shared = new Set(main.items.map(({ symbol }) => symbol));
  return all.map(({ name, path }, k) => ({ name, api: k === 0 ? main : new Api(program, path, shared) }));
}

/** The text of each surface, by its path, such as `docs/api/xoff.api.md`. */
export function apiFiles() {
  return Object.fromEntries(
    apis().map(({ name, api }) => [`docs/api/${name.replaceAll("/", "-")}.api.md`, surface(name, api)]),
  );
}

/** The exports without a comment. Their pages on the site would explain nothing. */
export function withoutComment() {
  const hasComment = (node) =>
    (ts.getLeadingCommentRanges(node.getSourceFile().text, node.getFullStart()) ?? []).some(({ pos }) =>
      node.getSourceFile().text.startsWith("/**", pos),
    );
  return apis().flatMap(({ name, api }) =>
    api.items
      .filter(({ declarations }) => declarations !== undefined && !declarations.some(hasComment))
      .map((item) => `${name}: ${item.name}`),
  );
}

/**
 * One entry of the package. `items` are its exports, ordered by name. `named` are types of this package that the
 * exports mention but that cannot be imported. Exports of the main entry (`shared`) do not count among them.
 */
class Api {
  constructor(program, file, shared = new Set()) {
    this.checker = program.getTypeChecker();
    this.source = program.getSourceFile(file);
    this.items = this.#itemsOf(this.checker.getSymbolAtLocation(this.source), "");
    this.named = this.#named(shared);
  }

  /** For an `export * as name`, returns each export of that module as `name.x`. */
  #itemsOf(module, prefix) {
    const items = this.checker.getExportsOfModule(module).flatMap((symbol) => {
      const target = this.#target(symbol);
      const name = prefix + symbol.name;
      if ((target.flags & ts.SymbolFlags.ValueModule) === 0)
        return [{ name, declarations: declarationsOf(target), symbol: target }];
      return [{ name }, ...this.#itemsOf(target, `${name}.`)];
    });
    return items.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  #target(symbol) {
    return symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  /** The types that the declarations of the items mention, directly or by other such types. Ordered by name. */
  #named(shared) {
    const seen = new Set(this.items.map(({ symbol }) => symbol));
    const found = [];
    const look = (node) => {
      if (ts.isIdentifier(node)) {
        const at = this.checker.getSymbolAtLocation(node);
        const symbol = at && this.#target(at);
        const declarations = symbol === undefined || seen.has(symbol) ? [] : declarationsOf(symbol);
        if (declarations.length > 0 && shared.has(symbol)) return;
        if (declarations.length > 0 && declarations.every(isOurs)) {
          seen.add(symbol);
          found.push({ name: symbol.name, declarations });
          declarations.forEach(look);
        }
      }
      ts.forEachChild(node, look);
    };
    for (const { declarations = [] } of this.items) declarations.forEach(look);
    return found.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : fileOf(a) < fileOf(b) ? -1 : 1));
  }
}

/** The top-level statements that declare a symbol. Empty for a member, a parameter or a module. */
const declarationsOf = ({ declarations = [] }) =>
  declarations
    .map((one) => (ts.isVariableDeclaration(one) ? one.parent.parent : one))
    .filter((one) => one.parent !== undefined && ts.isSourceFile(one.parent));

const isOurs = (node) => node.getSourceFile().fileName.startsWith(`${root}dist/`);

const fileOf = ({ declarations }) => declarations[0].getSourceFile().fileName;

const bare = (text) => text.replace(/^(export )?(declare )?/, "");

function surface(name, { items, named }) {
  const lines = (all) =>
    all.flatMap(({ name: called, declarations = [] }) =>
      declarations.map(
        (node) => `// ${called}\n${bare(printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()))}`,
      ),
    );
  return (
    [
      `# The surface of \`${name}\``,
      "Made by `npm run docs`: everything that can be imported. The last section has types that these exports name but that cannot be imported. Every changed line is a change for programs that use xoff as a library (docs/library.md). `npm run site` makes pages with the comments.",
      `\`\`\`ts\n${lines(items).join("\n\n")}\n\`\`\``,
      "## Named, and not exported",
      `\`\`\`ts\n${lines(named).join("\n\n")}\n\`\`\``,
      "",
    ]
      .join("\n\n")
      .trimEnd() + "\n"
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(`${root}docs/api`, { recursive: true });
  for (const [path, text] of Object.entries(apiFiles())) writeFileSync(root + path, text);
}
