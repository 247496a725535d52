/**
 * Writes docs/api/ from the declarations in dist/. Each entry of the package gets a page, and a file with its bare declarations, which
 * shows a reviewer the changes of the interface. `npm run docs` builds first.
 *
 *   node scripts/api.mjs           writes the files
 *   node scripts/api.mjs --print   prints them
 *
 * A page has the sections of the entry's source, and each export with its comment and declaration. The end of the page lists types that
 * exports refer to but that cannot be imported.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("..", import.meta.url));
const printer = ts.createPrinter({ removeComments: true });
/** A longer declaration is a table that has its own page in docs/. */
const MOST_LINES = 80;

/** The exports of package.json that have types: their names, and their files below src/ without file ending. */
export function entries() {
  const { exports } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  return Object.entries(exports).flatMap(([path, { types }]) =>
    types === undefined ? [] : [{ name: `xoff${path.slice(1)}`, file: types.replace(/^\.\/dist\/(.*)\.d\.ts$/, "$1") }],
  );
}

/** The text of each file, by path, such as `docs/api/xoff.md` and `docs/api/xoff.api.md`. */
export function apiFiles() {
  const all = entries();
  const program = ts.createProgram(
    entries().map(({ file }) => `${root}dist/${file}.d.ts`),
    { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023, types: ["node"], noEmit: true },
  );
  const main = new Api(program, `${root}dist/${all[0].file}.d.ts`);
  const shared = new Map(main.items.map(({ symbol, name }) => [symbol, name]));
  return Object.fromEntries(
    all.flatMap(({ name, file }, k) => {
      const api = k === 0 ? main : new Api(program, `${root}dist/${file}.d.ts`, shared);
      const path = `docs/api/${name.replaceAll("/", "-")}`;
      return [
        [`${path}.md`, page(name, file, api)],
        [`${path}.api.md`, surface(name, api)],
      ];
    }),
  );
}

/**
 * The exports of one entry as `items`, ordered by name. `elsewhere` are declarations they refer to that the package's main entry exports
 * (`shared`). `named` are those that cannot be imported.
 */
class Api {
  constructor(program, file, shared = new Map()) {
    this.checker = program.getTypeChecker();
    this.source = program.getSourceFile(file);
    this.items = this.#itemsOf(this.checker.getSymbolAtLocation(this.source), "");
    this.elsewhere = new Set();
    this.named = this.#named(shared);
  }

  /** A module that is exported as a namespace has items of its own. */
  #itemsOf(module, prefix) {
    const items = this.checker.getExportsOfModule(module).flatMap((symbol) => {
      const target = this.#target(symbol);
      const name = prefix + symbol.name;
      if ((target.flags & ts.SymbolFlags.ValueModule) === 0)
        return [{ name, declarations: declarationsOf(target), symbol: target }];
      return [{ name, module: target.declarations[0] }, ...this.#itemsOf(target, `${name}.`)];
    });
    return items.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  #target(symbol) {
    return symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  /** Declarations of this package that the items refer to, directly or indirectly, by name. */
  #named(shared) {
    const seen = new Set(this.items.map(({ symbol }) => symbol));
    const found = [];
    const look = (node) => {
      if (ts.isIdentifier(node)) {
        const at = this.checker.getSymbolAtLocation(node);
        const symbol = at && this.#target(at);
        const declarations = symbol === undefined || seen.has(symbol) ? [] : declarationsOf(symbol);
        if (declarations.length > 0 && shared.has(symbol)) return void this.elsewhere.add(shared.get(symbol));
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

/** The top-level statements of a file that declare a symbol. Empty for a member, a parameter or a module. */
const declarationsOf = ({ declarations = [] }) =>
  declarations
    .map((one) => (ts.isVariableDeclaration(one) ? one.parent.parent : one))
    .filter((one) => one.parent !== undefined && ts.isSourceFile(one.parent));

const isOurs = (node) => node.getSourceFile().fileName.startsWith(`${root}dist/`);

/** The file of src/ that declares the item. */
const fileOf = ({ declarations, module }) =>
  relative(`${root}dist`, (module ?? declarations[0].getSourceFile()).fileName).replace(/\.d\.ts$/, ".ts");

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
      "Made by `npm run docs`. It lists the declarations that can be imported. The end lists those that they refer to, but that cannot be imported. A changed line here changes the interface for users of the library (docs/library.md).",
      `\`\`\`ts\n${lines(items).join("\n\n")}\n\`\`\``,
      "## Named, and not exported",
      `\`\`\`ts\n${lines(named).join("\n\n")}\n\`\`\``,
      "",
    ]
      .join("\n\n")
      .trimEnd() + "\n"
  );
}

function page(name, file, api) {
  const source = ts.createSourceFile(file, readFileSync(`${root}src/${file}.ts`, "utf8"), ts.ScriptTarget.ES2023, true);
  const known = new Map(api.items.map((item) => [item.name, item]));
  const parts = [`# \`${name}\``, prose(commentAt(source.text, 0) ?? ""), "Made from the sources by `npm run docs`."];
  for (const statement of source.statements) {
    const title = sectionAt(source.text, statement.getFullStart());
    if (title !== undefined) parts.push(`## ${title}`);
    if (!ts.isExportDeclaration(statement)) continue;
    const clause = statement.exportClause;
    if (clause === undefined) {
      parts.push(...wholeModule(join(dirname(file), statement.moduleSpecifier.text), api));
      continue;
    }
    const names = ts.isNamespaceExport(clause) ? [clause.name.text] : clause.elements.map((one) => one.name.text);
    for (const one of names)
      for (const item of [known.get(one), ...api.items.filter(({ name: other }) => other.startsWith(`${one}.`))])
        parts.push(...section(item));
  }
  if (api.elsewhere.size > 0)
    parts.push(
      "## Named by these, of `xoff`",
      `${[...api.elsewhere]
        .sort()
        .map((one) => `\`${one}\``)
        .join(", ")}.`,
    );
  parts.push("## Named by these, and not exported", ...api.named.flatMap(section));
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** An `export *`: the module's own comment, and all its exports in the order of its source. */
function wholeModule(path, { items }) {
  const all = items.filter((item) => item.module === undefined && fileOf(item) === path);
  const order = (item) => item.declarations[0].getStart();
  const header = commentAt(readFileSync(`${root}src/${path}`, "utf8"), 0);
  return [
    ...(header === undefined ? [] : [prose(header)]),
    ...all.sort((a, b) => order(a) - order(b)).flatMap(section),
  ];
}

/** The text for one export: its comment, its declaration and its source file. */
function section(item) {
  const title = `### ${item.name}`;
  const from = `In \`${fileOf(item)}\`.`;
  if (item.module !== undefined) return [title, prose(commentAt(item.module.text, 0) ?? ""), from];
  const comments = item.declarations
    .map((node) => commentAt(node.getSourceFile().text, node.getFullStart()))
    .filter((one) => one !== undefined);
  const text = item.declarations.map((node) => bare(node.getText())).join("\n");
  const declared = text.split("\n").length > MOST_LINES ? `${text.split("\n")[0]} ... }` : text;
  return [title, ...comments.map(prose), `\`\`\`ts\n${declared}\n\`\`\``, from];
}

/** The last documentation comment before `position`, without its stars. */
function commentAt(text, position) {
  const ranges = ts.getLeadingCommentRanges(text, position) ?? [];
  const range = ranges.findLast(({ pos }) => text.startsWith("/**", pos));
  if (range === undefined) return undefined;
  const inside = text.slice(range.pos + 3, range.end - 2);
  return inside.replaceAll(/^[ \t]*\* ?/gm, "").trim();
}

/** A comment such as `// Runs.` before a statement starts a section with that title. */
function sectionAt(text, position) {
  const ranges = ts.getLeadingCommentRanges(text, position) ?? [];
  const [title] = ranges.flatMap(({ pos, end }) => /^\/\/ (.*)\.$/.exec(text.slice(pos, end))?.[1] ?? []);
  return title;
}

/** Converts a comment to Markdown. Indented lines are formulas and tables, and keep their shape. */
const prose = (comment) =>
  comment.replaceAll(/^ {2,}(?=\S)/gm, "    ").replaceAll(/([^\n])\n(?= {4})(?<!\n {4}[^\n]*\n)/g, "$1\n\n");

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of Object.entries(apiFiles())) {
    if (process.argv.includes("--print")) process.stdout.write(text);
    else {
      mkdirSync(`${root}docs/api`, { recursive: true });
      writeFileSync(root + path, text);
    }
  }
}
