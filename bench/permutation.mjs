/**
 * Measures one run of a fat-tree under permutation traffic, where every host sends to one host and receives from one host.
 *
 *   node bench/permutation.mjs <k> <bytes> [role=policy ...] [acks=class]      prints {"hops", "events", "ms", "cpu", "rss", "digest"}
 *
 * The output has wall-clock and processor time of the run in ms, and the resident memory at its end. Links are 100G and 1 us, and the
 * payload is 1000 B. DCQCN, PFC, ECN and all other settings are a scenario's defaults. A policy with parameters is JSON. `acks` is
 * `classes.acks`. Defaults change between versions of xoff, and with them the traffic. Two versions ran the same traffic if their digests are
 * equal.
 */
import { readScenario, setUp } from "../dist/run/lab/lab.js";
import { stream } from "../dist/base/random.js";

const [k, bytes] = process.argv.slice(2, 4).map(Number);
const { acks, ...policies } = Object.fromEntries(process.argv.slice(4).map(setting));
const hosts = k ** 3 / 4;
const rows = cycle(hosts).map((to, from) => ({ from: `h${from}`, to: `h${to}`, size: `${bytes}B` }));
const scenario = readScenario(
  JSON.stringify({
    until: "1s",
    topology: { kind: "fat-tree", k, rate: "100Gbps", delay: "1us" },
    switch: { memory: "32MiB" },
    traffic: [{ kind: "flows", list: rows }],
    ...(acks === undefined ? {} : { classes: { acks } }),
    policies: { congestion: "dcqcn", ...policies },
  }),
  "bench.json",
);
const { network } = setUp(scenario);
const began = performance.now();
const before = process.cpuUsage();
const ending = network.run(scenario.until);
const ms = performance.now() - began;
const { user, system } = process.cpuUsage(before);
if (ending !== "all flows are done") throw new Error(`the bench's flows should finish, but ${ending}`);
const { fabric, events } = network;
console.log(
  JSON.stringify({
    hops: fabric.hops,
    events,
    ms,
    cpu: (user + system) / 1e3,
    rss: process.memoryUsage().rss,
    digest: String(fabric.digest),
  }),
);

/** The name and the value of a setting. A value that begins with a brace is JSON. */
function setting(text) {
  const [name, value] = text.split("=");
  return [name, value.startsWith("{") ? JSON.parse(value) : value];
}

/** A random cycle through all hosts (Sattolo's algorithm). Host i sends to host to[i]. */
function cycle(n) {
  const draw = stream(1, "bench permutation");
  const to = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = draw.int(i);
    [to[i], to[j]] = [to[j], to[i]];
  }
  return to;
}
