/** What a module imports and exports, by its syntax tree. */
import type { Node, Pattern, Program } from "acorn";
import { walk } from "./syntax.ts";

/** Where a module names another. `source`: undefined where it is imported as the code runs, by `import()`. */
export interface Import {
  readonly source: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** Places are those of the name, quotes included. */
export function importsIn(program: Program): readonly Import[] {
  const found: Import[] = [];
  walk(program, (node) => {
    if (node.type === "ImportExpression") found.push({ source: undefined, start: node.start, end: node.end });
    const isOne = ["ImportDeclaration", "ExportNamedDeclaration", "ExportAllDeclaration"].includes(node.type);
    if (!isOne || !("source" in node) || !node.source) return;
    const { start, end } = node.source;
    found.push({ source: String((node.source as { readonly value?: unknown }).value), start, end });
  });
  return found;
}

/** Names, those of `export *` apart. */
export function exportsIn({ body }: Program): readonly string[] {
  return body.flatMap((statement) => {
    if (statement.type === "ExportDefaultDeclaration") return ["default"];
    if (statement.type === "ExportAllDeclaration") return statement.exported ? [calledIn(statement.exported)] : [];
    if (statement.type !== "ExportNamedDeclaration") return [];
    const { declaration, specifiers } = statement;
    const listed = specifiers.map(({ exported }) => calledIn(exported));
    if (!declaration) return listed;
    return declaration.type === "VariableDeclaration"
      ? declaration.declarations.flatMap(({ id }) => namesIn(id))
      : [declaration.id.name];
  });
}

function namesIn(pattern: Pattern): readonly string[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name];
    case "ObjectPattern":
      return pattern.properties.flatMap((one) => namesIn(one.type === "Property" ? one.value : one));
    case "ArrayPattern":
      return pattern.elements.flatMap((one) => (one === null ? [] : namesIn(one)));
    case "AssignmentPattern":
      return namesIn(pattern.left);
    case "RestElement":
      return namesIn(pattern.argument);
    case "MemberExpression":
      return [];
  }
}

/** Of a name in a list of imports or exports, which may be a text. */
export const calledIn = (node: Node): string =>
  "name" in node ? String(node.name) : "value" in node ? String(node.value) : "";
