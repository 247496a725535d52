/** Tests ACC with packets: the star of figure 10, and the fluid model of appendix A (`src/theory/acc-fluid.ts`). */
import { describe, expect, test } from "vitest";
import * as acc from "../../src/policies/congestion/acc.ts";
import type { CongestionView } from "../../src/contracts/congestion.ts";
import type { Values } from "../../src/base/params.ts";
import { policies } from "../../src/policies/policies.ts";
import { increaseOver, shares } from "../../src/theory/acc-fluid.ts";
import { gbps, ms, us } from "../../src/base/units.ts";
import { choose, flow, input, network, star } from "../lab-bench.ts";

const LINE = gbps(100);
const FLOWS = 10;

interface Halt {
  readonly flow: number;
  readonly at: number;
  readonly until: number;
  /** The rate at the halt, bit/s. */
  readonly rate: number;
  /** Times of the increases since the flow's last halt. */
  readonly rises: readonly number[];
}

/** ACC that records its halts. `rates` replaces the line rate as the initial rate of flows, bit/s. */
function watched(halts: Halt[], rates?: readonly number[]) {
  return {
    ...acc,
    create(values: Values<typeof acc.params>, view: CongestionView) {
      const rises: number[][] = Array.from({ length: view.flows }, () => []);
      let until = NaN;
      const seen = Object.create(view) as CongestionView;
      seen.holdUntil = (one, at) => {
        until = at;
        view.holdUntil(one, at);
      };
      seen.setRate = (one, rate) => {
        if (!Number.isNaN(until)) {
          halts.push({ flow: one, at: view.now, until, rate, rises: rises[one] });
          rises[one] = [];
          until = NaN;
        } else if (rate > view.rate[one]) rises[one].push(view.now);
        view.setRate(one, rate);
      };
      const policy = acc.create(values, seen);
      return {
        ...policy,
        onStart(one: number) {
          if (rates !== undefined) view.setRate(one, rates[one]);
          policy.onStart(one);
        },
      };
    },
  };
}

/** Ten flows without end share one port of a star of 100G links. */
function ten(
  halts: Halt[],
  more: {
    readonly delay: number;
    readonly threshold?: number;
    readonly rates?: readonly number[];
    readonly params?: Record<string, unknown>;
  },
) {
  return network(
    input(
      star(FLOWS + 1, LINE, more.delay),
      Array.from({ length: FLOWS }, (_, h) => flow(h, FLOWS, Infinity)),
      {
        memory: 32 * 2 ** 20,
        detection: [choose(policies.detection.tcd, { threshold: more.threshold ?? 2000 })],
        congestion: choose(watched(halts, more.rates), more.params),
      },
    ),
  );
}

describe("figure 10: ten flows at line rate into one link, links of 2 us", () => {
  const halts: Halt[] = [];
  const net = ten(halts, { delay: us(2) });
  const { fabric } = net;
  const out = fabric.peer[fabric.portBase[FLOWS]];
  net.run(us(100));
  const peak = fabric.peakBytes(out);
  const [first] = [halts.slice(0, FLOWS)];
  net.run(Math.max(...first.map(({ until }) => until)));
  let least = Infinity;
  for (let k = 0; k < 50; k++) {
    net.run(net.queue.now + us(1));
    least = Math.min(least, fabric.queuedBytes(out));
  }
  const before = fabric.busyTime(out);
  const from = net.queue.now;
  const delivered = Array.from(net.flows.rcvNxt.subarray(0, FLOWS));
  net.run(from + ms(4));

  test("each flow's first halt is within 10% of the peak of the queue over the link's rate", () => {
    const ideal = ((peak / 1062) * 1082 * 8e12) / LINE;
    expect(new Set(first.map((halt) => halt.flow)).size).toBe(FLOWS);
    for (const { at, until } of first) expect(Math.abs((until - at) / ideal - 1)).toBeLessThan(0.1);
  });

  test("after it the queue is empty, except for a packet at times", () => {
    expect(peak).toBeGreaterThan(1e6);
    expect(least).toBeLessThanOrEqual(1062);
  });

  test("from then on the link is busy over 98% of the time", () => {
    expect((fabric.busyTime(out) - before) / ms(4)).toBeGreaterThan(0.98);
  });

  test("and flows have the same share: Jain's index above 0.99", () => {
    const got = delivered.map((bytes, one) => net.flows.rcvNxt[one] - bytes);
    const sum = got.reduce((a, b) => a + b, 0);
    const squares = got.reduce((a, b) => a + b * b, 0);
    expect(sum ** 2 / (FLOWS * squares)).toBeGreaterThan(0.99);
  });
});

/**
 * Calculates the shares after each halt by eq. 5 from those after the previous halt. At a halt, a flow takes the rate of the ACKs for
 * packets sent two periods before. So an increase counts only if it is older than a period and a half. For m such increases, r' = 1 - (1 -
 * r)^m.
 *
 * The fluid model has no packets. In packets, marking begins at two packets of each flow, not at two in total. A round trip of 200 us gives
 * about 100 packets of each flow in a period.
 */
test.each([
  ["apart evenly", [5, 8, 11, 14, 17, 20, 23, 26, 29, 32]],
  ["at any rates", [3, 7, 12, 25, 31, 9, 18, 5, 40, 22]],
  ["far above the link", [90, 80, 75, 70, 60, 50, 40, 35, 30, 20]],
  ["below the link", [2, 4, 6, 8, 10, 12, 7, 5, 3, 1]],
])("fluid model: shares after each halt within 3 percent of eq. 5, rates %s", (_, start) => {
  const increase = 0.04;
  const halts: Halt[] = [];
  const net = ten(halts, {
    delay: us(25),
    threshold: 20_000,
    rates: start.map(gbps),
    params: { increaseLow: increase * LINE, increaseHigh: increase * LINE },
  });
  net.run(ms(5));
  const period = net.flows.baseRtt[0];

  /** Shares of the capacity. Their sum is above 1 at the beginning, so no rate increases before the first halt. */
  let before = start.map((rate) => gbps(rate) / LINE);
  let rounds = 0;
  for (; halts.length >= (rounds + 1) * FLOWS; rounds++) {
    const round = halts.slice(rounds * FLOWS, (rounds + 1) * FLOWS).sort((a, b) => a.flow - b.flow);
    expect(round.map((halt) => halt.flow)).toEqual(start.map((__, one) => one));
    const expected = shares(
      round.map(({ flow: one, at, rises }) => {
        const r = increaseOver(increase, rises.filter((rise) => rise < at - 1.5 * period).length);
        return (1 - r) * before[one] + r;
      }),
    );
    const taken = round.map(({ rate }) => rate / LINE);
    const found = shares(taken);
    found.forEach((share, one) => expect(Math.abs(share / expected[one] - 1)).toBeLessThan(0.03));
    before = taken;
  }
  expect(rounds).toBeGreaterThanOrEqual(6);
  // The shares also converge to 1/N (11).
  for (const share of shares(before)) expect(Math.abs(share * FLOWS - 1)).toBeLessThan(0.25);
});
