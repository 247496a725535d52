/**
 * cross/collectives and cross/all-reduce: collectives of AI training on a rail-optimised fabric, under schemes for buffers,
 * congestion control and load balancing.
 */
import * as xoff from "../experiment.ts";
import { MEMORY_PER_PORT } from "./fabrics.ts";
import { ALONE, BASE, chosenForRoles, gridOf, nameOf, policiesOf, type Combination } from "./roles.ts";
import { bestSentence, gainsText, pausesSentence, plusMinus, rankedBy } from "./tables.ts";

const BUFFERS = ["DT", "SPFC", "DSH"] as const;
const SENDERS = ["DCQCN", "ACC", "HPCC"] as const;
const BALANCERS = ["ECMP", "PLB", "spray"] as const;
const GRID = gridOf(BUFFERS, SENDERS, BALANCERS);

/** The collectives with their options in a scenario. */
const OPERATIONS = {
  "all-reduce-halving-doubling": {},
  "all-reduce-ring": { stride: 8 },
  "all-to-all": { channels: 8 },
} as const;
type Operation = keyof typeof OPERATIONS;
const operations = Object.keys(OPERATIONS) as Operation[];

const RAILS = 8;
/**
 * The dimensions of a fabric with 8 rails, and the collectives that run on this fabric. `bytes` maps each of these
 * collectives to its amount of data, the parameter `size` in a scenario.
 */
interface Size {
  readonly groups: number;
  readonly servers: number;
  readonly spines: number;
  readonly bytes: Readonly<Partial<Record<Operation, string>>>;
}
const ONE_MB = { "all-reduce-halving-doubling": "1MB", "all-reduce-ring": "1MB", "all-to-all": "1MB" };

type Key = Combination & { readonly operation: Operation };

/** `job` is the time from the start of the first message to the end of the last one, ms. Null: the collective did not end. */
type Row = { readonly job: number | null; readonly pauses: number };

const ms = xoff.fixed(3, " ms");

const figure = ({
  sizes,
  chosen,
  ...about
}: xoff.About & { readonly chosen: string; readonly sizes: xoff.PerScale<Size> }): xoff.Experiment => {
  const operationsAt = (scale: xoff.Scale) =>
    operations.filter((operation) => sizes[scale].bytes[operation] !== undefined);
  return xoff.defineExperiment<Key, Row>({
    ...about,
    seeds: { quick: 2, paper: 3 },
    chosen: [
      ...chosenForRoles,
      "The fabric is rail-optimised with 8 NICs per server, and no link is oversubscribed. Links have 100 Gbps and 1 us. Switches have 322 KB per port and one lossless class. All NICs take part. Each rank first computes for 10 us plus a random time of 2 us on average.",
      chosen,
    ],
    trials: (scale) =>
      operationsAt(scale).flatMap((operation) =>
        GRID.map((one) => ({ key: { operation, ...one }, scenario: scenarioOf(operation, one, sizes[scale]) })),
      ),
    row({ summary: { collectives, counters } }) {
      const time = collectives?.[0]?.completion_ns ?? null;
      return { job: time === null ? null : time / 1e6, pauses: counters.pauses };
    },
    conclude(done, scale) {
      const run = operationsAt(scale);
      const runs = xoff.runsOf(done);
      const of = (operation: Operation, one: Combination, what: keyof Row = "job"): xoff.Sample =>
        runs.of({ operation, ...one }, what, nameOf(one));
      const overall = (one: Combination): xoff.Sample =>
        xoff.geometricMean(
          nameOf(one),
          run.map((operation) => of(operation, one)),
        );
      /**
       * The sentence on a role, such as load balancing. It has the gain of each scheme of the role against the scheme `base`. The
       * gain is a mean over all choices for the other two roles.
       */
      const roleMatters = <Name extends string>(
        role: string,
        base: Name,
        names: readonly Name[],
        roleOf: (one: Combination) => string,
      ): string => {
        const under = (name: Name) => GRID.filter((one) => roleOf(one) === name).map(overall);
        return `${role}: factors by which the job is shorter than under ${base}, over all choices of the other two and all operations: ${gainsText(base, names, under)}.`;
      };
      const missing = done.filter(({ row }) => row.job === null);
      const names = [...new Set(missing.map(({ key }) => `${key.operation} under ${nameOf(key)}`))];
      const places = BUFFERS.flatMap((buffer) => SENDERS.map((sender) => ({ buffer, sender })));
      return {
        plots: run.map((operation) => ({
          ...{ title: operation, x: "buffer scheme and sender", y: "job, ms" },
          ...xoff.barsOver(
            BALANCERS,
            places,
            (balancer, place) => of(operation, { ...place, balancer }),
            ({ buffer, sender }) => `${buffer} + ${sender}`,
          ),
        })),
        claims: run.flatMap((operation) =>
          ALONE.map(({ name, one }) =>
            xoff.order(`${operation}-${name}`.toLowerCase(), {
              claim: `${name} shortens the ${operation}`,
              paper: "not shown",
              judged: xoff.below(of(operation, one), of(operation, BASE), ms),
              standing: "ours",
            }),
          ),
        ),
        findings: [
          ...run.flatMap((operation) =>
            bestSentence(`${operation}, of ${GRID.length} combinations`, GRID, BASE, (one) => of(operation, one), ms),
          ),
          roleMatters("Buffer scheme", "DT", BUFFERS, ({ buffer }) => buffer),
          roleMatters("Sender", "DCQCN", SENDERS, ({ sender }) => sender),
          roleMatters("Load balancer", "ECMP", BALANCERS, ({ balancer }) => balancer),
          pausesSentence(runs.rows({})),
          ...(missing.length === 0
            ? []
            : [
                `${missing.length} of ${done.length} jobs did not end within 500 ms and are not counted: ${names.join("; ")}.`,
              ]),
        ],
        tables: [
          {
            title: "Job time in ms and PAUSEs of each combination (means over seeds ± half the 95% interval)",
            columns: ["combination", ...run.flatMap((operation) => [`${operation}, ms`, "PAUSEs"])],
            rows: rankedBy(GRID, overall).map((one) => [
              nameOf(one),
              ...run.flatMap((operation) => [
                plusMinus(of(operation, one), 3),
                plusMinus(of(operation, one, "pauses"), 0),
              ]),
            ]),
          },
        ],
      };
    },
  });
};

function scenarioOf(operation: Operation, combination: Combination, size: Size): Record<string, unknown> {
  const { groups, servers, spines, bytes } = size;
  const work = { size: bytes[operation], compute: "10us", straggle: "2us" };
  return {
    until: "done",
    limit: "500ms",
    topology: { kind: "rail-optimised", groups, servers, rails: RAILS, spines, rate: "100Gbps", delay: "1us" },
    switch: { memory: `${Math.max(servers + spines, groups * RAILS) * MEMORY_PER_PORT}B` },
    traffic: [{ kind: "collective", operation, ranks: "all", ...OPERATIONS[operation], ...work }],
    policies: policiesOf(combination),
    measure: { pauses: false },
  };
}

export const collectives = figure({
  id: "cross/collectives",
  title: "Collectives of AI training on rails",
  asks: "How long do an all-reduce and an all-to-all take under each buffer scheme, sender and load balancer? Which of the three has the largest effect?",
  chosen:
    "Quick scale has 64 NICs (2 groups of 4 servers, 4 spines). Paper scale has 256 NICs (4 groups of 8 servers, 8 spines). Operations of 1 MB are halving and doubling, a ring along the rails, and an all-to-all with 8 flows at once.",
  sizes: {
    quick: { ...{ groups: 2, servers: 4, spines: 4 }, bytes: ONE_MB },
    paper: { ...{ groups: 4, servers: 8, spines: 8 }, bytes: ONE_MB },
  },
});

/**
 * The only operation is an all-reduce by halving and doubling. On 1,024 NICs the other two take too long: a ring has two million
 * messages, and an all-to-all has one million.
 */
export const allReduce = figure({
  id: "cross/all-reduce",
  title: "An all-reduce of 1,024 NICs",
  asks: "How long does an all-reduce over 1,024 NICs take under each buffer scheme, sender and load balancer? Which of the three has the largest effect?",
  chosen:
    "The operation is halving and doubling. Quick scale has 1 MB on 128 NICs (2 groups of 8 servers, 8 spines). Paper scale has 2 MB on 1,024 NICs (8 groups of 16 servers, 16 spines).",
  sizes: {
    quick: { ...{ groups: 2, servers: 8, spines: 8 }, bytes: { "all-reduce-halving-doubling": "1MB" } },
    paper: { ...{ groups: 8, servers: 16, spines: 16 }, bytes: { "all-reduce-halving-doubling": "2MB" } },
  },
});
