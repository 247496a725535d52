import { expect, test } from "vitest";
import type { Plan } from "../../contracts/traffic.ts";
import { FlowMemory, STRANGE } from "./memory.ts";

/** A plan with `count` sends from host 0 to host 1, and the sends in `more`. */
function memoryOf(count: number, more: readonly number[] = [], flows: Plan["flows"] = []): FlowMemory {
  const send = (source: number, bytes: number) => ({
    source,
    destination: source + 1,
    bytes,
    cls: 3,
    after: 0,
    pair: 0,
    iteration: 0,
    step: 0,
  });
  const sends = [...Array.from({ length: count }, () => send(0, 5000)), ...more.map((bytes) => send(0, bytes))];
  return new FlowMemory({ flows, trains: [], sends, tasks: [] }, 1000);
}

test("a kind is ready after three flows that agree; a difference starts the count again", () => {
  const memory = memoryOf(20);
  const kind = memory.begin(0);
  for (const difference of [0.001, 0.002, 0.02, 0.001, 0.001]) {
    memory.learn(kind, difference, 0);
    expect(memory.isReady(kind)).toBe(false);
  }
  memory.learn(kind, 0.003, 0);
  expect(memory.isReady(kind)).toBe(true);
  expect([memory.compared, memory.agreed, memory.worst]).toEqual([6, 5, 0.003]);
  expect(memory.mean).toBeCloseTo((0.001 + 0.002 + 0.001 + 0.001 + 0.003) / 5, 12);
});

test("the mean is that of the flows that agreed, without flows of a kind that is given up", () => {
  const memory = memoryOf(20);
  const kind = memory.begin(0);
  memory.learn(kind, 0.004, 0);
  for (let k = 0; k < 8; k++) memory.learn(kind, 0.5, 0);
  memory.learn(kind, 0.001, 0);
  expect([memory.compared, memory.agreed, memory.mean]).toEqual([10, 1, 0.004]);
});

test("packets that round a completion time by more than the tolerance count as a difference", () => {
  const memory = memoryOf(20);
  const kind = memory.begin(0);
  for (let k = 0; k < 3; k++) memory.learn(kind, 0, 0.011);
  expect(memory.isReady(kind)).toBe(false);
  expect(memory.begin(1)).toBe(STRANGE);
});

test("with learned rates, the first flow of a kind only sets its pace, and 8% count as agreement", () => {
  const send = { source: 0, destination: 1, bytes: 5000, cls: 3, after: 0, pair: 0, iteration: 0, step: 0 };
  const plan = { flows: [], trains: [], sends: Array.from({ length: 16 }, () => send), tasks: [] };
  const memory = new FlowMemory(plan, 1000, true);
  expect(memory.tolerance).toBe(0.08);
  // The model expected 90 us, in which the NIC could send the flow. The packets took 100 us.
  expect(memory.paces?.learn(0, 1, 90, 90, 100)).toBe(false);
  expect(memory.paces?.of(0)).toBeCloseTo(0.9, 12);
  // With a pace of 0.9 and ACKs of 0.1, the model expected 112.5 us. The packets took 120 us, so the pace was too high
  // by 1/20.
  expect(memory.paces?.learn(0, 0.9, 90, 112.5, 120)).toBe(true);
  expect(memory.paces?.of(0)).toBeCloseTo(0.9 - 0.05 / 2, 12);
});

test("the number of packets is part of a kind, the size of the last one is not", () => {
  const sizes = [...Array.from({ length: 16 }, () => 4001), ...Array.from({ length: 16 }, () => 5001)];
  const memory = memoryOf(16, sizes);
  const kinds = [0, 16, 32].map((send) => memory.begin(send));
  expect(kinds[1]).toBe(kinds[0]);
  expect(kinds[2]).not.toBe(kinds[0]);
});

test("what the plan repeats less than 16 times is strange", () => {
  expect(memoryOf(15).kinds).toBe(0);
  expect(memoryOf(16).kinds).toBe(1);
});

test("a job waits for the end of its other flows, and another job does not", () => {
  const flow = { source: 1, destination: 2, cls: 3, bytes: 1000, start: 0 };
  for (const [source, isReady] of [
    [1, false],
    [5, true],
  ] as const) {
    const memory = memoryOf(20, [], [{ ...flow, source, destination: source + 1 }]);
    const kind = memory.begin(0);
    for (let k = 0; k < 3; k++) memory.learn(kind, 0, 0);
    expect(memory.isReady(kind)).toBe(isReady);
    if (isReady) continue;
    memory.end(source);
    expect(memory.isReady(kind)).toBe(true);
  }
});
