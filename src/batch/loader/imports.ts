/** Finds the imports and exports of a module in its syntax tree. */
import type { Node, Pattern, Program } from "acorn";
import { walk } from "./syntax.ts";

/** An import of another module. `source` is undefined for a dynamic `import()`. */
export interface Import {
  readonly source: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** Returns the imports of a module. The offsets of an import are those of the module name, quotes included. */
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

/** Names that the module exports, without those of `export *`. */
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

/** The name of an entry in an import or export list, which may be an identifier or a string. */
export const calledIn = (node: Node): string =>
  "name" in node ? String(node.name) : "value" in node ? String(node.value) : "";
