import { expect, test } from "vitest";
import { setUpFrom, type Results } from "../../../run/lab/lab.ts";
import { countdownSpan, repetitionTime } from "../../../theory/watchdog.ts";
import { couldCut, cutsOf, legitimateOf, stormOf, watchdogRow, type Legitimate } from "./rows.ts";

/** Four senders at 10 Gbps to one receiver: sw1 pauses sw0 once, until 200 KB have left at 10 Gbps. */
const TEXT = `
until: 300us
onDrop: count
topology: { kind: dumbbell, pairs: 4, rate: 10Gbps, trunkRate: 100Gbps, delay: 100ns }
switch: { memory: 2MB }
policies: { buffer: { name: st, xoff: 300KB }, headroom: { name: sih, resumeOffset: 200KB }, link: { name: pfc, quanta: 2000 }, congestion: none, recovery: { name: go-back-n, timeout: 10ms } }
traffic: [{ kind: long-lived, from: h0..h3, to: r0 }]
`;

function resultsOf(seed: number, faults: object[]): Results {
  const settings = [
    { path: "seed", value: String(seed), from: "test" },
    { path: "faults", value: JSON.stringify(faults), from: "test" },
  ];
  const experiment = setUpFrom(TEXT, "paused.yaml", undefined, settings);
  return experiment.results(experiment.run(experiment.scenario.until));
}

const US = 1e6;
const times = { detection: 140 * US, restoration: 140 * US, poll: 70 * US, isBlind: false };
const watchdog = { kind: "pfc-watchdog", target: "all", detection: "140us", restoration: "140us", poll: "70us" };
const isSwitch = (node: string): boolean => node.startsWith("sw");

test("a countdown of 100 us takes two to three polls of 50 us; one of 120 us takes three to four", () => {
  expect(countdownSpan(100, 50)).toEqual({ least: 100, most: 150 });
  expect(countdownSpan(120, 50)).toEqual({ least: 150, most: 200 });
  expect(countdownSpan(200, 200)).toEqual({ least: 200, most: 400 });
  // 65535 quanta of 512 bits at 100 Gbps are 335.5 us.
  expect(repetitionTime(100e9) / US).toBeCloseTo(167.77, 2);
});

test("the watchdog cuts a PAUSE as often as polls at random times meet it three times", () => {
  const measured = resultsOf(1, []);
  const { tables } = measured;
  const legitimate = legitimateOf(1, measured, isSwitch);
  // 200 KB of packets leave in 160 us, if headers and gaps are not counted.
  const [first] = legitimate.lasted;
  expect(first / US).toBeGreaterThan(155);
  expect(first / US).toBeLessThan(180);
  expect(couldCut(times, legitimate)).toBe(true);
  expect(couldCut({ ...times, detection: 200 * US }, legitimate)).toBe(false);
  // A PAUSE without a row in the table may last for any time.
  expect(couldCut({ ...times, detection: 200 * US }, { ...legitimate, unrecorded: 1 })).toBe(true);

  // Independent of the simulated watchdog: for each of 500 times of the first poll, does a PAUSE contain three polls?
  const { start_ns: starts, duration_ns: lasts, peer } = tables.pauses.columns;
  const contains = (phase: number, row: number): boolean => {
    const poll = times.poll / 1000;
    const at = phase + Math.ceil((starts[row] - phase) / poll) * poll;
    return isSwitch(peer[row]) && at + 2 * poll <= starts[row] + lasts[row];
  };
  const phases = Array.from({ length: 500 }, (_, k) => (k * times.poll) / 1000 / 500);
  const rows = Array.from({ length: tables.pauses.rows }, (_, row) => row);
  const expected = phases.filter((phase) => rows.some((row) => contains(phase, row))).length / phases.length;

  const seeds = 40;
  const cuts = Array.from({ length: seeds }, (_, k) => cutsOf(k, resultsOf(k + 1, [watchdog]).tables));
  const runs: Legitimate[] = cuts.map(({ seed }) => ({ ...legitimate, seed }));
  const row = watchdogRow(times, runs, cuts, []);
  const spread = Math.sqrt((expected * (1 - expected)) / seeds);
  expect(expected).toBeCloseTo((first - 140 * US) / (70 * US), 2);
  expect(Math.abs(row.runsCut / seeds - expected)).toBeLessThanOrEqual(2.5 * spread);
  // A cut discards queued packets, and packets that arrive until the restoration: at least 300 KB in packets of 1 KB.
  expect(row.lostByCut).toBeGreaterThan(300);
});

test("none of 100 runs with 20 PAUSEs each has a cut: at most 3% of runs and 0.15% of PAUSEs", () => {
  const runs = Array.from({ length: 100 }, (_, seed): Legitimate => ({
    ...{ seed, open: [], unrecorded: 0 },
    lasted: new Array<number>(20).fill(10 * US),
  }));
  const none = watchdogRow(times, runs, [], []);
  expect([none.cuts, none.runsCut, none.share.mean]).toEqual([0, 0, 0]);
  expect(none.runsCutShare).toEqual({ low: 0, high: 0.03 });
  expect(none.shareAtMost).toBeCloseTo(0.0015, 10);
  // 10 cuts of 2000 PAUSEs in 5 runs, each with 40 lost packets.
  const some = watchdogRow(
    times,
    runs,
    [0, 1, 2, 3, 4].map((seed) => ({ seed, cuts: 2, lost: 80 })),
    [],
  );
  expect(some.share.mean).toBeCloseTo(0.005, 10);
  expect([some.runsCut, some.lostByCut]).toEqual([5, 40]);
});

test("a storm of r1's NIC is detected within two to three polls of its first frame", () => {
  for (const seed of [1, 2, 3]) {
    const storm = { kind: "pause-storm", target: "r1", quanta: 2000 };
    const { detected, ports } = stormOf(resultsOf(seed, [watchdog, storm]).tables, "r1");
    expect(detected).toBeGreaterThanOrEqual(countdownSpan(times.detection, times.poll).least);
    expect(detected).toBeLessThanOrEqual(countdownSpan(times.detection, times.poll).most + US);
    expect(ports).toBeGreaterThan(0);
  }
});
