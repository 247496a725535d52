/**
 * Tests headroom as in a real switch: the need of each port depends on its speed and cable, and all ports share a pool.
 * The peers take the longest reaction time that 802.3 allows.
 */
import { expect, test } from "vitest";
import { examine, experiment, readScenario, setUp } from "../../src/run/lab/lab.ts";

/** Seven senders at 400G, 100 m away, and one receiver at 100G. Thresholds are low, so headroom takes the rest. */
const scenario = (link: string, headroom: string): string => `
until: 100us
topology:
  kind: file
  nodes: ["r, host", ${[1, 2, 3, 4, 5, 6, 7].map((k) => `"h${k}, host"`).join(", ")}, "s, switch"]
  links: ["r, s, 100Gbps, 5m", ${[1, 2, 3, 4, 5, 6, 7].map((k) => `"h${k}, s, 400Gbps, 100m"`).join(", ")}]
switch: { memory: 4MiB }
onDrop: count
traffic: [{ kind: incast, to: r, fanIn: 7, size: 300KB }]
policies: { buffer: { name: st, xoff: 20KB }, link: ${link}, headroom: ${headroom} }
`;
const read = (link: string, headroom: string) => readScenario(scenario(link, headroom), "x.yaml");
const drops = (link: string, headroom: string): number => {
  const { counters } = experiment(read(link, headroom)).summary;
  return counters.dropped_no_headroom + counters.dropped_no_buffer;
};
const warnings = (link: string, headroom: string): string =>
  examine(setUp(readScenario(scenario(link, headroom).replace("onDrop: count", ""), "x.yaml")))
    .warnings.map(({ mistake }) => mistake.message)
    .join("\n");

const SLOW = "{ name: pfc, reactionShare: 1 }";

test("peers at 400G that react in 905 quanta: DSH's 60 quanta lose packets, the headroom of the standard and of Spectrum-3 none", () => {
  expect(drops("pfc", "{ name: sih, rule: equation-1 }")).toBe(0);
  expect(drops(SLOW, "{ name: sih, rule: equation-1 }")).toBeGreaterThan(0);
  for (const rule of ["exact", "802.1qbb", "spectrum3"])
    expect(drops(SLOW, `{ name: sih, rule: ${rule}, mtu: 9100B }`), rule).toBe(0);
});

test("by profile: one for each rate and cable; the wrong length loses packets", () => {
  const profiles = (metres: number): string =>
    `{ name: sih, size: 5KB, profiles: ["400Gbps, ${metres}m, 180KB", "100Gbps, 5m, 60KB"] }`;
  expect([drops(SLOW, profiles(100)), drops(SLOW, profiles(40)) > 0]).toEqual([0, true]);
});

test("a pool of half the maximum need: enough if not all ports need it at once; otherwise packets are lost after a warning", () => {
  const pool = (bytes: string): string => `{ name: shp, rule: 802.1qbb, pool: ${bytes} }`;
  expect(drops(SLOW, pool("1.5MB"))).toBe(0);
  expect(drops(SLOW, pool("100KB"))).toBeGreaterThan(0);
  expect(warnings(SLOW, pool("100KB"))).toContain("policies.headroom.size: expected");
  expect(warnings(SLOW, "{ name: sih, rule: 802.1qbb }")).not.toContain("policies.headroom");
});
