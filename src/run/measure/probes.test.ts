/**
 * Tests probes in runs. Their notifications agree with other measurements, rows from all partitions are complete, and
 * no result changes.
 */
import { expect, test } from "vitest";
import type { Probe, ProbeColumns, ProbeModule, ProbeView } from "../../contracts/probe.ts";
import { resultsDiffer } from "../lab/difference.ts";
import { cutInto, runInTurns, whyWhole } from "../lab/in-partitions.ts";
import { builtIn, ParamError, readScenario, setUp, type Experiment, type Results } from "../lab/lab.ts";

const text = (probes: string): string => `seed: 3
until: 300us
topology: { kind: leaf-spine, leaves: 3, spines: 2, hostsPerLeaf: 2, rate: 25Gbps }
switch: { memory: 60KB }
classes: { lossless: [3], default: 3 }
onDrop: count
traffic:
  - { kind: incast, every: 100us, size: 60KB }
  - { kind: poisson, cdf: fb-hadoop-hpcc, load: 0.7, class: 4 }
measure: { every: 20us, probes: ${probes} }
`;

/** The built-in tables, with a probe of the test under the name "mine". */
const tablesWith = (mine: Partial<ProbeModule> & Pick<ProbeModule, "create">) => {
  const whole = {
    about: "mine",
    params: {},
    of: "network" as const,
    columns: { n: { unit: "count", about: "n" } } as const,
  };
  return { ...builtIn, probes: { ...builtIn.probes, mine: { ...whole, ...mine } } };
};
const built = (probes: string, tables = builtIn): Experiment =>
  setUp(readScenario(text(probes), "x.yaml", undefined, [], tables), { tables });
const runOf = ({ run, results, scenario }: Experiment): Results => results(run(scenario.until));

const cells = ({ probes = {} }: Results, table: string, column: string): readonly number[] =>
  Array.from(probes[table].columns[column] as Float64Array);
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

test("the built-in ones: what drops has is what was counted, memory is sampled; the run is that without them, whole and in parts", () => {
  const results = runOf(built("[memory, drops]"));
  const { counters, digest } = results.summary;
  const dropped = Object.entries(counters).filter(([name]) => name.startsWith("dropped_"));
  expect(results.probes?.["drops"].rows).toBe(sum(dropped.map(([, packets]) => packets)));
  expect(results.probes?.["drops"].rows).toBeGreaterThan(0);
  expect(results.probes?.["memory"].rows).toBe(5 * 15);
  expect(cells(results, "memory", "time_ns").slice(0, 6)).toEqual([20e3, 20e3, 20e3, 20e3, 20e3, 40e3]);
  expect(sum(cells(results, "memory", "used_bytes"))).toBeGreaterThan(0);
  expect(runOf(built("[]")).summary.digest).toBe(digest);
  const again = built("[memory, drops]");
  expect(whyWhole(again)).toBeUndefined();
  expect(resultsDiffer(results, runInTurns(again, cutInto(again, 3).part))).toBeUndefined();
});

test("hooks are told of what tables and counters have; the run's end comes once", () => {
  const told: Record<string, number> = {};
  const count = (what: string, by = 1): void => void (told[what] = (told[what] ?? 0) + by);
  const columns = {
    mean: { unit: "ratio", about: "x", empty: "never" },
    word: { unit: "choice", choices: ["a", "b"], about: "x" },
    where: { unit: "node", about: "x" },
    late: { unit: "ps", about: "x" },
    is: { unit: "flag", about: "x" },
  } as const satisfies ProbeColumns;
  const create = (_values: unknown, view: ProbeView): Probe => ({
    every: 50_000_000,
    onSample: () => count("samples"),
    onReceived: () => count("received"),
    onAcked: () => count("acked"),
    onPause: () => count("pauses"),
    onDrop: (_port, packet) => {
      if (view.kindOf(packet) === 0) count("lost");
    },
    onReceive: (port, packet) => {
      if (view.switches.includes(view.nodeOf[port]) || view.kindOf(packet) !== 0) return;
      count("arrived");
    },
    onDequeue: (port) => {
      if (!view.switches.includes(view.nodeOf[port])) count("sent by hosts");
    },
    onEnd: () => {
      count("ends");
      view.record(0, NaN, 1, 2, 1500, 1);
    },
  });
  const tables = tablesWith({ columns, create });
  const experiment = built("[mine]", tables);
  expect(whyWhole(experiment)).toBe("probe mine is not local: it may record the whole network");
  const { summary, probes, tables: usual } = runOf(experiment);
  const { counters, ending } = summary;
  const done = (column: Float64Array): number => column.filter((time) => !Number.isNaN(time)).length;
  expect(ending).toBe("time is up");
  expect(told).toMatchObject({
    ...{ samples: 6, ends: 1, pauses: counters.pauses },
    received: done(usual.flows.columns.fct_ns),
    acked: done(usual.flows.columns.fct_ack_ns),
  });
  expect(told["arrived"] + told["lost"]).toBeLessThanOrEqual(counters.data_packets);
  expect(told["sent by hosts"]).toBeGreaterThan(counters.data_packets);
  const mine = Object.entries(probes?.["mine"].columns ?? {}).map(([name, values]) => [name, ...values]);
  expect(mine).toEqual([
    ...[["time_ns", 300e3], ["mean", NaN], ["word", "b"], ["where", "h2"], ["late_ns", 1.5], ["is", 1]], // prettier-ignore
  ]);
});

test.each<[string, readonly number[], RegExp]>([
  ["too few values", [0], /record: expected a value for each of its columns \(n\), got "0 values"/],
  ["a fraction", [0, 0.5], /record: expected a whole number of 0 or more, as n, got 0.5/],
  ["nobody's row", [7, 1], /record: expected the number of a network, 0 to 0, whose row it is, got 7/],
])("a row that cannot be: %s", (_what, [subject, ...row], message) => {
  const tables = tablesWith({ create: (_values, view) => ({ onSample: () => view.record(subject, ...row) }) });
  expect(() => runOf(built("[mine]", tables))).toThrow(message);
});

test("two tables of one name, or that of a table that there is, are a mistake with its place", () => {
  const tables = { ...builtIn, probes: { ...builtIn.probes, "./flows.ts": builtIn.probes["drops"] } };
  for (const probes of ["[drops, ./flows.ts]", "[drops, drops]"])
    expect(() => built(probes, tables)).toThrow(expect.objectContaining({ at: "measure.probes[1]" }) as ParamError);
});
