/** Tests that the hash of a network covers state that PAUSEs depend on, in addition to packets. */
import { expect, test } from "vitest";
import { CLASS_BITS } from "../../base/queue-number.ts";
import { readScenario, setUp } from "../../run/lab/lab.ts";
import { StateHash } from "./state-hash.ts";

/** A network in which h1 and h2 send to h0, at 30 us. Both senders have been paused. */
function paused() {
  const { network, run } = setUp(
    readScenario(
      `until: 1ms
topology: { kind: star, hosts: 3, rate: 100Gbps, delay: 1us }
traffic: [{ kind: long-lived, from: h1..h2, to: h0 }]
switch: { memory: 1MiB }
policies: { congestion: none }
`,
      "paused.yaml",
    ),
  );
  run(30e6);
  const { fabric } = network;
  const node = network.switches.findIndex((at) => at !== null);
  const cls = network.flows.cls[0];
  const queues = Array.from({ length: fabric.ports }, (_, port) => (port << CLASS_BITS) | cls);
  const [queue] = queues.filter((one) => fabric.accounts.footroom(one) > 1000);
  return { network, node, queue, hash: () => new StateHash(network).all([0, 1]) };
}

test("the hash of one state is one value", () => {
  expect(paused().hash()).toEqual(paused().hash());
});

test("bytes in headroom count, even if the packets are the same", () => {
  const { network, node, queue, hash } = paused();
  const before = hash();
  const { accounts } = network.fabric;
  accounts.release(node, queue, 1000);
  accounts.chargeHeadroom(queue, 1000);
  expect(hash()).not.toEqual(before);
});

test("state that the link policy reports counts", () => {
  const { network, hash } = paused();
  const before = hash();
  const [link] = network.fabric.links;
  const addState = link.addState?.bind(link);
  link.addState = (add) => {
    addState?.(add);
    add(1);
  };
  expect(hash()).not.toEqual(before);
});
