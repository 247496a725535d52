import { expect, test } from "vitest";
import { choose, flow, input, network, star } from "../../../test/lab-bench.ts";
import type { CongestionView } from "../../contracts/congestion.ts";
import type { DetectionView } from "../../contracts/detection.ts";
import { CONGESTED, UNDETERMINED, UNMARKED } from "../../base/view.ts";

test("a CNP tells the sender the mark that the receiver answered, and ACKs then carry none", () => {
  const heard: number[] = [];
  const onAcks: number[] = [];
  let passed = 0;
  const marking = {
    params: {},
    create: () => ({ mark: () => [UNMARKED, UNDETERMINED, CONGESTED][passed++ % 3] }),
  };
  const hearing = {
    params: {},
    create: () => ({
      onStart: () => {},
      onAck: (_flow: number, _ack: number, mark: number) => onAcks.push(mark),
      notifies: (_flow: number, mark: number) => mark !== UNMARKED,
      onCnp: (_flow: number, mark: number) => heard.push(mark),
    }),
  };
  const net = network(
    input(star(2), [flow(0, 1, 6000)], { detection: [choose(marking)], congestion: choose(hearing) }),
  );
  net.run(1e9);
  expect(heard).toEqual([UNDETERMINED, CONGESTED, UNDETERMINED, CONGESTED]);
  expect(onAcks).toEqual(Array.from({ length: 6 }, () => UNMARKED));
});

test("the receiver writes a word on each ACK, and the sender reads it", () => {
  const written: number[] = [];
  const read: number[] = [];
  const words = { params: {}, create: (_: unknown, view: DetectionView) => (view.words(2), {}) };
  const counting = {
    params: {},
    create: (_: unknown, view: CongestionView) => ({
      onStart: () => {},
      onAck: () => read.push(view.words!.at[view.packet * 2 + 1]),
      onAnswer: (flow: number, packet: number, ack: number) => {
        expect(view.destination[flow]).toBe(1);
        view.words!.at[packet * 2 + 1] = ack + 7;
        written.push(ack + 7);
      },
    }),
  };
  const net = network(input(star(2), [flow(0, 1, 3000)], { detection: [choose(words)], congestion: choose(counting) }));
  net.run(1e9);
  expect(written).toEqual([1007, 2007, 3007]);
  expect(read).toEqual(written);
});
