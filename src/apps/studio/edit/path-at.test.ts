import { expect, test } from "vitest";
import { pathAt } from "./path-at.ts";

const before = `seed: 1
topology: { kind: star, hosts: 4 }
policies:
  buffer: { name: dt, alpha: 2 } # twice
  congestion:
    name: dcqcn
traffic:
  - { kind: incast, to: h0 }
  - kind: poisson
`;

test.each([
  ["a field of the scenario", "un", [], { seed: "1" }, false],
  ["a value", "until: ", ["until"], {}, true],
  ["a role", "policies:\n  link: pfc\n  bu", ["policies"], { link: "pfc" }, false],
  ["a policy by name", "policies:\n  buffer: ", ["policies", "buffer"], {}, true],
  ["a parameter within braces", "policies:\n  buffer: { name: dt, al", ["policies", "buffer"], { name: "dt" }, false],
  ["its value", "policies:\n  buffer: { name: dt, alpha: ", ["policies", "buffer", "alpha"], {}, true],
  [
    "a parameter on a line of its own",
    "policies:\n  buffer:\n    name: dt\n    al",
    ["policies", "buffer"],
    { name: "dt" },
    false,
  ],
  ["an entry of a list", "traffic:\n  - { kind: incast, fa", ["traffic", "[]"], { kind: "incast" }, false],
  ["an entry over several lines", "traffic:\n  - kind: incast\n    fa", ["traffic", "[]"], { kind: "incast" }, false],
  ["its first field's value", "traffic:\n  - kind: ", ["traffic", "[]", "kind"], {}, true],
])("%s", (_, text, path, siblings, isValue) => {
  const found = pathAt(text === "un" ? `seed: 1\n${text}` : text);
  expect(found.path).toEqual(path);
  expect(found.siblings).toEqual(siblings);
  expect(found.isValue).toBe(isValue);
});

test("fields of other sections are no siblings", () => {
  expect(pathAt(`${before}    lo`)).toEqual({ path: ["traffic", "[]"], siblings: { kind: "poisson" }, isValue: false });
});
