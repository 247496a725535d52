import fc from "fast-check";
import { expect, test } from "vitest";
import { WaterFilling, type Load } from "./water-filling.ts";

const whole = (...ports: number[]): Load[] => ports.map((port) => ({ port, share: 1 }));
const rates = (capacities: readonly number[], ...flows: Load[][]): number[] => [
  ...new WaterFilling((port) => capacities[port]).rates(flows),
];

test("N flows on one link of 100: 100 / N each", () => {
  for (const n of [1, 3, 7])
    expect(rates([100], ...Array.from({ length: n }, () => whole(0)))).toEqual(Array(n).fill(100 / n));
});

test("parking lot of 3 links, one flow over all and one on each: half a link each", () => {
  expect(rates([100, 100, 100], whole(0, 1, 2), whole(0), whole(1), whole(2))).toEqual([50, 50, 50, 50]);
});

test("a flow over link 0 with two others and link 1 with one: 100 / 3 on link 0, the rest of link 1 to its own flow", () => {
  const [long, a, b, own] = rates([100, 100], whole(0, 1), whole(0), whole(0), whole(1));
  expect([long, a, b]).toEqual([100 / 3, 100 / 3, 100 / 3]);
  expect(own).toBeCloseTo(200 / 3, 12);
});

test("a flow spread over two links of 10 with a whole flow on one: r + r / 2 = 10, so 20 / 3 each", () => {
  const [spread, other] = rates(
    [10, 10],
    [
      { port: 0, share: 0.5 },
      { port: 1, share: 0.5 },
    ],
    whole(0),
  );
  expect(spread).toBeCloseTo(20 / 3, 12);
  expect(other).toBeCloseTo(20 / 3, 12);
});

test("one calculation leaves nothing behind for the next", () => {
  const filling = new WaterFilling(() => 100);
  filling.rates([whole(0), whole(0)]);
  expect([...filling.rates([whole(0)])]).toEqual([100]);
});

const anyFlow = fc.uniqueArray(fc.record({ port: fc.nat(7), share: fc.double({ min: 0.05, max: 1, noNaN: true }) }), {
  minLength: 1,
  maxLength: 5,
  selector: ({ port }) => port,
});

// By Bertsekas and Gallager, rates are max-min fair if and only if each flow crosses a full link without a flow of
// higher rate.
test("no link is beyond its capacity, and each flow has a full link on which no rate is higher", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 1, max: 100, noNaN: true }), { minLength: 8, maxLength: 8 }),
      fc.array(anyFlow, { minLength: 1, maxLength: 12 }),
      (capacities, flows) => {
        const found = rates(capacities, ...flows);
        const load = (port: number): number =>
          flows.reduce((sum, loads, k) => sum + found[k] * (loads.find((one) => one.port === port)?.share ?? 0), 0);
        capacities.forEach((capacity, port) => expect(load(port)).toBeLessThanOrEqual(capacity * (1 + 1e-9)));
        flows.forEach((loads, k) => {
          const bottleneck = loads.some(({ port }) => {
            const most = Math.max(...flows.flatMap((one, j) => (one.some((l) => l.port === port) ? [found[j]] : [])));
            return load(port) >= capacities[port] * (1 - 1e-9) && found[k] >= most * (1 - 1e-9);
          });
          expect(bottleneck).toBe(true);
        });
      },
    ),
  );
});
