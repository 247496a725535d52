import { describe, expect, test } from "vitest";

import * as tables from "../policies/policies.ts";
import { scenarioHash } from "./hash.ts";
import { readScenario } from "./read.ts";
import { readSetting } from "./settings.ts";

/**
 * Two pairs of hosts, connected by two long links. Links 0 to 3 lead to hosts, and links 4 and 5 connect dci0 and dci1.
 */
const read = (links: unknown, ...set: string[]) =>
  readScenario(
    JSON.stringify({
      until: "1ms",
      topology: { kind: "two-dc", k: 0, hosts: 2, dciLinks: 2 },
      traffic: [{ kind: "incast" }],
      ...(links === undefined ? {} : { links }),
    }),
    "x.yaml",
    tables,
    undefined,
    set.map((text) => readSetting("--set", text)),
  );
const linksOf = (between: unknown): number[] => [
  ...new Set((read([{ between, memory: "1MB" }]).links ?? []).flatMap(({ ports }) => ports.map(({ link }) => link))),
];

describe("which links are meant", () => {
  test.each([
    ["dci0-dci1", [4, 5]],
    ["dci1-dci0", [4, 5]],
    ["dci0-dci1#2", [5]],
    ["dci*-dci*", [4, 5]],
    ["h*", [0, 1, 2, 3]],
    ["dci1-h?", undefined],
    [
      ["h0-dci0", "dci1-h3"],
      [0, 3],
    ],
    ["*", [0, 1, 2, 3, 4, 5]],
  ])("%j is %j", (between, links) => {
    if (links === undefined) expect(() => linksOf(between)).toThrow("a pattern");
    else expect(linksOf(between)).toEqual(links);
  });

  test("both ends of each, with the policy's defaults filled in and the memory in bytes", () => {
    const [rule] =
      read([{ between: "dci0-dci1#2", policy: { name: "pfc", xoff: "1MB" }, memory: "287MiB" }]).links ?? [];
    expect(rule.ports).toEqual([
      { node: 4, link: 5 },
      { node: 5, link: 5 },
    ]);
    expect(rule.policy).toMatchObject({ name: "pfc", values: { xoff: 1e6, xon: undefined, frame: 64 } });
    expect(rule.memory).toBe(287 * 2 ** 20);
  });

  test("nothing said of links leaves the scenario, and its hash, as it was", () => {
    expect(read(undefined).links).toBeUndefined();
    expect(scenarioHash(read([]))).toBe(scenarioHash(read(undefined)));
    expect(scenarioHash(read([{ between: "*", memory: "1MB" }]))).not.toBe(scenarioHash(read(undefined)));
  });
});

describe("a value set from outside", () => {
  const base = [{ between: "dci0-dci1", policy: "pfc" }];
  test("replaces a policy, or goes into it though it is a name alone", () => {
    expect(read(base, "links[0].policy=none").links?.[0].policy?.name).toBe("none");
    expect(read(base, "links[0].policy.xoff=2MB").links?.[0].policy?.values).toMatchObject({ xoff: 2e6 });
  });
});

test.each([
  [
    "a link that is not there",
    [{ between: "dci0-dci2" }],
    'links[0].between[0]: expected the name of a link such as dci0-dci1#2, or a pattern, got "dci0-dci2". Did you mean "dci0-dci1"?',
  ],
  [
    "a link twice",
    [{ between: "*" }, { between: "dci0-dci1" }],
    'links[1].between: expected links that are in no other entry, got "dci0-dci1". links[0] also names dci0-dci1: remove one.',
  ],
  ["no name", [{ memory: "1MB" }], "links[0].between: expected the name of a link such as dci0-dci1, or a pattern"],
  ["a policy of another role", [{ between: "*", policy: "dt" }], "links[0].policy: expected one of none, "],
  [
    "a parameter that its policy lacks",
    [{ between: "*", policy: { name: "pfc", xof: "1MB" } }],
    'links[0].policy: expected one of name, frame, quanta, refresh, repeat, hold, behind, reaction, reactionShare, timer, xoff, xon, got "xof". Did you mean "xoff"?',
  ],
  [
    "values that do not go together",
    [{ between: "*", policy: { name: "pfc", xoff: "1MB", xon: "2MB" } }],
    'links[0].policy.xon: expected at most xoff, 1 MB, got "2MB"',
  ],
  ["no unit", [{ between: "*", memory: 3 }], "links[0].memory: expected a size such as 64KB, got 3. Add the unit"],
])("%s", (_what, links, message) => {
  expect(() => read(links)).toThrow(message);
});
