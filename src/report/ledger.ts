/**
 * docs/results/README.md: one line for each claim of the papers with its verdict, and the number of claims with each
 * verdict.
 *
 * `npm run results` writes the page and its data, docs/results/claims.json. test/docs.test.ts fails if the page differs from the data. The evidence
 * is on the paper's page, to which each figure links. A figure is stale if its runs are from a version with other results
 * (`RESULTS_ID`), or if its scenarios have changed since the runs.
 */
import { VERDICTS } from "../papers/figures/claims.ts";
import type { Claim, Scale } from "../papers/figures/contract.ts";
import { CRITERIA } from "../papers/figures/verdicts.ts";
import { formatCount, formatDuration } from "../base/format.ts";
import type { FigureRecord } from "./figure-record.ts";
import { markdownTable } from "./markdown-table.ts";
import type { ReadingsRecord } from "./readings-table.ts";
import { verdictCounts, verdictText } from "./verdict-counts.ts";

/** A reproduced figure without its plots, findings and tables. */
export type LedgerFigure = Omit<FigureRecord, "plots" | "findings" | "tables">;

/** The content of docs/results/claims.json. */
export interface LedgerData {
  readonly xoff: string;
  /** The figures in the order of docs/experiments.md. */
  readonly figures: readonly LedgerFigure[];
  /** Ids of figures without a complete set of runs at any scale. */
  readonly notRun: readonly string[];
  readonly readings: readonly ReadingsRecord[];
}

export interface Ledger extends LedgerData {
  /** `RESULTS_ID` of the code that writes the page. Runs with another id are stale. */
  readonly results: string;
  /** The hash over today's scenarios of a figure (`setUpOf` of batch/sweep/trials.ts). Records with another hash are stale. */
  readonly setUpOf: (id: string, scale: Scale) => string | undefined;
}

/**
 * True if new runs of the figure may have other results. This is so if a version with another `RESULTS_ID` made some of
 * its runs, or if its scenarios have changed since.
 */
export const isStale = (
  { id, runs, scale, results, setUp }: LedgerFigure,
  today: Pick<Ledger, "results" | "setUpOf">,
): boolean =>
  runs > 0 &&
  (Object.keys(results).some((made) => made !== today.results) ||
    (setUp !== undefined && setUp !== today.setUpOf(id, scale)));

const paperOf = (id: string): string => id.split("/")[0];

export function ledgerPage(ledger: Ledger): string {
  const all = [...new Set(ledger.figures.map(({ id }) => paperOf(id)))];
  const papers = all.filter((paper) => paper !== "cross");
  const parts = [
    "# The ledger: every claim with its verdict",
    "<!-- Made by `npm run results`. Do not edit. -->",
    intro(ledger),
    summary(ledger, papers),
    ledger.notRun.length === 0 ? "" : `Not counted, because runs are missing: ${ledger.notRun.join(", ")}.`,
    ...all.map((paper) => paperSection(paper, ledger)),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

const intro = ({ results, xoff, figures }: Ledger): string =>
  `xoff ${xoff}, results ${results}: ${formatCount(sum(figures, ({ runs }) => runs))} runs, ${formatDuration(sum(figures, ({ seconds }) => seconds))} of run time. ` +
  `Each figure links to its paper's page with the evidence and the open questions. ` +
  "[experiments.md](../experiments.md) defines the verdicts, [criteria.md](criteria.md) lists changed criteria.\n\n" +
  "- *settled*: the claim holds, or a reason shows that it cannot hold\n" +
  "- *underdetermined*: the verdict depends on a question that the paper leaves open\n" +
  "- *definition*: an identity, a constant, or a number chosen to match; it is not counted\n" +
  "- *stale*: some runs are from a version with other results or scenarios\n" +
  "- *earlier criteria*: judged by older rules\n" +
  "- *quick scale*: smaller than the paper's experiment, which takes hours. Without this mark, a figure is at the paper's scale";

const percent = (part: number, of: number): string => (of === 0 ? "" : `${((100 * part) / of).toFixed(0)}%`);

function summary({ figures }: Ledger, papers: readonly string[]): string {
  const head = [
    ...["paper", "claims", ...VERDICTS, "share that holds", "share settled", "underdetermined", "without intervals"],
    ...["definitions", "added by xoff", "repeated", "run time"],
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
  const figuresOf = (paper: string): LedgerFigure[] => figures.filter(({ id }) => paperOf(id) === paper);
  const named = [
    ...papers.map((paper) => [paper, figuresOf(paper)] as const),
    ["all five", papers.flatMap(figuresOf)] as const,
  ];
  const rows = named.map(([name, of]) => lineOf(name, of));
  return (
    `${markdownTable(head, rows)}\n\n` +
    'Run time is elapsed time, on an idle machine about that of one core. Shared runs count with each figure. "Without intervals" counts claims that hold by their means. A ratio then holds within a factor of 1.5.\n\n' +
    `By kind of claim: the number that holds, the share that holds, the share settled.\n\n${byKind(named)}`
  );
}

/** The kinds of claims, in words. The kind depends on the form in which the paper states the claim. */
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

/**
 * The figures of a paper. Each claim of the paper has a line below its figure. Claims that xoff added have no lines:
 * the line of the figure says how many there are.
 */
function paperSection(paper: string, ledger: Ledger): string {
  const figures = ledger.figures.filter(({ id }) => paperOf(id) === paper);
  const parts = figures.flatMap((figure) => {
    const claims = figure.claims.filter(({ standing }) => standing !== "ours");
    return [figureLine(figure, ledger), claims.map((claim) => `- ${verdictText(claim)}: ${claim.claim}`).join("\n")];
  });
  return [`## ${paper}`, ...parts.filter((part) => part !== "")].join("\n\n");
}

/**
 * The line of a figure. It has a link to the figure's section in the page of its paper (`figures-markdown.ts`), and the
 * conditions of the runs.
 */
function figureLine(figure: LedgerFigure, today: Ledger): string {
  const [paper, name] = figure.id.split("/");
  const ours = figure.claims.filter(({ standing }) => standing === "ours").length;
  const more = ours === 0 ? [] : [`${ours} added by xoff`];
  return [`[${name}](${paper}.md#${paper}${name})`, ...conditions(figure, today), ...more].join(", ");
}

/**
 * The scale and the seeds of a figure's runs. Marks show that the verdicts are stale, or that earlier criteria decided
 * them.
 */
function conditions(figure: LedgerFigure, today: Ledger): string[] {
  const { runs, scale, fraction, seeds, failed, criteria } = figure;
  const part = fraction === undefined ? [] : [`paper scale, ${fraction}`];
  const earlier = criteria === CRITERIA ? [] : ["*earlier criteria*"];
  if (runs === 0) return ["computed", ...earlier];
  return [
    ...(scale === "paper" ? part : [`${scale} scale`]),
    `${seeds} ${seeds === 1 ? "seed" : "seeds"}`,
    ...(failed > 0 ? [`${failed} runs missing`] : []),
    ...(isStale(figure, today) ? ["*stale*"] : []),
    ...earlier,
  ];
}

const sum = <T>(of: readonly T[], pick: (one: T) => number): number => of.reduce((total, one) => total + pick(one), 0);
