/** Every routing scheme on whole networks: failed and parallel links, and how evenly spreading schemes spread. */
import { describe, expect, test } from "vitest";
import { setUp, readScenario, type Results } from "../src/lab.ts";
import { policies } from "../src/policies.ts";

const SCHEMES = Object.keys(policies.routing);

function run(scenario: Readonly<Record<string, unknown>>): Results {
  const experiment = setUp(readScenario(JSON.stringify({ until: "20ms", ...scenario }), "routing.json"));
  return experiment.results(experiment.run(experiment.scenario.until));
}

/** Payload bytes that `node` sent to `peer`, by link in order. */
function sentTo({ tables }: Results, node: string, peer: string): number[] {
  const { columns, rows } = tables.ports;
  const found: number[] = [];
  for (let row = 0; row < rows; row++)
    if (columns.node[row] === node && columns.peer[row] === peer) found.push(columns.sent_bytes[row]);
  return found;
}

const flows = (count: number, to: (k: number) => number, size = "200KB") => ({
  kind: "flows",
  list: Array.from({ length: count }, (_, k) => `h${k}, h${to(k)}, ${size}, 0us`),
});

describe.each(SCHEMES)("routing %s", (routing) => {
  test("uplinks that never worked, or fail on the way, cost no flow and no lossless drop but what was on the link", () => {
    const results = run({
      topology: {
        ...{ kind: "leaf-spine", leaves: 2, spines: 4, hostsPerLeaf: 8, rate: "40Gbps", delay: "1us" },
        fail: ["leaf0-spine1", "leaf1-spine2", { link: "leaf0-spine0", at: "50us" }],
      },
      traffic: [flows(8, (k) => 8 + k)],
      policies: { routing },
    });
    expect(results.summary.flows).toMatchObject({ finite: 8, finished: 8 });
    expect(results.summary.counters.dropped_no_headroom).toBe(0);
    expect(sentTo(results, "leaf0", "spine1")).toEqual([0]);
  });

  test("of 3 links between the same two switches each carries some of 32 flows", () => {
    const results = run({
      topology: { kind: "two-dc", k: 0, hosts: 32, dciLinks: 3, dciDelay: "2us", rate: "40Gbps", delay: "1us" },
      traffic: [flows(32, (k) => 32 + k)],
      policies: { routing },
    });
    expect(results.summary.flows.finished).toBe(32);
    const sent = sentTo(results, "dci0", "dci1");
    expect(sent).toHaveLength(3);
    for (const bytes of sent) expect(bytes).toBeGreaterThan(4 * 200_000);
  });
});

test("DRILL spreads one flow over 4 uplinks to within a packet of 1,000 B and its share of 5%; ECMP does not at all", () => {
  const spread = (routing: string): number[] => {
    const results = run({
      topology: { kind: "leaf-spine", leaves: 2, spines: 4, hostsPerLeaf: 1, rate: "40Gbps", uplinkRate: "10Gbps" },
      traffic: [flows(1, () => 1, "4MB")],
      policies: { routing, congestion: "none" },
    });
    return [0, 1, 2, 3].flatMap((spine) => sentTo(results, "leaf0", `spine${spine}`));
  };
  expect(spread("ecmp").filter((bytes) => bytes > 0)).toHaveLength(1);
  const [least, ...rest] = spread("drill").sort((a, b) => a - b);
  expect(rest[2]).toBeLessThan(1.05 * least);
});
