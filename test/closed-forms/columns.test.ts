/**
 * Tests the columns of a comparison that no other closed form covers: flows by size, common flows, load and headroom.
 */
import { expect, test } from "vitest";
import { check } from "../../src/run/lab/scenario-input.ts";
import { commonFigures, flowTimes } from "../../src/run/lab/lab.ts";
import { D, F, flows, ran } from "./bench.ts";

test("small and large flows, each alone: one of each, slowdown 1", () => {
  const { figures } = ran({ traffic: [flows("h0 h1 100KB", "h2 h3 2MB")] });
  expect(figures).toMatchObject({ small_flows: 1, large_flows: 1 });
  for (const name of ["small_slowdown_mean", "small_slowdown_p99", "large_slowdown_mean"] as const)
    expect(figures[name]).toBe(1);
});

test("a flow of 500 KB is neither", () => {
  expect(ran({ traffic: [flows("h0 h1 500KB")] }).figures).toMatchObject({ small_flows: 0, large_flows: 0, flows: 1 });
});

test("flows that all rows finished: the mean is over those alone", () => {
  const short = ran({ until: "8us", traffic: [flows("h0 h1 1KB", "h2 h3 1MB")] });
  const long = ran({ traffic: [flows("h0 h1 1KB", "h2 h3 1MB")] });
  const [one] = commonFigures([flowTimes(short.results), flowTimes(long.results)]);
  expect(one.common_flows).toBe(1);
  expect(one.common_fct_mean_ns).toBeCloseTo(2 * F + 2 * D, 6);
});

test("headroom of a queue at 100 Gbps and 1 us: DSH's equation 1 is 2 C D + 2 L + 3,840 B", () => {
  const [row] = ran({ traffic: [flows("h0 h1 1KB")] }).results.summary.headroom;
  expect(row.equation1_bytes).toBe(25_000 + 2 * 1062 + 3840);
});

test("check: five incasts of 3 MB in 1 ms offer 16.23 MB on the wire to a link that carries 12.5 MB", () => {
  const { loads } = check(`until: 1ms
topology: { kind: star, hosts: 4 }
traffic: [{ kind: incast, to: h0, fanIn: 3, size: 1MB, every: 240us }]
`);
  expect(loads[0].link).toBe("sw0 to h0");
  expect(loads[0].load).toBeCloseTo((15 * 1.082) / 12.5, 9);
});
