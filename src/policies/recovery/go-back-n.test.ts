import { describe, expect, test } from "vitest";
import { Clock, recoveryBench } from "../../batch/suites/views.ts";
import { defaults } from "../../base/params.ts";
import { us } from "../../base/units.ts";
import { ACK, NACK, SILENT } from "../../contracts/recovery.ts";
import { create, params } from "./go-back-n.ts";

const values = { ...defaults(params), nackInterval: us(500), timeout: us(1000) };

function bench(more: Partial<typeof values> = {}) {
  const clock = new Clock();
  const { view, rewinds } = recoveryBench(clock, 2);
  const policy = create({ ...values, ...more }, view);
  return {
    clock,
    view,
    rewinds,
    policy,
    /** The packets of flow 0 arrive in this order, with 1000 B each. Returns the answers. */
    arrive: (...packets: number[]): number[] => packets.map((packet) => policy.onData(0, packet * 1000, 1000)),
    /** The sender sends up to `next`, at `time`. */
    send: (time: number, next: number): void => {
      clock.runTo(time);
      view.sndNxt[0] = next;
      policy.onSend?.(0, next - 1000);
    },
    /** `una` bytes are acknowledged at `time`. The host updates its view before it notifies the policy. */
    ack: (time: number, una: number): void => {
      clock.runTo(time);
      view.sndUna[0] = una;
      policy.onAck?.(0, una, una - 1000, us(10));
    },
  };
}

describe("the receiver", () => {
  test("acknowledges each packet in order, and counts its bytes", () => {
    const { arrive, view } = bench();
    expect(arrive(0, 1, 2)).toEqual([ACK, ACK, ACK]);
    expect(view.received[0]).toBe(3000);
  });

  test("0, 2, 3, 4, 1, 2: one NACK for the gap, silence while it stays, and 2 to 4 are wanted again", () => {
    const { arrive, view } = bench();
    expect(arrive(0, 2, 3, 4)).toEqual([ACK, NACK, SILENT, SILENT]);
    expect(view.received[0]).toBe(1000);
    expect(arrive(1, 2)).toEqual([ACK, ACK]);
    expect(view.received[0]).toBe(3000);
  });

  test("the same gap is NACKed again after 500 us, not at 499", () => {
    const { arrive, clock } = bench();
    arrive(0);
    const replies = [0, 499, 500, 501, 1000].map((t) => {
      clock.runTo(us(t));
      return arrive(2)[0];
    });
    expect(replies).toEqual([NACK, SILENT, NACK, SILENT, NACK]);
  });

  test("another gap is NACKed at once", () => {
    const { arrive } = bench();
    expect(arrive(0, 2, 1, 3)).toEqual([ACK, NACK, ACK, NACK]);
  });

  test("a gap at the very first byte is NACKed", () => {
    const { arrive } = bench();
    expect(arrive(1)).toEqual([NACK]);
  });

  test("a duplicate is acknowledged, so that a lost ACK does not hang the sender", () => {
    const { arrive, view } = bench();
    expect(arrive(0, 1, 0, 1)).toEqual([ACK, ACK, ACK, ACK]);
    expect(view.received[0]).toBe(2000);
  });

  test("an ACK for every 4 packets: the 4th, the 8th, and the last byte, the 10th", () => {
    const { arrive } = bench({ ackEvery: 4 });
    const S = SILENT;
    expect(arrive(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)).toEqual([S, S, S, ACK, S, S, S, ACK, S, ACK]);
  });

  test("flows do not see each other's gaps", () => {
    const { policy } = bench();
    expect([policy.onData(0, 1000, 1000), policy.onData(1, 1000, 1000)]).toEqual([NACK, NACK]);
  });
});

describe("the sender", () => {
  test("starts again from the byte that a NACK names", () => {
    const { policy, send, view, rewinds } = bench();
    send(0, 5000);
    view.sndUna[0] = 2000;
    policy.onNack(0, 2000, 2000);
    expect(rewinds).toEqual([[0, 2000, 0]]);
  });

  test("an old NACK that was overtaken does not take it back behind what is acknowledged", () => {
    const { policy, send, view, rewinds } = bench();
    send(0, 5000);
    view.sndUna[0] = 4000;
    policy.onNack(0, 2000, 2000);
    expect(rewinds).toEqual([[0, 4000, 0]]);
  });

  test("when nothing is acknowledged for 1000 us it starts again from the first byte not acknowledged, and each 1000 us after", () => {
    const { send, ack, clock, rewinds } = bench();
    send(0, 3000);
    ack(us(100), 1000);
    clock.runTo(us(3100));
    expect(rewinds).toEqual([
      [0, 1000, us(1100)],
      [0, 1000, us(2100)],
      [0, 1000, us(3100)],
    ]);
  });

  test("each ACK and each NACK puts it off: heard at 900 and 1800 us, it fires at 2800", () => {
    const { send, ack, policy, clock, rewinds } = bench();
    send(0, 5000);
    ack(us(900), 1000);
    clock.runTo(us(1800));
    policy.onNack(0, 1000, 1000);
    send(us(1800), 5000);
    clock.runTo(us(2799));
    expect(rewinds).toEqual([[0, 1000, us(1800)]]);
    clock.runTo(us(2800));
    expect(rewinds[1]).toEqual([0, 1000, us(2800)]);
  });

  test("sending more does not: a sender that keeps sending into a dead link times out 1000 us after the first", () => {
    const { send, rewinds } = bench();
    for (let k = 0; k <= 10; k++) send(us(100 * k), 1000 * (k + 1));
    expect(rewinds).toEqual([[0, 0, us(1000)]]);
  });

  test("with everything acknowledged it waits for nothing, and the next packet starts the clock anew", () => {
    const { send, ack, clock, rewinds } = bench();
    send(0, 1000);
    ack(us(10), 1000);
    clock.runTo(us(5000));
    expect(rewinds).toEqual([]);
    send(us(5000), 2000);
    clock.runTo(us(6000));
    expect(rewinds).toEqual([[0, 1000, us(6000)]]);
  });

  test("a finished flow's clock ends", () => {
    const { send, policy, clock, rewinds } = bench();
    send(0, 10_000);
    policy.onFinish?.(0);
    clock.runTo(us(10_000));
    expect(rewinds).toEqual([]);
    expect(clock.silent).toBe(true);
  });
});

test("a last packet lost with all that follows it: sent again after the timeout, taken, acknowledged, done", () => {
  const { arrive, send, ack, clock, view } = bench();
  send(0, 10_000);
  arrive(0, 1, 2, 3, 4, 5, 6, 7, 8); // packet 9 is lost
  ack(us(10), 9000);
  clock.runTo(us(1010));
  expect(view.sndNxt[0]).toBe(9000);
  expect(arrive(9)).toEqual([ACK]);
  expect(view.received[0]).toBe(10_000);
});
