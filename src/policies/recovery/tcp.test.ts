import { describe, expect, test } from "vitest";
import * as newreno from "../congestion/newreno.ts";
import { flow, star } from "../../../test/lab-bench.ts";
import { tiny } from "../../../test/tiny-network.ts";
import { Clock, recoveryBench } from "../../batch/suites/views.ts";
import { defaults } from "../../base/params.ts";
import { ms, us } from "../../base/units.ts";
import { ACK } from "../../contracts/recovery.ts";
import { create, params } from "./tcp.ts";

const values = { ...defaults(params), minRto: ms(1), initialRto: ms(3) };

function bench() {
  const clock = new Clock();
  const { view, repeated, repeats, rewinds, empty, losses } = recoveryBench(clock, 1);
  const policy = create(values, view);
  return {
    ...{ clock, view, repeated, repeats, rewinds, empty, losses, policy },
    send: (packets: number): void => {
      view.sndNxt[0] = packets * 1000;
      policy.onSend?.(0, view.sndNxt[0] - 1000);
    },
    ack: (packets: number, rtt = us(100)): void => {
      view.sndUna[0] = packets * 1000;
      policy.onAck?.(0, packets * 1000, 0, rtt);
    },
  };
}

test("the receiver keeps what comes out of order and acknowledges each packet", () => {
  const { view, policy } = bench();
  expect([0, 2, 3, 1, 1].map((packet) => policy.onData(0, packet * 1000, 1000))).toEqual([ACK, ACK, ACK, ACK, ACK]);
  expect(view.received[0]).toBe(4000);
});

/** A single flow of 10 MB over links of 1.5 ms. `damaged` decides about each frame of the sender. */
const crossing = (handshake: boolean, damaged: (frame: number) => boolean = () => false) => {
  const { network } = tiny(star(2, undefined, us(1500)), [flow(0, 1, 10_000_000, 0, 2)], {
    lossless: [],
    recovery: (view) => create({ ...defaults(params), handshake }, view),
    congestion: (view) => newreno.create(defaults(newreno.params), view),
  });
  let frames = 0;
  network.fabric.errors = { damaged: (port) => network.fabric.linkOf[port] === 0 && damaged(frames++) };
  network.run(ms(1200));
  return network.flows;
};

describe("the handshake", () => {
  test("a SYN goes when the flow begins, and nothing else until it is answered; then srtt has a sample", () => {
    const { policy, view, empty, repeats, clock, ack, rewinds, send } = bench();
    policy.onStart?.(0);
    expect([empty, repeats.reach[0]]).toEqual([[[0, 0]], 0]);
    expect([policy.onData(0, 0, 0), view.received[0]]).toEqual([ACK, 0]);
    clock.runTo(ms(2));
    ack(0, ms(2));
    expect(repeats.reach[0]).toBe(values.buffer * 1000);
    send(1);
    clock.runTo(ms(8)); // the timer is 2 + 4 * 1 ms
    expect([empty.length, rewinds]).toEqual([1, [[0, 0, ms(8)]]]);
  });

  test("one that is not answered goes again after 3 ms, then 6: at 3 and 9 ms", () => {
    const { policy, empty, clock } = bench();
    policy.onStart?.(0);
    clock.runTo(ms(10));
    expect(empty).toEqual([0, 3, 9].map((at) => [0, ms(at)]));
  });

  test("makes a flow one round trip longer: 2 x (3 ms and two links of 86 B)", () => {
    const [without, first] = [crossing(false), crossing(true)];
    const roundTrip = 2 * (us(3000) + 2 * 86 * 80);
    expect(first.received[0] - without.received[0]).toBe(roundTrip);
    expect(first.acked[0] - without.acked[0]).toBe(roundTrip);
    expect([first.repeated[0], first.outOfOrder[0], first.rcvNxt[0]]).toEqual([0, 0, 10_000_000]);
  });

  test("costs a second more where the SYN is damaged, and nothing else", () => {
    const late = crossing(true, (frame) => frame === 0).received[0] - crossing(true).received[0];
    expect(late).toBe(ms(1000));
  });
});

describe("fast retransmit", () => {
  test("the third ACK alike, not the second, repeats the packet at once, and congestion control hears of a loss", () => {
    const { send, ack, repeated, losses } = bench();
    send(8);
    ack(2);
    ack(2);
    ack(2);
    expect([repeated, losses]).toEqual([[], []]);
    ack(2);
    expect([repeated, losses]).toEqual([[[0, 2000, 0]], [[0, false]]]);
    ack(2);
    ack(2);
    ack(2);
    expect(repeated).toHaveLength(1);
  });

  test("an ACK that ends short of what was sent at the loss repeats the packet where it ends, and is no new loss", () => {
    const { send, ack, repeated, losses } = bench();
    send(8);
    for (let k = 0; k < 4; k++) ack(2);
    ack(5);
    expect(repeated.at(-1)).toEqual([0, 5000, 0]);
    ack(8);
    expect(repeated.at(-1)).toEqual([0, -1, 0]);
    expect(losses).toHaveLength(1);
  });

  test("ACKs alike of bytes sent before the last loss are none: repeats of what had come make them", () => {
    const { send, ack, losses, clock } = bench();
    send(8);
    clock.runTo(ms(3));
    expect(losses).toEqual([[0, true]]);
    send(4);
    for (let k = 0; k < 4; k++) ack(2);
    expect(losses).toHaveLength(1);
  });
});

describe("the timeout", () => {
  test("is 3 ms before the first sample, then goes back to the first byte not acknowledged, and doubles: 3, 9, 21 ms", () => {
    const { send, rewinds, clock } = bench();
    send(4);
    for (const at of [3, 9, 21]) {
      clock.runTo(ms(at));
      expect(rewinds.at(-1)).toEqual([0, 0, ms(at)]);
      send(1);
    }
    expect(rewinds).toHaveLength(3);
  });

  test("srtt + 4 rttvar: a first sample of 2 ms makes 2 + 4 * 1 = 6 ms, a second of 2 ms 2 + 4 * 0.75 = 5 ms", () => {
    const { send, ack, rewinds, clock } = bench();
    send(4);
    ack(1, ms(2));
    clock.runTo(ms(6) - 1);
    expect(rewinds).toEqual([]);
    ack(2, ms(2));
    clock.runTo(ms(11) - 2);
    expect(rewinds).toEqual([]);
    clock.runTo(ms(11) - 1);
    expect(rewinds).toEqual([[0, 2000, ms(11) - 1]]);
  });

  test("is never below minRto, 1 ms, however short the round trip", () => {
    const { send, ack, rewinds, clock } = bench();
    send(4);
    for (let k = 0; k < 3; k++) ack(1, us(10));
    clock.runTo(ms(1) - 1);
    expect(rewinds).toEqual([]);
    clock.runTo(ms(1));
    expect(rewinds).toHaveLength(1);
  });
});

test.each([false, true])(
  "a round trip of 6 ms at 100 Gb/s: the window doubles each, 10 * 2^k packets, so 10 MB take ten of them, and one with a handshake: %s",
  (handshake) => {
    const trips = crossing(handshake).acked[0] / ms(6) - (handshake ? 1 : 0);
    expect(trips).toBeGreaterThan(10);
    expect(trips).toBeLessThan(10.2);
  },
);
