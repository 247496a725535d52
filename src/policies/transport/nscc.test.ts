import { beforeEach, describe, expect, test } from "vitest";
import { gbps, us, type Ps } from "../../base/units.ts";
import { Nscc } from "./nscc.ts";

/** 100 Gbps and 12 us: the network for which the specification gives its gains. */
const RTT = us(12);
const BDP = 150_000;
const FRAME = 4000;
const TARGET = 0.75 * RTT;

const view = { now: 0, flows: 1, baseRtt: new Float64Array([RTT]), lineRate: new Float64Array([gbps(100)]) };
let nscc: Nscc;

/** Acknowledges a window of frames, with the same signals on each, in one RTT. */
function roundTrip(isMarked: boolean, delay: Ps, inFlight = 0): void {
  const frames = Math.round(nscc.window[0] / FRAME);
  for (let k = 0; k < frames; k++) {
    view.now += RTT / frames;
    nscc.onAck(0, isMarked, delay, FRAME, inFlight);
  }
}

beforeEach(() => {
  view.now = 0;
  nscc = new Nscc(view, FRAME, undefined);
  nscc.start(0);
});

test("a flow begins with one and a half bandwidth-delay products", () => {
  expect(nscc.window[0]).toBe(1.5 * BDP);
});

describe("from a window of 100 KB", () => {
  beforeEach(() => {
    nscc.window[0] = 100_000;
  });

  test("without marks and at the target, a round trip adds five frames and the steady 0.15 of a frame", () => {
    roundTrip(false, TARGET);
    roundTrip(false, TARGET);
    roundTrip(false, TARGET);
    roundTrip(false, TARGET);
    expect((nscc.window[0] - 100_000) / 4 / FRAME).toBeGreaterThan(4.5);
    expect((nscc.window[0] - 100_000) / 4 / FRAME).toBeLessThan(5.2);
  });

  test("without marks and at half the target, the increase is proportional to the room: 4 frames x 4.5 us / 12 us", () => {
    for (let k = 0; k < 4; k++) roundTrip(false, TARGET / 2);
    expect((nscc.window[0] - 100_000) / 4 / FRAME).toBeGreaterThan(1.4);
    expect((nscc.window[0] - 100_000) / 4 / FRAME).toBeLessThan(1.7);
  });

  test("without marks and delay, the window grows by a quarter of each ACK after one window, up to its maximum", () => {
    roundTrip(false, 0);
    roundTrip(false, 0);
    const before = nscc.window[0];
    nscc.onAck(0, false, 0, FRAME, 0);
    expect(nscc.window[0] - before).toBeCloseTo(FRAME / 4, 6);
    for (let k = 0; k < 10; k++) roundTrip(false, 0);
    expect(nscc.window[0]).toBe(1.5 * BDP);
  });

  test("marks without delay change nothing but the steady increase", () => {
    roundTrip(true, TARGET / 2);
    expect(nscc.window[0] - 100_000).toBeLessThan(0.2 * FRAME);
  });

  test("marks with delay cut the window at most once in a round trip, and at most by half", () => {
    // The average delay follows slowly. After 400 samples of three times the target, it is above 2.9 times the target.
    for (let k = 0; k < 16; k++) roundTrip(true, 3 * TARGET);
    nscc.window[0] = 100_000;
    view.now += 2 * RTT;
    nscc.onAck(0, true, 3 * TARGET, FRAME, 0);
    const once = nscc.window[0];
    expect(once).toBeLessThan(100_000 * 0.51 + FRAME);
    expect(once).toBeGreaterThan(100_000 * 0.45);
    nscc.onAck(0, true, 3 * TARGET, FRAME, 0);
    expect(nscc.window[0]).toBe(once);
  });

  test("a trimmed packet takes its bytes from the window", () => {
    nscc.onTrimmed(0, FRAME, 0);
    expect(nscc.window[0]).toBe(100_000 - FRAME);
  });

  test("quick adapt: if little arrived in a period with trimmed packets, the window is what arrived", () => {
    nscc.onTrimmed(0, FRAME, 96_000); // the trimmed packet begins a period
    view.now += RTT + TARGET + 1;
    for (let k = 0; k < 3; k++) nscc.onAck(0, false, TARGET / 2, FRAME, 90_000);
    view.now += RTT + TARGET + 1;
    nscc.onTrimmed(0, FRAME, 80_000);
    expect(nscc.window[0]).toBe(2 * FRAME); // the first of the three ACKs ended the previous period
    // More trimmed packets among the 80,000 bytes in flight carry no new information.
    nscc.onTrimmed(0, FRAME, 76_000);
    expect(nscc.window[0]).toBe(2 * FRAME);
  });
});
