import { expect, test } from "vitest";
import { chainOf, readScenario, setUp, type Link, type Why } from "../lab/lab.ts";
import { runSync, whyOrigins, whyPaused } from "../lab/scenario-input.ts";

/**
 * Runs the scenario, and selects the longest PAUSE for which `asked` is true. Then it repeats the run and inspects this
 * PAUSE.
 */
function why(text: string, asked: (first: Link) => boolean): Why {
  const scenario = readScenario(text, "why.yaml");
  const first = setUp(scenario);
  const { tables, summary } = first.results(first.run(scenario.until));
  const length = ({ start_ns, duration_ns }: Link): number =>
    (Number.isNaN(duration_ns) ? summary.simulated_ns : start_ns + duration_ns) - start_ns;
  const [longest] = Array.from({ length: tables.pauses.rows }, (_, row) => chainOf(tables.pauses, row))
    .filter(([link]) => asked(link))
    .sort(([a], [b]) => length(b) - length(a));
  const again = setUp(scenario);
  const inquiry = again.inquire(longest, summary.simulated_ns * 1000);
  for (const { at, look } of inquiry.moments) {
    again.run(at);
    look();
  }
  return inquiry.answer();
}

/**
 * Six hosts of two leaves send to h8. leaf2 is congested and pauses the spine. The spine pauses the leaves, which pause
 * hosts.
 */
const tree = `
until: 200us
topology: { kind: leaf-spine, leaves: 3, spines: 1, hostsPerLeaf: 4, uplinkRate: 400Gbps, delay: 1us }
switch: { memory: 2MiB }
traffic:
  - { kind: incast, from: [h0, h1, h2, h4, h5, h6], to: h8, size: 1MB }
  - { kind: long-lived, from: h3, to: h9 }
  - { kind: long-lived, from: h7, to: h0 }
  - { kind: long-lived, from: h0, to: h10 }
policies: { buffer: { name: dt, alpha: 1/4 }, congestion: none }`;

test("a congestion tree: from a host over leaf, spine and leaf to the port of h8; culprits are its senders, victims go elsewhere", () => {
  const { chain, root, victims } = why(tree, ({ peer }) => peer === "h3");
  expect(chain.map(({ peer, node }) => `${peer} by ${node}`)).toEqual([
    "h3 by leaf0",
    "leaf0 by spine0",
    "spine0 by leaf2",
  ]);
  expect(root).toMatchObject({ node: "leaf2", port: 1, peer: "h8", stopped: false });
  expect(root.time_ns).toBe(chain[2].start_ns);
  const culprits = root.flows.map(({ flow }) => flow).sort((a, b) => a - b);
  expect(culprits).toEqual([0, 1, 2, 3, 4, 5]);
  expect(root.flows.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(root.bytes);
  // The flow h3 to h9 waits at h3 itself. The flow h0 to h10 waits at the next switch, where its packets are in the
  // paused queue.
  expect(victims.map(({ flow, behind }) => [flow, behind])).toEqual([
    [6, 0],
    [8, 1],
  ]);
});

test("asked at a switch, the victims are those in the queue that it could not send", () => {
  const { chain, victims } = why(tree, ({ peer }) => peer === "spine0");
  expect(chain).toHaveLength(1);
  expect(victims.map(({ flow }) => flow)).toEqual([6, 8]);
});

test("of two parallel links the root is the one that the stopped host's flow takes", () => {
  const six = [0, 1, 2, 3, 4, 5];
  const text = `
seed: 3
until: 300us
topology: { kind: two-dc, k: 0, hosts: 6, rate: 100Gbps, delay: 1us, dciLinks: 2, dciDelay: 1us }
switch: { memory: 2MiB }
traffic: [${six.map((k) => `{ kind: long-lived, from: h${k}, to: h${k + 6} }`).join(", ")}]
policies: { buffer: { name: dt, alpha: 1/4 }, congestion: none }`;
  const ports = six.map((k) => {
    const { root } = why(text, ({ peer }) => peer === `h${k}`);
    expect([root.node, root.peer]).toEqual(["dci0", "dci1"]);
    expect(root.name).toBe(root.port === 7 ? "dci0-dci1" : "dci0-dci1#2");
    expect(root.flows.map(({ flow }) => flow)).toContain(k);
    return root.port;
  });
  expect([...new Set(ports)].sort((a, b) => a - b)).toEqual([7, 8]);
});

test("a port's PAUSE (DSH) stops all lossless classes: a flow of another class is its victim", () => {
  const { chain, victims } = why(
    `
until: 1ms
topology: { kind: star, hosts: 12, rate: 100Gbps, delay: 2us }
switch: { memory: 4MiB }
classes: { lossless: [1, 2], control: 0, default: 1 }
traffic:
  - { kind: incast, from: h1..h9, to: h10, size: 2MB }
  - { kind: long-lived, from: h1, to: h11, class: 2 }
policies: { buffer: { name: dt, alpha: 8 }, headroom: dsh, congestion: none }`,
    ({ peer, scope }) => peer === "h1" && scope === "port",
  );
  expect(chain[0]).toMatchObject({ class: 1, scope: "port" });
  expect(victims.map(({ flow, behind }) => [flow, behind])).toEqual([[9, 0]]);
});

test("a scenario that records no PAUSEs has the same explanation, because its PAUSEs are recorded when it is repeated", () => {
  const { tables, summary } = runSync(tree);
  const chain = chainOf(tables.pauses, tables.pauses.rows - 1);
  const silent = `${tree}\nmeasure: { pauses: false }`;
  expect(whyPaused(silent, chain, summary.simulated_ns)).toEqual(whyPaused(tree, chain, summary.simulated_ns));
  expect(whyOrigins(silent)).toEqual(whyOrigins(tree));
});
