/** Bolt keeps the contracts of its roles, and a sender reacts to a queue within less than a round trip. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run, runSync } from "xoff";
import { readScenarioFile } from "xoff/node";
import { contractChecks } from "xoff/policy";
import * as bolt from "./bolt.ts";
import * as boltSwitch from "./bolt-switch.ts";
import * as window from "./window.ts";

const file = fileURLToPath(new URL("scenario.yaml", import.meta.url));
const scenario = async (...set: string[]) => (await readScenarioFile(file, { set })).scenario;

/** Times in ns: of a full packet and of a notice on the link, and the base RTT. The second flow begins at START. */
const PACKET = 86.56;
const NOTICE = 7.84;
const RTT = 24_230;
const START = 200_000;

for (const { name, run } of await contractChecks("congestion", bolt)) test(`sender: ${name}`, run);
for (const { name, run } of await contractChecks("detection", boltSwitch)) test(`switch: ${name}`, run);
for (const { name, run } of await contractChecks("probe", window)) test(`probe: ${name}`, run);

/** Time from the start of the second flow until a flow first has a lower window or rate than before. */
async function reaction(flow: number, ...set: string[]): Promise<number> {
  const { columns } = runSync(await scenario("until=250us", ...set)).probes!.window;
  const [times, flows, windows, rates] = ["time_ns", "flow", "window_bytes", "rate_bps"].map((name) => columns[name]);
  let last = -1;
  for (let row = 0; row < times.length; row++) {
    if (flows[row] !== flow) continue;
    const isLess = last >= 0 && (windows[row] < windows[last] || rates[row] < rates[last]);
    if (Number(times[row]) > START && isLess) return Number(times[row]) - START;
    last = row;
  }
  return Infinity;
}

test("the new flow reacts after the way to the switch and back, and at most four packets", async () => {
  const time = await reaction(1);
  expect(time).toBeGreaterThan(2000 + NOTICE);
  expect(time).toBeLessThan(2000 + NOTICE + 4 * PACKET);
});

test("the old flow reacts within a tenth of its round trip", async () => {
  expect(await reaction(0)).toBeLessThan(RTT / 10);
});

test("DCTCP reacts after the way to the receiver and back", async () => {
  const set = ["policies.congestion=dctcp", "policies.detection={name: red, kmin: 2124B, kmax: 2124B}"];
  expect(await reaction(0, ...set)).toBeGreaterThan(RTT - 1000);
});

test("the long flow loses the time of the other flow, and at most 1% more", async () => {
  const { fct_ns, ideal_fct_ns } = runSync(await scenario()).tables.flows.columns;
  const shared = ideal_fct_ns[0] + 2000 * PACKET;
  expect(fct_ns[0]).toBeGreaterThanOrEqual(shared);
  expect(fct_ns[0]).toBeLessThan(1.01 * shared);
});

test("the link of a host with a long flow and short messages is busy for 95%, and its queue is mostly short", async () => {
  const file = fileURLToPath(new URL("utilisation.yaml", import.meta.url));
  const set = ["until=6ms", "count.to=5ms", "traffic.1.stop=5ms"];
  const { tables } = runSync((await readScenarioFile(file, { set })).scenario);
  const { columns } = tables.ports;
  expect(columns.utilisation[columns.name.indexOf("sw0-h0")]).toBeGreaterThan(0.95);
  const { class: cls, egress_bytes, time_ns } = tables.queues!.columns;
  const queues = Array.from(egress_bytes.filter((_, row) => cls[row] === 3 && time_ns[row] >= 1e6)).sort(
    (a, b) => a - b,
  );
  expect(queues[Math.floor(queues.length / 2)]).toBeLessThan(10_000); // 0.8 us; Swift has 45 KB
  expect(queues[Math.floor(queues.length * 0.99)]).toBeLessThan(140_000);
});

test("two threads compute the same run", async () => {
  const list = "[{from: h0, to: r0, size: 500KB}, {from: h1, to: r1, size: 200KB, start: 10us}]";
  const set = ["measure.probes=[]", `traffic=[{kind: flows, list: ${list}}]`];
  const one = runSync(await scenario(...set));
  const two = await run(await scenario(...set), { threads: 2 });
  expect(two.threads.count).toBe(2);
  expect(two.summary.digest).toBe(one.summary.digest);
});
