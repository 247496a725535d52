import { expect, test } from "vitest";

import * as tables from "../policies/policies.ts";
import { cdfsUsed } from "./cdfs-used.ts";
import { readScenario } from "./read.ts";

test("each distribution once, in order of first use, the default included; traffic without one names none", () => {
  const { traffic } = readScenario(
    `until: 1ms
topology: { kind: star }
traffic:
  - { kind: poisson, cdf: solar2022 }
  - { kind: incast, to: h0 }
  - { kind: poisson }
  - { kind: poisson, cdf: solar2022, load: 10% }`,
    "mix.yaml",
    tables,
  );
  expect(cdfsUsed(traffic).map(({ name }) => name)).toEqual(["solar2022", "websearch-hpcc"]);
  expect(cdfsUsed(traffic)[0].source).toMatch(/Solar2022\.txt @/);
});
