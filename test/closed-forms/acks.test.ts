/** Tests ACKs in the class of their flow's data. They are queued, charged to memory and paused like data. */
import { expect, test } from "vitest";
import { A, cell, D, F, flows, ran } from "./bench.ts";

/**
 * h2 and h3 fill the queue to h1 from the first packet on. By time `at`, each has delivered floor((at - D) / F) packets to the switch. The
 * switch transmits them one after another from D + F on. h1 sends one packet to h0, whose ACK reaches the switch at `at`.
 */
const at = 2 * F + 3 * D + A;
const traffic = [flows("h1 h0 1000B", "h2 h1 100KB", "h3 h1 100KB")];
const ackTime = (acks: string): number =>
  cell(ran({ more: `classes: { acks: ${acks} }`, traffic }), "flows", "fct_ack_ns", { flow: 0 });

test("acks: data: an ACK waits behind all data that came before it", () => {
  const before = 2 * Math.floor((at - D) / F);
  expect(ackTime("data")).toBeCloseTo(D + F + before * F + A + D, 3);
});

test("acks: control: an ACK waits only for the packet on the wire", () => {
  const onWire = Math.ceil((at - D - F) / F);
  expect(ackTime("control")).toBeCloseTo(D + F + onWire * F + A + D, 3);
});

/** One PAUSE of 10,000 quanta, received at the time `heard`. It lasts 51.2 us. */
const heard = 84 * 0.08 + D;
const storm = "faults: [{ kind: pause-storm, target: h1, at: 0ns, for: 1ns, quanta: 10000, every: 1ms }]";

test("a PAUSE of the data's class pauses its ACKs in a switch, but not those in the control class", () => {
  const paused = (acks: string): number =>
    cell(
      ran({ more: `classes: { acks: ${acks} }\n${storm}`, traffic: [flows("h1 h0 1KB 5us")] }),
      "flows",
      "fct_ack_ns",
    );
  expect(paused("data")).toBeCloseTo(heard + 51_200 - 5000 + A + D, 3);
  expect(paused("control")).toBeCloseTo(2 * F + 2 * A + 4 * D, 3);
});

test("a PAUSE of the data's class pauses its ACKs at their host", () => {
  // The switch pauses h0, because it cannot forward h0's packets to h2. This lasts from the first packet's arrival, at F + D, until the
  // PAUSE of h2 expires.
  const more = `classes: { acks: data }
faults: [{ kind: pause-storm, target: h2, at: 0ns, for: 1ns, quanta: 10000, every: 1ms }]`;
  const one = ran({
    more,
    policies: "buffer: { name: st, xoff: 500B }",
    traffic: [flows("h0 h2 1KB 5us", "h1 h0 1KB 10us")],
  });
  const left = heard + 51_200;
  // When the packet leaves, the switch sends a resume. The frame of 84 B arrives, and takes effect 60 quanta later.
  const resumed = left + heard + 60 * 5.12;
  expect(cell(one, "flows", "fct_ack_ns", { flow: 1 })).toBeCloseTo(resumed - 10_000 + 2 * (A + D), 3);
});

test("ACKs are charged to the ingress queue of their class", () => {
  // The PAUSE of h1 keeps the ACKs of five packets in the switch. All five arrived by the port of h0.
  const five = [0, 1, 2, 3, 4].map((k) => `h1 h0 1KB ${5000 + 1000 * k}ns`);
  const more = `classes: { acks: data }\n${storm}\nmeasure: { every: 20us, queues: [sw0-h0] }`;
  const one = ran({ more, traffic: [flows(...five)] });
  expect(cell(one, "queues", "ingress_bytes", { time_ns: 20_000, class: 3 })).toBe(5 * 66);
});
