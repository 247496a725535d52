/**
 * docs/experiments.md: every figure that can be reproduced, from src/papers.
 *
 * `npm run docs` writes the page; test/docs.test.ts fails while the page is not what the experiments say.
 */
import type { Experiment, Scale } from "../papers/figures/contract.ts";
import { formatCount } from "../base/format.ts";

const INTRO = `# Experiments

<!-- Made by \`npm run docs\` from src/papers. Do not edit: change an experiment, then run it. -->

Figures and tables of the papers ([papers.md](papers.md)) that xoff runs, draws and compares with what the paper says came out.

\`\`\`
xoff reproduce                          lists them
xoff reproduce spfc/fig4                runs one at scale quick; the page is results/reproduce/spfc/fig4-quick.html
xoff reproduce dsh --scale paper        all of a paper at the paper's own size
xoff reproduce acc --readings           its claims under each other answer to what the paper leaves open
\`\`\`

Two scales: \`quick\` has the same shape with fewer points, less time or fewer seeds; \`paper\` is what the paper ran. How long
\`quick\` takes is told for one core, rounded up. Each run is kept when it is done, in results/reproduce/rows: a command that was stopped
goes on where it was, and one that is given again draws at once. \`--seeds\` asks for more runs of each scenario, \`--json\` prints claims
for programs, \`--markdown\` writes one page of Markdown. Beside each page lies the data behind its plots, as JSON: of these
\`npm run results -- results/reproduce\` makes [results/](results/README.md), the ledger of all claims and a page of each paper.

A claim is of one of three kinds, \`order\` (who beats whom), \`ratio\` (by how much) and \`value\` (a theorem or formula, which must be met),
and has one of four verdicts (\`src/papers/figures/verdicts.ts\`):

- \`holds\`: the 95% interval over seeds excludes the other side. An order is judged by the difference within each seed, a hundredth at least, a ratio by its logarithm
  over that of the paper's: the whole interval lies between half and twice the paper's change.
- \`direction\`: the whole interval goes the paper's way, but lies below half or above twice the paper's change. The factor is printed.
- \`undecided\`: the interval reaches over a border between the other verdicts. One seed excludes nothing. So is a percentile where more flows are
  not done than lie above it.
- \`fails\`: the other side came out, the formula is not met, or there is no difference.

A claim that fails is settled by a proved bound, by a best case that no tried policy passes, by a second simulator that agrees, or by a contradiction
inside the paper: its \`settled\` says which, with the evidence. \`underdetermined\` says what the text leaves open, and which readings were tried.
A fact that another claim states \`repeats\` that one and does not count again. "Similar" is within a tenth (\`COMPARABLE\`) in every figure.

What cannot come out otherwise (an identity, a constant, a number chosen from the answer) is a definition, and what the paper does not say is ours:
both are shown and neither is counted. \`byMeans\` in the data is what means alone would say, of a ratio that it lies within a factor of 1.5 of
the paper's. A claim that does not hold is shown as such, with what was tried. Criteria that were changed stand in [a table](results/criteria.md), each
with the paper's sentence; changed rules of this list raise \`CRITERIA\` of \`src/papers/figures/verdicts.ts\`, and figures that earlier ones judged are marked.

What a paper leaves open and several figures share is a reading, with one answer for all of them; its page shows the answers in use and why.
What one figure alone leaves open stands there too. Bands and whiskers in plots are 95% intervals over seeds, hollow markers numbers that
the paper prints.

To add a figure, write a file under its paper that exports a \`defineFigure\` (\`src/papers/figures/forms/figure.ts\`). Then name it in
\`src/papers/index.ts\` and add its time to \`src/papers/quick-minutes.ts\`. Why figures are modules of the program:
[0018](decisions/0018-experiments-inside-src.md).

Measurements beside a figure, such as other parameters, are notes in \`docs/results/notes/<paper>/<figure>.md\`. Each note names its claims, its commit, the
\`RESULTS_ID\` of the program, and the command. \`node scripts/results.mjs --ledger\` puts the notes on the pages. It flags a note whose \`RESULTS_ID\` is
not today's. The folders also have \`criteria.json\` (criteria that were changed) and \`differences.json\` (parameters in which the figures of a paper differ).
`;

/** `time` says how long the experiment of that id takes at quick scale. */
export function experimentsPage(experiments: readonly Experiment[], time: (id: string) => string): string {
  const papers = [...new Set(experiments.map(({ id }) => id.split("/")[0]))];
  const sections = papers.map((paper) => {
    const rows = experiments
      .filter(({ id }) => id.startsWith(`${paper}/`))
      .map((experiment) => {
        const { id, title, asks } = experiment;
        const runs = `${runsOf(experiment, "quick")} | ${runsOf(experiment, "paper")}`;
        return `| \`${id}\` | **${title}.** ${asks} | ${runs} | ${time(id)} |`;
      });
    return [
      `## ${paper}`,
      "",
      "| id | what it asks | runs x seeds, quick | paper | quick takes |",
      "|---|---|---|---|---|",
      ...rows,
    ];
  });
  return [INTRO, ...sections.map((lines) => `${lines.join("\n")}\n`)].join("\n");
}

/** Scenarios times seeds. */
function runsOf(experiment: Experiment, scale: Scale): string {
  const scenarios = experiment.trials(scale).length;
  const seeds = experiment.seeds[scale];
  if (scenarios === 0) return "computed";
  return seeds === 1 ? formatCount(scenarios) : `${formatCount(scenarios)} x ${formatCount(seeds)}`;
}
