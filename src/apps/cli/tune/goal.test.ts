import { expect, test } from "vitest";
import { goalOf, limitNamed, measureNamed } from "./goal.ts";

test("limits in the units of their columns; = means at most, or at least if a high value is better", () => {
  const limits = ["pauses=0", "paused_ns<=50us", "goodput_bps=300Gbps", "marked_share>=0.1", "queue_peak_bytes<=1MB"];
  expect(limits.flatMap((text) => limitNamed(text))).toEqual([
    { column: "pauses", at: "most", value: 0 },
    { column: "paused_ns", at: "most", value: 50_000 },
    { column: "goodput_bps", at: "least", value: 300e9 },
    { column: "marked_share", at: "least", value: 0.1 },
    { column: "queue_peak_bytes", at: "most", value: 1e6 },
  ]);
});

test("mistakes name what is expected", () => {
  expect(() => measureNamed("slowdown_p9")).toThrow('Did you mean "slowdown_p99"?');
  expect(() => measureNamed("common_slowdown_p99")).toThrow("Expected a column of a run");
  expect(() => limitNamed("pauses")).toThrow("Expected a column and its limit");
  expect(() => limitNamed("marked_share=0.1")).toThrow("Expected <= or >=");
  expect(() => goalOf({ minimise: "pauses", maximise: "goodput_bps" })).toThrow("exclude each other");
});
