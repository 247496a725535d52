import { expect, test } from "vitest";
import { acceptedFindings, accepts } from "./accepted.ts";

const finding = { rule: "link-mtu-differs", switch: "spine0", path: 'PORT["Ethernet0"].mtu' };
const entry = { rule: "link-mtu-differs", switch: undefined, path: undefined, reason: "storage" };

test.each([
  [{}, true],
  [{ switch: "spine0" }, true],
  [{ switch: "spine1" }, false],
  [{ rule: "link-fec-differs" }, false],
  [{ path: 'PORT["Ethernet0"].mtu' }, true],
  [{ path: 'PORT["Ethernet*"].mtu' }, true],
  [{ path: "*" }, true],
  [{ path: "*.mtu*" }, true],
  [{ path: 'PORT["Ethernet*"].*tu' }, true],
  [{ path: 'PORT["Ethernet4"].mtu' }, false],
  [{ path: "PORT*mtu*mtu" }, false],
  [{ path: 'PORT["Ethernet0"].mtu*u' }, false],
])("an entry with %j accepts the finding: %s", (changed, isAccepted) => {
  expect(accepts({ ...entry, ...changed }, finding)).toBe(isAccepted);
});

test("a file of entries", () => {
  const value = [
    { rule: "a", reason: "x" },
    { rule: "b", switch: "s", path: "P*", reason: "y" },
  ];
  expect(acceptedFindings(value, "known.yaml")).toEqual([
    { rule: "a", switch: undefined, path: undefined, reason: "x" },
    { rule: "b", switch: "s", path: "P*", reason: "y" },
  ]);
  expect(acceptedFindings([], "known.yaml")).toEqual([]);
});

test.each([
  [{ a: 1 }, "known.yaml: expected a list of entries with rule and reason, found an object"],
  [null, "known.yaml: expected a list of entries with rule and reason, found nothing"],
  [["x"], "known.yaml: expected rule and reason in entry 1, found a string"],
  [
    [
      { rule: "a", reason: "x" },
      { rule: "a", reason: null },
    ],
    "known.yaml: expected a reason in entry 2, found none. Say why",
  ],
  [[{ reason: "x" }], "known.yaml: expected a rule in entry 1, found none"],
  [[{ rule: "a", reason: " " }], "known.yaml: expected text as reason of entry 1, found an empty string"],
  [[{ rule: "a", reason: "x", file: "f" }], 'known.yaml: expected rule, switch, path, reason in entry 1, found "file"'],
])("no file of entries: %j", (value, message) => {
  expect(() => acceptedFindings(value, "known.yaml")).toThrow(message);
});
