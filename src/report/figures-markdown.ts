/** Reproduced figures as one Markdown page with separate plot files, for docs/results/. */
import type { Claim, NumberTable } from "../papers/figures/contract.ts";
import { counts } from "../papers/figures/claims.ts";
import { formatCount, formatDuration } from "../base/format.ts";
import { answersOf, fractionOf, madeOf, sentence, type Concluded } from "./figure-page.ts";
import { drawPlot } from "./figure-plot.ts";
import { markdownTable } from "./markdown-table.ts";
import {
  TIMES_MEAN,
  UNCOUNTED_MEAN,
  verdictCounts,
  verdictSentence,
  VERDICTS_MEAN,
  verdictText,
  whyNot,
} from "./verdict-counts.ts";

export interface MarkdownPage {
  readonly text: string;
  /** The SVG drawings, by the paths that the page uses. */
  readonly drawings: ReadonlyMap<string, string>;
}

export interface MarkdownOptions {
  /** Folder of the drawings, relative to the page. */
  readonly folder: string;
  /** The command that makes this page. */
  readonly command: string;
  /** Of xoff. */
  readonly version: string;
  /** Existing sections of the page that remain unchanged, by figure id, heading included. */
  readonly sections?: ReadonlyMap<string, string>;
  /** Sections about the paper as a whole. They precede the sections of its figures. */
  readonly wholePaper?: readonly string[];
}

export async function figuresMarkdown(
  figures: readonly Concluded[],
  { folder, command, version, sections, wholePaper = [] }: MarkdownOptions,
): Promise<MarkdownPage> {
  const drawings = new Map<string, string>();
  const claims = figures.flatMap(({ conclusion }) => conclusion.claims);
  const runs = figures.reduce((sum, figure) => sum + figure.runs, 0);
  const seconds = figures.reduce((sum, figure) => sum + figure.seconds, 0);
  const shared = figures.some(({ experiment: { runsOf } }) => runsOf !== undefined)
    ? ". Runs that figures share count with each of them"
    : "";
  const parts = [
    `# Results: ${[...new Set(figures.map(({ experiment: { id } }) => id.split("/")[0]))].join(", ")}`,
    `Made by \`${command}\`, xoff ${version}: ${formatCount(runs)} runs, ${formatDuration(seconds)} of run time${shared}.\n` +
      `${verdictSentence(verdictCounts(claims))}.\n\n` +
      "`order` says which scheme is better, `ratio` by which factor. `value` is a theorem or formula that must be met. " +
      `${VERDICTS_MEAN} ${UNCOUNTED_MEAN} ${TIMES_MEAN}`,
    readingsList(figures),
    ...wholePaper,
  ];
  for (const figure of figures) {
    const { experiment, conclusion } = figure;
    const section = sections?.get(experiment.id);
    if (section !== undefined) {
      parts.push(section);
      continue;
    }
    parts.push(
      // docs/results/README.md links to this heading.
      `## ${experiment.id}`,
      `**${experiment.title}.** ${experiment.asks}\n\n${made(figure)}`,
      claimTable(conclusion.claims.filter(counts)),
      claimTable(
        conclusion.claims.filter((claim) => !counts(claim)),
        "Not counted:",
      ),
      list("Found:", conclusion.findings ?? []),
      ...(conclusion.tables ?? []).map(numberTable),
    );
    for (const [k, plot] of conclusion.plots.entries()) {
      const drawing = await drawPlot(plot);
      if (drawing === undefined) continue;
      const path = `${folder}/${experiment.id.replace("/", "-")}-${k + 1}.svg`;
      // A white background keeps the drawing readable on a dark page.
      drawings.set(path, drawing.svg.replace("<svg", '<svg style="background: #fff"'));
      const notes = [...(plot.note === undefined ? [] : [sentence(plot.note)]), ...drawing.notes];
      parts.push(
        `![${plot.title}](${path})\n\n${[notes.length === 0 ? plot.title : `${plot.title}.`, ...notes].join(" ")}`,
      );
    }
    parts.push(list("Choices where the paper gives no value:", experiment.chosen));
  }
  return { text: `${parts.filter((part) => part !== "").join("\n\n")}\n`, drawings };
}

const list = (head: string, lines: readonly string[]): string =>
  lines.length === 0 ? "" : [head, "", ...lines.map((line) => `- ${line}`)].join("\n");

function numberTable({ title, columns, rows }: NumberTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [`${title}:`, "", line(columns), line(columns.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A list of the questions that the papers leave open. Figures of the same paper share one list. */
function readingsList(figures: readonly Concluded[]): string {
  const perPaper = new Map(figures.map((figure) => [figure.experiment.readings, answersOf(figure)]));
  const lines = [...perPaper.values()]
    .flat()
    .map(
      ({ name, asks, answer, means, why }) => `\`${name}\`: ${asks} \`${answer}\`: ${sentence(means)} ${sentence(why)}`,
    );
  return list("Questions that the paper leaves open, with one answer for all its figures:", lines);
}

function made(concluded: Concluded): string {
  const { runs, failed, seconds } = concluded;
  if (runs === 0) return "Computed.";
  const fraction = fractionOf(concluded);
  const said = madeOf(concluded);
  return [
    `${said[0].toUpperCase()}${said.slice(1)}, ${formatDuration(seconds)} of run time.`,
    ...(fraction === undefined ? [] : [`Only a part of the paper's experiment: ${sentence(fraction)}`]),
    ...(failed === 0 ? [] : [`${failed} of the runs failed and are missing.`]),
  ].join(" ");
}

export function claimTable(claims: readonly Claim[], head?: string): string {
  if (claims.length === 0) return "";
  // Explanations of failed claims are listed once below the table, because several claims share them. A long paragraph
  // in a table cell would be hard to read.
  const tried = [...new Set(claims.flatMap((claim) => whyNot(claim) ?? []))];
  const rows = claims.map((claim) => [
    ...[verdictText(claim), said(claim, tried), claim.kind, claim.paper, claim.ours],
  ]);
  const table = markdownTable(["", "claim", "kind", "paper", "xoff"], rows);
  const parts = [
    ...(head === undefined ? [] : [head]),
    table,
    ...(tried.length === 0 ? [] : ["Tried:", tried.map((text, k) => `${k + 1}. ${sentence(text)}`).join("\n")]),
  ];
  return parts.join("\n\n");
}

/**
 * The text of a claim in the table. `all` lists the explanations below the table, to which the text refers by number.
 */
function said(claim: Claim, all: readonly string[]): string {
  const { note, toBeHad } = claim;
  const why = whyNot(claim);
  const more = [
    ...(note === undefined ? [] : [note]),
    ...(toBeHad === undefined ? [] : [`Ideal: ${toBeHad}`]),
    ...(why === undefined ? [] : [`Tried: (${all.indexOf(why) + 1})`]),
  ];
  return more.length === 0 ? claim.claim : [claim.claim, ...more].map(sentence).join(" ");
}
