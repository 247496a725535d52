import { expect, test } from "vitest";
import { packetEvents, readScenario, runSync, samplingSettings } from "xoff";
import { fabricOf } from "../lab/fabric.ts";
import { viewOf } from "../lab/view-of.ts";
import {
  chartPortOf,
  detailOf,
  eventsOf,
  firstFrom,
  firstIn,
  KINDS,
  kindOf,
  lengthOf,
  matching,
  subjectOf,
} from "./events.ts";

const text = JSON.stringify({
  ...{ seed: 1, until: "400us", topology: { kind: "star", hosts: 9 }, switch: { memory: "1MiB" } },
  traffic: [{ kind: "incast", from: "h1..h8", to: "h0", size: "200KB" }],
  policies: { buffer: "dt", congestion: "none" },
});
const scenario = readScenario(text);
const results = runSync(text, { set: samplingSettings(scenario, true) });
const view = viewOf({ ...results, threads: { count: 1 } }, fabricOf(scenario.wiring), scenario);
const events = eventsOf(view);
const all = { kinds: new Set(KINDS), text: "", from: 0, to: Infinity };

test("every PAUSE and every flow is in the list, in order of time", () => {
  const { pauses, flows } = results.tables;
  const ended = (values: Float64Array): number => values.filter((value) => !Number.isNaN(value)).length;
  expect(pauses.rows).toBeGreaterThan(0);
  expect(events.time).toHaveLength(
    pauses.rows + ended(pauses.columns.duration_ns) + flows.rows + ended(flows.columns.fct_ns),
  );
  expect([...events.time]).toEqual([...events.time].sort((a, b) => a - b));
  for (const event of events.time.keys()) expect(detailOf(events, event)).not.toMatch(/NaN|undefined/);
});

test("the list filters by kind, by name and by time", () => {
  const some = matching(events, { ...all, kinds: new Set(["PAUSE"]), text: "h3-sw0" });
  expect(some.length).toBeGreaterThan(0);
  for (const event of some) {
    expect(kindOf(events, event)).toBe("PAUSE");
    expect(subjectOf(events, event)).toBe("h3-sw0");
  }
  // The chart of the ingress port that paused h3 shows the same PAUSEs.
  expect(matching(events, { ...all, kinds: new Set(["PAUSE"]), text: "sw0-h3" })).toEqual(some);
  expect(chartPortOf(events, some[0])).toBe("sw0-h3");
  const at = events.time[some[0]];
  expect(matching(events, { ...all, text: "h3-sw0", from: at, to: at })).toContain(some[0]);
  expect(matching(events, { ...all, text: "nothing" })).toHaveLength(0);
  expect(firstFrom(events, matching(events, all), at)).toBe(events.time.indexOf(at));
});

test("each order shows the rows that a sort of all rows has first", () => {
  const every = matching(events, all);
  const length = (event: number): number => {
    const ns = lengthOf(events, event);
    return Number.isNaN(ns) ? Infinity : ns;
  };
  const longest = [...every].sort((a, b) => length(b) - length(a) || a - b);
  for (const most of [1, 7, 10_000]) {
    expect([...firstIn(events, every, "length", most)]).toEqual(longest.slice(0, most));
    const byKind = [...every].sort((a, b) => events.kind[a] - events.kind[b] || a - b);
    expect([...firstIn(events, every, "kind", most)]).toEqual(byKind.slice(0, most));
  }
});

// A lossy class in 100 KB of memory: packets are dropped, marked and retransmitted.
const lossy = JSON.stringify({
  ...{ seed: 1, until: "1ms", topology: { kind: "star", hosts: 5 }, switch: { memory: "200KB" } },
  classes: { lossless: [] },
  traffic: [{ kind: "incast", from: "h1..h4", to: "h0", size: "200KB" }],
  policies: { detection: { name: "red", kmin: "10KB", kmax: "40KB", pmax: 1 }, congestion: "dcqcn" },
});

test("a repeated run lists each drop, mark and retransmission that the run counted", () => {
  const run = runSync(lossy);
  const { wiring, lossless, memory } = readScenario(lossy);
  const shown = viewOf({ ...run, threads: { count: 1 } }, fabricOf(wiring), { lossless, memory });
  const { counters } = run.summary;
  const listed = packetEvents(lossy, 0, run.summary.simulated_ns);
  const count = (name: string): number => listed.kind.filter((kind) => listed.words.kind[kind] === name).length;
  expect(counters.dropped_no_buffer).toBeGreaterThan(0);
  expect(count("drop")).toBe(counters.dropped_no_buffer);
  expect(count("retransmission")).toBe(counters.repeated_packets);
  // A packet that is in flight at the end of the run has its mark, but the receiver has not counted it.
  expect(count("ECN mark")).toBeGreaterThanOrEqual(counters.marked_packets);
  expect(listed.leftOut).toEqual([0, 0, 0]);

  const listedEvents = eventsOf(shown, listed);
  const drops = matching(listedEvents, { ...all, kinds: new Set(["drop"]), text: "h2" });
  expect(drops.length).toBeGreaterThan(0);
  expect(subjectOf(listedEvents, drops[0])).toMatch(/^sw0-h2$/);
  expect(detailOf(listedEvents, drops[0])).toMatch(/^data of flow \d+: h2 → h0, 1.\d+ KB: no buffer$/);
  for (const event of listedEvents.time.keys()) expect(detailOf(listedEvents, event)).not.toMatch(/NaN|undefined/);

  // The list of a time range contains exactly the events in that range.
  const [from, to] = [100e3, 300e3];
  const part = packetEvents(lossy, from, to);
  const within = listed.time_ns.filter((time) => time >= from && time <= to);
  expect([...part.time_ns]).toEqual([...within]);
});
