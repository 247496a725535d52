import { expect, test } from "vitest";
import { catalogue } from "../../../scenario/registry/catalogue.ts";
import { explanation } from "./text.ts";

test("a policy: its page, its parameters, how a scenario says it, what is cited", () => {
  const text = explanation("dcqcn", 80);
  expect(text).toMatch(/^dcqcn\n\n`dcqcn` is the default policy of the role `congestion`/);
  for (const part of ["\nRule\n", "\nDifferences from the paper\n", "\nValidation\n"]) expect(text).toContain(part);
  expect(text).toContain("Parameters of dcqcn, congestion policy, the default\n\n  alphaInterval ");
  expect(text).toContain("In a scenario: policies: { congestion: { name: dcqcn, alphaInterval: 1us } }");
  expect(text).toMatch(/\nCited\n[^]*\n {2}zhu15 {2}Y\. Zhu/);
  expect(text).not.toMatch(/\*\*|\]\(/);
});

test.each([
  ["none", "Parameters of none, detection policy\n\n  No parameters.\n"],
  ["star", "In a scenario: topology: { kind: star, hosts: 16 }"],
  ["incast", "In a scenario: traffic: [{ kind: incast, size: 64KB }]"],
  ["websearch-hpcc", "30,000,000 B      100%\n\nIn a scenario: traffic: [{ kind: poisson, cdf: websearch-hpcc }]"],
  ["buffer", "* dt "],
])("%s too", (name, part) => {
  expect(explanation(name, 80)).toContain(part);
});

test("every name has an explanation", () => {
  for (const { entries } of catalogue()) {
    for (const { name } of entries) expect(explanation(name, 80)).toMatch(/In a scenario: /);
  }
});
