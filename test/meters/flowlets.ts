import { expect } from "vitest";
import type * as table from "../../src/policies/routing/flowlets.ts";
import { us } from "../../src/base/units.ts";
import { between, draws, type Meter } from "./meter.ts";

const [GAP, ENTRIES, FLOWS] = [us(100), 7, 10];
const PORTS = Int32Array.of(9, 4, 5, 6);

export const flowlets: Meter<typeof table> = {
  file: "policies/routing/flowlets.ts",
  says: "a flowlet is kept while no two packets of its entry are more than the gap apart",
  property(module) {
    const random = draws("flowlets");
    const meter = module.flowlets({ count: ENTRIES, of: (flow) => flow % ENTRIES }, GAP);
    /** By entry of the table: the times of all packets since the flowlet began. `port` is the flowlet's port. */
    const packets = Array.from({ length: ENTRIES }, (): number[] => []);
    const port = new Int32Array(ENTRIES).fill(-1);
    for (let k = 0, now = 0; k < 6000; k++) {
      now += random.next() < 0.1 ? GAP : between(random, 0, us(40));
      const flow = random.int(FLOWS);
      const entry = flow % ENTRIES;
      // The candidates are the ports from 1 on. With two candidates, the flowlet's port may not be among them.
      const count = random.next() < 0.1 ? 2 : 3;
      const times = packets[entry];
      const isKept =
        times.length > 0 && [...times, now].every((time, at, all) => at === 0 || time - all[at - 1] <= GAP);
      const place = [...PORTS.subarray(1, 1 + count)].indexOf(port[entry]);
      expect(meter.lastPort(flow)).toBe(port[entry]);
      const kept = meter.kept(flow, now, PORTS, 1, count);
      expect(kept).toBe(isKept ? place : -1);
      if (kept >= 0) times.push(now);
      else {
        const index = random.int(count);
        meter.begin(flow, now, index, PORTS[1 + index]);
        packets[entry] = [now];
        port[entry] = PORTS[1 + index];
      }
    }
  },
  mutations: [
    ["now - last[at] > gap", "now - last[at] >= gap"],
    ["      last[at] = now;\n      return k;", "      return k;"],
    ["      last[at] = now;\n      taken", "      taken"],
    ["if (k === count) return -1;", "if (k === count) return 0;"],
  ],
};
