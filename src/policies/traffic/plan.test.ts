import { expect, test } from "vitest";

import { gbps, ms } from "../../base/units.ts";
import type { Plan, TrafficView } from "../../contracts/traffic.ts";
import { mergePlans, mostFlows, planTraffic } from "./plan.ts";

const flow = (start: number, source: number) => ({ source, destination: 9, bytes: 1000, start, cls: 3 });
const train = (start: number, stop: number) => ({ source: 0, destination: 9, bytes: 64_000, start, stop, cls: 3 });
const view = { hosts: [0, 1], until: ms(1), rate: () => gbps(100), leafOf: () => 2 };

test("flows by start; of one moment, by entry and then by order; trains one entry after the other", () => {
  const merged = mergePlans([
    { flows: [flow(5, 0), flow(1, 1), flow(5, 2)], trains: [train(0, 1)] },
    { flows: [flow(5, 3), flow(0, 4)], trains: [train(2, 3)] },
  ]);
  expect(merged.flows.map(({ source }) => source)).toEqual([4, 1, 0, 2, 3]);
  expect(merged.trains).toEqual([train(0, 1), train(2, 3)]);
});

test("11 ms at 100 Gbps of 64,000 B: 5.12 us each, 2149 starts at most; planned flows count one by one", () => {
  const plan = { flows: [flow(0, 0), flow(0, 1)], trains: [train(ms(1), ms(12))] };
  expect(mostFlows(plan, () => gbps(100))).toBe(2 + Math.ceil(11_000 / 5.12) + 1);
  expect(mostFlows({ flows: [], trains: [] }, () => gbps(100))).toBe(0);
});

test("each entry draws from streams of its own: one more at the end changes none before it", () => {
  const drawn = (entries: number) => {
    const seen: number[] = [];
    const kind = {
      create(_: object, own: TrafficView): Plan {
        seen.push(own.stream("arrivals", 0).int(1e9), own.stream("arrivals", 1).int(1e9));
        return { flows: [], trains: [] };
      },
    };
    const entry = { kind: "kind", values: {} };
    planTraffic(Array<typeof entry>(entries).fill(entry), { kind }, view, 7);
    return seen;
  };
  expect(drawn(3).slice(0, 4)).toEqual(drawn(2));
  expect(new Set(drawn(3)).size).toBe(6);
});
