/**
 * Notes on a figure: measurements in addition to its own runs, such as other parameters or more seeds. A note is a
 * section of docs/results/notes/<paper>/<figure>.md. Its heading names the claims. Its first line has the commit, the
 * `RESULTS_ID` of the program and the command.
 *
 * A note whose `RESULTS_ID` differs from today's may be outdated, and the page says so.
 */
import type { Claim } from "../papers/figures/contract.ts";
import { counts } from "../papers/figures/claims.ts";
import { claimTable } from "./figures-markdown.ts";

export interface Note {
  /** The claims that the note is about, by name without the figure's id, such as "large-dt". */
  readonly claims: readonly string[];
  readonly commit: string;
  /** The `RESULTS_ID` of the program that made the note's measurements, or "unknown". */
  readonly results: string;
  readonly text: string;
}

interface NotedFigure {
  readonly id: string;
  readonly claims: readonly Claim[];
}

const HEAD = /^Commit `(\w+)`, results `(\w+)`\. Command: (?:`[^`]+`|not recorded)\.$/;

/** Parses a file of notes. */
export function readNotes(text: string): Note[] {
  const [, ...sections] = text.split(/^## /m);
  return sections.map((section) => {
    const [heading, head, ...paragraphs] = section.trim().split("\n\n");
    const found = HEAD.exec(head);
    if (found === null)
      throw new Error(
        `Note on ${heading}: the first line must have the form "Commit \`a\`, results \`b\`. Command: \`c\`."`,
      );
    return { claims: heading.split(", "), commit: found[1], results: found[2], text: paragraphs.join(" ") };
  });
}

/**
 * Returns the figure with its notes. If a claim does not hold and has notes, their text becomes its field `tried`. Only
 * notes may set this field, so it is removed from all other claims.
 */
export const withNotes = <Figure extends NotedFigure>(
  figure: Figure,
  notes: readonly Note[],
  results: string,
): Figure => ({
  ...figure,
  claims: figure.claims.map(({ tried: _, ...claim }) => {
    const own = notes.filter(({ claims }) => claims.some((name) => claim.id === `${figure.id}/${name}`));
    if (own.length === 0 || claim.verdict === "holds") return claim;
    return { ...claim, tried: own.map((note) => textOf(note, results)).join(" ") };
  }),
});

const textOf = ({ text, commit, results }: Note, today: string): string =>
  results === today ? text : `${text} **Older than the set-up**: results ${results}, commit ${commit}.`;

/** Updates the claims and notes of these figures in a paper's page, and adds links to the files of notes. */
export const pageWithNotes = (page: string, figures: readonly NotedFigure[]): string =>
  figures.reduce((text, figure) => {
    const start = text.indexOf(`## ${figure.id}\n`);
    if (start < 0) return text;
    const next = text.indexOf("\n## ", start);
    const end = next < 0 ? text.length : next;
    return text.slice(0, start) + sectionWithNotes(text.slice(start, end), figure) + text.slice(end);
  }, page);

function sectionWithNotes(section: string, { id, claims }: NotedFigure): string {
  const blocks = section.split("\n\n");
  const isTable = (block: string): boolean => block.startsWith("|  | claim | kind |");
  const first = blocks.findIndex((block) => isTable(block) || block === "Not counted:");
  const last = blocks.findLastIndex(
    (block, k) => isTable(block) || block.startsWith("Notes: ") || blocks[k - 1] === "Tried:",
  );
  const tables = [
    claimTable(claims.filter(counts)),
    claimTable(
      claims.filter((one) => !counts(one)),
      "Not counted:",
    ),
  ];
  const made = [...tables, `Notes: [${id}](notes/${id}.md)`].filter((part) => part !== "");
  return [...blocks.slice(0, first), ...made, ...blocks.slice(last + 1)].join("\n\n");
}
