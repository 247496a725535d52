/** Tests policies against the classes of data: trimming, the class of headers, and entropies. */
import { expect, test } from "vitest";

import * as tables from "../policies/policies.ts";
import { readScenario } from "./read.ts";

const LOSSY = "classes: { lossless: [] }\n";
const read = (more: string, traffic = "{ kind: long-lived, from: h0, to: h1 }") =>
  readScenario(
    `until: 1ms
topology: { kind: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 2 }
traffic: [${traffic}]
${more}`,
    "a.yaml",
    tables,
  );
const warnings = (more: string, traffic?: string): readonly string[] => read(more, traffic).warnings ?? [];

test.each(["ndp", "eqds"])("%s needs trimmed headers where packets are dropped", (name) => {
  expect(() => read(`${LOSSY}policies: { transport: ${name} }`)).toThrow(
    `a.yaml:5:24: policies.transport: expected buffer trim, for the trimmed headers that transport ${name} needs (a.yaml:5:24), got dt, the default. Set buffer: trim, or use lossless classes.`,
  );
  expect(() => read(`${LOSSY}policies: { transport: ${name}, buffer: st }`)).toThrow(
    /policies\.buffer: expected trim, .* got st\. Either set buffer: trim, or choose another transport policy\.$/,
  );
  expect(warnings(`${LOSSY}policies: { transport: ${name}, buffer: trim }`)).toEqual([]);
  expect(warnings(`policies: { transport: ${name} }`)).toEqual([]);
});

test("uec infers losses, so it accepts any buffer policy", () => {
  expect(warnings(`${LOSSY}policies: { transport: uec }`)).toEqual([]);
});

test("each row's class counts, and the entry's class only for rows without one", () => {
  const rows = (...classes: string[]) =>
    `{ kind: flows, list: [${classes.map((cls) => `"h0, h1, 1KB, 0, ${cls}"`).join(", ")}] }`;
  expect(() => read("policies: { transport: ndp }", rows("3", "4"))).toThrow(/trimmed headers/);
  expect(warnings(`${LOSSY.replace("[]", "[3, 4], default: 5")}policies: { transport: ndp }`, rows("3", "4"))).toEqual(
    [],
  );
});

test("buffer trim: its headers have a class without data, and some data is lossy", () => {
  expect(() => read(`${LOSSY}policies: { transport: ndp, buffer: { name: trim, headers: 3 } }`)).toThrow(
    /^a\.yaml:5:60: policies\.buffer\.headers: expected a class without data, because buffer trim trims no packets of the class of headers, got 3\./,
  );
  expect(warnings("policies: { transport: ndp, buffer: trim }")).toEqual([
    "a.yaml:4:37: policies.buffer: expected traffic in a lossy class, because lossless classes pause senders before packets are trimmed, got lossless classes. " +
      "Set classes.lossless: [], or choose another buffer policy.",
  ]);
});

test("strict priority sends headers before data only if their class is lower, or the control class", () => {
  const late = (headers: number, more = "") =>
    warnings(
      `${LOSSY}policies: { transport: { name: ndp, headers: ${headers} }, buffer: { name: trim, headers: ${headers} }${more} }`,
    );
  expect(late(2)).toEqual([]);
  expect(late(4)).toEqual([
    "a.yaml:5:82: policies.buffer.headers: expected a class that scheduling strict sends before data of class 3, got 4. Data delays its packets.",
    "a.yaml:5:46: policies.transport.headers: expected a class that scheduling strict sends before data of class 3, got 4. Data delays its packets.",
  ]);
  expect(late(4, ", scheduling: dwrr")).toEqual([]);
  expect(warnings("classes: { lossless: [], control: 7 }\npolicies: { transport: { name: uec, headers: 7 } }")).toEqual(
    [],
  );
});

test("a policy of the user names the parameter of the class of headers, or has a fixed class", () => {
  const { ndp } = tables.policies.transport;
  const { headers, ...params } = ndp.params;
  const answers = { ...ndp, params: { ...params, answers: headers }, headerClass: "answers" };
  const transport = { ...tables.policies.transport, mine: answers, fixed: { ...ndp, headerClass: 4 } };
  const { trim } = tables.policies.buffer;
  const buffer = {
    ...tables.policies.buffer,
    cut: { ...trim, params: { ...trim.params, cls: headers }, headerClass: "cls" },
  };
  const own = { ...tables, policies: { ...tables.policies, buffer, transport } };
  const text = (policies: string) =>
    `until: 1ms
topology: { kind: star, hosts: 2 }
traffic: [{ kind: long-lived, from: h0, to: h1 }]
classes: { lossless: [] }
policies: { ${policies} }`;
  expect(readScenario(text("transport: { name: mine, answers: 5 }, buffer: cut"), "a.yaml", own).warnings).toEqual([
    "a.yaml:5:47: policies.transport.answers: expected a class that scheduling strict sends before data of class 3, got 5. Data delays its packets.",
  ]);
  expect(readScenario(text("transport: fixed, buffer: cut"), "a.yaml", own).warnings).toEqual([
    "a.yaml:5:24: policies.transport: expected a class that scheduling strict sends before data of class 3, got 4. Data delays its packets.",
  ]);
  expect(() => readScenario(text("transport: mine, buffer: { name: cut, cls: 3 }"), "a.yaml", own)).toThrow(
    /^a\.yaml:5:\d+: policies\.buffer\.cls: expected a class without data, .* got 3\./,
  );
});

test("only ecmp and pinned select paths by the entropies of a transport", () => {
  const ignoring = Object.keys(tables.policies.routing).filter(
    (routing) => warnings(`policies: { transport: ndp, routing: ${routing} }`).length > 0,
  );
  expect(ignoring).toEqual(Object.keys(tables.policies.routing).filter((name) => !["ecmp", "pinned"].includes(name)));
  expect(warnings("policies: { transport: ndp, routing: drill }")).toEqual([
    "a.yaml:4:38: policies.routing: expected ecmp or pinned, which selects the path of each data packet by the entropy that transport ndp chooses, got drill. It selects paths without the entropy.",
  ]);
  const star = readScenario(
    "until: 1ms\ntopology: { kind: star, hosts: 2 }\ntraffic: [{ kind: long-lived, from: h0, to: h1 }]\npolicies: { transport: ndp, routing: drill }",
    "a.yaml",
    tables,
  );
  expect(star.warnings ?? []).toEqual([]);
});
