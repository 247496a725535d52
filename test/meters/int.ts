import { expect } from "vitest";
import type * as policy from "../../src/policies/detection/int.ts";
import { gbps, us } from "../../src/base/units.ts";
import { Clock, detectionBench } from "../../src/batch/suites/views.ts";
import { between, draws, type Meter } from "./meter.ts";

const SCALE = 4;

export const int: Meter<typeof policy> = {
  file: "policies/detection/int.ts",
  says: "the differences of two stamps give time, bytes sent and queue to one unit, across every overflow of a counter",
  property({ create, HOPS, WORDS }) {
    const random = draws("int");
    const clock = new Clock();
    const state = { sent: 0, queued: 0 };
    const column = { width: HOPS * WORDS, at: new Int32Array(4 * HOPS * WORDS) };
    const more = { sent: () => state.sent, queued: () => state.queued, words: () => column, rate: () => gbps(40) };
    const hooks = create({ scale: SCALE }, detectionBench(clock, more).view);
    let last = { now: 0, sent: 0, words: [0, 0, 0, 0] };
    for (let k = 0; k < 5000; k++) {
      clock.runTo(clock.now + between(random, 0, us(random.next() < 0.1 ? 10_000 : 20)));
      state.sent += between(random, 0, random.next() < 0.1 ? 2 ** 28 : 10_000);
      state.queued = between(random, 0, 9_000_000);
      const [packet, hop] = [random.int(4), random.int(9)];
      hooks.stamp?.(1, packet, hop);
      const at = (packet * HOPS + (hop % HOPS)) * WORDS;
      const words = [...column.at.subarray(at, at + WORDS)];
      const since = (word: number, bits: number): number => (words[word] - last.words[word]) & (2 ** bits - 1);
      expect(Math.abs(since(0, 24) - (clock.now - last.now) / 1000)).toBeLessThan(1);
      expect(Math.abs(since(1, 20) - (state.sent - last.sent) / (128 * SCALE))).toBeLessThan(1);
      expect(words[2]).toBe(Math.floor(state.queued / (80 * SCALE)) % 2 ** 17);
      expect(words[3]).toBe(40_000);
      last = { now: clock.now, sent: state.sent, words };
    }
  },
  mutations: [
    ["& 0xffffff;", "& 0x7fffff;"],
    ["& 0xfffff;", "& 0x7ffff;"],
    ["Math.floor(view.now / PS_PER_NS)", "Math.floor(view.now / PS_PER_NS / 2)"],
    ["const sentUnit = 128 * p.scale;", "const sentUnit = 129 * p.scale;"],
    ["Math.floor(view.queued(port) / queueUnit)", "Math.ceil(view.queued(port) / queueUnit)"],
    ["hop % HOPS", "hop"],
  ],
};
