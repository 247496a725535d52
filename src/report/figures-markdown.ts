/** Reproduced figures as one page of Markdown, its plots files beside it: what docs/results/ is made of. */
import type { Claim } from "../experiments/contract.ts";
import { formatCoreTime, formatCount } from "../format.ts";
import type { Concluded } from "./figure-page.ts";
import { plotSvg } from "./figure-plot.ts";

export interface MarkdownPage {
  readonly text: string;
  /** Drawings by the paths that the page names them by. */
  readonly drawings: ReadonlyMap<string, string>;
}

/** `folder` is where the page looks for its drawings, `command` what makes the page again, `version` that of xoff. */
export async function figuresMarkdown(
  figures: readonly Concluded[],
  { folder, command, version }: { readonly folder: string; readonly command: string; readonly version: string },
): Promise<MarkdownPage> {
  const drawings = new Map<string, string>();
  const claims = figures.flatMap(({ conclusion }) => conclusion.claims);
  const runs = figures.reduce((sum, figure) => sum + figure.runs, 0);
  const seconds = figures.reduce((sum, figure) => sum + figure.seconds, 0);
  const parts = [
    `# Results: ${[...new Set(figures.map(({ experiment: { id } }) => id.split("/")[0]))].join(", ")}`,
    `Made by \`${command}\`, xoff ${version}: ${formatCount(runs)} runs, ${formatCoreTime(seconds)} of one core.\n` +
      `${claims.filter(({ verdict }) => verdict === "holds").length} of ${claims.length} claims hold. ` +
      "`order` is who beats whom, `ratio` by how much, which need not be met to the digit, `value` a theorem or formula, which must.",
  ];
  for (const figure of figures) {
    const { experiment, conclusion } = figure;
    parts.push(
      `## ${experiment.id}: ${experiment.title}`,
      `${experiment.asks}\n\n${made(figure)}`,
      claimTable(conclusion.claims),
    );
    for (const [k, plot] of conclusion.plots.entries()) {
      const svg = await plotSvg(plot);
      if (svg === undefined) continue;
      const path = `${folder}/${experiment.id.replace("/", "-")}-${k + 1}.svg`;
      // On white: readers with a dark page see it too.
      drawings.set(path, svg.replace("<svg", '<svg style="background: #fff"'));
      parts.push(`![${plot.title}](${path})\n\n${plot.title}${plot.note === undefined ? "" : `. ${plot.note}`}`);
    }
    parts.push(["Chosen where the paper is silent:", "", ...experiment.chosen.map((one) => `- ${one}`)].join("\n"));
  }
  return { text: `${parts.filter((part) => part !== "").join("\n\n")}\n`, drawings };
}

function made({ scale, seeds, runs, failed, seconds }: Concluded): string {
  if (runs === 0) return "Computed.";
  const missing = failed === 0 ? "" : ` ${failed} of them failed and are missing.`;
  return `Scale \`${scale}\`, ${formatCount(runs)} ${runs === 1 ? "run" : "runs"}, ${seeds} of each scenario, ${formatCoreTime(seconds)} of one core.${missing}`;
}

function claimTable(claims: readonly Claim[]): string {
  if (claims.length === 0) return "";
  const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  const rows = claims.map(({ verdict, claim, kind, paper, ours, note }) =>
    row([
      verdict === "holds" ? "holds" : "**fails**",
      note === undefined ? claim : `${claim}. ${note}`,
      kind,
      paper,
      ours,
    ]),
  );
  return [row(["", "claim", "kind", "paper", "xoff"]), "|---|---|---|---|---|", ...rows].join("\n");
}

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
