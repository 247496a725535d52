import { expect } from "vitest";
import type * as busy from "../../src/sim/model/busy-time.ts";
import { us } from "../../src/base/units.ts";
import { between, draws, type Meter } from "./meter.ts";

const WINDOW = us(50);
const READINGS = 10_000;
const PORTS = 2;

/**
 * The longest packet and the longest gap of each phase, in ps. The phases are a full link, short gaps and occasional
 * packets, then long pauses and tiny packets.
 */
const PHASES = [
  [us(0.2), 0],
  [us(0.2), us(0.1)],
  [us(0.2), us(20)],
  [us(0.2), us(150)],
  [us(0.01), us(0.01)],
] as const;

export const busyTime: Meter<typeof busy> = {
  file: "sim/model/busy-time.ts",
  says: `${READINGS} readings of a link's busy time in the last 50 us are exact; for a full link it is the whole window`,
  property(module) {
    const random = draws("busy time");
    const { starts, within } = module.busyTime(PORTS, WINDOW);
    /** The start and the end of each packet, by port. */
    const sent = Array.from({ length: PORTS }, (): [number, number][] => []);
    const free = (port: number): number => sent[port].at(-1)?.[1] ?? 0;

    function bruteForce(port: number, now: number): number {
      let sum = 0;
      for (let k = sent[port].length - 1; k >= 0 && sent[port][k][1] > now - WINDOW; k--)
        sum += Math.min(now, sent[port][k][1]) - Math.max(now - WINDOW, sent[port][k][0]);
      return sum;
    }

    const next = Array.from({ length: PORTS }, () => us(1));
    let full = 0;
    for (let read = 0, now = 0; read < READINGS; read++) {
      now += between(random, 0, us(2));
      const [longest, gap] = PHASES[Math.floor(read / 400) % PHASES.length];
      for (let port = 0; port < PORTS; port++)
        while (next[port] <= now) {
          starts(port, free(port), next[port]);
          sent[port].push([next[port], next[port] + between(random, 1, longest)]);
          next[port] = free(port) + (gap === 0 || random.next() < 0.2 ? 0 : between(random, 0, gap));
        }
      const port = random.int(PORTS);
      const expected = bruteForce(port, now);
      if (expected === WINDOW) full++;
      expect(within(port, free(port), now)).toBe(expected);
    }
    expect(full).toBeGreaterThan(1000);
  },
  mutations: [
    ["idle[port] -= ring[at + 1] - ring[at];", ""],
    ["drop(port, since);\n      let", "let"],
    ["sum -= Math.max(0, since - rings[port][first[port]])", "sum -= 0"],
    ["if (free < now) sum", "if (free < since) sum"],
    ["now - Math.max(free, since)", "now - free"],
    ["return window - sum - Math.max(0, -since);", "return window - sum;"],
    ["if (free >= now) return;", "if (free >= now - 100) return;"],
    ["ring.set(old.subarray(0, first[port]), old.length - first[port]);", ""],
  ],
};
