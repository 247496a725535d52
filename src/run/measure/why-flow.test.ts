/** Tests the parts of a flow's time, in runs built so that the answer is certain. */
import { describe, expect, test } from "vitest";
import { partText, readScenario, setUp, type PartAt, type PartName, type WhyFlow } from "../lab/lab.ts";

function why(text: string, flow: number): WhyFlow {
  const scenario = readScenario(text, "why-flow.yaml");
  const { watch, run, results } = setUp(scenario);
  const answer = watch(flow);
  return answer(results(run(scenario.until)));
}

/** The largest part except the ideal time, and its share of the total. */
function largest({ parts, total_ps }: WhyFlow): PartAt & { readonly share: number } {
  const [most] = parts.filter(({ part }) => part !== "ideal").sort((a, b) => b.time_ps - a.time_ps);
  return { ...most, share: most.time_ps / total_ps };
}

const timeOf = ({ parts }: WhyFlow, name: string): number =>
  parts.filter(({ part }) => part === name).reduce((sum, { time_ps }) => sum + time_ps, 0);

const sum = (times: readonly { readonly time_ps: number }[]): number =>
  times.reduce((all, { time_ps }) => all + time_ps, 0);

/**
 * Six hosts of two leaves send to h8. leaf2 is congested and pauses the spine. The spine pauses the leaves, which pause
 * hosts.
 */
const tree = `
until: 1ms
topology: { kind: leaf-spine, leaves: 3, spines: 1, hostsPerLeaf: 4, uplinkRate: 400Gbps, delay: 1us }
switch: { memory: 2MiB }
traffic:
  - { kind: incast, from: [h0, h1, h2, h4, h5, h6], to: h8, size: 1MB }
  - { kind: flows, list: [{ from: h3, to: h9, size: 1MB }, { from: h7, to: h10, size: 3KB, start: 60us }] }
policies: { buffer: { name: dt, alpha: 1/4 }, congestion: none }`;

describe("a paused path", () => {
  test("h3 sends to h9 and is stopped by leaf0: most of its time at its NIC, by PAUSEs whose root is leaf2 towards h8", () => {
    const answer = why(tree, 6);
    const most = largest(answer);
    expect(most).toMatchObject({ part: "nic_stopped", node: "h3", peer: "leaf0" });
    expect(most.share).toBeGreaterThan(0.4);
    const [root, ...others] = most.roots ?? [];
    expect(root).toMatchObject({ node: "leaf2", egress_peer: "h8" });
    expect(root.time_ps).toBeGreaterThan(0.9 * most.time_ps);
    expect(sum([root, ...others])).toBe(most.time_ps);
    expect(answer.path).toEqual(["h3", "leaf0", "spine0", "leaf2", "h9"]);
  });

  test("a short flow that its leaf lets in waits in the leaf, whose port the spine has stopped; same root", () => {
    const answer = why(tree, 7);
    const stops = answer.parts.filter(({ part }) => part === "stopped");
    expect(largest(answer).part).toBe("stopped");
    expect(stops.map(({ node, peer }) => `${node} to ${peer}`)).toContain("leaf1 to spine0");
    for (const { roots = [], time_ps } of stops) {
      expect(roots.map(({ node, egress_peer }) => `${node} ${egress_peer}`)).toEqual(["leaf2 h8"]);
      expect(sum(roots)).toBe(time_ps);
    }
  });
});

test("a full NIC: of eight flows of one host to eight others each waits seven eighths of its time for the NIC", () => {
  const list = Array.from({ length: 8 }, (_, k) => `{ from: h0, to: h${k + 1}, size: 1MB }`).join(", ");
  const text = `
until: 2ms
topology: { kind: star, hosts: 9, rate: 100Gbps, delay: 1us }
traffic: [{ kind: flows, list: [${list}] }]
policies: { congestion: none }`;
  for (const flow of [0, 7]) {
    const most = largest(why(text, flow));
    expect(most).toMatchObject({ part: "nic", node: "h0", peer: "sw0" });
    expect(most.share).toBeCloseTo(7 / 8, 1);
  }
});

describe("a slow sender", () => {
  const pair = (more: string): string => `
until: 20ms
topology: { kind: star, hosts: 3, rate: 100Gbps, delay: 5us }
traffic: [{ kind: flows, list: [{ from: h0, to: h1, size: 1MB }] }]
${more}`;

  test("10 Gbps by script, over 100: nine tenths by its rate", () => {
    const script = "flows: [{ flow: 0, at: 0s, stop: 0s, rate: 10Gbps }]";
    const most = largest(why(pair(`policies: { congestion: { name: scripted, ${script} } }`), 0));
    expect(most.part).toBe("rate");
    expect(most.share).toBeCloseTo(0.9, 1);
  });

  test("a window of 10 packets over a round trip of 20 us and 1000 packets: 99 round trips, but for 10 packets each, by its window", () => {
    const answer = why(pair("host: { window: 10KB, scaleWindow: false }\npolicies: { congestion: none }"), 0);
    expect(largest(answer)).toMatchObject({ part: "window", node: "" });
    expect(timeOf(answer, "window") / 1e6).toBeCloseTo(99 * (20 - 9 * 0.08656), -2);
  });
});

describe("a full window", () => {
  const ackWaits = ({ parts }: WhyFlow) => parts.find(({ part }) => part === "window")?.acks ?? [];

  test("three flows share a link: their ACKed packets wait in its queue, which their packets fill in equal shares", () => {
    const text = `
until: 3ms
topology: { kind: dumbbell, pairs: 3, rate: 100Gbps, delay: 1us }
host: { window: bdp }
traffic: [{ kind: flows, list: ["h0, r0, 1MB, 0", "h1, r1, 1MB, 0", "h2, r2, 1MB, 0"] }]
policies: { congestion: none }`;
    const answer = why(text, 0);
    const [most, ...others] = ackWaits(answer);
    expect([most.queue, others]).toEqual(["sw0-sw1", []]);
    expect(most.time_ps).toBe(timeOf(answer, "window"));
    const all = sum(most.filled_by.map(({ bytes }) => ({ time_ps: bytes })));
    expect(most.filled_by.map(({ flow }) => flow).sort((a, b) => a - b)).toEqual([0, 1, 2]);
    for (const { bytes } of most.filled_by) expect(bytes / all).toBeCloseTo(1 / 3, 1);
  });

  test("alone, with a window below its bandwidth-delay product: the round trip takes all of it, and no queue", () => {
    const text = `
until: 20ms
topology: { kind: star, hosts: 3, rate: 100Gbps, delay: 5us }
host: { window: 10KB, scaleWindow: false }
traffic: [{ kind: flows, list: ["h0, h1, 1MB, 0"] }]
policies: { congestion: none }`;
    const answer = why(text, 0);
    expect(ackWaits(answer)).toEqual([
      { time_ps: timeOf(answer, "window"), queue: "", node: "", peer: "", filled_by: [] },
    ]);
  });

  test("windows of a packet, two senders at once: the second waits one frame of the first, and never again", () => {
    const text = `
until: 20ms
topology: { kind: star, hosts: 3, rate: 100Gbps, delay: 5us }
host: { window: 1000B, scaleWindow: false }
traffic: [{ kind: flows, list: ["h0, h2, 10KB, 0", "h1, h2, 10KB, 0"] }]
policies: { congestion: none }`;
    const [first, second] = [why(text, 0), why(text, 1)];
    expect(ackWaits(first).map(({ queue }) => queue)).toEqual([""]);
    const [roundTrip, queue] = ackWaits(second);
    expect([roundTrip.queue, queue.queue]).toEqual(["", "sw0-h2"]);
    expect(queue.time_ps).toBe(1082 * 80); // 1000 B, 62 B of headers, 20 B of preamble and gap at 100 Gbps
    expect(queue.filled_by).toMatchObject([{ flow: 0, bytes: 1062 }]);
    expect(roundTrip.time_ps + queue.time_ps).toBe(timeOf(second, "window"));
  });
});

describe("a lossy link", () => {
  const lossy = (rate: string, policies: string): string => `
until: 400ms
topology:
  kind: file
  nodes: [{ name: a, kind: host }, { name: b, kind: host }, { name: s, kind: switch }]
  links:
    - { a: a, b: s, rate: 100Gbps, delay: 1us }
    - { a: s, b: b, rate: 100Gbps, delay: 1us, frameErrorRate: ${rate} }
traffic: [{ kind: flows, list: [{ from: a, to: b, size: 2MB }] }]
policies: ${policies}`;

  test("one packet in 20 damaged, go-back-N: most of it is sending again; what was lost, where and why", () => {
    const answer = why(
      lossy("0.05", "{ congestion: none, recovery: { name: go-back-n, nackInterval: 1us, timeout: 50us } }"),
      0,
    );
    const again = timeOf(answer, "again") + timeOf(answer, "timeout");
    expect(again / (answer.total_ps - timeOf(answer, "ideal"))).toBeGreaterThan(0.95);
    expect(answer.losses).toEqual([{ node: "b", peer: "s", cause: "damaged", packets: expect.any(Number) as number }]);
    expect(answer.losses[0].packets).toBeGreaterThan(60);
    expect(answer.repeated_packets).toBeGreaterThan(answer.losses[0].packets);
  });

  test("all of it lost, and no timeout yet: it waits for one, although nothing was retransmitted", () => {
    const text = lossy("1", "{ congestion: none, recovery: { name: go-back-n, timeout: 1s } }").replace("2MB", "20KB");
    const answer = why(text, 0);
    expect(answer).toMatchObject({ done: false, path: [], repeated_packets: 0, timeouts: 0 });
    expect([largest(answer).part, timeOf(answer, "again")]).toEqual(["timeout", 0]);
  });

  test("with selective receivers, which learn of a loss by timeouts alone, it is retransmission timeout", () => {
    const answer = why(lossy("0.01", "{ congestion: none, recovery: { name: selective, timeout: 2ms } }"), 0);
    expect(answer.timeouts).toBeGreaterThan(0);
    const most = largest(answer);
    expect(most.part).toBe("timeout");
    expect(most.share).toBeGreaterThan(0.8);
  });
});

test("TCP's handshake is a part of its own: one round trip of headers before the first byte", () => {
  const text = `
until: 20ms
topology: { kind: star, hosts: 2, rate: 10Gbps, delay: 50us }
classes: { lossless: [] }
traffic: [{ kind: flows, list: [{ from: h0, to: h1, size: 10KB }] }]
policies: { link: none, headroom: none, congestion: newreno, recovery: tcp }`;
  const answer = why(text, 0);
  expect(answer.parts.map(({ part }) => part)).toEqual(["ideal", "opening"]);
  expect(timeOf(answer, "opening") / 1e6).toBeCloseTo(200, 0);
});

test("ConWeave on equal paths: no path is longer, and the last byte of a flow was held at its leaf", () => {
  const text = `
until: 400us
seed: 3
topology: { kind: leaf-spine, leaves: 4, spines: 4, hostsPerLeaf: 4, rate: 100Gbps, delay: 1us }
onDrop: count
traffic:
  - { kind: incast, fanIn: 8, size: 100KB, every: 20us, count: 5 }
  - { kind: poisson, cdf: websearch-hpcc, load: 0.5, stop: 100us }
policies: { routing: conweave }`;
  const { results, run } = setUp(readScenario(text, "conweave.yaml"));
  const { detour_ns, held_ns } = results(run(400e6)).tables.parts!.columns;
  expect(Math.max(...detour_ns)).toBe(0);
  const flow = held_ns.findIndex((time) => time > 0);
  const answer = why(text, flow);
  const held = answer.parts.find(({ part }) => part === "held");
  expect(held).toMatchObject({ node: answer.path.at(-2), peer: answer.path.at(-3), time_ps: held_ns[flow] * 1000 });
  expect(sum(answer.parts)).toBe(answer.total_ps);
});

test("a transport that waits for credits before its first packet has no handshake", () => {
  const text = `
until: 1ms
topology: { kind: star, hosts: 4 }
traffic: [{ kind: flows, list: [{ from: h1, to: h0, size: 1MB }, { from: h2, to: h0, size: 1MB }] }]
policies: { transport: { name: eqds, window: 1500B } }`;
  const answer = why(text, 1);
  const waits = answer.parts.filter(({ part }) => part === "window" || part === "opening");
  expect(waits.map((part) => part.by_transport)).toEqual(waits.map(() => true));
  expect(sum(answer.parts)).toBe(answer.total_ps);
  expect(["opening", "window"].map((part) => partText(part as PartName, true))).toEqual([
    "before its first packet",
    "the transport holds it",
  ]);
});

test("a link slower than the NIC is part of the ideal: alone over it, nothing held the flow, at whatever rate it queues", () => {
  const text = `
until: 2ms
topology: { kind: star, hosts: 3, rate: 100Gbps, delay: 1us, slow: [{ link: h1-sw0, rate: 25Gbps }] }
switch: { memory: 32MiB }
traffic: [{ kind: flows, list: [{ from: h0, to: h1, size: 1001B }, { from: h0, to: h1, size: 400KB, start: 100us }] }]
policies: { congestion: none }`;
  for (const flow of [0, 1]) expect(why(text, flow).parts.map(({ part }) => part)).toEqual(["ideal"]);
});

test("a longer path than the first shortest one", () => {
  const text = `
until: 2ms
topology: { kind: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 2, rate: 100Gbps, delay: 1us, slow: [{ link: leaf0-spine1, rate: 10Gbps }] }
traffic: [{ kind: flows, list: [{ from: h0, to: h2, size: 1000B }] }]
policies: { congestion: none, routing: { name: pinned, paths: ["h0, h2, spine1"] } }`;
  const answer = why(text, 0);
  expect(answer.path).toEqual(["h0", "leaf0", "spine1", "leaf1", "h2"]);
  // The frame of 1082 B is sent at 10 Gbps instead of 100.
  expect(answer.parts.slice(1)).toEqual([{ part: "detour", time_ps: 1082 * 8 * 90, node: "", peer: "", port: "" }]);
});

test("out of order: packets take two paths in turn, of which one is slow, and the last byte the other", () => {
  const text = `
until: 2ms
seed: 2
topology: { kind: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 4, rate: 100Gbps, delay: 1us, slow: [{ link: leaf0-spine1, rate: 1Gbps }] }
switch: { memory: 32MiB }
traffic: [{ kind: flows, list: [{ from: h0, to: h4, size: 100KB }] }]
policies: { congestion: none, routing: spray, recovery: selective }`;
  const answer = why(text, 0);
  expect(largest(answer)).toMatchObject({ part: "disorder", node: "" });
  expect(answer.path).toContain("spine0");
  expect(answer.out_of_order_packets).toBeGreaterThan(0);
});

test("a path of 20 switches, several such at once", () => {
  const list = [0, 1, 2].map((k) => `{ from: h${k}, to: h${57 + k}, size: 3KB }`).join(", ");
  const text = `
until: 2ms
topology: { kind: chain, switches: 20, hostsPerSwitch: 3, rate: 100Gbps, delay: 1us }
switch: { memory: 8MiB }
traffic: [{ kind: flows, list: [${list}] }]
policies: { congestion: none }`;
  const answer = why(text, 1);
  expect(answer.path).toHaveLength(22);
  expect(answer.parts.map(({ part }) => part)).toEqual(["ideal", "queued"]);
});
