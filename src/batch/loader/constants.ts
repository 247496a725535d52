/**
 * Replaces the name of each numeric constant by its value, as a C compiler does. The build applies it to `dist/`
 * (`scripts/fold.mjs`), and the loader to a user's module.
 *
 * V8 treats a constant of a module as a variable in the module's scope. It folds the value only into functions that are
 * created once. A function that is created again for each network loads and tests the constant at each use. A name also
 * takes three to five times the bytecode of a number, and bytecode size limits inlining
 * (docs/decisions/0036-constants-by-value.md).
 *
 * Only names that are bound once in their file are replaced. A second pass changes nothing, and line numbers stay
 * the same.
 */
import type {
  AnyNode,
  BinaryOperator,
  Expression,
  Identifier,
  ModuleDeclaration,
  PrivateIdentifier,
  Program,
  Statement,
  VariableDeclarator,
} from "acorn";
import type { Edit } from "./edits.ts";
import { calledIn } from "./imports.ts";
import { walk } from "./syntax.ts";

/** Numeric constants by name. */
export type Constants = ReadonlyMap<string, number>;

/** The exports of a module that are known before the module runs. The loader uses only those that are numbers. */
export type Exported = Readonly<Record<string, unknown>>;

const OPERATORS: Partial<Record<BinaryOperator, (a: number, b: number) => number>> = {
  "<<": (a, b) => a << b,
  "|": (a, b) => a | b,
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "**": (a, b) => a ** b,
};

/**
 * The numeric constants of a module: imported ones, fields of imported modules, and values computed from numbers. `exportsOf` returns the
 * known exports of an imported module; undefined if nothing is known about it.
 */
export function constantsOf({ body }: Program, exportsOf: (specifier: string) => Exported | undefined): Constants {
  const values = new Map<string, number>();
  const modules = new Map<string, Exported>();
  const add = (name: string, value: unknown): void => {
    if (typeof value === "number" && Number.isFinite(value)) values.set(name, value);
  };
  for (const statement of body) {
    if (statement.type === "ImportDeclaration") {
      const module = exportsOf(String(statement.source.value));
      if (module === undefined) continue;
      for (const one of statement.specifiers)
        if (one.type === "ImportNamespaceSpecifier") modules.set(one.local.name, module);
        else if (one.type === "ImportSpecifier") add(one.local.name, module[calledIn(one.imported)]);
    }
    for (const { id, init } of constIn(statement)) {
      if (id.type === "Identifier") add(id.name, valueOf(init, values));
      else if (id.type === "ObjectPattern" && init?.type === "Identifier")
        for (const one of id.properties)
          if (one.type === "Property" && one.value.type === "Identifier" && !one.computed)
            add(one.value.name, modules.get(init.name)?.[calledIn(one.key)]);
    }
  }
  return values;
}

/** Returns those of `constants` that the module exports. */
export function exportedConstants({ body }: Program, constants: Constants): Exported {
  const names = body.flatMap((statement): [name: string, own: string][] => {
    if (statement.type !== "ExportNamedDeclaration" || statement.source) return [];
    const declared = constIn(statement).flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
    const listed = statement.specifiers.map(({ exported, local }): [string, string] => [
      calledIn(exported),
      calledIn(local),
    ]);
    return [...declared.map((name): [string, string] => [name, name]), ...listed];
  });
  return Object.fromEntries(names.map(([name, own]) => [name, constants.get(own)]));
}

/** Returns the edits that replace each constant's name by its value. */
export function byValue(program: Program, constants: Constants): readonly Edit[] {
  const bound = new Map<string, number>();
  const reads: Identifier[] = [];
  const inPatterns = new Set<AnyNode>();
  walk(program, (node, parent, key) => {
    if (node.type === "ObjectPattern") node.properties.forEach((one) => inPatterns.add(one));
    if (node.type !== "Identifier" || !constants.has(node.name)) return;
    if (isBound(parent, key) || (key === "value" && inPatterns.has(parent)))
      bound.set(node.name, (bound.get(node.name) ?? 0) + 1);
    else if (isRead(parent, key)) reads.push(node);
  });
  return reads
    .filter(({ name }) => bound.get(name) === 1)
    .map(({ name, start, end }) => ({ start, end, text: literal(constants.get(name) as number) }));
}

const literal = (value: number): string => (value < 0 || Object.is(value, -0) ? `(-${-value})` : String(value));

/** For each type of syntax node, the fields that bind a name or assign a value to one. */
const BINDS: Readonly<Record<string, readonly string[]>> = {
  ...{ VariableDeclarator: ["id"], CatchClause: ["param"], ClassDeclaration: ["id"], ClassExpression: ["id"] },
  ...{
    FunctionDeclaration: ["id", "params"],
    FunctionExpression: ["id", "params"],
    ArrowFunctionExpression: ["params"],
  },
  ...{ ImportSpecifier: ["local"], ImportDefaultSpecifier: ["local"], ImportNamespaceSpecifier: ["local"] },
  ...{ ArrayPattern: ["elements"], AssignmentPattern: ["left"], RestElement: ["argument"] },
  ...{
    AssignmentExpression: ["left"],
    UpdateExpression: ["argument"],
    ForInStatement: ["left"],
    ForOfStatement: ["left"],
  },
};

const isBound = ({ type }: AnyNode, key: string): boolean => BINDS[type]?.includes(key) ?? false;

/** True if the code only reads the identifier at this place, so that a number literal may replace the identifier. */
function isRead(parent: AnyNode, key: string): boolean {
  switch (parent.type) {
    case "MemberExpression":
      return key === "property" && parent.computed;
    case "Property":
      return key === "value" ? !parent.shorthand : parent.computed;
    case "MethodDefinition":
    case "PropertyDefinition":
      return key === "value" || parent.computed;
    case "ImportSpecifier":
    case "ExportSpecifier":
    case "ExportAllDeclaration":
    case "LabeledStatement":
    case "BreakStatement":
    case "ContinueStatement":
    case "MetaProperty":
      return false;
    default:
      return true;
  }
}

/** The constants that a top-level statement declares with `const`. */
function constIn(statement: Statement | ModuleDeclaration): readonly VariableDeclarator[] {
  const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  return declared?.type === "VariableDeclaration" && declared.kind === "const" ? declared.declarations : [];
}

function valueOf(node: Expression | PrivateIdentifier | null | undefined, values: Constants): number | undefined {
  if (node?.type === "Literal") return typeof node.value === "number" ? node.value : undefined;
  if (node?.type === "Identifier") return values.get(node.name);
  if (node?.type === "UnaryExpression" && node.operator === "-") {
    const value = valueOf(node.argument, values);
    return value === undefined ? undefined : -value;
  }
  if (node?.type !== "BinaryExpression") return undefined;
  const [left, right] = [valueOf(node.left, values), valueOf(node.right, values)];
  return left === undefined || right === undefined ? undefined : OPERATORS[node.operator]?.(left, right);
}
