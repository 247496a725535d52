import { expect, test } from "vitest";
import { Clock, congestionBench } from "../../batch/suites/views.ts";
import { defaults } from "../../base/params.ts";
import { create, params } from "./newreno.ts";

/** A bench that records the windows of the policy, in packets of 1000 B. */
function bench() {
  const { view } = congestionBench(new Clock(), 1);
  const windows: number[] = [];
  const policy = create(
    defaults(params),
    Object.assign(view, { setWindow: (_: number, bytes: number) => windows.push(bytes / 1000) }),
  );
  policy.onStart(0);
  return {
    ...{ view, policy, windows },
    now: (): number => windows[windows.length - 1],
    /** Delivers `acks` ACKs of a packet each. */
    grow: (acks: number): void => {
      for (let k = 0; k < acks; k++) {
        view.sndUna[0] += 1000;
        policy.onAck(0, view.sndUna[0], 0, 0, 1000, 1);
      }
    },
    alike: (acks: number): void => {
      for (let k = 0; k < acks; k++) policy.onAck(0, view.sndUna[0], 0, 0, 0, 1);
    },
    inFlight: (packets: number): void => {
      view.sndNxt[0] = view.sndUna[0] + packets * 1000;
    },
  };
}

test("it starts with 10 packets and doubles each round trip: 10, 20, 40", () => {
  const { windows, grow } = bench();
  expect(windows).toEqual([10]);
  grow(10);
  expect(windows[windows.length - 1]).toBe(20);
  grow(20);
  expect(windows[windows.length - 1]).toBe(40);
});

test("a loss with 40 in flight: ssthresh 20, the window 20 + 3 with the third ACK alike, + 1 with each further one", () => {
  const { policy, grow, alike, inFlight, now } = bench();
  grow(30);
  inFlight(40);
  alike(2);
  policy.onLoss?.(0, false);
  alike(1);
  expect(now()).toBe(23);
  alike(4);
  expect(now()).toBe(27);
});

test("in recovery an ACK of 5 packets that ends short takes 5 off and 1 on; the last one leaves ssthresh", () => {
  const { view, policy, grow, alike, inFlight, now } = bench();
  grow(30);
  inFlight(40);
  alike(2);
  policy.onLoss?.(0, false);
  alike(18);
  expect(now()).toBe(40);
  view.sndUna[0] += 5000;
  policy.onAck(0, view.sndUna[0], 0, 0, 5000, 1);
  expect(now()).toBe(36);
  view.sndUna[0] += 35_000;
  policy.onAck(0, view.sndUna[0], 0, 0, 35_000, 1);
  expect(now()).toBe(20);
});

test("above ssthresh it grows by a packet a round trip: 20 ACKs from 20, and not 19, make 21", () => {
  const { policy, grow, inFlight, now, windows } = bench();
  inFlight(40);
  policy.onLoss?.(0, true);
  expect(now()).toBe(1);
  grow(19);
  expect(now()).toBe(20);
  const before = windows.length;
  grow(21);
  // A round increases the window by slightly less than a packet: each ACK adds 1000 * 1000 / cwnd, and cwnd grows
  // within the round.
  expect(windows.slice(before).indexOf(21)).toBe(20);
});

test("a timeout with 3 in flight: ssthresh is 2 packets, no less", () => {
  const { policy, grow, inFlight, now } = bench();
  inFlight(3);
  policy.onLoss?.(0, true);
  grow(1);
  expect(now()).toBe(2);
  grow(1);
  expect(now()).toBe(2);
});
