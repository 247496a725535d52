/** Fast-forward against the exact run: the same numbers, to the picosecond. */
import { describe, expect, test } from "vitest";
import { readScenario, setUp, type Results } from "../src/run/lab/lab.ts";

const scenario = (traffic: string, { policies = "", more = "" } = {}): string => `seed: 1
until: done
limit: 100ms
topology: { kind: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 4, rate: 100Gbps, delay: 1us }
traffic: [${traffic}]
policies: { routing: { name: ecmp, seed: per-switch }${policies} }
measure: { pauses: false }
${more}`;

interface Both {
  readonly exact: Results;
  readonly fast: Results;
  readonly events: readonly [exact: number, fast: number];
}

function both(text: string): Both {
  const run = (extra: string): [Results, number] => {
    const one = setUp(readScenario(text + extra, "fast.yaml"));
    return [one.results(one.run(one.scenario.until)), one.network.events];
  };
  const [exact, a] = run("");
  const [fast, b] = run("\nfastForward: true\n");
  return { exact, fast, events: [a, b] };
}

/** All tables but those with a row for each PAUSE. */
function expectSame({ exact, fast }: Both): void {
  for (const name of ["flows", "parts", "ports", "counters"] as const) {
    const [a, b] = [exact.tables[name], fast.tables[name]];
    if (a === undefined || b === undefined) throw new Error(`no table ${name}`);
    for (const [column, cells] of Object.entries(a.columns))
      expect([name, column, ...Array.from(b.columns[column as keyof typeof b.columns] as ArrayLike<unknown>)]).toEqual([
        name,
        column,
        ...Array.from(cells as ArrayLike<unknown>),
      ]);
  }
  expect(fast.summary.simulated_ns).toBe(exact.summary.simulated_ns);
}

describe("equals the exact run", () => {
  const flows = (...list: string[]): string =>
    `{ kind: flows, list: [${list
      .map((one) => one.split(" "))
      .map(([from, to, size, start = "0us"]) => `{ from: ${from}, to: ${to}, size: ${size}, start: ${start} }`)
      .join(", ")}] }`;
  const none = { policies: ", congestion: none" };

  test.each([
    ["a lone flow", flows("h0 h5 20MB"), none, 20],
    ["a lone flow under DCQCN", flows("h0 h5 20MB"), {}, 20],
    ["a flow whose last packet is short", flows("h0 h5 20000001B"), none, 20],
    ["two flows in turn", flows("h0 h5 5MB", "h1 h5 5MB 1ms"), none, 5],
    ["flows that share the NIC", flows("h0 h5 5MB", "h0 h6 5MB", "h0 h7 5MB"), none, 3],
    ["three senders, one receiver, with PFC", flows("h0 h1 5MB", "h2 h1 5MB", "h3 h1 5MB"), none, 3],
    ["flows that begin and end at other times", flows("h0 h1 8MB", "h2 h3 6MB 13us", "h4 h5 5MB 217us", "h6 h7 3MB 300us"), none, 3],
  ])("%s", (_, traffic, options, gain) => {
    const runs = both(scenario(traffic, options));
    expectSame(runs);
    expect(runs.events[0] / runs.events[1]).toBeGreaterThan(gain);
  });

  test("a ring all-reduce", () => {
    const runs = both(scenario("{ kind: collective, operation: all-reduce-ring, ranks: all, size: 16MB }", none));
    expectSame(runs);
    console.log(runs.events);
  });
});
