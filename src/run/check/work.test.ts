/** Tests the computed cost of runs against arithmetic. test/estimates.test.ts compares estimates with runs. */
import { expect, test } from "vitest";
import { estimate, readScenario, setUp } from "../lab/lab.ts";
import { us } from "../../base/units.ts";

const base = { until: "10ms", topology: { kind: "star", hosts: 5, rate: "100Gbps", delay: "1us" } };
const flows = (...list: string[]) => ({ traffic: [{ kind: "flows", list }] });
const of = (more: object) => estimate(setUp(readScenario(JSON.stringify({ ...base, ...more }), "x.json")));

test("1,000 packets over two links and as many ACKs back are 4,000 packet-hops", () => {
  expect(of(flows("h0, h1, 1MB"))).toMatchObject({ packetHops: 4000, flows: 1, unfinished: 0, hosts: 5, ports: 10 });
});

test("with one ACK for four packets they are 2,500", () => {
  expect(of({ ...flows("h0, h1, 1MB"), policies: { recovery: { name: "go-back-n", ackEvery: 4 } } }).packetHops).toBe(
    2500,
  );
});

test("across a leaf-spine a path has four links", () => {
  const topology = { kind: "leaf-spine", leaves: 2, spines: 2, hostsPerLeaf: 2 };
  expect(of({ topology, ...flows("h0, h1, 1MB", "h0, h2, 1MB") }).packetHops).toBe(4000 + 8000);
});

test("a host with several NICs sends by the one that leads there: 4 flows of 1 MB over one link each", () => {
  const names = ["h0", "h1", "h2", "h3"];
  const topology = {
    kind: "file",
    nodes: names.map((name) => ({ name, kind: "host" })),
    links: names.map((name, k) => `${name}, ${names[(k + 1) % 4]}, 100Gbps, 1us`),
  };
  const { packetHops } = of({ topology, ...flows("h0, h1, 1MB", "h1, h2, 1MB", "h2, h3, 1MB", "h3, h0, 1MB") });
  expect(packetHops).toBe(4 * 2000);
});

test("a run ends when its flows are done: 1,082,000 B on the wire are 86.56 us at 100 Gbps", () => {
  const { ends } = of(flows("h0, h1, 1MB"));
  expect(ends).toBeGreaterThan(us(86.56));
  expect(ends).toBeLessThan(us(86.56 + 10));
});

test("what a run that is cut short carries: 100 us of four flows to one host are 12.5 MB / 1,082 B packets of 1 MB", () => {
  const list = ["h1, h0, 10MB", "h2, h0, 10MB", "h3, h0, 10MB", "h4, h0, 10MB"];
  const { packetHops, ends, unfinished } = of({ until: "100us", ...flows(...list) });
  expect(packetHops).toBeCloseTo((4 * 1.25e6) / 1082, -1);
  expect([ends, unfinished]).toEqual([us(100), 4]);
});

test("flows without an end take what their links carry", () => {
  const longLived = { traffic: [{ kind: "long-lived", from: "h1..h4", to: "h0" }] };
  expect(of({ ...longLived, until: "1ms" }).packetHops).toBeCloseTo((4 * 12.5e6) / 1082, -1);
});

test("a window below the path's slows a flow: 10,000 B a round trip of some 4.4 us are a fifth of 100 Gbps", () => {
  const { packetHops } = of({ until: "1ms", host: { window: "10KB" }, ...flows("h0, h1, 100MB") });
  const full = (4 * 12.5e6) / 1082;
  expect(packetHops / full).toBeGreaterThan(0.15);
  expect(packetHops / full).toBeLessThan(0.3);
});

test("a link between switches that is offered four times its rate carries a quarter: 4 hosts, one uplink", () => {
  const topology = { kind: "leaf-spine", leaves: 2, spines: 1, hostsPerLeaf: 4 };
  const list = ["h0, h4, 10MB", "h1, h5, 10MB", "h2, h6, 10MB", "h3, h7, 10MB"];
  const { packetHops } = of({ until: "100us", topology, ...flows(...list) });
  expect(packetHops / ((8 * 1.25e6) / 1082)).toBeCloseTo(1, 1);
});

test("a run that waits for its counted flows ends with them, although others go on", () => {
  const traffic = [
    { kind: "flows", list: ["h0, h1, 1MB"] },
    { kind: "long-lived", from: "h2", to: "h3" },
  ];
  const { ends, packetHops } = of({ until: "done", limit: "10ms", traffic });
  expect(ends).toBeLessThan(us(100));
  expect(packetHops).toBeLessThan(2.2 * 4000);
});
