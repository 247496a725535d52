import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { covers, departureRates, epsilonLimit, fewestBursts, fifoRates, kBounds } from "./spfc-bounds.ts";

describe("rates while the output is congested", () => {
  test("24 bursts, half of the victim port's traffic congested: 1/25 = 0.04 and 0.5 + 0.04 = 0.54 of the line rate", () => {
    const { burst, victim } = departureRates(24, 0.5);
    expect(burst).toBeCloseTo(0.04, 12);
    expect(victim).toBeCloseTo(0.54, 12);
  });

  test("a port whose traffic is all congested leaves as a burst port does", () => {
    const { burst, victim } = departureRates(7, 1);
    expect(victim).toBeCloseTo(burst, 12);
  });

  test("with all traffic of all ports counted, the congested output is full: N / (N + 1) + 1 / (N + 1) = 1", () => {
    const { burst, victim } = departureRates(9, 0.3);
    expect(9 * burst + victim - (1 - 0.3)).toBeCloseTo(1, 12);
  });
});

describe("rates through one FIFO", () => {
  test("10 bursts, epsilon 0.875: a burst 1/10.875 = 0.0920, the victim 0.125 + 0.875/10.875 = 0.2055", () => {
    const { burst, victim } = fifoRates(10, 0.875);
    expect([burst.toFixed(4), victim.toFixed(4)]).toEqual(["0.0920", "0.2055"]);
  });

  test("with epsilon 1 all are alike, and eq. 5 and 6 hold", () => {
    expect(fifoRates(7, 1)).toEqual(departureRates(7, 1));
  });

  test("the victim gets less than by eq. 6: K = 5 no longer covers 11 and 12 bursts with epsilon 0.875", () => {
    expect([10, 11, 12].map((bursts) => fifoRates(bursts, 0.875).victim > 1 / 5)).toEqual([true, false, false]);
    expect([10, 11, 12].map((bursts) => covers(5, bursts, 0.875))).toEqual([true, true, true]);
  });
});

describe("which K tells them apart", () => {
  test("24 bursts, epsilon 0.5: 25 > K > 25 / (0.5 * 25 + 1) = 1.852", () => {
    const { above, below } = kBounds(24, 0.5);
    expect(below).toBeCloseTo(25, 9);
    expect(above).toBeCloseTo(25 / 13.5, 9);
  });

  test("K = 5 covers epsilon 0.75 and, with 10 bursts, 0.875; with 15 it does not: 0.8 + 1/16 = 0.8625", () => {
    expect(covers(5, 29, 0.75)).toBe(true);
    expect(covers(5, 10, 0.875)).toBe(true);
    expect(covers(5, 15, 0.875)).toBe(false);
  });

  test("K = 5 needs 5 bursts: with 4 a burst port leaves with C / 5, the threshold itself", () => {
    expect(fewestBursts(5)).toBe(5);
    expect([3, 4, 5].map((bursts) => covers(5, bursts, 0.1))).toEqual([false, false, true]);
  });

  test("other K of figure 11: 3 needs 3 bursts, 7 needs 7, 9 needs 9; 2.5 needs 2", () => {
    expect([3, 7, 9, 2.5].map(fewestBursts)).toEqual([3, 7, 9, 2]);
  });

  test("K = 5 covers epsilon below 0.8 + 1 / (N + 1): 0.84 with 24 bursts, 0.9667 with 5, all of it with 4", () => {
    expect([24, 5, 4].map((bursts) => epsilonLimit(5, bursts).toFixed(4))).toEqual(["0.8400", "0.9667", "1.0000"]);
  });

  test("the two limits together are eq. 8, for every K, N and epsilon", () => {
    const any = fc.tuple(
      fc.double({ min: 1.5, max: 32, noNaN: true }),
      fc.integer({ min: 1, max: 64 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(any, ([k, bursts, epsilon]) => {
        fc.pre(Math.abs(epsilon - epsilonLimit(k, bursts)) > 1e-9 && Math.abs(bursts + 1 - k) > 1e-9);
        expect(covers(k, bursts, epsilon)).toBe(bursts >= fewestBursts(k) && epsilon < epsilonLimit(k, bursts));
      }),
    );
  });
});
