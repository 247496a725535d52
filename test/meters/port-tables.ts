import { expect } from "vitest";
import type * as tables from "../../src/run/measure/port-tables.ts";
import { gbps, us } from "../../src/base/units.ts";
import type { PauseRecord } from "../../src/run/measure/pause-record.ts";
import { flow, input, network, sentBy, star } from "../lab-bench.ts";
import { between, draws, type Meter } from "./meter.ts";

export const portTables: Meter<typeof tables> = {
  file: "run/measure/port-tables.ts",
  says: "utilisation and paused time at any end of a run are sums over all packets and PAUSEs",
  property({ portTable }) {
    const random = draws("ports");
    const flows = Array.from({ length: 60 }, (_, k) => flow(1 + (k % 4), 0, between(random, 1, 100_000), k * us(10)));
    const stops = new Map<number, { from: number; to: number }[]>();
    const all = (of: number): { from: number; to: number }[] => stops.get(of) ?? stops.set(of, []).get(of)!;
    const eachClass = (classes: number, visit: (cls: number) => void): void => {
      for (let cls = 0; cls < 8; cls++) if ((classes & (1 << cls)) !== 0) visit(cls);
    };
    const lab = network(input(star(5, gbps(100)), [...flows, flow(1, 2, 1e9, us(600))], { memory: 150_000 }), {
      recorder: {
        onStopped(port, _cause, classes) {
          eachClass(classes, (cls) => {
            const spells = all(port * 8 + cls);
            if (spells.at(-1)?.to !== Infinity) spells.push({ from: lab.queue.now, to: Infinity });
          });
        },
        onStarted(port, _cause, classes) {
          eachClass(classes, (cls) => {
            const last = all(port * 8 + cls).at(-1);
            if (last?.to === Infinity) last.to = lab.queue.now;
          });
        },
      },
    });
    const { fabric } = lab;
    const sent = sentBy(lab);
    const pauses = { byPort: new Float64Array(fabric.ports) } as unknown as PauseRecord;
    let paused = 0;
    for (let k = 0; k < 1000; k++) {
      lab.run(lab.queue.now + between(random, 1, us(0.9)));
      const { now } = lab.queue;
      const { columns } = portTable(lab, pauses);
      for (let port = 0; port < fabric.ports; port++) {
        const busy = sent[port].reduce((sum, { from, to }) => sum + Math.min(now, to) - from, 0);
        expect(columns.utilisation[port]).toBeCloseTo(busy / now, 9);
        let time = 0;
        for (let cls = 0; cls < 8; cls++)
          for (const { from, to } of all(port * 8 + cls)) time += Math.min(now, to) - from;
        expect(columns.paused_ns[port]).toBe(time / 1000);
        if (time > 0) paused++;
      }
    }
    expect(paused).toBeGreaterThan(500);
  },
  mutations: [
    ["Math.max(0, fabric.busyUntil(port) - queue.now)", "0"],
    ["fabric.busyTime(port) - Math.max", "fabric.busyTime(port) + Math.max"],
    ["if ((fabric.stopped(port) & (1 << cls)) !== 0) time += queue.now - fabric.stoppedSince[of];", ""],
    ["time += fabric.stoppedTime[of];", "time = fabric.stoppedTime[of];"],
  ],
};
