/**
 * Writes docs/messages.md: every error and warning of the program, collected from the sources with the TypeScript parser.
 *
 *   node scripts/messages.mjs           writes the page
 *   node scripts/messages.mjs --print   prints it
 *
 * `test/messages.test.ts` compares the page and checks each message.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/**
 * Errors with separate arguments for the expected value, the found value and sometimes a hint. The numbers are the positions of these
 * arguments.
 */
const STRUCTURED = {
  ParamError: { expected: 1, got: 2, hint: 3 },
  QuantityError: { expected: 0, got: 1, hint: 2 },
  InputError: { expected: 1, got: 2, hint: 3 },
  ScenarioError: { expected: 2, got: 3, hint: 4 },
  ModuleError: { expected: 0, got: 1, hint: 2 },
  "source.error": { expected: 1, got: 2, hint: 3 },
  "scanner.error": { expected: 1, hint: 2 },
  "scanner.errorAt": { expected: 1, got: 2, hint: 3 },
  complaint: { expected: 0, got: 1, hint: 2 },
};

/** Errors and warnings with a single text. The number is the position of its argument. */
const FREE = {
  Failure: 0,
  FolderError: 0,
  QueryError: 0,
  TaskError: 0,
  PolicyError: 0,
  InvalidArgumentError: 0,
  warn: 0,
  complain: 0,
};

/**
 * Internal errors of xoff, and errors in the code of a policy. For these a user can only report the error or correct
 * the policy, so they need no remedy.
 */
const INTERNAL = {
  InvariantError: 0,
  AnswerError: 3,
  Error: 0,
  RangeError: 0,
  invariant: 1,
  wrongAnswer: 3,
  wrongCall: 1,
};

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Every message with words of its own: its file, its kind, its texts and the remedy. A computed value is shown as
 * <name>.
 */
export function messages() {
  return sources().flatMap(messagesOf);
}

const sources = () =>
  readdirSync(`${root}src`, { recursive: true, encoding: "utf8" })
    .map((file) => `src/${file.replaceAll("\\", "/")}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|generated)\.tsx?$/.test(file))
    .sort();

function messagesOf(file) {
  const source = ts.createSourceFile(file, readFileSync(root + file, "utf8"), ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
      const message = messageOf(node, source);
      if (message !== undefined) found.push({ file, ...message });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function messageOf(node, source) {
  const name = node.expression.getText(source).replace(/^this\.#?/, "");
  const text = (k) => (k === undefined || k < 0 ? [] : textsOf(node.arguments?.[k], source));
  const structured = structureOf(name, source) ?? wrapped(node, source, STRUCTURED);
  if (structured !== undefined) {
    const { expected, got, hint } = structured;
    const [wanted, found, hints] = [text(expected), text(got), text(hint)];
    if (!hasWords(wanted) && !hasWords(hints)) return undefined;
    return { kind: "expected", wanted, found, hints };
  }
  if (Object.hasOwn(INTERNAL, name)) return withWords({ kind: "internal", texts: text(INTERNAL[name]) });
  const isError = name !== "warn";
  const free = Object.hasOwn(FREE, name) ? FREE[name] : wrapped(node, source, FREE)?.text;
  return free === undefined ? undefined : withWords({ kind: "free", isError, texts: text(free) });
}

/** The positions of the arguments of a known error. `say` makes the messages of the scenario's schemas. */
function structureOf(name, source) {
  if (Object.hasOwn(STRUCTURED, name)) return STRUCTURED[name];
  return name === "say" && source.fileName.startsWith("src/scenario/") ? { expected: 0, hint: 1 } : undefined;
}

/**
 * Handles the call of a function of the same file that does nothing but make an error of `table`. Returns the positions of
 * the error's arguments among those of the call. An argument that the call does not have gets the position -1. Undefined:
 * the call is another one.
 */
function wrapped({ expression }, source, table) {
  if (!ts.isIdentifier(expression)) return undefined;
  const made = functionNamed(expression, source);
  if (made === undefined) return undefined;
  const error = ts.isBlock(made.body) ? made.body.statements.at(-1)?.expression : unwrapped(made.body);
  if (error === undefined || !ts.isNewExpression(error)) return undefined;
  const name = error.expression.getText(source);
  if (!Object.hasOwn(table, name)) return undefined;
  const places = typeof table[name] === "number" ? { text: table[name] } : table[name];
  const parameters = made.parameters.map((one) => one.name.getText(source));
  const found = Object.entries(places).map(([part, k]) => [
    part,
    parameters.indexOf(error.arguments[k]?.getText(source)),
  ]);
  return found.every(([, k]) => k < 0) ? undefined : Object.fromEntries(found);
}

const unwrapped = (node) => (ts.isParenthesizedExpression(node) ? unwrapped(node.expression) : node);

/** The function that `name` calls, if it is declared in the same file. */
function functionNamed(name, source) {
  const { initializer } = declared(name, source) ?? {};
  if (initializer !== undefined && ts.isArrowFunction(initializer)) return initializer;
  return source.statements.find((one) => ts.isFunctionDeclaration(one) && one.name?.text === name.text && one.body);
}

/** A text without its placeholders. */
const ownWords = (text) => text.replaceAll(/<[^>]*>/g, "").trim();
/** False if a message only passes on the text of another message. */
const hasWords = (texts) => texts.some((text) => / /.test(ownWords(text)));
/** Leaves out a message that adds nothing but short words to the text of another one, such as "at". */
const withWords = (message) =>
  hasWords(message.texts) && message.texts.some((text) => /\w{3}/.test(ownWords(text))) ? message : undefined;

/** All forms that an expression's text can take. */
function textsOf(node, source) {
  if (node === undefined) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression, source);
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap((one) => textsOf(one, source));
  if (ts.isTemplateExpression(node)) {
    const parts = node.templateSpans.map(({ expression, literal }) => [valueOf(expression, source), [literal.text]]);
    return joined([[node.head.text], ...parts.flat()]);
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return joined([textsOf(node.left, source), textsOf(node.right, source)]);
  return valueOf(node, source);
}

/**
 * The texts of a value, if it is a constant, a conditional expression or what a function of the file returns. Otherwise
 * its name, as <name>.
 */
function valueOf(node, source) {
  if (ts.isConditionalExpression(node) || ts.isTemplateExpression(node) || ts.isStringLiteralLike(node))
    return textsOf(node, source);
  if (ts.isIdentifier(node)) {
    if (node.text === "undefined") return [];
    const { initializer } = declared(node, source) ?? {};
    if (initializer !== undefined && isText(initializer)) return textsOf(initializer, source);
    const returned = initializer && returnedBy(initializer, source);
    if (returned !== undefined) return textsOf(returned, source);
  }
  const returned = returnedBy(node, source);
  if (returned !== undefined) return textsOf(returned, source);
  const [, name = "value"] = /(\w+)\W*$/.exec(node.getText(source).replace(/\([^]*$/, "")) ?? [];
  return [`<${name}>`];
}

/** The text that a call returns, if it calls a function of the same file that ends with a text. */
function returnedBy(node, source) {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return undefined;
  const body = functionNamed(node.expression, source)?.body;
  const returned = body !== undefined && ts.isBlock(body) ? body.statements.at(-1)?.expression : body;
  return returned !== undefined && isText(returned) ? returned : undefined;
}

const isText = (node) =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isConditionalExpression(node) && isText(node.whenTrue) && isText(node.whenFalse)) ||
  (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken && isText(node.left));

/** The declaration of the constant of that name, in the innermost block around `node` that has one. */
function declared(node, source) {
  for (let block = node.parent; block !== undefined; block = block.parent) {
    if (!ts.isBlock(block) && !ts.isSourceFile(block)) continue;
    for (const statement of block.statements) {
      if (!ts.isVariableStatement(statement)) continue;
      const found = statement.declarationList.declarations.find(({ name }) => name.getText(source) === node.text);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/**
 * Maximum number of forms of one text. Several choices in one text multiply the forms, and a few forms suffice as
 * examples.
 */
const MAX_FORMS = 8;

const joined = (parts) =>
  parts.reduce(
    (texts, forms) =>
      texts.flatMap((text) => (forms.length === 0 ? [text] : forms.map((form) => text + form))).slice(0, MAX_FORMS),
    [""],
  );

/** The full text of a message, in each of its forms. */
export function spoken({ kind, wanted = [], found = [], hints = [], texts = [] }) {
  if (kind !== "expected") return texts;
  const [got = "<value>"] = found;
  return wanted.flatMap((one) =>
    (hints.length === 0 ? [""] : hints).map((hint) => `expected ${one}, got ${got}${hint && `. ${hint}`}`),
  );
}

/** The sentences of a text. Places, numbers and examples of code have points of their own. */
export const sentencesOf = (text) =>
  text
    .replaceAll(/`[^`]*`|"[^"]*"|\([^)]*\)/g, "x")
    .split(/(?<=[.?!])\s+(?=[A-Z<`"-])/)
    .filter((sentence) => /\w{2}/.test(sentence));

const REMEDY =
  /\b(?:Add|Change|Check|Choose|Correct|Collect|Copy|Do not|Find|Increase|Install|Keep|Let|List|Look|Move|Name|Pass|Plan|Put|Read|Reduce|Reload|Remove|Repeat|Run|Save|Separate|Set|Shorten|Sort|Split|Try|Use|Vary|Wait|Write|xoff \w+|npm run)\b|only allowed|exclude each other|\bexpected\b|\bExpected\b|: (?:set|use|write|remove|rename|split|keep|run|please report)\b|\bplease report\b|Please report/;

/** A placeholder whose value contains a reason or a remedy, such as an error of the operating system. */
const PASSED_ON = /<(?:complaint|mend|hint|message|reason|value|why|line|String)>/;

/** True if the message tells the user how to proceed: by the expected value, an imperative or a passed-on remedy. */
export const hasRemedy = (text) => REMEDY.test(text) || PASSED_ON.test(text);

const cell = (text) =>
  text.trim().replaceAll(/\s+/g, " ").replaceAll("|", "\\|").replaceAll("<", "‹").replaceAll(">", "›");

export function messagesPage(all = messages()) {
  const rows = (kind) => {
    const lines = all
      .filter((one) => one.kind === kind)
      .flatMap((one) =>
        (kind === "expected" ? expectedRows(one) : one.texts.map((text) => `| ${cell(text)} |`)).map(
          (row) => `${row} ${one.file.slice(4)} |`,
        ),
      );
    return [...new Set(lines)].join("\n");
  };
  return `# Messages

This page lists every error and warning of xoff. \`node scripts/messages.mjs\` collects them from the source code. In a message, a name in ‹brackets› is a placeholder for a value. The column
"where" has the file of the message, relative to \`src/\`.

A message of xoff has at most two sentences. It names the problem, its place and the remedy. \`test/messages.test.ts\` checks each message.

## Values that are not permitted

The messages in the next table have the form "place: expected ..., got .... Hint". To correct the mistake, write the expected value, or follow the hint.

| expected | hint | where |
|---|---|---|
${rows("expected")}

## Other mistakes and warnings

| message | where |
|---|---|
${rows("free")}

## Internal errors

An internal error is a fault of xoff, or of the code of a policy module. In the second case the message names the file and line of the module. Please report a fault of xoff with the scenario and the seed.

| message | where |
|---|---|
${rows("internal")}
`;
}

const expectedRows = ({ wanted, hints }) =>
  (wanted.length === 0 ? [""] : wanted).flatMap((one) =>
    (hints.length === 0 ? [""] : hints)
      .filter((hint) => hasWords([one, hint]))
      .map((hint) => `| ${cell(one)} | ${cell(hint)} |`),
  );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--print")) process.stdout.write(messagesPage());
  else writeFileSync(`${root}docs/messages.md`, messagesPage());
}
