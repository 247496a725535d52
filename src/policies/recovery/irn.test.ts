import { describe, expect, test } from "vitest";
import { flow, star } from "../../../test/lab-bench.ts";
import { tiny } from "../../../test/tiny-network.ts";
import { Clock, recoveryBench } from "../../batch/suites/views.ts";
import { irnSettings } from "../../theory/irn.ts";
import { defaults } from "../../base/params.ts";
import { gbps, MiB, ms, us } from "../../base/units.ts";
import { ACK, NACK } from "../../contracts/recovery.ts";
import { create, params } from "./irn.ts";

const FRAME = 1062;
const values = { ...defaults(params), rtoLow: us(100), rtoHigh: us(320) };

/**
 * A flow of `packets` packets through one switch. `damaged` has the numbers of frames, counted at the sender's link,
 * that are damaged there.
 */
function run(packets: number, damaged: readonly number[], more: Partial<typeof values> = {}) {
  const { network } = tiny(star(2), [flow(0, 1, packets * 1000)], {
    recovery: (view) => create({ ...values, ...more }, view),
  });
  let frames = 0;
  network.fabric.errors = { damaged: (link, size) => link === 0 && size === FRAME && damaged.includes(frames++) };
  network.run(ms(10));
  return { sent: network.hosts.dataPackets, done: network.flows.received[0], flows: network.flows };
}

describe("packets 0 to 4", () => {
  test("1 lost: ACK, NACK, NACK, NACK, then 1 once, six transmissions, no timeout", () => {
    const { sent, done, flows } = run(5, [1]);
    expect([sent, flows.nacks[0], flows.repeated[0]]).toEqual([6, 3, 1]);
    expect(done).toBeLessThan(us(20));
  });

  test("1 and 3 lost: seven transmissions, no timeout", () => {
    const { sent, done } = run(5, [1, 3]);
    expect(sent).toBe(7);
    expect(done).toBeLessThan(us(20));
  });

  test("all lost: packet 0 goes again rtoHigh, 320 us, after the last was sent, then one packet each round trip", () => {
    const { sent, done } = run(5, [0, 1, 2, 3, 4]);
    expect(sent).toBe(10);
    expect(done).toBeGreaterThan(us(320));
    expect(done).toBeLessThan(us(350));
  });

  test("all lost, and everything goes again on a timeout: ten transmissions too, but back to back", () => {
    const { sent, done, flows } = run(5, [0, 1, 2, 3, 4], { onTimeout: "everything" });
    const alone = run(5, []).done;
    const lastSent = 4 * 1082 * 80; // at 100 Gbps
    expect([sent, flows.repeated[0]]).toEqual([10, 5]);
    expect(done).toBe(lastSent + us(320) + alone);
  });

  test("0, 3 and 4 lost, and the first repeat of 0: the timeout sends those three again, and not 1 and 2, which came", () => {
    const { flows } = run(5, [0, 3, 4, 5], { onTimeout: "everything" });
    expect(flows.repeated[0]).toBe(4);
  });

  test("a repeat that is lost too is found by the timeout", () => {
    const { sent, done } = run(5, [1, 5]);
    expect(sent).toBe(7);
    expect(done).toBeGreaterThan(us(320));
  });
});

test("the only packet of a flow lost: it goes again rtoLow, 100 us, after it was sent", () => {
  const { sent, done } = run(1, [0]);
  const alone = run(1, []).done;
  expect([sent, done]).toEqual([2, us(100) + alone]);
});

test("1 to 3 lost in a flow of 40: each goes again once, and no timeout is needed", () => {
  const { done, flows } = run(40, [1, 2, 3]);
  expect(flows.repeated[0]).toBe(3);
  expect(done).toBeLessThan(us(30));
});

function bench(more: Partial<Parameters<typeof create>[0]> = {}) {
  const clock = new Clock();
  const { view, repeated, repeats } = recoveryBench(clock, 2);
  const policy = create({ ...values, bitmap: 64, ...more }, view);
  return { clock, view, repeated, repeats, policy };
}

test("the receiver answers 0, 2, 1, 1 with ACK, NACK, ACK, ACK", () => {
  const { policy } = bench();
  expect([0, 2, 1, 1].map((packet) => policy.onData(0, packet * 1000, 1000))).toEqual([ACK, NACK, ACK, ACK]);
});

test("no new packet goes `bitmap` packets beyond the first one not acknowledged", () => {
  expect(bench({ bitmap: 111 }).repeats.reach[0]).toBe(111_000);
});

test("what is left out follows the network as the theory has it: 100 Gbps, 8 us, 7 MiB", () => {
  const { bitmap, rtoLow, rtoHigh } = irnSettings({ rate: gbps(100), rtt: us(8), buffer: MiB(7), packet: 1000 });
  const { view, policy, repeats, clock } = bench({ bitmap: undefined, rtoLow: undefined, rtoHigh: undefined });
  expect(repeats.reach[0]).toBe(bitmap * 1000);
  view.sndNxt[0] = 1000;
  policy.onSend?.(0, 0);
  clock.runTo(rtoLow - 1);
  expect(repeats.next[0]).toBe(-1);
  clock.runTo(rtoLow);
  expect(repeats.next[0]).toBe(0);
  view.sndNxt[1] = 10_000;
  policy.onSend?.(1, 9000);
  clock.runTo(rtoLow + rtoHigh - 1);
  expect(repeats.next[1]).toBe(-1);
  clock.runTo(rtoLow + rtoHigh);
  expect(repeats.next[1]).toBe(0);
});
