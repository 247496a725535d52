import { describe, expect, test } from "vitest";
import { Clock, recoveryBench } from "../../batch/suites/views.ts";
import { ACK, NACK, SILENT } from "../../contracts/recovery.ts";
import { us } from "../../base/units.ts";
import { createGoBackN, type GoBackNOptions } from "./go-back-n.ts";

function bench(more: Partial<GoBackNOptions> = {}) {
  const clock = new Clock();
  const { view, rewinds } = recoveryBench(clock, 2);
  const policy = createGoBackN({ ackInterval: 1, chunk: 4000, backToZero: false, ...more }, view);
  const arrive = (...packets: number[]): number[] => packets.map((packet) => policy.onData(0, packet * 1000, 1000));
  return { clock, view, rewinds, policy, arrive };
}

describe("the receiver", () => {
  test("acknowledges each packet in order; a duplicate it drops without a word", () => {
    const { arrive, view } = bench();
    expect(arrive(0, 1, 0, 1, 2)).toEqual([ACK, ACK, SILENT, SILENT, ACK]);
    expect(view.received[0]).toBe(3000);
  });

  test("NACKs a gap once in 500 us, and at once when the missing byte is another", () => {
    const { arrive, clock } = bench();
    expect(arrive(0, 2, 3, 1, 3)).toEqual([ACK, NACK, SILENT, ACK, NACK]);
    clock.runTo(us(500) - 1);
    expect(arrive(3)).toEqual([SILENT]);
    clock.runTo(us(500));
    expect(arrive(3)).toEqual([NACK]);
  });

  test("a gap at byte 0 is NACKed at 0 already, since no NACK was sent for it", () => {
    expect(bench().arrive(1)).toEqual([NACK]);
  });

  test("with an interval of 2500 B: silent below it but for whole chunks of 4000 B, and from it on an ACK a packet", () => {
    const { arrive } = bench({ ackInterval: 2500 });
    expect(arrive(0, 1, 2, 3)).toEqual([SILENT, SILENT, ACK, ACK]);
    const chunky = bench({ ackInterval: 100_000, chunk: 2000 });
    expect(chunky.arrive(0, 1, 2, 3)).toEqual([SILENT, ACK, SILENT, ACK]);
  });

  test("back to zero, a gap at 5000 B throws away the bytes since the last chunk of 4000", () => {
    const { arrive, view } = bench({ backToZero: true });
    expect(arrive(0, 1, 2, 3, 4, 6)).toEqual([ACK, ACK, ACK, ACK, ACK, NACK]);
    expect(view.received[0]).toBe(4000);
  });

  test("forgets a finished flow at once: a late duplicate of packet 5 is a gap at byte 0, and NACKed", () => {
    const { arrive, policy, view } = bench();
    arrive(0, 1, 2, 3, 4, 5);
    policy.onForget?.(0);
    expect(view.received[0]).toBe(0);
    expect(arrive(5)).toEqual([NACK]);
  });
});

test("the sender goes back to what is acknowledged, and nothing but a NACK makes it: there is no timer", () => {
  const { policy, view, rewinds, clock } = bench();
  view.sndNxt[0] = 9000;
  view.sndUna[0] = 3000;
  policy.onSend?.(0, 8000);
  clock.runTo(us(1e6));
  expect(rewinds).toEqual([]);
  policy.onNack(0, 2000, 2000); // the NACK's own byte does not matter: the host has recorded the highest one
  expect(rewinds).toEqual([[0, 3000, us(1e6)]]);
});
