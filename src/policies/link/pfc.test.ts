import { describe, expect, test } from "vitest";
import { LinkBench } from "../../batch/suites/link-bench.ts";
import { defaults } from "../../base/params.ts";
import { gbps, ns, us } from "../../base/units.ts";
import { PORT, QUEUE } from "../../contracts/link.ts";
import { check, create, params } from "./pfc.ts";

/** Times at 100G: a quantum is 512 / 100e9 s = 5120 ps, and a frame of 64 B takes 84 * 80 = 6720 ps on the wire. */
const QUANTUM = 5120;
const WAY = 6720 + us(1);

function bench(more: Partial<ReturnType<typeof defaults<typeof params>>> = {}) {
  const at = new LinkBench({ ports: 2 });
  at.policy = create({ ...defaults(params), reaction: 0, ...more }, at.view);
  return {
    at,
    policy: at.policy,
    sent: at.sent,
    to: (time: number): void => void at.clock.runTo(time),
    /** The classes that the peer of port 0 must not send. */
    stopped: (): number => at.stopped(1),
  };
}

describe("frames", () => {
  test("64 bytes, the class in the vector, its time in its own 16 bits: class 3 in the upper half of word 1", () => {
    const { policy, sent } = bench({ quanta: 1000 });
    policy.pause(0, 3, QUEUE);
    expect(sent).toEqual([{ at: 0, port: 0, size: 64, scope: QUEUE, vector: 1 << 3, words: [0, 1000 << 16, 0, 0] }]);
  });

  test("class 4 in the lower half of word 2; the longest time, 65,535 quanta, fills its bits and no other", () => {
    const { policy, sent, at } = bench();
    policy.pause(0, 4, QUEUE);
    expect(sent[0].words).toEqual([0, 0, 65_535, 0]);
    policy.pause(0, 5, QUEUE);
    expect(sent[1].words).toEqual([0, 0, 65_535 << 16, 0]);
    at.clock.runTo(us(2));
    expect(at.stopped(1)).toBe((1 << 4) | (1 << 5));
  });

  test("to go again is the same frame with time 0", () => {
    const { policy, sent } = bench();
    policy.pause(0, 3, QUEUE);
    policy.resume(0, 3, QUEUE);
    expect(sent[1]).toMatchObject({ scope: QUEUE, vector: 1 << 3, words: [0, 0, 0, 0] });
  });

  test("for the whole port every lossless class is named: 3, 4 and 5", () => {
    const { policy, sent } = bench({ quanta: 70 });
    policy.pause(0, 3, PORT);
    expect(sent[0]).toMatchObject({ scope: PORT, vector: 0b111000, words: [0, 70 << 16, 70 | (70 << 16), 0] });
  });
});

describe("frames that have to wait, here behind one of class 5, say how things are when they leave", () => {
  const blocked = () => {
    const one = bench({ quanta: 1000 });
    one.policy.pause(0, 5, QUEUE);
    return one;
  };

  test("class 3 stops, goes and stops again: one frame, stop", () => {
    const { policy, sent } = blocked();
    policy.pause(0, 3, QUEUE);
    policy.resume(0, 3, QUEUE);
    policy.pause(0, 3, QUEUE);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toMatchObject({ vector: 1 << 3, words: [0, 1000 << 16, 0, 0] });
  });

  test("class 3 stops, class 4 stops and goes: one frame with a time for each, and the peer heeds both", () => {
    const { policy, sent, to, stopped } = blocked();
    policy.pause(0, 3, QUEUE);
    policy.pause(0, 4, QUEUE);
    policy.resume(0, 4, QUEUE);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toMatchObject({ vector: (1 << 3) | (1 << 4), words: [0, 1000 << 16, 0, 0] });
    to(us(2));
    expect(stopped()).toBe((1 << 3) | (1 << 5));
  });

  test("a go that takes a waiting stop's place ends an earlier stop of that class and no other", () => {
    const { policy, to, stopped } = bench({ quanta: 1000 });
    policy.pause(0, 3, QUEUE);
    to(us(2));
    policy.pause(0, 4, QUEUE); // this frame leaves at once, and later frames wait
    policy.pause(0, 5, QUEUE);
    policy.resume(0, 3, QUEUE);
    policy.resume(0, 5, QUEUE);
    to(us(4));
    expect(stopped()).toBe(1 << 4);
  });

  test("a port's stop does not share a frame with a queue's", () => {
    const { policy, sent } = blocked();
    policy.pause(0, 3, QUEUE);
    policy.pause(0, 3, PORT);
    policy.resume(0, 3, QUEUE);
    expect(sent.map(({ scope, vector }) => [scope, vector])).toEqual([
      [QUEUE, 1 << 5],
      [QUEUE, 1 << 3],
      [PORT, 0b111000],
    ]);
  });

  test("what is on the wire is not touched: a go after it is a frame of its own", () => {
    const { policy, sent } = bench({ quanta: 1000 });
    policy.pause(0, 3, QUEUE);
    policy.resume(0, 3, QUEUE);
    expect(sent.map(({ words }) => words[1])).toEqual([1000 << 16, 0]);
  });
});

describe("when it takes effect", () => {
  test("on arrival: 6.72 ns on the wire and 1 us on the way", () => {
    const { policy, to, stopped } = bench();
    policy.pause(0, 3, QUEUE);
    to(WAY - 1);
    expect(stopped()).toBe(0);
    to(WAY);
    expect(stopped()).toBe(1 << 3);
  });

  test("60 quanta, 307.2 ns, later where the peer takes them to react; a class at a time, the others run", () => {
    const { policy, to, stopped } = bench({ reaction: 60 });
    policy.pause(0, 3, QUEUE);
    to(WAY + 60 * QUANTUM - 1);
    expect(stopped()).toBe(0);
    to(WAY + 60 * QUANTUM);
    expect(stopped()).toBe(1 << 3);
  });

  test("in the order of arrival: of stop, go, stop within the reaction time the last one stands", () => {
    const { policy, to, stopped } = bench({ reaction: 60 });
    policy.pause(0, 3, QUEUE);
    to(6720);
    policy.resume(0, 3, QUEUE);
    to(2 * 6720);
    policy.pause(0, 3, QUEUE);
    const states = [0, 1, 2].map((k) => {
      to(WAY + 60 * QUANTUM + k * 6720);
      return stopped();
    });
    expect(states).toEqual([1 << 3, 0, 1 << 3]);
  });

  test("at the peer only: the port that sent it goes on sending", () => {
    const { policy, to, at } = bench();
    policy.pause(0, 3, QUEUE);
    to(us(5));
    expect([at.stopped(0), at.stopped(1)]).toEqual([0, 1 << 3]);
  });
});

describe("how long it lasts", () => {
  test("1000 quanta at 100G are 5.12 us from its effect: a class whose time runs out starts by itself", () => {
    const { policy, to, stopped, at } = bench({ quanta: 1000, refresh: 1 });
    policy.pause(0, 3, QUEUE);
    at.lossy = true; // the first frame is in flight; later frames are lost
    to(WAY + 1000 * QUANTUM - 1);
    expect(stopped()).toBe(1 << 3);
    to(WAY + 1000 * QUANTUM);
    expect(stopped()).toBe(0);
  });

  test("at 10G a quantum is ten times as long, 51.2 ns", () => {
    const at = new LinkBench({ ports: 2, rate: () => gbps(10) });
    at.policy = create({ ...defaults(params), reaction: 0, quanta: 100, refresh: 1 }, at.view);
    at.policy.pause(0, 3, QUEUE);
    at.lossy = true;
    const effect = 67_200 + us(1);
    at.clock.runTo(effect + ns(5120) - 1);
    expect(at.stopped(1)).toBe(1 << 3);
    at.clock.runTo(effect + ns(5120));
    expect(at.stopped(1)).toBe(0);
  });

  test.each([
    ["reception", 940],
    ["effect", 1000],
  ] as const)("1000 quanta from its %s, with a reaction of 60: the peer stands for %i", (timer, stands) => {
    const { policy, to, stopped, at } = bench({ quanta: 1000, reaction: 60, timer });
    policy.pause(0, 3, QUEUE);
    at.lossy = true;
    const effect = WAY + 60 * QUANTUM;
    to(effect - 1);
    expect(stopped()).toBe(0);
    to(effect);
    expect(stopped()).toBe(1 << 3);
    to(effect + stands * QUANTUM - 1);
    expect(stopped()).toBe(1 << 3);
    to(effect + stands * QUANTUM);
    expect(stopped()).toBe(0);
  });

  test("repeated as late as can be: the repetition waits for 1082 B and a frame, 1166 B or 19 quanta, and works before the first runs out", () => {
    const { policy, to, stopped, sent } = bench({ quanta: 1000, reaction: 394, refresh: 1 });
    policy.pause(0, 3, QUEUE);
    to(us(4));
    for (let t = us(4); t < us(100); t += ns(50)) {
      to(t);
      if (stopped() !== 1 << 3) expect([t, stopped()]).toEqual([t, 1 << 3]);
    }
    expect(sent[1].at).toBe((1000 - 394 - 19) * QUANTUM);
  });

  test("a time too short for that is refused with the arithmetic, unless it runs from the effect", () => {
    expect(() => bench({ quanta: 413, reaction: 394 })).toThrow(
      "quanta: expected 414 or more, got 413. A peer takes 394 of them to react, and a repetition may wait 19 for the wire.",
    );
    expect(() => bench({ quanta: 414, reaction: 394 })).not.toThrow();
    expect(() => bench({ quanta: 20, reaction: 394, timer: "effect" })).not.toThrow();
  });

  test("held for 5 us at any rate: from its effect, whatever the frame names and whatever the reaction", () => {
    const { policy, to, stopped, at } = bench({ hold: us(5), quanta: 50, reaction: 60 });
    policy.pause(0, 3, QUEUE);
    at.lossy = true;
    const effect = WAY + 60 * QUANTUM;
    to(effect);
    expect(stopped()).toBe(1 << 3);
    to(effect + us(5) - 1);
    expect(stopped()).toBe(1 << 3);
    to(effect + us(5));
    expect(stopped()).toBe(0);
  });

  test("held for 20 quanta, the least: repeated a quantum after each, and the peer never starts", () => {
    const hold = 20 * QUANTUM;
    const { policy, to, stopped, sent } = bench({ hold, refresh: 1 });
    policy.pause(0, 3, QUEUE);
    for (let t = us(2); t < us(10); t += ns(50)) {
      to(t);
      if (stopped() !== 1 << 3) expect([t, stopped()]).toEqual([t, 1 << 3]);
    }
    expect(sent[1].at).toBe(QUANTUM);
    expect(() => bench({ hold: 19 * QUANTUM })).toThrow(
      'hold: expected 102.4 ns or more, got "97.28 ns". At 100 Gbps a repetition may wait 19 quanta for the wire.',
    );
  });

  test("by packet too, a time that is over before the peer reacts is refused", () => {
    const values = { ...defaults(params), repeat: "packet", quanta: 60, reaction: 60 } as const;
    expect(() => check(values)).toThrow("quanta: expected 61 or more, got 60. 60 of them pass before a peer reacts.");
    expect(() => check({ ...values, timer: "effect" })).not.toThrow();
    expect(() => check({ ...values, hold: us(5) })).not.toThrow();
  });

  test("while it is wanted it is repeated after half of its time, and the peer never starts: 100 x 5.12 us", () => {
    const { policy, to, stopped, sent } = bench({ quanta: 1000, refresh: 0.5 });
    policy.pause(0, 3, QUEUE);
    to(us(2));
    for (let t = us(2); t < us(512); t += ns(500)) {
      to(t);
      if (stopped() !== 1 << 3) expect([t, stopped()]).toEqual([t, 1 << 3]);
    }
    expect(sent).toHaveLength(200);
    expect(sent[1].at).toBe(500 * QUANTUM);
  });

  test("a repetition replaces what is left and does not add to it", () => {
    const { policy, to, stopped, at } = bench({ quanta: 1000, refresh: 0.5 });
    policy.pause(0, 3, QUEUE);
    to(600 * QUANTUM); // the PAUSE is repeated at 500 quanta
    at.lossy = true;
    to(WAY + 1500 * QUANTUM - 1);
    expect(stopped()).toBe(1 << 3);
    to(WAY + 1500 * QUANTUM);
    expect(stopped()).toBe(0);
  });

  test("not wanted any more, it is not repeated, and nothing is left that could fire", () => {
    const { policy, to, stopped, sent, at } = bench({ quanta: 1000 });
    policy.pause(0, 3, QUEUE);
    to(us(3));
    policy.resume(0, 3, QUEUE);
    to(us(100));
    expect([stopped(), sent.length]).toEqual([0, 3]); // a PAUSE, one repetition, and a resume
    expect(at.clock.silent).toBe(true);
  });

  test("a lost go costs at most the rest of the time: 65,535 quanta are 335.5 us", () => {
    const { policy, to, stopped, at } = bench();
    policy.pause(0, 3, QUEUE);
    to(us(10));
    at.lossy = true;
    policy.resume(0, 3, QUEUE);
    to(us(335));
    expect(stopped()).toBe(1 << 3);
    to(us(337));
    expect(stopped()).toBe(0);
  });

  test("a class that is stopped for long stays stopped while another stops and goes every 2 us, less than the refresh time", () => {
    const { policy, to, stopped } = bench({ quanta: 1000, refresh: 0.5 });
    policy.pause(0, 3, QUEUE);
    to(us(2));
    for (let k = 0; k < 50; k++) {
      policy.pause(0, 4, QUEUE);
      to(us(2 * k + 3));
      expect([k, stopped() & (1 << 3)]).toEqual([k, 1 << 3]);
      policy.resume(0, 4, QUEUE);
      to(us(2 * k + 4));
      expect([k, stopped() & (1 << 3)]).toEqual([k, 1 << 3]);
    }
  });
});

describe("causes are kept apart", () => {
  test("a queue's go does not end the port's stop, nor the port's go the queue's", () => {
    const { policy, to, stopped } = bench();
    policy.pause(0, 3, QUEUE);
    policy.pause(0, 3, PORT);
    to(us(2));
    expect(stopped()).toBe(0b111000);
    policy.resume(0, 3, QUEUE);
    to(us(4));
    expect(stopped()).toBe(0b111000);
    policy.pause(0, 3, QUEUE);
    policy.resume(0, 3, PORT);
    to(us(6));
    expect(stopped()).toBe(1 << 3);
  });

  test("each has a time of its own: the port's runs out, the queue's is repeated", () => {
    const { policy, to, at } = bench({ quanta: 1000, refresh: 0.5 });
    policy.pause(0, 3, QUEUE);
    policy.pause(0, 4, PORT);
    to(us(100));
    expect([at.byQueue[1], at.byPort[1]]).toEqual([1 << 3, 0b111000]);
    policy.resume(0, 4, PORT);
    to(us(200));
    expect([at.byQueue[1], at.byPort[1]]).toEqual([1 << 3, 0]);
  });
});

test("where packets repeat it, a class whose PAUSE has run out is sent no RESUME, whatever another was sent meanwhile", () => {
  const { policy, to, sent } = bench({ repeat: "packet", hold: us(5) });
  policy.pause(0, 3, QUEUE);
  to(us(4));
  policy.pause(0, 4, QUEUE);
  to(us(6));
  policy.resume(0, 3, QUEUE);
  policy.resume(0, 4, QUEUE);
  expect(sent.map(({ vector }) => vector)).toEqual([1 << 3, 1 << 4, 1 << 4]);
});

test("ports do not share anything: port 0 stops its peer, port 2 lets its own go", () => {
  const at = new LinkBench({ ports: 4 });
  at.policy = create({ ...defaults(params), reaction: 0, quanta: 1000 }, at.view);
  at.policy.pause(0, 3, QUEUE);
  at.policy.pause(2, 3, QUEUE);
  at.clock.runTo(us(3));
  at.policy.resume(2, 3, QUEUE);
  at.clock.runTo(us(50));
  expect([at.stopped(1), at.stopped(3)]).toEqual([1 << 3, 0]);
});
