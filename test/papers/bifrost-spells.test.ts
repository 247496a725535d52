/**
 * Bifrost's figure 19 at small scale: a long link whose far end drains at a quarter of its rate. PFC has less memory than a round trip for
 * X_OFF. It pauses and resumes the link, and each change takes a round trip to arrive. Bifrost grants the rate of the drain.
 *
 * At 400 Gbps and 100 us, a round trip is 200 us and holds 10 MB.
 */
import { expect, test } from "vitest";
import { readScenario, setUp } from "../../src/run/lab/lab.ts";
import { exactHeadroom } from "../../src/theory/headroom.ts";
import { us } from "../../src/base/units.ts";

const HEADROOM = exactHeadroom({ frame: 1062, rate: 400e9, delay: us(100) });
const SLOTS = 2 * 50_000 * 10;

/** Utilisation of the long link in each interval of 10 us. It begins at 1 ms, after PFC has paused the link for the first time. */
function shares(policy: unknown, memory: number): number[] {
  const scenario = readScenario(
    JSON.stringify({
      until: "4ms",
      topology: { kind: "two-dc", k: 0, hosts: 4, farHosts: 1, dciRate: "400Gbps", dciDelay: "100us" },
      links: [{ between: "dci0-dci1", policy, memory: `${memory}B` }],
      traffic: [0, 1, 2, 3].map((k) => ({ kind: "long-lived", from: `h${k}`, to: "h4" })),
      policies: { congestion: "none" },
      measure: { every: "10us", rates: ["dci0-dci1"] },
    }),
    "spells.json",
  );
  const { run, results } = setUp(scenario);
  const columns = results(run(scenario.until)).tables.rates?.columns;
  if (columns === undefined) throw new Error("rates are measured");
  return Array.from(columns.sent_bps, (bps) => bps / 400e9).filter((_, k) => columns.time_ns[k] > 1e6);
}

/** The longest time in us with a utilisation below a tenth. */
function longestSpell(used: readonly number[]): number {
  let [longest, spell] = [0, 0];
  for (const share of used) {
    spell = share < 0.1 ? spell + 10 : 0;
    longest = Math.max(longest, spell);
  }
  return longest;
}

const average = (used: readonly number[]): number => used.reduce((sum, one) => sum + one, 0) / used.length;
/** The rate at which one host receives: 100 Gbps of frames without preamble and gap. */
const DRAIN = 0.25 * (1062 / 1082);

test("PFC with X_OFF of 1% of a round trip is repeatedly idle for most of one, and loses throughput", () => {
  const used = shares({ name: "pfc", xoff: "100KB" }, 100_000 + HEADROOM);
  expect(longestSpell(used)).toBeGreaterThan(150);
  expect(average(used)).toBeLessThan(0.9 * DRAIN);
});

test("with X_OFF of a round trip, twice the memory, the rate still oscillates, but the queue hides it", () => {
  const used = shares({ name: "pfc", xoff: "10MB" }, 10e6 + HEADROOM);
  expect(longestSpell(used)).toBeGreaterThan(150);
  expect(average(used)).toBeGreaterThan(0.99 * DRAIN);
});

test("Bifrost, with a round trip and two slots, sends at the drain's rate, and is never idle for more than two slots, 20 us", () => {
  const used = shares("bifrost", 10e6 + SLOTS + 1062);
  expect(longestSpell(used)).toBeLessThanOrEqual(20);
  expect(average(used)).toBeGreaterThan(0.99 * DRAIN);
});
