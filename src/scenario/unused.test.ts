/**
 * Tests settings without effect. Each rule reports them, settings with an effect are not reported, and results are
 * equal without the setting.
 */
import { describe, expect, test } from "vitest";

import { experiment, readScenario as readText } from "../run/lab/lab.ts";
import * as tables from "../policies/policies.ts";
import { scenarioHash } from "./hash.ts";
import { readSetting } from "./settings.ts";
import type { PolicyRow } from "./tables.ts";

const star = `until: 100us
topology: { kind: star, hosts: 5, rate: 10Gbps }
switch: { memory: 100KB }
onDrop: count
traffic: [{ kind: incast, to: h0, size: 50KB, every: 50us }]
`;

const read = (more: string, ...set: string[]) =>
  readText(
    star + more,
    "a.yaml",
    undefined,
    set.map((one) => readSetting("--set", one)),
  );
const unused = (more: string, ...set: string[]): string[] =>
  (read(more, ...set).unused ?? []).map(({ message }) => message);
const digest = (more: string): string => experiment(read(more)).summary.digest;

const SINGLE = "each pair of nodes has a single path.";

test.each([
  [
    "policies: { congestion: none, detection: { name: red, kmin: 5KB } }",
    ["detection.kmin has no effect: no policy uses ECN marks."],
  ],
  ["policies: { congestion: timely, detection: red }", ["detection has no effect: no policy uses ECN marks."]],
  [
    "policies: { congestion: none, detection: tcd }",
    ["detection has no effect: no policy uses ECN marks or UE marks."],
  ],
  [
    "policies: { congestion: none, detection: int }",
    ["detection has no effect: no policy uses INT stamps, which only lengthen packets."],
  ],
  [
    "policies: { congestion: dcqcn, detection: [red, { name: tcd, threshold: 5KB }] }",
    ["detection[1].threshold has no effect: detection red precedes it."],
  ],
  [
    "classes: { lossless: [] }\npolicies: { congestion: acc, detection: { name: tcd, maxTon: 1us } }",
    ["detection.maxTon has no effect: no class is lossless, so no queue is undetermined."],
  ],
  ["policies: { routing: drill }", [`routing has no effect: ${SINGLE}`]],
  ["policies: { routing: { name: spray, rounds: 9 } }", [`routing.rounds has no effect: ${SINGLE}`]],
  [
    "classes: { lossless: [] }\npolicies: { headroom: { name: sih, size: 5KB } }",
    ["headroom.size has no effect: no class is lossless."],
  ],
  [
    "classes: { lossless: [] }\npolicies: { link: { name: pfc, repeat: packet } }",
    ["link.repeat has no effect: no class is lossless."],
  ],
  [
    "policies: { link: cbfc, buffer: { name: st, xoff: 10KB }, headroom: shp }",
    ["buffer.xoff", "headroom"].map(
      (what) => `${what} has no effect: link cbfc gives each port of a switch its own memory.`,
    ),
  ],
  [
    "policies: { transport: uec }\nhost: { window: 20KB, scaleWindow: true }\nclasses: { acks: control }",
    ["host.window", "host.scaleWindow", "classes.acks"].map(
      (what) => `${what} has no effect: transport uec decides when to send, and in which class.`,
    ),
  ],
  ["measure: { every: 1us }", ["measure.every has no effect: no series is sampled."]],
])("%s", (more, expected) => {
  expect(unused(more)).toEqual(expected);
});

test.each([
  [
    "a default",
    "policies: { buffer: dt, headroom: sih, link: pfc, routing: ecmp, recovery: go-back-n }\nmeasure: { every: 10us }",
  ],
  ["a parameter at its default", "policies: { routing: { name: ecmp } }\nclasses: { lossless: [] }"],
  ["marks that ConWeave's NOTIFY needs", "policies: { congestion: none, detection: red, routing: conweave }"],
  [
    "marks that routing uses",
    "policies: { congestion: none, detection: red, routing: { name: ecmp } }\ntopology: { kind: star, hosts: 5 }"
      .replace(/\n.*/, "")
      .replace("ecmp", "hermes"),
  ],
  ["a series that is sampled", "measure: { every: 1us, rates: [h0] }"],
  ["headroom that is set aside for no class", "classes: { lossless: [] }\npolicies: { headroom: dsh }"],
  [
    "a link policy where a fault sends PAUSEs",
    "classes: { lossless: [] }\npolicies: { link: { name: pfc, repeat: packet } }\nfaults: [{ kind: pause-storm, target: h0 }]",
  ],
])("%s is no such line", (_, more) => {
  expect(unused(more).filter((one) => !one.startsWith("routing"))).toEqual([]);
});

test("retry has an effect only on links with errors", () => {
  expect(unused('links: [{ between: "*-*", retry: 1us }]')).toContain(
    "links[0].retry has no effect: its links have no bitErrorRate and no frameErrorRate.",
  );
  const some = "[{ between: h1-sw0, retry: 1us, frameErrorRate: 0.01 }, { between: h2-sw0, retry: 1us }]";
  expect(unused(`links: ${some}`).filter((one) => one.includes("retry"))).toEqual([
    "links[1].retry has no effect: its links have no bitErrorRate and no frameErrorRate.",
  ]);
});

test("a fabric with paths to choose from has a use for routing", () => {
  const text = `until: 10us
topology: { kind: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 2 }
traffic: [{ kind: long-lived, from: h0, to: h2 }]
policies: { routing: drill }
`;
  expect(readText(text, "a.yaml").unused).toBeUndefined();
});

test("it has its place, and whether a setting put it there; the scenario's hash is the same", () => {
  const [one] = read("", "routing=drill").unused ?? [];
  expect(one).toMatchObject({ path: "policies.routing", place: { file: "--set routing=drill" }, isSet: true });
  const [other] = read("policies: { routing: drill }").unused ?? [];
  expect(other).toMatchObject({ place: { file: "a.yaml", line: 6, column: 13 }, isSet: false });
  const { unused: _, ...bare } = read("policies: { routing: drill }");
  expect(scenarioHash(bare)).toBe(scenarioHash(read("policies: { routing: drill }")));
});

describe("the run is the same", () => {
  const idle = (role: "routing" | "headroom" | "link", when: string): string[] =>
    Object.entries<PolicyRow>(tables.policies[role]).flatMap(([name, row]) => (row.idle === when ? [name] : []));

  test("under every routing policy, where each pair has one path", () => {
    const names = idle("routing", "single paths");
    // ConWeave's leaves send control packets on a single path, too.
    expect(names).toEqual(Object.keys(tables.policies.routing).filter((name) => name !== "conweave"));
    expect(new Set(names.map((name) => digest(`policies: { routing: ${name} }`))).size).toBe(1);
  });
  test("under every headroom policy that is idle without a lossless class", () => {
    const names = idle("headroom", "no lossless class");
    expect(names).toEqual(["sih", "shp", "one-counter", "none"]);
    const digests = names.map((name) => digest(`classes: { lossless: [] }\npolicies: { headroom: ${name} }`));
    expect(new Set(digests).size).toBe(1);
  });
  test("under PFC and without it, where no class is lossless", () => {
    const digests = ["pfc", "{ name: pfc, repeat: packet }", "none"].map((link) =>
      digest(`classes: { lossless: [] }\npolicies: { link: ${link} }`),
    );
    expect(new Set(digests).size).toBe(1);
  });
  test("under every buffer and headroom policy, where each port has its own memory", () => {
    const shared = [
      "headroom: sih",
      "headroom: none",
      "buffer: { name: st, xoff: 10KB }",
      "buffer: { name: dt, alpha: 0.1 }",
    ];
    const digests = shared.map((one) => digest(`policies: { link: cbfc, ${one} }`));
    expect(new Set(digests).size).toBe(1);
  });
  test("under a transport, for any window and class of ACKs", () => {
    const settings = ["", "host: { window: 20KB, scaleWindow: true }", "classes: { acks: control }"];
    const digests = settings.map((one) => digest(`policies: { transport: uec }\n${one}`));
    expect(new Set(digests).size).toBe(1);
  });
  test("for any maxTon of TCD, where no class is lossless", () => {
    const digests = ["tcd", "{ name: tcd, maxTon: 1us }", "{ name: tcd, hysteresis: 9KB }"].map((detection) =>
      digest(`classes: { lossless: [] }\npolicies: { congestion: acc, detection: ${detection} }`),
    );
    expect(new Set(digests).size).toBe(1);
  });
  test("whatever leaves marks that no policy uses", () => {
    const flows = ["none", "red", "{ name: red, kmin: 1KB, kmax: 2KB }", "tcd"].map((detection) => {
      const { tables: of } = experiment(read(`policies: { congestion: none, detection: ${detection} }`));
      return [...of.flows.columns.fct_ns].join();
    });
    expect(new Set(flows).size).toBe(1);
  });
});
