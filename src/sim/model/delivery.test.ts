import { expect, test } from "vitest";
import { choose, flow, input, network, star } from "../../../test/lab-bench.ts";
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
