import { expect, test } from "vitest";
import { blameOf } from "./blame.ts";
import { incidentFabric, type PortCounters } from "./counters.ts";
import { incidentOf } from "./origins.ts";

// Switch a has hosts h0 and h1, switch b has h2 and h3. One link connects the two switches.
const fabric = incidentFabric({
  names: ["h0", "h1", "h2", "h3", "a", "b"],
  isSwitch: [false, false, false, false, true, true],
  links: [
    { a: 0, b: 4, rate: 25e9 },
    { a: 1, b: 4, rate: 25e9 },
    { a: 4, b: 5, rate: 100e9 },
    { a: 5, b: 2, rate: 25e9 },
    { a: 5, b: 3, rate: 25e9 },
  ],
});
const at = (name: string): number => fabric.ports.findIndex((port) => port.name === name);
const cls3 = (value: number): number[] => [0, 0, 0, value, 0, 0, 0, 0];

/** Counters of the named ports. */
function counters(of: Record<string, PortCounters>): (PortCounters | undefined)[] {
  const all = new Array<PortCounters | undefined>(fabric.ports.length).fill(undefined);
  for (const [name, value] of Object.entries(of)) all[at(name)] = value;
  return all;
}

test("a chain: h2 pauses b, b pauses a, a pauses h0 and h1. All 40 + 10 + 6 + 4 frames began at h2's NIC", () => {
  const { nic, overloaded, frames, cyclic } = blameOf(
    fabric,
    counters({
      "b-h2": { rxPfc: cls3(40), queuePeak: cls3(500e3) },
      "b-a": { txPfc: cls3(10) },
      "a-b": { rxPfc: cls3(10), queuePeak: cls3(300e3) },
      "a-h0": { txPfc: cls3(6) },
      "a-h1": { txPfc: cls3(4) },
    }),
  );
  expect(frames).toBe(60);
  expect(nic[at("b-h2")]).toBe(60);
  expect(overloaded.every((mass) => mass === 0)).toBe(true);
  expect(cyclic).toBe(0);
});

test("two egress queues of 300 KB and 100 KB: the frames are divided 3 to 1", () => {
  const { overloaded } = blameOf(
    fabric,
    counters({ "b-a": { txPfc: cls3(8) }, "b-h2": { queuePeak: cls3(300e3) }, "b-h3": { queuePeak: cls3(100e3) } }),
  );
  expect([overloaded[at("b-h2")], overloaded[at("b-h3")]]).toEqual([6, 2]);
});

test("a port that was paused for 1 of the 4 s for which its switch paused: 1/4 is followed, 3/4 began at the port", () => {
  const { overloaded, nic } = blameOf(
    fabric,
    counters({
      "b-h2": { rxPfc: cls3(2), rxPauseSeconds: cls3(1), queuePeak: cls3(1e6) },
      "a-b": { rxPfc: cls3(8), rxPauseSeconds: cls3(4) },
    }),
  );
  expect(overloaded[at("b-h2")]).toBe(6);
  expect(nic[at("b-h2")]).toBe(2 + 2);
});

test("three switches in a ring that pause each other: the frames go around and are given up", () => {
  const ring = incidentFabric({
    names: ["a", "b", "c"],
    isSwitch: [true, true, true],
    links: [
      { a: 0, b: 1, rate: 1e9 },
      { a: 1, b: 2, rate: 1e9 },
      { a: 2, b: 0, rate: 1e9 },
    ],
  });
  const paused = ring.ports.map(({ name }) => (["a-b", "b-c", "c-a"].includes(name) ? { rxPfc: cls3(5) } : undefined));
  const { cyclic, frames } = blameOf(ring, paused);
  expect([cyclic, frames]).toEqual([15, 15]);
});

test.each([
  ["40 frames for 2 pauses of 20 ms each", { rxPauseTransitions: cls3(2), rxPauseSeconds: cls3(0.04) }, "pause storm"],
  [
    "20 pauses of 0.1 ms, each with a resume",
    { rxPauseTransitions: cls3(20), rxPauseSeconds: cls3(2e-3) },
    "slow receiver",
  ],
  ["the watchdog detected a storm", { storms: cls3(1), rxPauseTransitions: cls3(20) }, "pause storm"],
  ["1 million packets for 40 frames", { txPackets: 1e6 }, "slow receiver"],
  [
    "a poll of 1 s saw frames. 1 pause in the history can be 20 pauses",
    { rxPauseTransitions: cls3(1), rxPauseSeconds: cls3(1), txPackets: 1e6 },
    "slow receiver",
  ],
] as const)("%s: %s", (_, of, kind) => {
  const { origins } = incidentOf(fabric, counters({ "b-h2": { rxPfc: cls3(40), ...structuredClone(of) } }));
  expect(origins.map((origin) => [origin.kind, origin.place])).toEqual([[kind, "h2's NIC"]]);
});

test("b drops packets from a in spite of its PAUSE frames, which a never counted: a ignores PAUSE", () => {
  const [first] = incidentOf(
    fabric,
    counters({
      "b-a": { txPfc: cls3(50), rxDrops: 7 },
      "a-b": { rxPfc: cls3(0) },
      "b-h2": { queuePeak: cls3(1e6) },
    }),
  ).origins;
  expect(first).toMatchObject({ kind: "ignored PAUSE", place: "a-b", score: 50 });
  expect(first.evidence[1]).toBe("a counted none of these frames.");
});

test("b drops 50 packets from a, to which it sends no PFC frame. It pauses only h3: PFC is off at b", () => {
  const of = { "b-a": { txPfc: cls3(0), rxDrops: 50 }, "b-h3": { txPfc: cls3(20) }, "b-h2": { queuePeak: cls3(1e6) } };
  expect(incidentOf(fabric, counters(of)).origins[0]).toMatchObject({ kind: "missing PAUSE", place: "b-a", score: 20 });
});

test("2 packets dropped after 50 PFC frames may have another reason: 2/50 of the score", () => {
  const of = {
    "b-a": { txPfc: cls3(50), rxDrops: 2 },
    "a-b": { rxPfc: cls3(50), rxPauseTransitions: cls3(25) },
    "b-h2": { queuePeak: cls3(1e6) },
  };
  expect(incidentOf(fabric, counters(of)).origins.map(({ kind, score }) => [kind, score])).toEqual([
    ["incast", 50],
    ["ignored PAUSE", 2],
  ]);
});

test("drops of another class's priority group are no loss in the class that PFC pauses", () => {
  const drops = [0, 9, 0, 0, 0, 0, 0, 0];
  const of = { "b-a": { txPfc: cls3(50), rxDrops: 9, rxClassDrops: drops }, "b-h2": { queuePeak: cls3(1e6) } };
  expect(incidentOf(fabric, counters(of)).origins.map(({ kind }) => kind)).toEqual(["incast"]);
});

test("damaged frames, or failures of unknown time, count 2% of the frames. A host's link diverts no traffic", () => {
  const others = { "b-a": { txPfc: cls3(100) }, "b-h2": { queuePeak: cls3(1e6) } };
  for (const of of [{ rxErrors: 3 }, { earlierFlaps: 4 }, { flaps: 1 }]) {
    const { origins } = incidentOf(fabric, counters({ ...others, "b-h3": of }));
    expect(origins.map(({ kind, score }) => [kind, score])).toEqual([
      ["incast", 100],
      ["failed link", 2],
    ]);
  }
});

test("no times of pauses: the peer's PAUSE frames explain the whole backlog of the port", () => {
  const of = { "b-h2": { rxPfc: cls3(1), queuePeak: cls3(1e6) }, "b-a": { txPfc: cls3(8) } };
  expect(blameOf(fabric, counters(of)).nic[at("b-h2")]).toBe(9);
});

test("no PFC frame, but a link that failed twice: it is the origin", () => {
  const { origins, frames } = incidentOf(fabric, counters({ "a-b": { flaps: 2, txDrops: 9 } }));
  expect(frames).toBe(0);
  expect(origins).toMatchObject([{ kind: "failed link", place: "a-b" }]);
});
