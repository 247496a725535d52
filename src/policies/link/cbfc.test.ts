import { describe, expect, test } from "vitest";
import { LinkBench } from "../../batch/suites/link-bench.ts";
import { defaults } from "../../base/params.ts";
import { us } from "../../base/units.ts";
import { create, params } from "./cbfc.ts";

/**
 * Port 0 sends packets of class 3 to port 1, which has a buffer of `blocks` blocks of 64 B. The link has a delay of 1
 * us and 100 Gbps. T_fc is 4.096 us.
 */
function bench(blocks: number, counters: "ideal" | "12-bit" = "ideal") {
  const at = new LinkBench({ lossless: [3], ownMemory: (port) => (port === 1 ? blocks * 64 : 0) });
  const policy = create({ ...defaults(params), counters }, at.view);
  at.policy = policy;
  /** Sends packets of `size` while there is credit. They arrive at once. Returns the number of sent packets. */
  const send = (size: number): number => {
    let packets = 0;
    for (; policy.maySend?.(0, 3, size); packets++) {
      policy.onSend?.(0, 3, size);
      policy.onArrive?.(1, 3, size);
    }
    return packets;
  };
  return { at, policy, send, to: (time: number): void => void at.clock.runTo(time) };
}

describe("4096 blocks, packets of 1048 B, 17 blocks each, and nothing drains", () => {
  test("240 packets go, 4080 blocks: the 241st would need 17 of the 16 left", () => {
    expect(bench(4096).send(1048)).toBe(240);
  });

  test("with fields of 12 bits 2048 blocks are granted: 120 packets, 2040 blocks", () => {
    expect(bench(4096, "12-bit").send(1048)).toBe(120);
  });

  test.each([
    ["ideal", 240],
    ["12-bit", 120],
  ] as const)(
    "%s: one packet drains: exactly one more goes, a link's delay and a frame of 28 B later",
    (counters, first) => {
      const { policy, send, to } = bench(4096, counters);
      expect(send(1048)).toBe(first);
      policy.onDepart?.(1, 3, 1048);
      const way = us(1) + 28 * 80;
      to(way - 1);
      expect(send(1048)).toBe(0);
      to(way);
      expect(send(1048)).toBe(1);
    },
  );
});

test("packets round up: of 65 B, two blocks each, 50 fit 100 blocks; of 64 B a hundred do", () => {
  expect(bench(100).send(65)).toBe(50);
  expect(bench(100).send(64)).toBe(100);
});

test("counters go round: 12-bit ones after 4096 blocks, and credit stays what is free", () => {
  const { policy, send, to, at } = bench(64, "12-bit");
  for (let turn = 1; turn <= 200; turn++) {
    expect([turn, send(640)]).toEqual([turn, 6]);
    for (let k = 0; k < 6; k++) policy.onDepart?.(1, 3, 640);
    to(turn * us(10));
  }
  expect(at.sent.every(({ words }) => words[0] <= 4095 && words[1] <= 4095)).toBe(true);
});

test("when the wire is taken credit waits for the period: 4.096 us, and then as long again, while something changes", () => {
  const { policy, send, to, at } = bench(100);
  at.view.emit(1, 100_000, 1, 1 << 5, new Int32Array(4)); // a frame that takes 8 us on the wire
  at.sent.length = 0;
  send(64);
  policy.onDepart?.(1, 3, 64);
  to(us(4.096) - 1);
  expect(at.sent).toEqual([]);
  to(us(4.096));
  // Port 0 reports the bytes that it has sent, and port 1 its credits.
  expect(at.sent.map(({ port, words }) => [port, words[0], words[1]])).toEqual([
    [0, 100, expect.any(Number)],
    [1, 0, 101],
  ]);
  to(us(100));
  expect(at.sent.length).toBe(2);
});

test("what is lost on the way is not lost as credit: FTCBS tells the receiver what it should have had", () => {
  const { policy, send, to } = bench(100);
  policy.onSend?.(0, 3, 640); // 10 blocks are sent, but do not arrive
  expect(send(64)).toBe(90);
  for (let k = 0; k < 90; k++) policy.onDepart?.(1, 3, 64);
  to(us(20));
  expect(send(64)).toBe(100);
});

test("classes that are not lossless need no credit, and each lossless one has its share: 3 of 99 blocks, 33 packets", () => {
  const at = new LinkBench({ ownMemory: (port) => (port === 1 ? 99 * 64 : 0) });
  const policy = create(defaults(params), at.view);
  at.policy = policy;
  for (const cls of [3, 4, 5]) {
    let sent = 0;
    for (; policy.maySend?.(0, cls, 64); sent++) policy.onSend?.(0, cls, 64);
    expect(sent).toBe(33);
  }
  expect(policy.maySend?.(0, 1, 1518)).toBe(true);
});
