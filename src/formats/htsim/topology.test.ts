import { expect, test } from "vitest";
import { parseTopo } from "./topology.ts";

const tier = (number: number, rows: Readonly<Record<string, number>>): string =>
  `\nTier ${number}\n${Object.entries({ Downlink_speed_Gbps: 100, Downlink_Latency_ns: 1000, ...rows })
    .map((row) => row.join(" "))
    .join("\n")}\n`;
const TWO =
  "# a leaf-spine\nNodes 32\nTiers 2\nPodsize 32\n" +
  tier(0, { Radix_Down: 8, Radix_Up: 2, Oversubscribed: 4, Switch_Latency_ns: 100 }) +
  tier(1, { Radix_Down: 4, Switch_Latency_ns: 300 });
const THREE =
  "Nodes 432\nTiers 3\nPodsize 36\n" +
  tier(0, { Radix_Down: 6, Radix_Up: 6 }) +
  tier(1, { Radix_Down: 6, Radix_Up: 6 }) +
  tier(2, { Radix_Down: 36, Downlink_Latency_ns: 600_000, Bundle: 3 });

test("two tiers: 32 hosts on 4 ToRs, each with a link to both of 2 aggregation switches", () => {
  const { nodes, links } = parseTopo(TWO, "t.topo");
  expect([nodes.length, links.length]).toEqual([32 + 4 + 2, 32 + 8]);
  expect(links[8]).toEqual({ a: "h8", b: "tor1", rate: 100e9, delay: 1_050_000, parallel: 1 });
  expect(links.at(-1)).toEqual({ a: "tor3", b: "agg1", rate: 100e9, delay: 1_200_000, parallel: 1 });
  // The path from h0 to h31 crosses four links and three switches: 4 * 1000 + 100 + 300 + 100 ns.
  const way = [links[0], links[32], links[38], links[31]];
  expect(way.reduce((sum, { delay }) => sum + delay, 0)).toBe(4_500_000);
});

test("three tiers: 12 pods of 6 ToRs and 6 aggregation switches, 12 cores with bundles of 3 to every pod", () => {
  const { nodes, links } = parseTopo(THREE, "t.topo");
  expect(nodes.filter(({ name }) => /^core/.test(name))).toHaveLength(12);
  const up = links.filter(({ b }) => /^core/.test(b));
  expect([up.length, up[0].parallel]).toEqual([72 * 2, 3]);
  expect(up.slice(2, 4).map(({ a, b }) => `${a}-${b}`)).toEqual(["agg1-core1", "agg1-core7"]);
});

test.each([
  [TWO.replace("Oversubscribed 4", "Oversubscribed 2"), "t.topo:11: expected Oversubscribed 4, as its links are"],
  [TWO.replace("Radix_Down 4", "Radix_Down 8"), "t.topo:17: expected Radix_Down 4 of Tier 1: 4 ToRs"],
  [TWO.replace("Podsize 32", "Podsize 5"), "t.topo:4: expected a Podsize that divides Nodes, found 32 over 5"],
  [TWO.replace("Radix_Up 2", ""), "t.topo: expected radix_up of Tier 0, found none"],
  [TWO.replace("Tiers 2", "Tiers 4"), 't.topo:3: expected Tiers and a whole number from 2 to 3, found "Tiers 4"'],
  [TWO.replace("Tiers 2", "Layers 2"), 't.topo:3: expected nodes, tiers, podsize or tier, found "Layers"'],
  [TWO.replace("Nodes 32", "Nodes 16384").replace("Podsize 32", "Podsize 8"), "expected Radix_Down 2048 of Tier 1"],
  [TWO.replace("Tier 1", "Tier 0"), "expected each tier once, found Tier 0 again"],
])("%#", (text, message) => {
  expect(() => parseTopo(text, "t.topo")).toThrow(message);
});
