/** The rules of CONTRIBUTING.md ("Language") that a program can check, as rules of textlint. */
/** The maximum number of words and commas in a sentence. */
export const MAX_WORDS = 25;
export const MAX_COMMAS = 2;

/** Reports every sentence that is too long. */
export function sentences({ Syntax, RuleError, report, getSource }) {
  return {
    [Syntax.Paragraph](node) {
      if (isWithin(node, [Syntax.BlockQuote])) return;
      const source = getSource(node);
      for (const { text, at } of sentencesOf(plain(node, Syntax, getSource))) {
        const words = text.split(/\s+/).filter((token) => /[A-Za-z0-9]/.test(token)).length;
        // Commas between names in code, as in `a`, `b`, `c`, are not counted: the list counts as one thing.
        const commas = text.match(/(?<!x{3}\s*),(?=\s)|,(?=\s+(?!x{3}|\s))/g)?.length ?? 0;
        const tooLong = [
          ...(words > MAX_WORDS ? [`${words} words, the limit is ${MAX_WORDS}`] : []),
          ...(commas > MAX_COMMAS ? [`${commas} commas, the limit is ${MAX_COMMAS}`] : []),
        ];
        if (tooLong.length > 0)
          report(
            node,
            new RuleError(`sentence: ${tooLong.join("; ")}: "${start(source.slice(at))}..."`, { index: at }),
          );
      }
    },
  };
}

/** Reports the words and forms of `list` (words.yaml), outside code, quotations and names of files. */
export function words({ Syntax, RuleError, report, getSource }, { list }) {
  const check = (node) => {
    if (isWithin(node, [Syntax.BlockQuote])) return;
    for (const sentence of sentencesOf(plain(node, Syntax, getSource)))
      for (const { say, not, why } of list)
        for (const pattern of not)
          for (const match of sentence.text.matchAll(pattern)) {
            const message = `"${match[0].trim()}": ${why ?? `say ${say}`}`;
            report(node, new RuleError(message, { index: sentence.at + match.index }));
          }
  };
  return { [Syntax.Paragraph]: check, [Syntax.Header]: check, TableCell: check };
}

function isWithin(node, types) {
  for (let at = node.parent; at; at = at.parent) if (types.includes(at.type)) return true;
  return false;
}

/** The text of `node` with the same length as its source. Letters of code and quotations become x, which matches no rule. */
function plain(node, Syntax, getSource) {
  let text = getSource(node);
  const replace = (from, to, by) => {
    text = text.slice(0, from) + text.slice(from, to).replace(/[^\n]/g, by) + text.slice(to);
  };
  const visit = (child) => {
    const [from, to] = child.range.map((at) => at - node.range[0]);
    if (child.type === Syntax.Code) replace(from, to, "x");
    else if (child.type === Syntax.Html || child.type === Syntax.Image) replace(from, to, " ");
    else if (child.type === Syntax.Link && child.children.length > 0) {
      replace(from, child.children[0].range[0] - node.range[0], " ");
      replace(child.children.at(-1).range[1] - node.range[0], to, " ");
    }
    child.children?.forEach(visit);
  };
  node.children.forEach(visit);
  return text.replace(/"[^"]*"|“[^”]*”/g, (quoted) => "x".repeat(quoted.length)).replaceAll(/[*_]/g, " ");
}

/** An abbreviation whose point does not end the sentence. */
const ABBREVIATION = /(\b(e\.g|i\.e|cf|vs|etc|Fig|Sec|No|resp)|\.\.)\.$/;

/** Splits a text into sentences. A sentence ends at . ! or ? before a capital letter, a code span or a name with a small first letter. */
function sentencesOf(text) {
  const found = [];
  let from = 0;
  for (const { 0: gap, index } of text.matchAll(/(?<=[.!?][)\]"']*)\s+(?=[("'[]*([A-Z]|x{3}|xoff|htsim|ns-3))/g)) {
    if (ABBREVIATION.test(text.slice(from, index))) continue;
    found.push({ text: text.slice(from, index), at: from });
    from = index + gap.length;
  }
  found.push({ text: text.slice(from), at: from });
  return found;
}

const start = (text) => text.trim().split(/\s+/).slice(0, 6).join(" ");
