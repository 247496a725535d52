/** Extracts the prose of a source file, as Markdown: its comments and the strings that a person reads. */
import ts from "typescript";

/**
 * `markdown` has one block for each comment and each string. `lineAt(offset)` is the line of the source that holds this offset of `markdown`.
 * `strings: false` extracts comments only.
 */
export function proseOf(file, source, { strings }) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const { literals, texts } = literalsOf(tree);
  const blocks = comments(masked(source, literals));
  if (strings) blocks.push(...texts.flatMap((text) => stringBlocks(text)));
  return join(blocks, (at) => tree.getLineAndCharacterOfPosition(at).line + 1);
}

// Strings

/** JSX attributes whose values are names or drawings. */
const NOT_PROSE = new Set(["class", "className", "d", "id", "points", "style", "viewBox", "transform"]);

/**
 * `literals` has the range of each literal. `texts` has each string as a list of pieces `{ text, at }`. A code span
 * replaces each computed part of a string.
 */
function literalsOf(tree) {
  const literals = [];
  const texts = [];
  const computed = (node) => ({ text: "`x`", at: node.getStart() });
  const pieces = (node) => {
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
      return [...pieces(node.left), ...pieces(node.right)];
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
      return [{ text: node.text, at: node.getStart() }];
    if (ts.isTemplateExpression(node))
      return [node.head, ...node.templateSpans].flatMap((part) =>
        part === node.head
          ? { text: part.text, at: part.getStart() }
          : [computed(part.expression), { text: part.literal.text, at: part.literal.getStart() }],
      );
    return [computed(node)];
  };
  const visit = (node, inText) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) inText = true; // module names are not prose
    if (ts.isJsxAttribute(node) && NOT_PROSE.has(node.name.getText())) inText = true;
    if (ts.isTaggedTemplateExpression(node)) inText = true; // the text is code of another language
    if (isLiteral(node)) literals.push([node.getStart(), node.getEnd()]);
    if (ts.isJsxText(node)) texts.push([{ text: node.text, at: node.getStart() }]);
    else if (!inText && isText(node)) {
      texts.push(pieces(node));
      inText = true;
    } else if (inText && !isText(node) && !ts.isTemplateSpan(node) && !isLiteral(node)) {
      // A computed part can contain texts, as in `${n > 1 ? "these runs" : "this run"}`.
      inText = ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isJsxAttribute(node);
    }
    ts.forEachChild(node, (child) => visit(child, inText));
  };
  visit(tree, false);
  return { literals, texts };
}

const isLiteral = (node) =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node) ||
  ts.isRegularExpressionLiteral(node) ||
  ts.isJsxText(node);

const isText = (node) =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.PlusToken &&
    (isText(node.left) || isText(node.right)));

/** A string with three words or more, mostly of letters, is prose. A table or a help text has one block for each line. */
function stringBlocks(pieces) {
  const lines = [[]];
  for (const { text, at } of pieces)
    text.split("\n").forEach((part, i) => {
      if (i > 0) lines.push([]);
      lines.at(-1).push({ text: part, at });
    });
  return lines.filter((line) => {
    const text = line.map((piece) => piece.text).join("");
    const tokens = text.trim().split(/\s+/);
    const words = tokens.filter((token) => /^[("'`]?[A-Za-z][a-z'-]+[)"'`.,:;?!]*$/.test(token));
    return words.length >= 3 && words.length * 2 > tokens.length && !/ {3,}\S/.test(text.trim());
  });
}

// Comments

/** `source` with every literal overwritten by x. Each remaining `//` thus starts a comment. */
function masked(source, literals) {
  let text = source;
  for (const [from, to] of literals)
    text = text.slice(0, from) + text.slice(from, to).replace(/[^\n]/g, "x") + text.slice(to);
  return text;
}

/** Comments that are directives to a tool. */
const DIRECTIVE = /^(eslint-|@ts-|prettier-ignore|#__|\/ <reference)/;

function comments(source) {
  const blocks = [];
  let before = -1; // end of the previous line comment; -1 if code precedes that comment on its line
  for (const match of source.matchAll(/\/\*[\s\S]*?\*\/|\/\/.*/g)) {
    const [comment] = match;
    const ownLine = /(^|\n)[ \t]*$/.test(source.slice(Math.max(0, match.index - 200), match.index));
    const pieces = comment.startsWith("//")
      ? [{ text: comment.slice(2).replace(/^ /, ""), at: match.index }]
      : blockLines(comment, match.index);
    if (DIRECTIVE.test(pieces[0].text.trim())) continue;
    const follows = ownLine && comment.startsWith("//") && /^\n[ \t]*$/.test(source.slice(before, match.index));
    if (follows) blocks.at(-1).push(...lineEnd(pieces));
    else blocks.push(pieces);
    before = ownLine && comment.startsWith("//") ? match.index + comment.length : -1;
  }
  return blocks.map(withoutExamples);
}

const lineEnd = (pieces) => pieces.map(({ text, at }) => ({ text: `\n${text}`, at }));

function blockLines(comment, start) {
  let at = start;
  return comment.split("\n").map((line, i) => {
    const text = line.replace(i === 0 ? /^\/\*+ ?/ : /^\s*\*(?!\/) ?/, "").replace(/\s*\*\/$/, "");
    const piece = { text: `${i === 0 ? "" : "\n"}${text}`, at };
    at += line.length + 1;
    return piece;
  });
}

/** Replaces indented lines, which are examples or tables, by blank ones. Lines within a list stay. */
function withoutExamples(pieces) {
  let inList = false;
  return pieces.map(({ text, at }) => {
    const line = text.replace(/^\n/, "");
    inList = /^\s*([-*]|\d+\.) /.test(line) || (inList && /^\s+\S/.test(line));
    const kept = /^\s{2,}\S/.test(line) && !inList ? "" : line.replace(/^@\w+( \w+)?|\{@link[^}]*\}/g, "`x`");
    return { text: text.startsWith("\n") ? `\n${kept}` : kept, at };
  });
}

// Markdown

/** Separates two blocks of extracted text: a horizontal rule ends every list and paragraph. */
const BETWEEN = "\n\n---\n\n";

function join(blocks, lineOf) {
  let markdown = "";
  const starts = []; // pairs of offsets: in `markdown`, and in the source
  for (const block of blocks) {
    for (const { text, at } of block) {
      starts.push([markdown.length + (text.startsWith("\n") ? 1 : 0), at]);
      markdown += text;
    }
    markdown += BETWEEN;
  }
  return { markdown, lineAt: (offset) => lineOf(starts.findLast(([start]) => start <= offset)?.[1] ?? 0) };
}
