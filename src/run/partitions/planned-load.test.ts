import { expect, test } from "vitest";

import { readScenario, setUp } from "../lab/lab.ts";
import { us } from "../../base/units.ts";
import { plannedLoad } from "./planned-load.ts";

/** The planned packets of each link, by names such as "h0-sw0". */
function loads(traffic: readonly object[], topology: object = { kind: "star", hosts: 3 }): Record<string, number> {
  const scenario = readScenario(JSON.stringify({ until: "1ms", topology, traffic }), "load.json");
  const { network, plan } = setUp(scenario);
  const { names, links } = scenario.wiring;
  const load = plannedLoad(network, plan, scenario.until);
  return Object.fromEntries(links.map(({ a, b }, link) => [`${names[a]}-${names[b]}`, load[link]]));
}

const flows = (...list: readonly object[]) => ({ kind: "flows", list });

test("flows count by their packets, both directions together: 10 of 1,000 B there, 3 for 2,001 B back", () => {
  const list = flows({ from: "h0", to: "h1", size: "10KB" }, { from: "h1", to: "h0", size: "2001B" });
  expect(loads([list])).toEqual({ "h0-sw0": 13, "h1-sw0": 13, "h2-sw0": 0 });
});

test("all shortest paths have an even share, and hosts of one leaf need no spine", () => {
  const topology = { kind: "leaf-spine", leaves: 2, spines: 2, hostsPerLeaf: 2 };
  const list = flows({ from: "h0", to: "h2", size: "8KB" }, { from: "h3", to: "h2", size: "2KB" });
  expect(loads([list], topology)).toEqual({
    ...{ "h0-leaf0": 8, "h1-leaf0": 0, "h2-leaf1": 10, "h3-leaf1": 2 },
    ...{ "leaf0-spine0": 4, "leaf0-spine1": 4, "leaf1-spine0": 4, "leaf1-spine1": 4 },
  });
});

/** The packets that a link of 100 Gbps carries in this time, with 1,082 B each on the wire. */
const packetsIn = (micros: number): number => (micros * 12_500) / 1082;

test("a flow without an end takes its line from its start to the end of the run, 12.5 MB in 1 ms", () => {
  const found = loads([{ kind: "long-lived", from: "h0", to: "h1", start: "400us" }]);
  expect(found["h0-sw0"]).toBeCloseTo(packetsIn(600), 6);
  expect(found["h1-sw0"]).toBeCloseTo(packetsIn(600), 6);
});

test("two to one host share its line; two from one host share its line too", () => {
  const to = loads([{ kind: "long-lived", from: ["h0", "h1"], to: "h2" }]);
  expect(to["h0-sw0"]).toBeCloseTo(packetsIn(500), 6);
  expect(to["h2-sw0"]).toBeCloseTo(packetsIn(1000), 6);
  const both = ["h1", "h2"].map((receiver) => ({ kind: "long-lived", from: "h0", to: receiver }));
  const from = loads(both);
  expect(from["h0-sw0"]).toBeCloseTo(packetsIn(1000), 6);
  expect(from["h2-sw0"]).toBeCloseTo(packetsIn(500), 6);
});

test("a train has its line while it lasts, in packets of its flows: of one with 64 + 82 B here", () => {
  const found = loads([{ kind: "bursts", from: "h0", to: "h1", size: "64B", start: "100us", stop: "300us" }]);
  expect(found["h0-sw0"]).toBeCloseTo((200 * 12_500) / 146, 6);
});

test("what begins after the end does not count", () => {
  const scenario = readScenario(
    JSON.stringify({
      until: "1ms",
      topology: { kind: "star", hosts: 3 },
      traffic: [
        { kind: "long-lived", from: "h0", to: "h1", start: "400us" },
        { kind: "bursts", from: "h1", to: "h2", size: "64B", start: "500us", stop: "600us" },
      ],
    }),
    "late.json",
  );
  const { network, plan } = setUp(scenario);
  expect([...plannedLoad(network, plan, us(300))]).toEqual([0, 0, 0]);
  expect(plannedLoad(network, plan, us(450))[0]).toBeCloseTo(packetsIn(50), 6);
});
