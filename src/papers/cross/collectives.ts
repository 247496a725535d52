/** cross/collectives: collectives of AI training on a rail-optimised fabric under buffer schemes, senders and load balancers. */
import {
  below,
  type Claim,
  defineExperiment,
  type Done,
  gain,
  gainText,
  geometricMean,
  order,
  pointsOf,
  type Results,
  sample,
  type Sample,
  type Scale,
  type Show,
} from "../experiment.ts";
import { MEMORY_PER_PORT } from "./fabrics.ts";
import { ALONE, BASE, chosenForRoles, gridOf, isOf, nameOf, policiesOf, type Combination } from "./roles.ts";
import { bestSentence, byMean, pausesSentence, plusMinus } from "./tables.ts";

const BUFFERS = ["DT", "SPFC", "DSH"] as const;
const SENDERS = ["DCQCN", "ACC", "HPCC"] as const;
const BALANCERS = ["ECMP", "PLB", "spray"] as const;
const GRID = gridOf(BUFFERS, SENDERS, BALANCERS);

const operations = ["all-reduce-halving-doubling", "all-reduce-ring", "all-to-all"] as const;
type Operation = (typeof operations)[number];

/** Of 8 rails: groups of servers, and how many; bytes of the buffer of each operation that is run. */
interface Size {
  readonly groups: number;
  readonly servers: number;
  readonly spines: number;
  readonly bytes: Readonly<Partial<Record<Operation, string>>>;
}
const RAILS = 8;
const OF_ONE_MB = { "all-reduce-halving-doubling": "1MB", "all-reduce-ring": "1MB", "all-to-all": "1MB" };

interface Key extends Combination, Record<string, string> {
  readonly operation: Operation;
}

interface Row {
  /** ms from the first message's begin to the last one's end; null: it did not end. */
  readonly job: number | null;
  readonly pauses: number;
}

interface Asked {
  readonly id: string;
  readonly title: string;
  readonly asks: string;
  readonly chosen: readonly string[];
  readonly sizes: Readonly<Record<Scale, Size>>;
}

const operationsOf = ({ bytes }: Size): readonly Operation[] =>
  operations.filter((operation) => bytes[operation] !== undefined);

const figure = ({ sizes, chosen, ...about }: Asked) =>
  defineExperiment<Key, Row>({
    ...about,
    chosen: [
      ...chosenForRoles,
      "Rail-optimised, 8 NICs a server, 100 Gbps and 1 us, nothing oversubscribed. Switches have 322 KB a port and one lossless class. All NICs take part; each rank computes 10 us before, and 2 us more on average.",
      ...chosen,
    ],
    seeds: { quick: 2, paper: 3 },
    trials: (scale) =>
      operationsOf(sizes[scale]).flatMap((operation) =>
        GRID.map((combination) => ({
          key: { operation, ...combination },
          scenario: scenarioOf(operation, combination, sizes[scale]),
        })),
      ),
    row(results: Results): Row {
      const time = results.summary.collectives?.[0]?.completion_ns ?? null;
      return { job: time === null ? null : time / 1e6, pauses: results.summary.counters.pauses };
    },

    conclude(done, scale) {
      if (done.length === 0) return { plots: [], claims: [] };
      const run = operationsOf(sizes[scale]);
      const times = (operation: Operation): Sample[] => GRID.map((one) => sampleOf(done, operation, one, "job"));
      const whole = GRID.map((one) =>
        geometricMean(
          nameOf(one),
          run.map((operation) => sampleOf(done, operation, one, "job")),
        ),
      );
      const base = (operation: Operation): Sample => sampleOf(done, operation, BASE, "job");
      return {
        plots: run.map((operation) => ({
          title: operation,
          x: "buffer scheme and sender",
          y: "job, ms",
          bins: BUFFERS.flatMap((buffer) => SENDERS.map((sender) => `${buffer} + ${sender}`)),
          lines: BALANCERS.map((balancer) => ({
            name: balancer,
            points: pointsOf(
              BUFFERS.flatMap((buffer) => SENDERS.map((sender) => ({ buffer, sender, balancer }))).map((one, k) => [
                k,
                sampleOf(done, operation, one, "job"),
              ]),
            ),
          })),
        })),
        claims: claimsOf(done, run),
        findings: [
          ...run.flatMap(
            (operation) =>
              bestSentence(`${operation}, of ${GRID.length} combinations`, times(operation), base(operation), ms) ?? [],
          ),
          ...rolesMatter(whole),
          pausesSentence(done),
          ...notEnded(done),
        ],
        tables: [
          {
            title: "Job of each, ms, and PAUSEs (means over seeds, and half the 95% interval), by the three together",
            columns: ["combination", ...run.flatMap((operation) => [`${operation}, ms`, "PAUSEs"])],
            rows: byMean(whole).map(({ name }) => {
              const one = GRID.find((combination) => nameOf(combination) === name) as Combination;
              return [
                name,
                ...run.flatMap((operation) => [
                  plusMinus(sampleOf(done, operation, one, "job"), 3),
                  plusMinus(sampleOf(done, operation, one, "pauses"), 0),
                ]),
              ];
            }),
          },
        ],
      };
    },
  });

export const collectives = figure({
  id: "cross/collectives",
  title: "Collectives of AI training on rails",
  asks: "How long do an all-reduce and an all-to-all take under each buffer scheme, sender and load balancer, and which of them matters?",
  chosen: [
    "64 NICs (2 groups of 4 servers, 4 spines), at paper scale 256 (4 groups of 8 servers, 8 spines). Halving and doubling of 1 MB, a ring along the rails of 1 MB, an all-to-all of 1 MB with 8 flows at once.",
  ],
  sizes: {
    quick: { ...{ groups: 2, servers: 4, spines: 4 }, bytes: OF_ONE_MB },
    paper: { ...{ groups: 4, servers: 8, spines: 8 }, bytes: OF_ONE_MB },
  },
});

/** Of 1,024 NICs a ring would send two million messages, an all-to-all one: what more than one figure can wait for. */
export const allReduce = figure({
  id: "cross/all-reduce",
  title: "An all-reduce of 1,024 NICs",
  asks: "How long does an all-reduce over 1,024 NICs take under each buffer scheme, sender and load balancer, and which of them matters?",
  chosen: [
    "Halving and doubling: 1 MB on 128 NICs (2 groups of 8 servers, 8 spines), at paper scale 2 MB on 1,024 (8 groups of 16 servers, 16 spines).",
  ],
  sizes: {
    quick: { ...{ groups: 2, servers: 8, spines: 8 }, bytes: { "all-reduce-halving-doubling": "1MB" } },
    paper: { ...{ groups: 8, servers: 16, spines: 16 }, bytes: { "all-reduce-halving-doubling": "2MB" } },
  },
});

function scenarioOf(operation: Operation, combination: Combination, size: Size): Record<string, unknown> {
  const { groups, servers, spines, bytes } = size;
  const rail = { kind: "rail-optimised", groups, servers, rails: RAILS, spines, rate: "100Gbps", delay: "1us" };
  const along = operation === "all-reduce-ring" ? { stride: RAILS } : operation === "all-to-all" ? { channels: 8 } : {};
  const work = { size: bytes[operation], compute: "10us", straggle: "2us" };
  return {
    until: "done",
    limit: "500ms",
    topology: rail,
    switch: { memory: `${Math.max(servers + spines, groups * RAILS) * MEMORY_PER_PORT}B` },
    traffic: [{ kind: "collective", operation, ranks: "all", ...along, ...work }],
    policies: policiesOf(combination),
    measure: { pauses: false },
  };
}

type Runs = readonly Done<Key, Row>[];

const sampleOf = (done: Runs, operation: Operation, one: Combination, what: "job" | "pauses"): Sample =>
  sample(
    nameOf(one),
    done,
    (key) => key.operation === operation && isOf(one)(key),
    (row) => row[what],
  );

/** What the papers' schemes should do for a job. */
const claimsOf = (done: Runs, run: readonly Operation[]): Claim[] =>
  run.flatMap((operation) =>
    ALONE.map(({ name, one }) =>
      order(
        {
          id: `${operation}-${name}`.toLowerCase(),
          claim: `${name} shortens the ${operation}`,
          paper: "not shown",
          standing: "ours",
        },
        below(sampleOf(done, operation, one, "job"), sampleOf(done, operation, BASE, "job"), ms),
      ),
    ),
  );

/** By how much each choice of a role changes the jobs, over all choices of the other two. */
function rolesMatter(whole: readonly Sample[]): string[] {
  const over = (pick: (one: Combination) => boolean, name: string): Sample =>
    geometricMean(
      name,
      whole.filter((_, k) => pick(GRID[k])),
    );
  const said = (role: string, base: string, names: readonly string[], of: (one: Combination) => string): string => {
    const under = (name: string): Sample => over((one) => of(one) === name, name);
    const others = names.filter((name) => name !== base);
    const gains = others.map((name) => `${name} ${gainText(gain(under(base), under(name)))}`);
    return `${role}, over all choices of the other two and all operations: by how much the job is shorter than under ${base}: ${gains.join(", ")}.`;
  };
  return [
    said("Buffer scheme", "DT", BUFFERS, ({ buffer }) => buffer),
    said("Sender", "DCQCN", SENDERS, ({ sender }) => sender),
    said("Load balancer", "ECMP", BALANCERS, ({ balancer }) => balancer),
  ];
}

function notEnded(done: Runs): string[] {
  const missing = done.filter(({ row }) => row.job === null);
  if (missing.length === 0) return [];
  const names = [...new Set(missing.map(({ key }) => `${key.operation} under ${nameOf(key)}`))];
  return [`${missing.length} of ${done.length} jobs did not end within 500 ms and count nowhere: ${names.join("; ")}.`];
}

const ms: Show = (value) => `${value.toFixed(3)} ms`;
