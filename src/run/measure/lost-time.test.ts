/** Tests the time that flows lose behind PAUSEs, in cases where arithmetic or the parts of the flows give it. */
import { describe, expect, test } from "vitest";
import { originsOf, readScenario, setUp, type OriginRow, type Results } from "../lab/lab.ts";

interface Followed {
  readonly results: Results;
  readonly origins: readonly OriginRow[];
  /** The lost time of each row of the table of PAUSEs, ns. */
  readonly lost: readonly number[];
}

function followed(text: string): Followed {
  const scenario = readScenario(text, "lost.yaml");
  const { run, results, lostTime, network } = setUp(scenario);
  const lost = lostTime();
  const all = results(run(scenario.until));
  lost.close();
  const rows = Array.from({ length: all.tables.pauses.rows }, (_, row) => lost.of(row) / 1000);
  return { results: all, origins: originsOf(network, lost), lost: rows };
}

const sum = (values: Iterable<number>): number => [...values].reduce((all, one) => all + one, 0);

/** h1 to h3 overload the link to h4. h1 also sends to h5, whose link is not congested. */
const victim = (more = ""): string => `
until: 1ms
topology: { kind: star, hosts: 6, rate: 100Gbps, delay: 1us }
switch: { memory: 1MiB }
traffic:
  - { kind: incast, from: [h1, h2, h3], to: h4, size: 4MB }
  - { kind: long-lived, from: h1, to: h5 }
  ${more}
policies: { congestion: none, buffer: { name: dt, alpha: 1/4 } }`;

describe("one switch", () => {
  test("the one victim loses what its own parts say that PAUSE held it, and its PAUSEs add up to that", () => {
    const { results, origins, lost } = followed(victim());
    const held = results.tables.parts!.columns.nic_stopped_ns[3];
    expect(held).toBeGreaterThan(10_000);
    expect(origins).toHaveLength(1);
    expect(origins[0]).toMatchObject({
      ...{ origin: "sw0-h4", node: "sw0", port: 5, peer: "h4", class: 3, kind: "queue", flows_hurt: 1 },
      ...{ ports_paused: 0, hosts_paused: 3, pauses: lost.length },
    });
    expect(origins[0].lost_ns).toBeCloseTo(held, 3);
    expect(sum(lost)).toBeCloseTo(held, 3);
    const { start_ns, peer } = results.tables.pauses.columns;
    expect(origins[0].first_ns).toBe(start_ns[0]);
    lost.forEach((time, row) => {
      if (peer[row] !== "h1") expect(time).toBe(0);
    });
  });

  test("two victims at one NIC lose as much each: time is summed over flows", () => {
    const { results, origins } = followed(victim("- { kind: long-lived, from: h1, to: h0 }"));
    const { nic_stopped_ns } = results.tables.parts!.columns;
    expect(origins[0].flows_hurt).toBe(2);
    expect(origins[0].lost_ns).toBeCloseTo(nic_stopped_ns[3] + nic_stopped_ns[4], 3);
  });

  test("without a flow to elsewhere nobody is a victim", () => {
    const { origins, lost } = followed(
      victim().replace("{ kind: long-lived, from: h1, to: h5 }", "{ kind: long-lived, from: h0, to: h4 }"),
    );
    expect([origins[0].flows_hurt, origins[0].lost_ns, sum(lost)]).toEqual([0, 0, 0]);
  });
});

/** h8's NIC has a PAUSE storm. h0 sends to h8 and, by the same leaf and spine, to h9. */
const storm = `
until: 600us
topology: { kind: leaf-spine, leaves: 3, spines: 1, hostsPerLeaf: 4, uplinkRate: 400Gbps, delay: 1us }
switch: { memory: 2MiB }
traffic:
  - { kind: long-lived, from: h0, to: h8 }
  - { kind: long-lived, from: h0, to: h9 }
faults: [{ kind: pause-storm, target: h8, at: 20us, for: 500us }]
policies: { congestion: none, buffer: { name: dt, alpha: 1/4 } }`;

describe("a storm behind three tiers", () => {
  const { origins, lost, results } = followed(storm);

  test("is one origin: the NIC, with its fault; leaf2, spine0 and leaf0 were paused, and h0", () => {
    const [first] = origins;
    expect(first).toMatchObject({ origin: "h8-leaf2", node: "h8", peer: "leaf2", kind: "nic", flows_hurt: 1 });
    expect(first).toMatchObject({ ports_paused: 3, hosts_paused: 1, fault: { fault: 0, kind: "pause-storm" } });
    expect(first.first_ns).toBe(20_000);
  });

  test("the PAUSE of the storm itself costs nobody time: its queue is for h8 alone", () => {
    const { node, duration_ns } = results.tables.pauses.columns;
    const own = node.indexOf("h8");
    expect(duration_ns[own]).toBe(500_000);
    expect([lost[own], Math.max(...lost) > 0]).toEqual([0, true]);
  });

  test("a flow that several ports held at a time loses that time once in all, and once at each PAUSE", () => {
    const [first] = origins;
    expect(first.lost_ns).toBeLessThanOrEqual(600_000 - 20_000);
    expect(sum(lost)).toBeGreaterThan(first.lost_ns);
  });
});

test("a PAUSE belongs to the congestion that holds most of its bytes, not to a stopped port beside it that holds few", () => {
  // The link to h4 is overloaded, and h5 accepts no packets because of its PAUSE storm. Most bytes from spine0 are for
  // h4.
  const text = `
until: 300us
topology: { kind: leaf-spine, leaves: 2, spines: 1, hostsPerLeaf: 4, uplinkRate: 400Gbps, delay: 1us }
switch: { memory: 2MiB }
traffic:
  - { kind: incast, from: [h0, h1, h2], to: h4, size: 4MB }
  - { kind: flows, list: ["h3, h5, 20KB, 0"] }
faults: [{ kind: pause-storm, target: h5, at: 0us, for: 300us }]
policies: { congestion: none, buffer: { name: dt, alpha: 1/4 } }`;
  const { results, origins } = followed(text);
  const { node, caused_by, egress_port } = results.tables.pauses.columns;
  const ofLeaf = node.flatMap((name, row) => (name === "leaf1" ? [row] : []));
  expect(ofLeaf.length).toBeGreaterThan(0);
  for (const row of ofLeaf) expect([caused_by[row], egress_port[row]]).toEqual([-1, "leaf1-h4"]);
  expect(origins.find(({ origin }) => origin === "h5-leaf1")).toMatchObject({ pauses: 1, flows_hurt: 0 });
});
