/**
 * Generates docs/experiments.md: every figure that can be reproduced, from src/papers.
 *
 * `npm run docs` writes the page. test/docs.test.ts fails if the page differs from the experiments.
 */
import type { Experiment, Scale } from "../papers/figures/contract.ts";
import { formatCount } from "../base/format.ts";

const INTRO = `# Experiments

<!-- Made by \`npm run docs\` from src/papers. Do not edit: change an experiment, then run it. -->

xoff reproduces figures and tables of the papers ([papers.md](papers.md)), draws them, and compares them with the claims of the paper.

\`\`\`
xoff reproduce                          list them
xoff reproduce spfc/fig4                run one at scale quick; the page is results/reproduce/spfc/fig4-quick.html
xoff reproduce dsh --scale paper        run all of a paper at the paper's own size
xoff reproduce acc --readings           test its claims under other readings of open points
\`\`\`

There are two scales. \`paper\` is the size of the paper. \`quick\` has the same form with fewer points, less time or fewer seeds. The time for \`quick\`
is for one core, rounded up.

Each finished run is stored in results/reproduce/rows. So an interrupted command resumes, and a repeated command draws at once. \`--seeds\` sets the number of runs of each
scenario, \`--json\` prints claims for programs, and \`--markdown\` writes one page of Markdown. The data behind the plots of each page are next to it, as JSON.
\`npm run results -- results/reproduce\` converts them into [results/](results/README.md), the ledger of all claims and a page for each paper.

**Claims.** A claim is of one of three kinds:

- \`order\`: one scheme is better than another
- \`ratio\`: by which factor
- \`value\`: a theorem or formula, which must be met

It has one of four verdicts (\`src/papers/figures/verdicts.ts\`):

- \`holds\`: the 95% interval over seeds confirms the claim. An order needs a difference within each seed of at least 1%. A ratio is compared by its logarithm: the whole interval
  is between half and twice the paper's change.
- \`direction\`: the whole interval has the paper's direction, but is below half or above twice the paper's change. The factor is printed.
- \`undecided\`: the interval contains a limit between two other verdicts, as it always does with one seed. A percentile is undecided too if more flows are
  unfinished than lie above it.
- \`fails\`: the result is the opposite, the formula is not met, or there is no difference.

**A claim that fails** is shown as failed, with all that was tried. Its \`settled\` gives the kind of evidence:

- a proved bound
- a best case that no tried policy exceeds
- a second simulator that agrees
- a contradiction inside the paper

\`underdetermined\` lists points that the text leaves open, and the readings that were tried. A claim that \`repeats\` another one does not count again. "Similar" means within 10% (\`COMPARABLE\`) in every figure.

**Not counted.** A definition is true by construction: an identity, a constant, or a number chosen from the answer. xoff adds some claims that the paper does not make. Both are shown and
not counted. \`byMeans\` in the data is the verdict by the means, without intervals. For a ratio it allows a factor of 1.5.

**Criteria.** [A table](results/criteria.md) lists changed criteria, each with the paper's sentence. A change of these rules raises \`CRITERIA\` of
\`src/papers/figures/verdicts.ts\`. Figures judged by earlier criteria are marked.

**Readings.** If a paper leaves a point open that several figures share, one reading applies to all of them. The page shows the readings in use and the reasons. It also lists the open points of single
figures. Bands and whiskers in plots are 95% intervals over seeds. Hollow markers are numbers printed in the paper.

**To add one**, write a file under its paper that exports a \`defineExperiment\` (\`src/papers/figures/contract.ts\`). Add a line in
\`src/papers/index.ts\`, and its time in \`src/papers/quick-minutes.ts\`. [0018](decisions/0018-experiments-inside-src.md) explains why they are modules of the program.
`;

/** The page as text. `time` returns how long an experiment takes at quick scale, for a given id. */
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
      "| id | question | runs x seeds, quick | paper | time of quick |",
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
