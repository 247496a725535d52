/** cross/best: the best combination of schemes on three fabrics under four workloads, and which gains of two schemes add up. */
import * as xoff from "../experiment.ts";
import { chosenForFabrics, crossRow, crossScenario, fabricNames, workloadNames } from "./fabrics.ts";
import type { Cell, CrossRow } from "./fabrics.ts";
import * as roles from "./roles.ts";
import { BASE, gridOf, nameOf, type Combination } from "./roles.ts";
import { bestSentence, pausesSentence, rankedBy } from "./tables.ts";

/**
 * By scale: the combinations of buffer scheme, sender and load balancer. Quick scale combines three groups of schemes:
 * - base: DT, DCQCN and ECMP
 * - schemes of the papers: SPFC, DSH, ACC and PLB
 * - two more: the buffer policy SPFC together with the headroom policy DSH, and the sender HPCC
 */
const GRIDS: xoff.PerScale<readonly Combination[]> = {
  quick: gridOf(["DT", "SPFC", "DSH", "SPFC over DSH"], ["DCQCN", "ACC", "HPCC"], ["ECMP", "PLB"]),
  paper: gridOf(roles.bufferNames, roles.senderNames, roles.balancerNames),
};

const cells: readonly Cell[] = fabricNames.flatMap((fabric) => workloadNames.map((workload) => ({ fabric, workload })));

type Key = Combination & Cell;

/** The measures with their names on the page. `job` is the time of a collective. */
const MEASURES = { average: "average slowdown", p99: "p99 slowdown", job: "job, ms" } as const;
type Measure = keyof typeof MEASURES;
const isCollective = ({ workload }: Cell): boolean => workload.startsWith("all-");

const show = xoff.fixed(3);

export const best = xoff.defineExperiment<Key, CrossRow>({
  id: "cross/best",
  title: "The best combination for each measure",
  asks: "Which combination of buffer scheme, sender and load balancer is best for each measure, on three fabrics under four workloads? Which of the papers' gains add up?",
  seeds: { quick: 1, paper: 5 },
  chosen: [
    ...roles.chosenForRoles,
    ...chosenForFabrics,
    "Quick scale has the base schemes and the papers' schemes, SPFC over DSH and HPCC. These are 24 combinations. Its single seed decides nothing. `--seeds 3` takes ten minutes longer on two cores. Paper scale has all 210 combinations.",
    "For several fabrics and workloads the result of a combination is a geometric mean for each seed. It is taken over average slowdowns and job times. Gains of two schemes add up if the factor of both together is within 10% of the product of their factors. Factors are relative to DT + DCQCN + ECMP.",
  ],
  trials: (scale) =>
    cells.flatMap((cell) =>
      GRIDS[scale].map((one) => ({ key: { ...cell, ...one }, scenario: crossScenario(cell, one, scale) })),
    ),
  row: crossRow,
  conclude(done, scale) {
    const grid = GRIDS[scale];
    const runs = xoff.runsOf(done);
    const of = (cell: Cell, one: Combination, what: Measure): xoff.Sample =>
      runs.of({ ...cell, ...one }, what, nameOf(one));
    const overall = (one: Combination, which: (cell: Cell) => boolean = () => true): xoff.Sample =>
      xoff.geometricMean(
        nameOf(one),
        cells.filter(which).map((cell) => of(cell, one, isCollective(cell) ? "job" : "average")),
      );
    const bestAt = (title: string, sampleOf: (one: Combination) => xoff.Sample): string[] =>
      bestSentence(title, grid, BASE, sampleOf, show);
    const on = (workload: Cell["workload"]) => (cell: Cell) => cell.workload === workload;
    const below = (one: Combination, which?: (cell: Cell) => boolean): string =>
      xoff.gainText(xoff.gain(overall(BASE, which), overall(one, which)));
    return {
      plots: [
        {
          title: "Factor by which a combination is faster than DT + DCQCN + ECMP, over all fabrics",
          ...{ x: "workload", y: "speed-up factor" },
          ...xoff.barsOver(
            roles.ALONE.map(({ name }) => name),
            workloadNames,
            (name, workload) => {
              const { one } = roles.ALONE.filter((scheme) => scheme.name === name)[0];
              const [base, own] = [BASE, one].map((each) => overall(each, on(workload)));
              return xoff.combine(name, base, own, (a, b) => a / b);
            },
          ),
        },
      ],
      claims: [],
      findings: [
        ...bestAt(`Over all fabrics and workloads, of ${grid.length} combinations`, (one) => overall(one)),
        ...bestAt("Over all fabrics, flows' average slowdowns", (one) => overall(one, (cell) => !isCollective(cell))),
        ...bestAt("Over all fabrics, jobs' times", (one) => overall(one, isCollective)),
        ...PAIRS.map(({ names, one, other, both }) =>
          addsUpSentence(names, xoff.together(overall(BASE), overall(one), overall(other), overall(both))),
        ),
        pausesSentence(runs.rows({})),
        ...cells.flatMap((cell) =>
          (isCollective(cell) ? (["job"] as const) : (["average", "p99"] as const)).flatMap((what) =>
            bestAt(`${cell.fabric}, ${cell.workload}, ${MEASURES[what]}`, (one) => of(cell, one, what)),
          ),
        ),
      ],
      tables: [
        {
          title:
            "Factors by which average slowdown or job time is lower than under DT + DCQCN + ECMP, over all fabrics (geometric means with 95% intervals)",
          columns: ["combination", "all", ...workloadNames],
          rows: rankedBy(grid, (one) => overall(one)).map((one) => [
            nameOf(one),
            below(one),
            ...workloadNames.map((workload) => below(one, on(workload))),
          ]),
        },
      ],
    };
  },
});

/** Each pair of the papers' schemes: both schemes alone, and their combination. */
const PAIRS = roles.ALONE.flatMap((first, k) =>
  roles.ALONE.slice(k + 1).map((second) => ({
    names: `${first.name} and ${second.name}`,
    one: first.one,
    other: second.one,
    both: merged(first.one, second.one),
  })),
);

/** The combination with the schemes of both arguments. If one has SPFC and the other DSH, the result has the scheme "SPFC over DSH". */
function merged(one: Combination, other: Combination): Combination {
  const either = <Name>(base: Name, first: Name, second: Name): Name => (first === base ? second : first);
  const hasBoth = one.buffer !== BASE.buffer && other.buffer !== BASE.buffer;
  return {
    buffer: hasBoth ? "SPFC over DSH" : either(BASE.buffer, one.buffer, other.buffer),
    sender: either(BASE.sender, one.sender, other.sender),
    balancer: either(BASE.balancer, one.balancer, other.balancer),
  };
}

const SAYS = {
  yes: "they add up",
  less: "they add up to less",
  more: "they add up to more",
  undecided: "it is undecided whether they add up",
} as const;

const addsUpSentence = (names: string, { one, other, both, over, addsUp }: xoff.Together): string => {
  const [first, second, joint, product] = [one, other, both, over].map(xoff.gainText);
  return `${names}: ${first} and ${second} alone and ${joint} together, over all fabrics and workloads. Relative to the product of both factors this is ${product}, so ${SAYS[addsUp]}.`;
};
