/**
 * docs/results/README.md: every claim of the papers, what came out, under which reading, at what cost.
 *
 * `npm run results` writes it with the data that it is made of, docs/results/claims.json; test/docs.test.ts fails while the page is not what
 * the data say. A figure whose runs are of code with other results, or of other scenarios than today's, is marked stale.
 */
import { counts, VERDICTS } from "../papers/figures/claims.ts";
import type { Claim, Scale } from "../papers/figures/contract.ts";
import type { Paper } from "../papers/papers.ts";
import { CRITERIA } from "../papers/figures/verdicts.ts";
import type { Difference, Readings } from "../papers/figures/readings.ts";
import { formatCount, formatDuration } from "../base/format.ts";
import type { ClaimRow, FigureRecord } from "./figure-record.ts";
import { markdownTable } from "./markdown-table.ts";
import { underReadings } from "./readings-markdown.ts";
import { hangsOn, type ReadingsRecord } from "./readings-table.ts";
import {
  SETTLED_MEAN,
  TIMES_MEAN,
  UNCOUNTED_MEAN,
  verdictCounts,
  VERDICTS_MEAN,
  verdictText,
  whyNot,
} from "./verdict-counts.ts";

/** What a figure left, without its plots, findings and tables. */
export type LedgerFigure = Omit<FigureRecord, "plots" | "findings" | "tables">;

/** What docs/results/claims.json holds. */
export interface LedgerData {
  readonly xoff: string;
  /** In the order of docs/experiments.md. */
  readonly figures: readonly LedgerFigure[];
  /** Ids of figures that have no whole set of runs yet at any scale. */
  readonly notRun: readonly string[];
  readonly readings: readonly ReadingsRecord[];
}

export interface Ledger extends LedgerData {
  /** Of the code that writes the page (`RESULTS_ID`): runs by code with any others are stale. */
  readonly results: string;
  /** Hash over the scenarios that a figure has today (`setUpOf`): records with another are stale. */
  readonly setUpOf: (id: string, scale: Scale) => string | undefined;
}

const paperOf = (id: string): string => id.split("/")[0];

/** A paper with the parameters in which its figures differ, from docs/results/notes/<paper>/differences.json. */
export interface NotedPaper extends Paper {
  readonly differences?: readonly Difference[];
}

export function ledgerPage(ledger: Ledger, about: Readonly<Partial<Record<string, NotedPaper>>>): string {
  const papers = [...new Set(ledger.figures.map(({ id }) => paperOf(id)))];
  const parts = [
    "# The ledger: every claim, and what came out",
    "<!-- Made by `npm run results`. Do not edit. -->",
    intro(ledger),
    summary(ledger, papers),
    ledger.notRun.length === 0 ? "" : `Not run whole yet, so not counted: ${ledger.notRun.join(", ")}.`,
    ...papers.flatMap((paper) => {
      const figures = ledger.figures.filter(({ id }) => paperOf(id) === paper);
      const { readings = {}, differences = [] } = about[paper] ?? {};
      const answered = ledger.readings.filter((record) => record.paper === paper);
      return [
        `## ${paper}`,
        readingsOf(readings, answered, ledger),
        differencesOf(differences),
        claimTable(figures, answered, ledger),
        tried(figures),
      ];
    }),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

const intro = ({ results, xoff, figures }: Ledger): string =>
  `xoff ${xoff}, results ${results}: ${formatCount(sum(figures, ({ runs }) => runs))} runs, ${formatDuration(sum(figures, ({ seconds }) => seconds))} of one core. ` +
  "Each paper's page has the figures themselves.\n\n" +
  `${VERDICTS_MEAN} ${SETTLED_MEAN} ${UNCOUNTED_MEAN} ${TIMES_MEAN} *Stale*: some of the figure's runs were made by code whose results were others (test/golden), or its scenarios have changed since. *Earlier criteria*: its claims are not judged by today's rules yet ([what changed](criteria.md)). A claim hangs on a reading by another answer to which it comes out otherwise at the scale of its verdict. Core time counts runs that figures share with each.`;

const percent = (part: number, of: number): string => (of === 0 ? "" : `${((100 * part) / of).toFixed(0)}%`);

function summary({ figures }: Ledger, papers: readonly string[]): string {
  const head = [
    ...["paper", "claims", ...VERDICTS, "share that holds", "share settled", "underdetermined", "by means alone"],
    ...["definitions", "ours", "repeated", "core time"],
  ];
  const lineOf = (name: string, of: readonly LedgerFigure[]): string[] => {
    const found = verdictCounts(of.flatMap(({ claims }) => claims));
    const { counted, byVerdict, settled, underdetermined, byMeans, definitions, ours, repeats } = found;
    return [
      ...[name, String(counted), ...VERDICTS.map((verdict) => String(byVerdict[verdict]))],
      ...[percent(byVerdict.holds, counted), percent(settled, counted)],
      ...[underdetermined, byMeans, definitions, ours, repeats].map(String),
      formatDuration(sum(of, ({ seconds }) => seconds)),
    ];
  };
  const five = papers.filter((paper) => paper !== "cross");
  const figuresOf = (paper: string): LedgerFigure[] => figures.filter(({ id }) => paperOf(id) === paper);
  const all = figures.filter(({ id }) => paperOf(id) !== "cross");
  const rows = [...five.map((paper) => lineOf(paper, figuresOf(paper))), lineOf("all five", all)];
  const named = [...five.map((paper) => [paper, figuresOf(paper)] as const), ["all five", all] as const];
  return (
    `${markdownTable(head, rows)}\n\n` +
    '"By means alone" is the rule before this one: means without intervals, and a ratio within a factor of 1.5 of the paper\'s that changes a tenth as much or more.\n\n' +
    `By kind, claims that hold of all that count, and the shares that hold and are settled:\n\n${byKind(named)}`
  );
}

/** Kinds of claims by what a paper prints of them. */
const KINDS: Readonly<Record<Claim["kind"], string>> = { ratio: "printed numbers", order: "orders", value: "values" };

function byKind(named: readonly (readonly [string, readonly LedgerFigure[]])[]): string {
  const kinds = Object.keys(KINDS) as Claim["kind"][];
  const rows = named.map(([name, figures]) => [
    name,
    ...kinds.map((kind) => {
      const claims = figures.flatMap((figure) => figure.claims.filter((claim) => claim.kind === kind));
      const { counted, byVerdict, settled } = verdictCounts(claims);
      if (counted === 0) return "";
      return `${byVerdict.holds} of ${counted}: ${percent(byVerdict.holds, counted)}, ${percent(settled, counted)}`;
    }),
  ]);
  return markdownTable(["paper", ...kinds.map((kind) => KINDS[kind])], rows);
}

function readingsOf(readings: Readings, records: readonly ReadingsRecord[], today: Ledger): string {
  const open = Object.entries(readings);
  if (open.length === 0) return "";
  const chosen = open.map(([name, { asks, chosen: answer, options, why }]) => [
    `\`${name}\``,
    asks,
    `\`${answer}\`: ${options[answer]}`,
    why,
  ]);
  const parts = [`What the paper leaves open:\n\n${markdownTable(["reading", "question", "chosen", "why"], chosen)}`];
  parts.push(...records.flatMap((record) => underReadings(record, today.setUpOf)));
  return parts.join("\n\n");
}

/** In what its figures differ beyond fabric and traffic, in the paper's words. */
function differencesOf(differences: readonly Difference[]): string {
  if (differences.length === 0) return "";
  const rows = differences.map(({ parameter, figures, because }) => [`\`${parameter}\``, figures.join(", "), because]);
  return `Where its figures differ:\n\n${markdownTable(["parameter", "figures", "because"], rows)}`;
}

function claimTable(figures: readonly LedgerFigure[], answered: readonly ReadingsRecord[], today: Ledger): string {
  const head = ["figure", "verdict", "claim", "paper", "xoff", "reading", "scale", "seeds", "core time"];
  const rows = figures.flatMap((figure) =>
    figure.claims.map((claim) => [
      figureLink(figure),
      verdictText(claim),
      claim.claim,
      claim.paper,
      claim.ours,
      readingText(claim, figure, answered),
      scaleText(figure, today),
      figure.runs === 0 ? "" : String(figure.seeds),
      timeText(figure),
    ]),
  );
  return markdownTable(head, rows);
}

/** The figure's section in its paper's page (`figures-markdown.ts`). */
function figureLink({ id }: LedgerFigure): string {
  const [paper, figure] = id.split("/");
  return `[${figure}](${paper}.md#${paper}${figure})`;
}

/** Where the claim comes out otherwise by another answer, tried at the scale of its verdict: to what. */
function readingText(
  { id, standing }: ClaimRow,
  { scale, runs }: LedgerFigure,
  all: readonly ReadingsRecord[],
): string {
  if (standing === "definition" || all.length === 0) return "";
  const answered = all.filter((record) => runs === 0 || record.scale === scale);
  if (answered.length === 0) return `as chosen; others not tried at ${scale} scale`;
  const names = [...new Set(answered.flatMap((record) => hangsOn(record, id)))].map((name) => `\`${name}\``);
  const hangs = names.length === 0 ? [] : [`hangs on ${names.join(", ")}`];
  // Of a record of one reading alone others may change it too.
  const alone = answered.every(({ reading }) => reading !== undefined);
  const tried = answered.flatMap(({ reading }) => (reading === undefined ? [] : [`\`${reading.name}\``]));
  return ["as chosen", ...hangs, ...(alone ? [`only ${tried.join(", ")} tried at ${scale} scale`] : [])].join("; ");
}

function scaleText(figure: LedgerFigure, today: Ledger): string {
  const { id, runs, scale, fraction, results, failed, setUp, criteria } = figure;
  const earlier = criteria === CRITERIA ? [] : ["*earlier criteria*"];
  if (runs === 0) return earlier.join("");
  const stale =
    Object.keys(results).some((made) => made !== today.results) ||
    (setUp !== undefined && setUp !== today.setUpOf(id, scale));
  return [
    scale === "paper" && fraction !== undefined ? `paper, ${fraction}` : scale,
    ...(failed > 0 ? [`${failed} runs missing`] : []),
    ...(stale ? ["*stale*"] : []),
    ...earlier,
  ].join("; ");
}

function timeText({ runs, runsOf, seconds }: LedgerFigure): string {
  if (runs === 0) return "computed";
  return `${formatDuration(seconds)}${runsOf === undefined ? "" : `, runs of ${runsOf.split("/")[1]}`}`;
}

/** What was tried of each claim that counts and does not hold. */
function tried(figures: readonly LedgerFigure[]): string {
  const open = figures.flatMap((figure) =>
    figure.claims
      .filter((claim) => counts(claim) && claim.verdict !== "holds")
      .map((claim) => `- \`${claim.id}\` (${statusText(claim)}): ${triedOf(claim, figure)}`),
  );
  return open.length === 0 ? "" : ["What was tried of those that do not hold:", "", ...open].join("\n");
}

/** "fails because: bound", "direction, underdetermined". */
const statusText = (claim: ClaimRow): string => verdictText(claim).replaceAll("*", "");

/** Of an undecided one nothing need be tried but more runs. */
function triedOf(claim: ClaimRow, { seeds, scale }: LedgerFigure): string {
  const { note, verdict } = claim;
  const told = [whyNot(claim), note].filter((one) => one !== undefined).join(" ");
  if (told !== "") return told;
  return verdict === "undecided"
    ? `${seeds === 1 ? "one seed" : `${seeds} seeds`} at ${scale} scale, whose scatter does not decide it.`
    : "nothing yet.";
}

const sum = <T>(of: readonly T[], pick: (one: T) => number): number => of.reduce((total, one) => total + pick(one), 0);
