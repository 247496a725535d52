import { describe, expect, test } from "vitest";
import { leafSpine, tiny } from "../../../test/tiny-network.ts";
import { flow } from "../../../test/lab-bench.ts";
import { Clock, recoveryBench } from "../../batch/suites/views.ts";
import type { RecoveryPolicy, RecoveryView } from "../../contracts/recovery.ts";
import { defaults } from "../../base/params.ts";
import { policies } from "../policies.ts";
import { ms, us } from "../../base/units.ts";
import { ACK, NACK } from "../../contracts/recovery.ts";
import { create, params } from "./selective.ts";

function bench(reach = 64) {
  const clock = new Clock();
  const { view, repeated, repeats } = recoveryBench(clock, 2);
  const policy = create({ ...defaults(params), reach, timeout: us(1000) }, view);
  return {
    ...{ clock, view, repeated, repeats, policy },
    arrive: (...packets: number[]): number[] => packets.map((packet) => policy.onData(0, packet * 1000, 1000)),
    /** The sender sends packets 0 to `count` - 1. */
    send: (count: number): void => {
      for (let packet = 0; packet < count; packet++) {
        view.sndNxt[0] = (packet + 1) * 1000;
        policy.onSend?.(0, packet * 1000);
      }
    },
    /** Retransmits the packet that the policy has selected. */
    sendAgain: (): number => {
      const seq = repeats.next[0];
      repeats.next[0] = -1;
      policy.onSend?.(0, seq);
      return seq / 1000;
    },
    /** Delivers the ACK of packet `arrived`, after `una` packets in order. */
    ack: (una: number, arrived: number): void => {
      view.sndUna[0] = Math.max(view.sndUna[0], una * 1000);
      policy.onAck?.(0, una * 1000, arrived * 1000, us(10));
    },
  };
}

describe("the receiver", () => {
  test("0, 2, 3, 1, 5, 4: an ACK for each, and what is in order is 1, 1, 1, 4, 4, 6 packets", () => {
    const { arrive, view } = bench();
    const inOrder = [0, 2, 3, 1, 5, 4].map((packet) => {
      expect(arrive(packet)).toEqual([ACK]);
      return view.received[0] / 1000;
    });
    expect(inOrder).toEqual([1, 1, 1, 4, 4, 6]);
  });

  test("with a reach of 4, packet 3 is kept while 0 is missing, packet 4 is not and comes as a NACK", () => {
    const { arrive, view } = bench(4);
    expect(arrive(3, 4)).toEqual([ACK, NACK]);
    expect(arrive(0, 1, 2)).toEqual([ACK, ACK, ACK]);
    expect(view.received[0]).toBe(4000);
  });

  test("a packet that comes twice counts once, whether in order or not", () => {
    const { arrive, view } = bench();
    expect(arrive(2, 2, 0, 0, 1, 1, 2)).toEqual([ACK, ACK, ACK, ACK, ACK, ACK, ACK]);
    expect(view.received[0]).toBe(3000);
  });

  test("the last packet may be short: 9 of 10 came, then the 400 B of the tenth, then the first", () => {
    const { arrive, view, policy } = bench();
    view.size[0] = 9400;
    arrive(1, 2, 3, 4, 5, 6, 7, 8);
    policy.onData(0, 9000, 400);
    expect(view.received[0]).toBe(0);
    arrive(0);
    expect(view.received[0]).toBe(9400);
  });
});

describe("the sender", () => {
  test("knows what has landed behind a gap: 2 and 3 while 1 is missing are 2000 B, and none when 1 has come", () => {
    const { send, ack, repeats } = bench();
    send(5);
    ack(1, 0);
    ack(1, 2);
    ack(1, 3);
    expect(repeats.landed[0]).toBe(2000);
    ack(4, 1);
    expect(repeats.landed[0]).toBe(0);
  });

  test("sends nothing again for a gap, however long packets come around it, before the timeout", () => {
    const { send, ack, clock, repeated } = bench();
    send(10);
    for (let packet = 1; packet < 10; packet++) ack(0, packet);
    clock.runTo(us(999));
    expect(repeated).toEqual([]);
    clock.runTo(us(1000));
    expect(repeated).toEqual([[0, 0, us(1000)]]);
  });

  test("1 and 3 of 0 to 4 lost: after the timeout 1 and 3 go again, and no other", () => {
    const { send, ack, clock, sendAgain, repeats } = bench();
    send(5);
    for (const packet of [0, 2, 4]) ack(1, packet);
    clock.runTo(us(1000));
    expect([sendAgain(), sendAgain(), repeats.next[0]]).toEqual([1, 3, -1]);
  });

  test("what lands before it goes again is left out: 3 of 1, 3 and 4", () => {
    const { send, ack, clock, sendAgain, repeats } = bench();
    send(5);
    for (const packet of [0, 2]) ack(1, packet);
    clock.runTo(us(1000));
    expect(sendAgain()).toBe(1);
    expect(repeats.next[0]).toBe(3000);
    ack(1, 3);
    expect([sendAgain(), repeats.next[0]]).toEqual([4, -1]);
  });

  test("progress puts the timeout off, an ACK without progress does not", () => {
    const { send, ack, clock, repeated } = bench();
    send(5);
    clock.runTo(us(600));
    ack(1, 0);
    clock.runTo(us(1200));
    ack(1, 2);
    clock.runTo(us(1599));
    expect(repeated).toEqual([]);
    clock.runTo(us(1600));
    expect(repeated).toEqual([[0, 1000, us(1600)]]);
  });

  test("its ring goes round: with a reach of 4, packet 1 landed, then 5 while 2 to 4 are missing, is one packet landed", () => {
    const { send, ack, repeats } = bench(4);
    send(4);
    ack(0, 1);
    send(6);
    ack(2, 5);
    expect(repeats.landed[0]).toBe(1000);
  });

  test("does not go `reach` packets beyond the first one not acknowledged", () => {
    expect(bench(7).repeats.reach[0]).toBe(7000);
  });
});

describe("over two ways, packet by packet in turn, one of them 5 us longer", () => {
  const run = (recovery: (view: RecoveryView) => RecoveryPolicy, window = 0) => {
    const even = leafSpine(2, 2, 1);
    const wiring = { ...even, links: even.links.map((link, l) => (l === 3 ? { ...link, delay: us(6) } : link)) };
    const { network } = tiny(wiring, [flow(0, 1, 1_000_000)], {
      recovery,
      routing: ({ nodes }) => {
        const turn = new Int32Array(nodes);
        return { choose: (here, _flow, _reverse, _to, _ports, _from, count) => turn[here]++ % count };
      },
    });
    network.hosts.setWindow(0, window);
    network.run(ms(50));
    return network.flows;
  };
  const { selective, "go-back-n": goBackN } = policies.recovery;

  test("nothing is sent twice and nothing NACKed, and half of 1000 packets come up to about 5 us too early", () => {
    const flows = run((view) => selective.create(defaults(selective.params), view));
    expect([flows.repeated[0], flows.nacks[0], Number.isNaN(flows.acked[0])]).toEqual([0, 0, false]);
    expect(flows.outOfOrder[0]).toBeGreaterThan(400);
    expect(flows.farthestAhead[0]).toBeGreaterThan(50_000); // the burst of 5 us at 100 Gb/s has 62,500 B
    expect(flows.farthestAhead[0]).toBeLessThan(70_000);
  });

  test("go-back-N, whose receivers want order, sends again", () => {
    const flows = run((view) => goBackN.create(defaults(goBackN.params), view));
    expect(flows.repeated[0]).toBeGreaterThan(0);
    expect(flows.nacks[0]).toBeGreaterThan(0);
  });

  test("a window of 120 KB counts what is in flight: 5% sooner than if it counted what has landed behind a gap too", () => {
    const real = run((view) => selective.create(defaults(selective.params), view), 120_000);
    const blind = run((view) => {
      const repeats = { ...view.repeats(), landed: new Float64Array(1) };
      const unseen = Object.assign(Object.create(view) as RecoveryView, { repeats: () => repeats });
      return selective.create(defaults(selective.params), unseen);
    }, 120_000);
    expect(real.received[0]).toBeLessThan(blind.received[0] * 0.95);
  });
});
