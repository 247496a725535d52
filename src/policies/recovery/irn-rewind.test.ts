import { describe, expect, test } from "vitest";
import { Clock, recoveryBench } from "../../batch/suites/views.ts";
import { defaults } from "../../base/params.ts";
import { us } from "../../base/units.ts";
import { ACK, MARKED_NACK } from "../../contracts/recovery.ts";
import { create, params } from "./irn-rewind.ts";

/**
 * A sender and a receiver of flow 0 with 10 packets of 1000 B. The test sets the clock, and the host's `sndNxt` and
 * `sndUna`.
 */
function bench(more: Partial<Parameters<typeof create>[0]> = {}) {
  const clock = new Clock();
  const { view, repeats } = recoveryBench(clock, 1);
  const policy = create({ ...defaults(params), cap: 8000, ...more }, view);
  const send = (packet: number): void => {
    view.sndNxt[0] = Math.min(view.size[0], (packet + 1) * 1000);
    policy.onSend?.(0, packet * 1000);
  };
  /** Delivers a NACK: all packets before `ack` have arrived, and now `packet`. */
  const nack = (ack: number, packet: number): void => {
    policy.onNack(0, ack * 1000, packet * 1000);
  };
  return { clock, view, policy, repeats, send, nack };
}

describe("samples of connections", () => {
  /**
   * Packets 0 and 2 are lost, and 1 arrives late. The sender retransmits 0 when packet 3 is known to have arrived.
   * Returns the next byte.
   */
  function nextByte(more: { sampleEvery?: number; sampleFrom?: number }): number {
    const { clock, view, send, nack } = bench(more);
    for (let packet = 0; packet < 6; packet++) send(packet);
    nack(0, 3); // recovery: back to packet 0
    nack(0, 4);
    expect(view.sndNxt[0]).toBe(0);
    for (let packet = 0; packet < 3; packet++) send(packet); // packet 3, the next one, is known to have arrived
    clock.runTo(us(10));
    nack(0, 1); // `ack` is below the next byte. This hides 3 and 4 unless they were skipped before
    return view.sndNxt[0];
  }

  test("none: a NACK below the next byte hides what is known to have arrived, and packet 3 goes again", () => {
    expect(nextByte({})).toBe(3000);
  });

  test("one between the last packet and that NACK, or at its very moment: 3 and 4 are skipped", () => {
    expect(nextByte({ sampleEvery: us(6) })).toBe(5000);
    expect(nextByte({ sampleEvery: us(10) })).toBe(5000);
    expect(nextByte({ sampleEvery: us(100), sampleFrom: us(10) })).toBe(5000);
  });

  test("one when the packet was sent, the next one later: packet 3 goes again", () => {
    expect(nextByte({ sampleEvery: us(11) })).toBe(3000);
    expect(nextByte({ sampleEvery: us(1), sampleFrom: us(10) + 1 })).toBe(3000);
  });
});

test("a skip to the last packet, 300 B: the cap counts those 300 B and not 1000", () => {
  const { view, repeats, send, nack } = bench();
  view.size[0] = 9300;
  for (let packet = 0; packet < 9; packet++) send(packet);
  nack(0, 8); // recovery: back to 0
  send(0);
  expect(repeats.reach[0]).toBe(8000);
  view.sndNxt[0] = 8000; // The next packet is already known to have arrived.
  repeats.look?.(0);
  expect([view.sndNxt[0], repeats.reach[0]]).toEqual([9000, 8700]);
});

test("the receiver answers a copy after the sender's last ACK as that of a new flow", () => {
  const { view, policy } = bench();
  view.size[0] = 2000;
  expect([policy.onData(0, 0, 1000), policy.onData(0, 1000, 1000)]).toEqual([ACK, ACK]);
  expect(policy.onData(0, 1000, 1000)).toBe(ACK);
  policy.onForget?.(0);
  expect([policy.onData(0, 1000, 1000), policy.onData(0, 0, 1000)]).toEqual([MARKED_NACK, ACK]);
  expect(view.received[0]).toBe(2000);
});
