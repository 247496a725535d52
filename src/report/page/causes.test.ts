import { expect, test } from "vitest";
import { altered, labelledRun } from "../../../test/labelled-run.ts";
import { schemesOf } from "../schemes.ts";
import { longestPauses, roots, whereItBegan } from "./causes.ts";

test("2 was made by 1 and 1 by 0: all began at 0; 3 began by itself", () => {
  expect([...roots(Int32Array.of(-1, 0, 1, -1))]).toEqual([0, 0, 0, 3]);
});

const run = labelledRun("one");
/** s2 paused s1 for 40 us, so s1 paused h1 for 30 us. */
const pauses = {
  rows: 2,
  columns: {
    pause: Int32Array.of(0, 1),
    node: ["s2", "s1"],
    port: Int32Array.of(1, 4),
    peer: ["s1", "h1"],
    class: Int32Array.of(3, 3),
    scope: ["queue", "port"],
    queue: Int32Array.of(-1, -1),
    start_ns: Float64Array.of(100_000, 120_000),
    duration_ns: Float64Array.of(40_000, 30_000),
    occupancy_bytes: Float64Array.of(64_000, 32_000),
    threshold_bytes: Float64Array.of(63_000, 31_000),
    caused_by: Int32Array.of(-1, 0),
    egress_peer: ["h9", "s2"],
  },
};
const chained = altered(run, { tables: { pauses } });
const plain = (html: { text: string } | undefined): string =>
  (html?.text ?? "").replace(/<[^>]*>|\s+/g, " ").replace(/ +/g, " ");

test("where it began: both PAUSEs, 70 us on 2 ports, at s2 towards h9", () => {
  expect(plain(whereItBegan(schemesOf([chained])))).toContain("s2, towards h9 2 70 100.0% 2");
});

test("why: the chain in words, with occupancy and threshold", () => {
  const text = plain(longestPauses(schemesOf([chained])));
  expect(text).toContain("s1 s2 (port 1) 3 congestion here, towards h9 100 40 64 63");
  expect(text).toContain("h1 s1 (port 4) all s2 had paused s1; it began at s2, towards h9 120 30 32 31");
});

test("a PAUSE that held when the run ended lasts until then, and says so", () => {
  const held = altered(chained, {
    tables: { pauses: { ...pauses, columns: { ...pauses.columns, duration_ns: Float64Array.of(NaN, 30_000) } } },
    summary: { simulated_ns: 1_000_000 },
  });
  expect(plain(longestPauses(schemesOf([held])))).toContain("900 and on");
});
