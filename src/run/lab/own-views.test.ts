/** Tests the views of user policies. Each policy compares a view with its own count. */
import { expect, test } from "vitest";
import { dataUrl } from "../../batch/loader/data-url.ts";
import { runSync } from "./scenario-input.ts";
import { ownModules, type OwnModule } from "./own-modules.ts";

const scenario = `until: 100us
topology: { kind: star, hosts: 3, rate: 10Gbps }
traffic: [{ kind: long-lived, from: [h0, h1], to: h2 }]
`;

const moduleOf = (name: string, text: string): OwnModule => ({
  name: `./${name}.ts`,
  url: dataUrl(`${text}\n//# sourceURL=file:///${name}.ts\n`),
  sources: [{ path: `file:///${name}.ts`, text }],
});

/**
 * A detection policy that counts the switches that a packet has passed. The records of packets are reused, but their
 * words begin at 0.
 */
const detection = moduleOf(
  "count",
  `export const role = "detection", about = "x", params = {};
export const create = (p, view) => {
  const { at } = view.words(2);
  return { stamp(port, packet) { at[2 * packet + 1]++; } };
};`,
);
const receives = "if (at[2 * packet + 1] !== 1) throw new Error(`expected 1 switch, got ${at[2 * packet + 1]}`);";
const congestion = moduleOf(
  "read",
  `export const role = "congestion", about = "x", params = {};
export const create = (p, view) => ({
  onStart() {},
  onAck() { const { packet, words: { at } } = view; ${receives} },
});`,
);
const transport = moduleOf(
  "carry",
  `export const role = "transport", about = "x", params = {};
export const create = (p, view) => {
  let next = 0;
  return {
    onStart(flow) { view.send(flow, 0, 1000, 3, 0); },
    onData(flow, packet) { const { at } = view.telemetry; ${receives} view.deliver(flow, 1000); view.reply(flow, 0, 0, 3, 0); },
    onReply(flow) { view.send(flow, 1000 * ++next, 1000, 3, 0); },
  };
};`,
);

test.each([
  ["congestion control", congestion, "congestion"],
  ["a transport", transport, "transport"],
])("words of detection are 0 on a new packet, under %s", async (_name, module, role) => {
  const set = ["detection=./count.ts", `${role}=${module.name}`];
  const { summary } = runSync(scenario, { own: await ownModules(scenario, [detection, module], "a.yaml", set), set });
  expect(summary.counters.data_packets).toBeGreaterThan(20);
});

test("a buffer policy sees the bytes of egress queues, and the overhead of the wire", async () => {
  const module = moduleOf(
    "count-queues",
    `export const role = "buffer", about = "x", params = {};
export const create = (p, view) => {
  const queued = new Float64Array(view.ports * 8);
  if (view.wireOverhead !== 20) throw new Error("overhead " + view.wireOverhead);
  const check = (out, cls) => {
    const own = queued[out * 8 + cls];
    if (view.waiting(out, cls) !== own) throw new Error("expected " + own + ", got " + view.waiting(out, cls));
  };
  return {
    threshold: (port) => view.capacity[view.nodeOf[port]] / 20,
    onArrive(port, cls, size, out) { check(out, cls); queued[out * 8 + cls] += size; },
    onDepart(port, cls, size, out) { queued[out * 8 + cls] -= size; check(out, cls); },
  };
};`,
  );
  const set = ["buffer=./count-queues.ts"];
  const { summary } = runSync(scenario, { own: await ownModules(scenario, [module], "a.yaml", set), set });
  expect(summary.counters.data_packets).toBeGreaterThan(100);
});

test("a paused port asks a transport for one more packet, not for all of them", async () => {
  const module = moduleOf(
    "eager",
    `export const role = "transport", about = "x", params = {};
export const create = (p, view) => {
  const next = new Float64Array(view.flows);
  const flowOf = [];
  const sendNext = (port) => {
    const flow = flowOf[port];
    if (flow === undefined || next[flow] >= view.size[flow]) return;
    if (view.queued(port) > 2200) throw new Error("port " + port + " has " + view.queued(port) + " B already");
    view.send(flow, next[flow], 1000, 3, 0);
    next[flow] += 1000;
  };
  return {
    onStart(flow) { flowOf[view.port[flow]] = flow; sendNext(view.port[flow]); },
    onIdle: sendNext,
    onData(flow, packet, seq, bytes) { view.deliver(flow, bytes); if (seq + bytes === view.size[flow]) view.reply(flow, 0, 0, 3, 0); },
    onReply(flow) { view.finish(flow); },
  };
};`,
  );
  const set = [
    "transport=./eager.ts",
    "switch={memory: 200KB}",
    "until=done",
    "limit=20ms",
    "traffic=[{kind: flows, list: [{from: h0, to: h2, size: 1MB}, {from: h1, to: h2, size: 1MB}]}]",
  ];
  const { summary } = runSync(scenario, { own: await ownModules(scenario, [module], "a.yaml", set), set });
  expect(summary.ending).toBe("all flows are done");
  expect(summary.counters.pauses).toBeGreaterThan(0);
});
