/** Tests each fault in the smallest network that shows it. The title has the arithmetic. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { chainOf, experiment, readScenario, readSetting, setUp, type Results } from "../../src/run/lab/lab.ts";

const STAR = `
topology: { kind: star, hosts: 3, rate: 100Gbps, delay: 1us }
onDrop: count
until: 1ms
policies: { link: pfc, congestion: none }
`;
const run = (text: string): Results => experiment(readScenario(text, "test.yaml"));
const events = ({ tables }: Results): string[] =>
  (tables.faults?.columns.event ?? []).map(
    (what, row) => `${what} ${(tables.faults?.columns.time_ns[row] ?? 0) / 1000}`,
  );
const received = ({ tables }: Results, flow = 0): number => tables.flows.columns.received_bytes[flow];

/** A flow h0 -> h1 that never ends. */
const LONG = "traffic: [{ kind: long-lived, from: h0, to: h1 }]\n";

test("a PAUSE storm of a NIC from 100 us to 600 us: it receives only packets in flight until the last PAUSE expires", () => {
  const of = (faults: string): Results => run(`${STAR}switch: { memory: 1MB }\n${LONG}faults: ${faults}\n`);
  const storm = of("[{ kind: pause-storm, target: h1, at: 100us, for: 500us, quanta: 2000 }]");
  // A quantum takes 5.12 ns at 100 Gbps, so a PAUSE lasts for 10.24 us. The port is paused for 500 us and less than one
  // such time.
  const stopped = storm.tables.ports.columns.paused_ns.reduce((sum, ns) => Math.max(sum, ns), 0);
  expect(stopped).toBeGreaterThan(500_000);
  expect(stopped).toBeLessThan(512_000);
  const share = received(storm) / received(of("[]"));
  expect(share).toBeGreaterThan(0.47);
  expect(share).toBeLessThan(0.5);
  const { node, caused_by } = storm.tables.pauses.columns;
  expect(node[0]).toBe("h1");
  expect(Array.from(caused_by.subarray(1))).toContain(0); // the switch paused h0 because of that PAUSE
  expect(storm.summary.counters.dropped_no_headroom).toBe(0);
});

test("a receiver limited to 25 of 100 Gbps gets a quarter, and nothing is lost; without PAUSE its NIC drops the rest", () => {
  const slow = (link: string): Results =>
    run(
      `${STAR.replace("link: pfc", `link: ${link}`)}${LONG}faults: [{ kind: slow-receiver, target: h1, rate: 25Gbps }]\n`,
    );
  const paused = slow("pfc");
  const payload = 1000 / 1048;
  expect((received(paused) * 8) / 1e-3 / 25e9).toBeGreaterThan(payload * 0.95);
  expect((received(paused) * 8) / 1e-3 / 25e9).toBeLessThan(payload * 1.01);
  expect(paused.summary.bytes?.lost).toEqual({});
  expect(paused.tables.pauses.columns.node).toContain("h1");
  const dropped = slow("none");
  expect(dropped.summary.bytes?.lost["slow receiver"]).toBeGreaterThan(5e6);
  const credits = slow("cbfc");
  expect(credits.summary.bytes?.lost).toEqual({});
  expect((received(credits) * 8) / 1e-3 / 25e9).toBeLessThan(payload * 1.01);
});

test("watchdog: polls at 100 (no last yet), 200 (left 200 to 100), 300 us (storm); PAUSEs end at 500: 600 (new ones), 700, 800 (restored)", () => {
  const of = (action: string, kind = "alert"): Results =>
    run(`${STAR}${LONG}faults:
  - { kind: pause-storm, target: h1, at: 50us, until: 501us, quanta: 2000 }
  - { kind: pfc-watchdog, target: ${kind}, detection: 200us, restoration: 200us, poll: 100us, phase: 100us, action: ${action} }
`);
  const drop = of("drop", "sw0-h*");
  expect(events(drop)).toEqual(["begins 0", "begins 50", "storm: drop 300", "ends 501", "restored 800"]);
  expect(drop.summary.bytes?.lost["watchdog"]).toBeGreaterThan(0);
  const forward = of("forward", "sw0");
  expect(events(forward)).toEqual(["begins 0", "begins 50", "storm: forward 300", "ends 501", "restored 800"]);
  expect(forward.summary.bytes?.lost).toEqual({});
  // From 300 us, all packets are forwarded. So packets are sent in 50 us and in 700 us of the run.
  expect((received(forward) * 8) / 1e-3 / 100e9).toBeGreaterThan(0.7 * (1000 / 1068));
  const alert = of("alert", "all");
  expect(events(alert).slice(2)).toEqual(["storm: alert 300", "ends 501", "restored 600"]);
});

test("watchdog of Mellanox: the same storm; PAUSEs that leave 2% of the time open are no storm, nor is a port with nothing to send", () => {
  const of = (storm: string, traffic = LONG): string[] =>
    events(
      run(`${STAR}${traffic}faults:
  - { kind: pause-storm, target: h1, at: 50us, until: 501us${storm} }
  - { kind: pfc-watchdog, target: sw0-h1, rule: mellanox, detection: 200us, restoration: 200us, poll: 100us, phase: 100us, action: forward }
`),
    ).slice(2);
  // The class is paused from 50 us, so nothing is sent from 100 us. The check counts at 200 us, with the packets that
  // left at 100 us, and at 300 us.
  expect(of(", quanta: 2000")).toEqual(["storm: forward 300", "ends 501", "restored 800"]);
  // At 100G, 2000 quanta last 10.24 us. One PAUSE each 10.5 us leaves the port open for 2.5% of the time.
  expect(of(", quanta: 2000, every: 10.5us")).toEqual(["ends 501"]);
  // If ACKs use the class of their data, the port has ACKs to send.
  const back = "traffic: [{ kind: long-lived, from: h1, to: h0 }]\n";
  expect(of(", quanta: 2000", `${back}classes: { acks: control }\n`)).toEqual(["ends 501"]);
  expect(of(", quanta: 2000", back)).toEqual(["storm: forward 300", "ends 501", "restored 800"]);
});

const FABRIC = `
topology: { kind: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 2, rate: 100Gbps, delay: 1us }
onDrop: count
until: 1ms
policies: { link: pfc, congestion: none, recovery: { name: go-back-n, timeout: 50us } }
traffic: [{ kind: long-lived, from: h0, to: h2 }, { kind: long-lived, from: h1, to: h3 }]
`;

test("a failing link loses packets in flight and those that arrive before the routes change; after its repair it is used again", () => {
  const results = run(
    `${FABRIC}faults: [{ kind: link-down, target: "leaf0-spine*", at: 200us, for: 300us, converge: 50us }]\n`,
  );
  expect(events(results)).toEqual(["begins 200", "routes follow 250", "ends 500", "routes follow 550"]);
  const { cause, last_ns, first_ns } = results.tables.losses?.columns ?? { cause: [], last_ns: [], first_ns: [] };
  cause.forEach((why, row) => {
    if (why === "link down") expect(last_ns[row]).toBeLessThanOrEqual(250_000 + 2_000);
    else expect([why, first_ns[row] >= 250_000]).toEqual(["no route", true]);
  });
  expect(cause).toContain("link down");
  expect(received(results)).toBeGreaterThan(0);
  // Each flow has a whole link or half of one, for 200 us before the fault. After the fault, a timeout detects the
  // loss, and 300 us remain.
  expect((received(results) * 8) / 100e9).toBeGreaterThan((0.5e-3 / 2) * (1000 / 1068));
});

test("three flaps of 50 us, one every 200 us; a failing switch loses its packets and comes back", () => {
  const flap = run(
    `${FABRIC}faults: [{ kind: link-down, target: leaf0-spine0, at: 100us, for: 50us, times: 3, every: 200us, converge: 0us }]\n`,
  );
  expect(events(flap).filter((event) => !event.startsWith("routes"))).toEqual([
    "begins 100",
    "ends 150",
    "begins again 300",
    "ends again 350",
    "begins again 500",
    "ends again 550",
  ]);
  const dead = run(`${FABRIC}faults: [{ kind: switch-down, target: spine0, at: 300us, for: 300us, converge: 20us }]\n`);
  expect(dead.summary.bytes?.lost["link down"]).toBeGreaterThan(0);
  expect(dead.summary.ending).toBe("time is up");
});

test("a delay changes from 1 us to 51 us: each later round trip takes 50 us more, and nothing is lost", () => {
  const of = (faults: string): number => {
    const { tables } = run(`${STAR}traffic: [{ kind: flows, list: ["h0, h1, 1000B, 500us"] }]\nfaults: ${faults}\n`);
    return tables.flows.columns.fct_ns[0];
  };
  const plain = of("[]");
  expect(of("[{ kind: delay, target: h0-sw0, at: 100us, delay: 51us, way: there }]") - plain).toBe(50_000);
  expect(of("[{ kind: delay, target: h0-sw0, at: 100us, delay: 51us, way: back }]") - plain).toBe(0);
  expect(of("[{ kind: delay, target: sw0-h0, at: 100us, delay: 51us, way: back }]") - plain).toBe(50_000);
  expect(of("[{ kind: delay, target: h0-sw0, at: 100us, until: 400us, delay: 51us }]") - plain).toBe(0);
});

test("half of the frames of a link are damaged from 100 us to 200 us; lost PAUSEs overrun the headroom, and each is a separate cause", () => {
  const errors = run(
    `${STAR}${LONG}faults: [{ kind: bit-errors, target: h0-sw0, frames: 0.5, way: there, at: 100us, until: 200us }]\n`,
  );
  expect(errors.tables.losses?.columns.cause).toEqual(["damaged"]);
  expect(errors.tables.losses?.columns.last_ns[0]).toBeLessThan(200_000);
  const pauses =
    run(`${STAR.replace("policies: {", "switch: { memory: 300KB }\npolicies: { buffer: dt, headroom: sih,")}
traffic: [{ kind: long-lived, from: [h0, h1], to: h2 }]
faults: [{ kind: lost-pauses, target: sw0-h0, way: there }]\n`);
  expect(pauses.summary.counters.dropped_lost_pause).toBeGreaterThan(0);
  expect(pauses.summary.counters.dropped_no_headroom).toBeGreaterThan(0);
});

test("with onDrop: stop such a loss ends the run and blames the fault", () => {
  const text = `${STAR.replace("onDrop: count", "onDrop: stop").replace("policies: {", "switch: { memory: 300KB }\npolicies: { buffer: dt, headroom: sih,")}
traffic: [{ kind: long-lived, from: [h0, h1], to: h2 }]
faults: [{ kind: lost-pauses, target: sw0-h0, way: there }]\n`;
  expect(() => run(text)).toThrow(
    /^faults\[0\]: expected onDrop: count, since packets may find no memory after a PAUSE was lost/,
  );
});

test.each([
  ["faults: [{ kind: link-down, target: leaf0-spine0, at: 100us }]", { fault: 0, kind: "link-down" }],
  ["topology: { fail: [{ link: leaf0-spine0, at: 100us }] }", { kind: "topology.fail", target: ["leaf0-spine0"] }],
])("why: for two flows on the only remaining uplink, it names the failed link: %s", (down, named) => {
  const fabric = FABRIC.replace("policies: {", "switch: { memory: 400KB }\npolicies: {").replace(
    "timeout: 50us",
    "timeout: 2ms",
  );
  const isFault = down.startsWith("faults");
  const text = isFault ? `${fabric}\n${down}\n` : fabric.replace(/(topology: \{[^}]*) \}/, `$1, ${down.slice(12)}`);
  const scenario = readScenario(text, "test.yaml");
  const { tables } = experiment(scenario);
  const chain = chainOf(tables.pauses, tables.pauses.rows - 1);
  const again = setUp(scenario);
  const { moments, answer } = again.inquire(chain, scenario.until);
  for (const { at, look } of moments) {
    again.run(at);
    look();
  }
  const { node, peer, origin } = answer().root;
  expect([node, peer]).toEqual(["leaf0", "spine1"]);
  expect(origin).toMatchObject({ ...named, place: "leaf0-spine0", share: 1 });
});

test.each([
  [
    "[{ kind: pause-storn, target: h0 }]",
    /faults\[0\]\.kind: expected one of pause-storm, .*Did you mean "pause-storm"/,
  ],
  ["[{ kind: pause-storm }]", /faults\[0\]\.target: expected a name such as/],
  ["[{ kind: pause-storm, target: h9 }]", /faults\[0\]\.target: expected the name of a host, h0 to h2, got "h9"/],
  ["[{ kind: pause-storm, target: sw0 }]", /faults\[0\]\.target: expected the name of a host.*It is a switch/],
  [
    "[{ kind: link-down, target: [h0-sw0, h0-sw1] }]",
    /faults\[0\]\.target\[1\]: expected the name of a link.*Did you mean/,
  ],
  [
    "[{ kind: switch-down, target: h0 }]",
    /faults\[0\]\.target: expected the name of a switch such as sw0.*It is a host/,
  ],
  [
    "[{ kind: pfc-watchdog, target: h0 }]",
    /faults\[0\]\.target: expected all, a switch, a port such as .*this fault monitors switches/,
  ],
  [
    "[{ kind: pfc-watchdog, target: all, poll: 300ms }]",
    /faults\[0\]\.detection: expected at least poll, 300 ms, got "200 ms"/,
  ],
  [
    "[{ kind: link-down, target: h0-sw0, at: 2ms }]",
    /faults\[0\]\.at: expected a time before the end of the run at 1 ms/,
  ],
  ["[{ kind: link-down, target: h0-sw0, until: 1us, for: 1us }]", /faults\[0\]\.for: expected either until or for/],
  [
    "[{ kind: link-down, target: h0-sw0, at: 2us, until: 1us }]",
    /faults\[0\]\.until: expected a time after its start at 2 us/,
  ],
  ["[{ kind: slow-receiver, target: h0 }]", /faults\[0\]\.rate/],
  ["[{ kind: delay, target: h0-sw0 }]", /faults\[0\]\.delay/],
])("faults: %s", (faults, message) => {
  const text = `${STAR}${LONG}faults: ${faults}\n`;
  expect(() => readScenario(text, "test.yaml")).toThrow(message);
  expect(() => readScenario(text, "test.yaml")).toThrow(/^test\.yaml:\d+:\d+: /);
});

test("a PAUSE storm with a link policy without PAUSE frames", () => {
  const text = `${STAR.replace("link: pfc", "link: cbfc")}${LONG}faults: [{ kind: pause-storm, target: h0 }]\n`;
  expect(() => run(text)).toThrow(/faults\[0\]\.target: expected a link whose policy has PAUSE frames/);
});

test("a PAUSE storm of one NIC in a fabric of 128 hosts pauses unrelated hosts, and a watchdog prevents that", () => {
  const text = readFileSync(new URL("../../scenarios/starter/pause-storm.yaml", import.meta.url), "utf8");
  const storm = "{ kind: pause-storm, target: h5, at: 0.3ms, for: 1.5ms, every: 20us }";
  const of = (faults: string): Results => {
    const set = ["until=2ms", "switch.memory=1MB", `faults=[${faults}]`].map((one) => readSetting("--set", one));
    return experiment(readScenario(text, "pause-storm.yaml", undefined, set));
  };
  /** Number of paused ports, except at the switch of h5. */
  const reach = ({ tables }: Results): number => {
    const { peer, node } = tables.pauses.columns;
    return new Set(peer.map((one, row) => `${one} ${node[row]}`)).size;
  };
  const without = of(storm);
  const chains = Array.from({ length: without.tables.pauses.rows }, (_, row) => chainOf(without.tables.pauses, row));
  /** Share of the time paused by these chains that leads back to h5. */
  const stoodStill = chains.map(([{ start_ns, duration_ns }]) =>
    Number.isNaN(duration_ns) ? 2e6 - start_ns : duration_ns,
  );
  const all = stoodStill.reduce((sum, ns) => sum + ns, 0);
  const byH5 = stoodStill.reduce((sum, ns, k) => (chains[k][chains[k].length - 1].node === "h5" ? sum + ns : sum), 0);
  expect(reach(without)).toBeGreaterThan(20);
  expect(byH5 / all).toBeGreaterThan(0.8);
  const watchdog = `{ kind: pfc-watchdog, target: "leaf*-h*", detection: 200us, restoration: 200us, poll: 100us, action: forward }`;
  const saved = of(`${storm}, ${watchdog}`);
  expect(reach(saved)).toBeLessThan(reach(without) / 2);
  expect(saved.summary.flows.finished).toBeGreaterThan(without.summary.flows.finished);
  expect(events(saved).some((event) => event.startsWith("storm: forward"))).toBe(true);
}, 30_000);
