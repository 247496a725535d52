/**
 * Puts the values of constants where their names stand in dist/, as a C compiler would: `npm run build` calls it after tsc.
 *
 * A module's constant is a place in the module's scope to an engine. V8 folds it into a function that was made once, but in those that are made again for
 * each network it loads and tests the constant at each use, and a name takes three to five times the bytecode of a number, which counts against what may be inlined
 * (docs/decisions/0036-constants-by-value.md). Only names bound once in their file are touched, so running it twice changes nothing.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";

const K = ts.SyntaxKind;
const OPERATORS = new Map([
  [K.LessThanLessThanToken, (a, b) => a << b],
  [K.BarToken, (a, b) => a | b],
  [K.PlusToken, (a, b) => a + b],
  [K.MinusToken, (a, b) => a - b],
  [K.AsteriskToken, (a, b) => a * b],
  [K.AsteriskAsteriskToken, (a, b) => a ** b],
]);

/** `text`, a module, with the values of its numeric constants for their names; `load` gives what a module exports that it imports. */
export async function folded(text, load) {
  const file = ts.createSourceFile("module.js", text, ts.ScriptTarget.Latest, true);
  const values = await constantsOf(file, load);
  for (const name of boundTwice(file)) values.delete(name);
  const edits = [];
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isIdentifier(node) && isRead(node) && values.has(node.text)) edits.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  for (const node of edits.reverse()) {
    const value = values.get(node.text);
    text = text.slice(0, node.getStart()) + (value < 0 ? `(${value})` : value) + text.slice(node.end);
  }
  return text;
}

/** By name: numbers that the module imports, takes from what it imports, or reckons from numbers. */
async function constantsOf(file, load) {
  const values = new Map();
  const modules = new Map();
  const add = (name, value) => Number.isFinite(value) && values.set(name.text, value);
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) {
      const bindings = statement.importClause?.namedBindings;
      if (bindings === undefined || !statement.moduleSpecifier.text.startsWith(".")) continue;
      const module = await load(statement.moduleSpecifier.text);
      if (ts.isNamespaceImport(bindings)) modules.set(bindings.name.text, module);
      else for (const { name, propertyName } of bindings.elements) add(name, module[(propertyName ?? name).text]);
    } else if (ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.Const) !== 0) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (ts.isIdentifier(name)) add(name, valueOf(initializer, values));
        else if (modules.has(initializer.text))
          for (const { name: own, propertyName } of name.elements)
            add(own, modules.get(initializer.text)[(propertyName ?? own).text]);
      }
    }
  }
  return values;
}

function valueOf(node, values) {
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isIdentifier(node)) return values.get(node.text);
  if (ts.isParenthesizedExpression(node)) return valueOf(node.expression, values);
  if (ts.isPrefixUnaryExpression(node) && node.operator === K.MinusToken) return -valueOf(node.operand, values);
  if (!ts.isBinaryExpression(node)) return undefined;
  const [left, right] = [valueOf(node.left, values), valueOf(node.right, values)];
  return left === undefined || right === undefined ? undefined : OPERATORS.get(node.operatorToken.kind)?.(left, right);
}

/** Names that something inside the module has as well, a parameter or a variable. */
function boundTwice(file) {
  const bound = [];
  const visit = (node) => {
    if (ts.isIdentifier(node) && node.parent.name === node && !isMember(node.parent)) bound.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return bound.filter((name, k) => bound.indexOf(name) !== k);
}

/** Does its name bind nothing in the module: is it a property's? */
function isMember(node) {
  return (
    ts.isPropertyAccessExpression(node) ||
    ts.isObjectLiteralElement(node) ||
    ts.isClassElement(node) ||
    ts.isExportSpecifier(node)
  );
}

/** Is it where its value is asked for, and can a number stand there? */
function isRead(node) {
  const { parent } = node;
  const hasMember = ts.isAccessExpression(parent) && parent.expression === node;
  return parent.name !== node && !hasMember && !ts.isBindingElement(parent);
}

/** All other folders of src/ are what runs in a simulation, which does nothing when it is loaded; the studio's is a bundle. */
const NOT_FOLDED = ["cli", "entry", "loader", "store", "studio", "sweep", "threads"];

async function foldAll(root) {
  const dist = join(root, "dist");
  const isSource = (folder) => !NOT_FOLDED.includes(folder) && existsSync(join(dist, folder)); // a folder of tests is not built
  const folders = readdirSync(join(root, "src")).filter(isSource);
  const paths = folders.flatMap((folder) =>
    readdirSync(join(dist, folder), { recursive: true }).map((path) => join(dist, folder, path)),
  );
  for (const name of paths) {
    if (!name.endsWith(".js")) continue;
    const text = readFileSync(name, "utf8");
    const better = await folded(text, (specifier) => import(pathToFileURL(resolve(name, "..", specifier)).href));
    if (better !== text) writeFileSync(name, better);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await foldAll(fileURLToPath(new URL("..", import.meta.url)));
