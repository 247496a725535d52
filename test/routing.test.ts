/** Tests every routing scheme on whole networks: failed and parallel links, and how evenly schemes spread packets. */
import { describe, expect, test } from "vitest";
import { setUp, readScenario, type Results } from "../src/run/lab/lab.ts";
import { policies } from "../src/policies/policies.ts";

const SCHEMES = Object.keys(policies.routing);

function run(scenario: Readonly<Record<string, unknown>>): Results {
  const experiment = setUp(readScenario(JSON.stringify({ until: "20ms", ...scenario }), "routing.json"));
  return experiment.results(experiment.run(experiment.scenario.until));
}

/** Payload bytes that `node` sent to `peer`, for each of their links in order. */
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
  test("uplinks that never worked, or fail during the run, lose no flow and only packets in flight on the link", () => {
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

describe("given paths", () => {
  const fabric = { kind: "leaf-spine", leaves: 2, spines: 4, hostsPerLeaf: 4, rate: "40Gbps", delay: "1us" };
  const uplinks = (results: Results): number[] =>
    [0, 1, 2, 3].flatMap((spine) => sentTo(results, "leaf0", `spine${spine}`));

  test.each(SCHEMES)("apply under %s: h0 and h1 use spine2, while the policy routes h2 and h3", (name) => {
    const routing = { name, paths: ["h0..h1, all, spine2"] };
    const results = run({ topology: fabric, traffic: [flows(2, (k) => 4 + k)], policies: { routing } });
    expect(uplinks(results).map((bytes) => bytes > 0)).toEqual([false, false, true, false]);
    const both = run({ topology: fabric, traffic: [flows(4, (k) => 4 + k)], policies: { routing } });
    expect(both.summary.flows.finished).toBe(4);
    expect(uplinks(both)[2]).toBeGreaterThanOrEqual(2 * 200_000);
  });

  test("pinned: the first row that fits counts, and a second link to the same switch has a name", () => {
    const dcs = { kind: "two-dc", k: 0, hosts: 4, dciLinks: 3, dciDelay: "2us", rate: "40Gbps", delay: "1us" };
    const paths = ["h0, all, dci1#3", { from: "all", to: "h4..h7", via: "dci1#2" }];
    const results = run({
      topology: dcs,
      traffic: [flows(4, (k) => 4 + k)],
      policies: { routing: { name: "pinned", paths } },
    });
    const [none, three, one] = sentTo(results, "dci0", "dci1");
    expect(none).toBe(0);
    expect(three / one).toBeCloseTo(3, 1);
  });

  test("a row until 50 us, then the next that fits: 200 KB at 40G are on spine1 first and on spine3 from then on", () => {
    const paths = ["h0, h4, spine1, 50us", "h0, all, spine3"];
    const traffic = [flows(1, () => 4, "500KB")];
    const results = run({
      topology: fabric,
      traffic,
      policies: { routing: { name: "pinned", paths }, congestion: "none" },
    });
    const sent = uplinks(results);
    // At 40G, 50 us less the 1.2 us to leaf0 carry 244 KB.
    expect(Math.round(sent[1] / 1000)).toBeGreaterThan(235);
    expect(Math.round(sent[1] / 1000)).toBeLessThan(245);
    expect(sent[1] + sent[3]).toBe(500 * 1062);
  });

  test("a failed path is replaced by the policy's choice", () => {
    const paths = ["all, all, spine1"];
    const topology = { ...fabric, fail: [{ link: "leaf0-spine1", at: "20us" }] };
    const results = run({ topology, traffic: [flows(1, () => 4)], policies: { routing: { name: "pinned", paths } } });
    expect(results.summary.flows.finished).toBe(1);
    expect(uplinks(results).filter((bytes) => bytes > 0)).toHaveLength(2);
  });

  test.each([
    [
      ["h0, h4, spine1", "h0, h4, spin2"],
      'policies.routing.paths[1].via: expected the name of a switch, such as spine3, got "h0, h4, spin2". Did you mean "spine2"?',
    ],
    [["h0, h9, spine1"], "policies.routing.paths[0].to: expected the name of a host, h0 to h7"],
    [["h0, h1, spine1"], "policies.routing.paths[0].via: expected switches on a shortest path from h0 to h1"],
    [["h0, h4, spine1#5"], 'policies.routing.paths[0].via: expected spine1#1 to spine1#2, got "h0, h4, spine1#5"'],
  ])("%j is an error that names the row", (paths, message) => {
    const routing = { name: "pinned", paths };
    expect(() => run({ topology: fabric, traffic: [flows(1, () => 4)], policies: { routing } })).toThrow(message);
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

describe.each([
  ["bursts", { kind: "bursts", from: ["h0"], to: "h2", size: "20KB", stop: "1ms" }],
  ["incast", { kind: "incast", from: ["h0"], to: "h2", size: "20KB", every: "20us", count: 50 }],
])("successive messages of %s across two parallel links under ECMP", (_kind, traffic) => {
  const topology = { kind: "two-dc", k: 0, hosts: 2, farHosts: 1, dciLinks: 2, dciDelay: "1us" };
  const carried = (queuePair: string): number[] =>
    sentTo(run({ until: "2ms", topology, traffic: [{ ...traffic, queuePair }] }), "dci0", "dci1");

  test("a queue pair each: both links carry a good part of them", () => {
    const [one, two] = carried("new");
    expect(Math.min(one, two)).toBeGreaterThan(Math.max(one, two) / 3);
  });

  test("one queue pair for all: one link carries all, the other nothing", () => {
    const [one, two] = carried("kept");
    expect(Math.min(one, two)).toBe(0);
    expect(Math.max(one, two)).toBeGreaterThanOrEqual(50 * 20_000);
  });
});

test.each(["pair", "host"])(
  "ports by %s: each traffic entry and sender keeps its queue pair: eight bursts use both links, and no message changes its link",
  (ports) => {
    const topology = { kind: "two-dc", k: 0, hosts: 2, farHosts: 1, dciLinks: 2, dciDelay: "1us" };
    const burst = { kind: "bursts", from: ["h0", "h1"], to: "h2", size: "20KB", stop: "200us", queuePair: "kept" };
    const experiment = setUp(
      readScenario(
        JSON.stringify({ until: "1ms", topology, host: { ports }, traffic: Array(4).fill(burst) }),
        "pairs.json",
      ),
    );
    experiment.run(experiment.scenario.until);
    const { flows } = experiment.network;
    const pairs = new Set<string>();
    for (let flow = 0; flow < flows.count; flow++)
      pairs.add(`${flows.entry[flow]} ${flows.source[flow]} ${flows.sourcePort(flow)} ${flows.destinationPort(flow)}`);
    expect([flows.count > 100, pairs.size]).toEqual([true, 8]);
  },
);
