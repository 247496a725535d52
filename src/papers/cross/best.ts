/** cross/best: the whole grid of roles on three fabrics under four workloads: who is best at what, and whose gains add up? */
import {
  combine,
  defineExperiment,
  type Done,
  gain,
  gainText,
  geometricMean,
  pointsOf,
  sample,
  type Sample,
  type Scale,
  type Show,
  together,
  type Together,
} from "../experiment.ts";
import {
  chosenForFabrics,
  crossRow,
  crossScenario,
  fabricNames,
  workloadNames,
  type Cell,
  type CrossRow,
  type Fabric,
  type Workload,
} from "./fabrics.ts";
import {
  ALONE,
  BASE,
  balancerNames,
  bufferNames,
  chosenForRoles,
  gridOf,
  isOf,
  nameOf,
  senderNames,
  type Combination,
} from "./roles.ts";
import { bestSentence, byMean, pausesSentence } from "./tables.ts";

/** Quick: the papers' schemes and one rival of each. */
const GRIDS: Readonly<Record<Scale, readonly Combination[]>> = {
  quick: gridOf(["DT", "SPFC", "DSH", "SPFC over DSH"], ["DCQCN", "ACC", "HPCC"], ["ECMP", "PLB"]),
  paper: gridOf(bufferNames, senderNames, balancerNames),
};

const cells: readonly Cell[] = fabricNames.flatMap((fabric) => workloadNames.map((workload) => ({ fabric, workload })));

interface Key extends Combination, Record<string, string> {
  readonly fabric: Fabric;
  readonly workload: Workload;
}

/** What a scheme may be best at: of flows their average slowdown and its tail, of a collective its time. */
const MEASURES = { average: "average slowdown", p99: "p99 slowdown", job: "job, ms" } as const;
type Measure = keyof typeof MEASURES;
const isCollective = (workload: Workload): boolean => workload.startsWith("all-");
const measuresOf = ({ workload }: Cell): readonly Measure[] => (isCollective(workload) ? ["job"] : ["average", "p99"]);

export const best = defineExperiment<Key, CrossRow>({
  id: "cross/best",
  title: "Which combination is best at what",
  asks: "Over buffer schemes, senders and load balancers together, on three fabrics under four workloads: which combination is best at what, and which of the papers' gains add up?",
  chosen: [
    ...chosenForRoles,
    ...chosenForFabrics,
    "Quick scale: the papers' schemes and one rival of each, 24 combinations, and one seed, which decides nothing: `--seeds 3` is ten minutes more of two cores. Paper scale: all, 210.",
    "Over several fabrics and workloads a combination counts by the geometric mean of its averages and its jobs' times, seed by seed. Gains add up where both together are within 10% of the product of what each is below DT + DCQCN + ECMP alone.",
  ],
  seeds: { quick: 1, paper: 5 },
  trials: (scale) =>
    cells.flatMap((cell) =>
      GRIDS[scale].map((combination) => ({
        key: { ...cell, ...combination },
        scenario: crossScenario(cell, combination, scale),
      })),
    ),
  row: crossRow,

  conclude(done, scale) {
    if (done.length === 0) return { plots: [], claims: [] };
    const grid = GRIDS[scale];
    const of = (cell: Cell, one: Combination, what: Measure): Sample => sampleOf(done, cell, one, what);
    const overall = (one: Combination, which: (cell: Cell) => boolean = () => true): Sample =>
      geometricMean(
        nameOf(one),
        cells.filter(which).map((cell) => of(cell, one, isCollective(cell.workload) ? "job" : "average")),
      );
    const flows = (cell: Cell): boolean => !isCollective(cell.workload);
    const jobs = (cell: Cell): boolean => isCollective(cell.workload);
    const bestAt = (title: string, which: (cell: Cell) => boolean): string | readonly string[] =>
      bestSentence(
        title,
        grid.map((one) => overall(one, which)),
        overall(BASE, which),
        plain,
      ) ?? [];
    const perCell = cells.flatMap((cell) =>
      measuresOf(cell).flatMap(
        (what) =>
          bestSentence(
            `${cell.fabric}, ${cell.workload}, ${MEASURES[what]}`,
            grid.map((one) => of(cell, one, what)),
            of(cell, BASE, what),
            plain,
          ) ?? [],
      ),
    );
    const ranked = byMean(grid.map((one) => overall(one)));
    return {
      plots: [
        {
          title: "How far below DT + DCQCN + ECMP, over all fabrics",
          x: "workload",
          y: "times as fast",
          bins: workloadNames,
          lines: ALONE.map(({ name, one }) => ({
            name,
            points: pointsOf(
              workloadNames.map((workload, k) => {
                const which = (cell: Cell): boolean => cell.workload === workload;
                return [k, combine(name, overall(BASE, which), overall(one, which), (base, own) => base / own)];
              }),
            ),
          })),
        },
      ],
      claims: [],
      findings: [
        ...[
          bestAt(`Over all fabrics and workloads, of ${grid.length} combinations`, () => true),
          bestAt("Over all fabrics, flows' average slowdowns", flows),
          bestAt("Over all fabrics, jobs' times", jobs),
        ].flat(),
        ...PAIRS.map(({ names, one, other, both }) =>
          addsUpSentence(names, together(overall(BASE), overall(one), overall(other), overall(both))),
        ),
        pausesSentence(done),
        ...perCell,
      ],
      tables: [
        {
          title:
            "By how much each combination is below DT + DCQCN + ECMP: average slowdown or time of the job, by workload over all fabrics (geometric means over seeds, with their 95% interval)",
          columns: ["combination", "all", ...workloadNames],
          rows: ranked.map(({ name }) => {
            const one = grid.find((combination) => nameOf(combination) === name) as Combination;
            const below = (which: (cell: Cell) => boolean): string =>
              gainText(gain(overall(BASE, which), overall(one, which)));
            return [
              name,
              below(() => true),
              ...workloadNames.map((workload) => below((cell) => cell.workload === workload)),
            ];
          }),
        },
      ],
    };
  },
});

const plain: Show = (value) => value.toFixed(3);

/** Every two of them. */
const PAIRS = ALONE.flatMap((first, k) =>
  ALONE.slice(k + 1).map((second) => ({
    names: `${first.name} and ${second.name}`,
    one: first.one,
    other: second.one,
    both: merged(first.one, second.one),
  })),
);

function merged(one: Combination, other: Combination): Combination {
  const buffer = one.buffer !== "DT" && other.buffer !== "DT" ? "SPFC over DSH" : one.buffer === "DT" ? other.buffer : one.buffer; // prettier-ignore
  const sender = one.sender === BASE.sender ? other.sender : one.sender;
  const balancer = one.balancer === BASE.balancer ? other.balancer : one.balancer;
  return { buffer, sender, balancer };
}

const sampleOf = (done: readonly Done<Key, CrossRow>[], cell: Cell, one: Combination, what: Measure): Sample =>
  sample(
    nameOf(one),
    done,
    (key) => key.fabric === cell.fabric && key.workload === cell.workload && isOf(one)(key),
    (row) => row[what],
  );

const SAYS = {
  yes: "they add up",
  less: "they add up to less",
  more: "they add up to more",
  undecided: "whether they add up is not decided",
} as const;

const addsUpSentence = (names: string, { one, other, both, over, addsUp }: Together): string =>
  `${names}, over all fabrics and workloads: ${gainText(one)} and ${gainText(other)} alone, ${gainText(both)} together, ${gainText(over)} of the product: ${SAYS[addsUp]}.`;
