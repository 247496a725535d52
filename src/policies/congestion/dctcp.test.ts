import { expect, test } from "vitest";
import { Clock, congestionBench } from "../../batch/suites/views.ts";
import { gbps } from "../../base/units.ts";
import { UNDETERMINED } from "../../base/view.ts";
import { create } from "./dctcp.ts";

const values = { g: 1 / 16, increase: 615e6, minRate: gbps(1) };

function bench(more: Partial<typeof values> = {}, start = gbps(100)) {
  const { view, set } = congestionBench(new Clock(), 1);
  view.rate[0] = start;
  const policy = create({ ...values, ...more }, view);
  policy.onStart(0);
  return {
    view,
    set,
    policy,
    /** Delivers an ACK up to byte `ack`, when `sent` bytes have been sent. */
    ack: (ack: number, sent: number, marked: boolean): number => {
      view.sndNxt[0] = sent;
      policy.onAck(0, ack, marked ? 2 : 0, 0, 1000, 1);
      return view.rate[0];
    },
  };
}

test("the first mark halves: alpha starts at 1, 100 (1 - 1/2) = 50 Gb/s", () => {
  expect(bench().ack(1000, 10_000, true)).toBe(gbps(50));
});

test("a packet that passed an undetermined port is no mark: the rate rises by 615 Mb/s as without", () => {
  const { policy, view } = bench({}, gbps(50));
  view.sndNxt[0] = 10_000;
  policy.onAck(0, 1000, UNDETERMINED, 0, 1000, 1);
  expect(view.rate[0]).toBe(50_615_000_000);
});

test("no second cut, and no rise, until what was in flight at the cut is acknowledged: up to byte 10,000", () => {
  const { ack, set } = bench();
  ack(1000, 10_000, true);
  for (const at of [2000, 5000, 10_000]) ack(at, 30_000, true);
  expect(set).toHaveLength(1);
  ack(11_000, 30_000, true);
  expect(set).toHaveLength(2);
});

test("11 packets counted in the round, 6 marks: alpha = 15/16 + 1/16 * 6/11 = 0.971591, cut to 50 (1 - alpha/2) Gb/s", () => {
  const { ack } = bench();
  ack(1000, 10_000, true); // round 1 counts as 10,000/1000 + 1 packets, as in the simulator; alpha is 1
  for (const at of [2000, 3000, 4000, 5000]) ack(at, 15_000, true);
  for (const at of [6000, 7000, 8000, 9000, 10_000]) ack(at, 20_000, false);
  const alpha = 15 / 16 + (1 / 16) * (6 / 11);
  expect(alpha).toBeCloseTo(0.971591, 6);
  expect(ack(11_000, 20_000, true)).toBe(Math.trunc(gbps(50) * (1 - alpha / 2)));
});

test("more marks than packets were counted make a share of 1, not more", () => {
  const { ack } = bench({ g: 1 });
  ack(1000, 1000, true); // the round has 1000/1000 + 1 = 2 packets
  for (const at of [1000, 1000, 1000, 1000]) ack(at, 5000, true);
  expect(ack(2000, 5000, true)).toBe(gbps(25)); // alpha is limited to 1, and not 3
});

test("without marks alpha fades, 1, 15/16, 225/256, and a round adds 615 Mb/s, never beyond the line rate", () => {
  const { ack } = bench({}, gbps(99));
  expect(ack(1000, 10_000, false)).toBe(99_615_000_000);
  expect(ack(2000, 11_000, false)).toBe(99_615_000_000); // still in the same round
  expect(ack(11_000, 20_000, false)).toBe(gbps(100));
  // Two rounds have ended: alpha is 1 after the first ACK, 15/16 after the second, and now 225/256 with one mark of 11.
  const alpha = (15 / 16) * (15 / 16) + ((1 / 16) * 1) / 10;
  expect(ack(21_000, 30_000, true)).toBe(Math.trunc(gbps(100) * (1 - alpha / 2)));
});

test("no cut goes below minRate: 1.5 Gb/s to 1, not 0.75", () => {
  expect(bench({}, gbps(1.5)).ack(1000, 10_000, true)).toBe(gbps(1));
});
