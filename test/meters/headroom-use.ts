import { expect } from "vitest";
import type * as uses from "../../src/run/measure/headroom-use.ts";
import type { Network } from "../../src/sim/model/network.ts";
import { between, draws, type Meter } from "./meter.ts";

const PORTS = 3;

export const headroomUse: Meter<typeof uses> = {
  file: "run/measure/headroom-use.ts",
  says: "uses of headroom and local maxima match the complete history of its occupancy",
  property({ HeadroomUse }) {
    const random = draws("headroom");
    const held = new Float64Array(PORTS);
    const queue = { now: 0 };
    const heard: { headroom: ((queue: number) => void) | null } = { headroom: null };
    const accounts = { heard, portHeadroom: (port: number) => held[port] };
    const meter = new HeadroomUse({ queue, fabric: { ports: PORTS, accounts } } as unknown as Network);
    /** By port: the bytes in headroom after each change, with its time. */
    const courses = Array.from({ length: PORTS }, (): [at: number, bytes: number][] => [[0, 0]]);
    for (let k = 0; k < 6000; k++) {
      queue.now += between(random, 1, 1000);
      const port = random.int(PORTS);
      held[port] = Math.max(0, held[port] + between(random, -4, 3) * 100);
      courses[port].push([queue.now, held[port]]);
      heard.headroom?.(port * 8 + 3);
    }

    const uses: number[][] = [];
    const maxima: number[][] = [];
    courses.forEach((course, port) => {
      let from = -1;
      for (let at = 1; at < course.length; at++) {
        const [time, bytes] = course[at];
        if (bytes === 0 && from >= 0) {
          const within = course.slice(from, at);
          uses.push([within[0][0], port, time - within[0][0], Math.max(...within.map(([, most]) => most))]);
          from = -1;
        } else if (bytes > 0 && from < 0) from = at;
        // A local maximum is a rise that is directly followed by a fall.
        const [, before] = course[at - 1];
        if (at >= 2 && before > course[at - 2][1] && bytes < before) maxima.push([course[at - 1][0], port, before]);
      }
    });
    const rows = (cells: Float64Array, width: number): number[][] =>
      Array.from({ length: cells.length / width }, (_, row) => [...cells.subarray(row * width, (row + 1) * width)]);
    const order = (a: number[], b: number[]): number => a[0] - b[0] || a[1] - b[1];
    const { uses: taken, maxima: tops } = meter.taken;
    // The meter also reports uses of 0 bytes. The brute force has none, so they are left out.
    expect(
      rows(taken, 4)
        .filter((row) => row[3] > 0)
        .sort(order),
    ).toEqual(uses.sort(order));
    expect(rows(tops, 3).sort(order)).toEqual(maxima.sort(order));
    expect(Math.min(uses.length, maxima.length)).toBeGreaterThan(100);
  },
  mutations: [
    ["if (this.peak[port] === 0) this.since[port] = queue.now;", "this.since[port] = queue.now;"],
    ["if (now > this.peak[port]) this.peak[port] = now;", "this.peak[port] = now;"],
    ["    this.peak[port] = 0;\n", ""],
    ["now > before ? this.network.queue.now : NaN", "now >= before ? this.network.queue.now : NaN"],
    ["if (now < before && !Number.isNaN", "if (!Number.isNaN"],
    ["      this.held[port] = now;\n", ""],
  ],
};
