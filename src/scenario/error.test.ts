import { expect, test } from "vitest";

import { quote, ScenarioError, shown } from "./error.ts";

test("one line: place, path, what was wanted, what was found, how to mend it", () => {
  const place = { file: "incast.yaml", line: 8, column: 22 };
  const error = new ScenarioError(place, "policies.buffer", "one of st, dt", quote("td"), 'Did you mean "dt"?');
  expect(error.message).toBe('incast.yaml:8:22: policies.buffer: expected one of st, dt, got "td". Did you mean "dt"?');
  expect(new ScenarioError({ file: "a.yaml" }, "", "a scenario", "nothing").message).toBe(
    "a.yaml: expected a scenario, got nothing",
  );
});

test("text is cut to 60 characters and shows what is invisible", () => {
  expect(quote("x".repeat(1e6))).toBe(`"${"x".repeat(60)}..."`);
  expect(quote('a "b"\n\u202e\u001b[31m')).toBe('"a \\"b\\"\\n\\u202e\\u001b[31m"');
});

test("values in a few words", () => {
  expect([undefined, null, "dt", 5, true, [], [1], {}].map(shown)).toEqual([
    ...["nothing", "nothing", '"dt"', "5", "true", "an empty list", "a list", "a map"],
  ]);
});
