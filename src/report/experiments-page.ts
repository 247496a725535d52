/**
 * Generates docs/experiments.md: every figure that can be reproduced, from src/papers.
 *
 * `npm run docs` writes the page. test/docs.test.ts fails if the page differs from the experiments.
 */
import type { Experiment, Scale } from "../papers/figures/contract.ts";
import { formatCount } from "../base/format.ts";

const INTRO = `# Experiments

<!-- Made by \`npm run docs\` from src/papers. Do not edit: change an experiment, then run it. -->

\`xoff reproduce\` runs the experiments behind figures and tables of the papers ([papers.md](papers.md)). It draws the figures, and compares the results
with the claims of each paper. This page lists all figures that can be reproduced.

\`\`\`
xoff reproduce                          list them
xoff reproduce spfc/fig4                run one at scale quick; the page is results/reproduce/spfc/fig4-quick.html
xoff reproduce dsh --scale paper        run all of a paper at the paper's own size
xoff reproduce acc --readings           test its claims under other readings of open points
\`\`\`

Each figure has two scales. At the scale \`paper\`, scenarios have the size of the paper. At the scale \`quick\`, a figure has fewer points, shorter runs
or fewer seeds. The tables have the time for \`quick\` on one core, rounded up.

\`xoff reproduce\` stores each finished run in results/reproduce/rows. So an interrupted command resumes, and a repeated command only draws the figures. \`--seeds\`
sets the number of runs of each scenario, and \`--markdown\` writes one page of Markdown. \`--json\` prints the claims and their verdicts as JSON, for other
programs. The data of the plots are next to each page, also as JSON. \`npm run results -- results/reproduce\` converts these data into the documentation
in [results/](results/README.md). It has a list of all claims, and a page for each paper.

**Claims.** A claim of a paper is of one of three kinds:
- \`order\`: one scheme is better than another.
- \`ratio\`: one scheme is better than another by a factor or a percentage.
- \`value\`: a result equals the value of a theorem or formula.

xoff compares each claim with its own results, which gives one of four verdicts (\`src/papers/figures/verdicts.ts\`):
- \`holds\`: the 95% interval over seeds confirms the claim. If the claim is an \`order\` (one scheme is better than another), the two schemes must also
  differ by at least 1% on average. If the claim is a \`ratio\` (better by a factor or a percentage), the whole interval must be between half and twice the
  paper's change. Changes are compared by their logarithms. Say that a scheme of the paper halves a completion time. Twice this change is a quarter of
  the time, and half of it is .71 of the time.
- \`direction\`: the whole interval has the paper's direction, but is below half or above twice the paper's change. The page of the figure prints
  xoff's change as a multiple of the paper's.
- \`undecided\`: different parts of the interval would have different verdicts. One seed gives no interval, so a claim that needs an interval is
  undecided. A claim about a percentile is also undecided if too many flows of a run are unfinished. For a p99 the limit is 1% of the flows, and for a
  p95 5%.
- \`fails\`: the interval confirms the opposite of the claim, the formula is not met, or the schemes hardly differ. For an \`order\`, the last case
  means that the whole interval is below a difference of 1%. For a \`ratio\`, the interval includes "no change" and ends below half of the paper's
  change.

With an undecided claim, xoff gives the number of seeds that would decide it, if mean and scatter stay the same. xoff does not run these seeds by
itself: set \`--seeds\`. In the [results](results/README.md) of this documentation, some figures have more seeds than the default of their scale. The
page of a paper states the seeds of each figure.

**A claim that fails** is shown as failed, with the results of all other set-ups that were tried. If other evidence shows that the claim cannot hold, the field \`settled\`
names this evidence:
- a proved bound that excludes the paper's number
- a best case, such as a run without PAUSEs, that does not reach the paper's number
- a second simulator with the same result as xoff
- another passage of the paper that contradicts the claim

**Similar results.** A claim that two results are "similar" holds if they differ by at most 10% (\`COMPARABLE\`). The limit is the same for all papers
and figures.

**Fields of a claim.** A claim in the data of a figure can have these fields:
- \`underdetermined\`: a question that the text of the paper leaves open. The [results](results/README.md) have the outcomes under each answer that
  was tried.
- \`repeats\`: another claim that states the same. A claim with this field does not count again.
- \`byMeans\`: the verdict on the claim by an earlier rule, which compares only means. By that rule a claim of the kind \`ratio\` holds only
  if our ratio is within a factor of 1.5 of the paper's ratio. If the claim is a change from a baseline, our change in percent must also be
  at least a tenth of the paper's change.

**Not counted.** xoff counts how many claims of a paper hold. These counts leave out two kinds of claims, which are only shown:
- definitions, which are true by construction
- claims that xoff added, which the paper does not state

**Criteria.** Some claims were first judged by another criterion. [A table](results/criteria.md) lists each changed criterion with the sentence of the
paper that justifies it. If the rules of verdicts change, the number \`CRITERIA\` of \`src/papers/figures/verdicts.ts\` increases. Figures that were
judged by earlier rules are marked.

**Readings.** A paper can leave a point open that matters to several of its figures. xoff then chooses one answer for all of them. Point and answer together
are a reading. The page of a figure lists its readings with the reasons. It also lists points that are open in this figure alone.

**Plots.** Bands and whiskers in plots are 95% intervals over seeds. Hollow markers are numbers that the paper prints.

**To add a figure**, write a file in the folder of its paper that exports the result of \`defineExperiment\`
(\`src/papers/figures/contract.ts\`). Add a line to \`src/papers/index.ts\`. Also add the time that the figure's runs
take at scale \`quick\` to \`src/papers/quick-minutes.ts\`. [0018](decisions/0018-experiments-inside-src.md) explains
why figures are modules of xoff.
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
