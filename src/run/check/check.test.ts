import { expect, test } from "vitest";
import { examine, headroomSaid, readScenario, setUp } from "../lab/lab.ts";
import { policies } from "../../policies/policies.ts";
import { exactHeadroom } from "../../theory/headroom.ts";
import { gbps, us } from "../../base/units.ts";
import { risks } from "./lossless-guarantee.ts";

const base = {
  until: "1ms",
  topology: { kind: "star", hosts: 5 },
  traffic: [{ kind: "incast", to: "h0", size: "1KB" }],
};
const experiment = (more: object) => setUp(readScenario(JSON.stringify({ ...base, ...more }), "x.json"));
const found = (more: object) => examine(experiment(more));
const about = (more: object) => found(more).warnings.map((warning) => warning.about);

/** Policies that reserve less memory than necessary: no headroom, or a pool with half of the need of all queues. */
const LESS: Readonly<Record<string, number>> = { none: 0, shp: 0.5 };

test("every headroom policy keeps what may follow a PAUSE, by src/theory, or a warning says that it keeps less", () => {
  const link = { frame: 1062, rate: gbps(100), delay: us(1) };
  const need = { queue: exactHeadroom(link), port: exactHeadroom({ ...link, pfcWire: 168 }) };
  for (const headroom of Object.keys(policies.headroom)) {
    const { headroom: rows, warnings } = found({ policies: { headroom } });
    const [{ kept, need: asked, each }] = rows;
    expect(asked).toBe(need[each]);
    expect(kept).toBe(need[each] * (LESS[headroom] ?? 1));
    expect(warnings).toHaveLength(headroom in LESS ? 1 : 0);
  }
});

test("headroom too small is one warning for links alike, those that are shortest of it first", () => {
  const topology = { kind: "leaf-spine", leaves: 2, spines: 2, hostsPerLeaf: 2, uplinkDelay: "5us" };
  const { scenario, network } = experiment({ topology, policies: { headroom: { name: "sih", size: "20KB" } } });
  const found = risks(scenario, network);
  expect(found.map(({ ports, short }) => [ports.length, short])).toEqual([
    [8, exactHeadroom({ frame: 1062, rate: gbps(100), delay: us(5) }) - 20_000],
    [4, exactHeadroom({ frame: 1062, rate: gbps(100), delay: us(1) }) - 20_000],
  ]);
  expect(found[0].mistake.message).toMatch(/leaf0's port to spine0 and 7 like it \(100 Gbps, 5 us\), got "20 KB"$/);
});

test("a link whose policy takes longer to react has room for what comes meanwhile", () => {
  const slow = { between: "h1-sw0", policy: { name: "pfc", reaction: 600 } };
  const reaction = 600 * 64;
  const kept = found({ links: [slow] }).headroom.map((row) => row.kept);
  expect(Math.max(...kept)).toBe(exactHeadroom({ frame: 1062, rate: gbps(100), delay: us(1), reaction }));
  expect(about({ links: [slow] })).toEqual([]);
});

test.each([
  [{ policies: { link: "none" } }, ["loss"]],
  [{ policies: { link: "none" }, onDrop: "count" }, []],
  [{ policies: { link: "none" }, classes: { lossless: [] } }, []],
  [{ policies: { link: { name: "pfc", repeat: "packet" } } }, ["loss"]],
  [{ links: [{ between: "h1-sw0", memory: "200KB", policy: { name: "pfc", xoff: "190KB" } }] }, ["loss"]],
  [{ links: [{ between: "h1-sw0", memory: "200KB", policy: { name: "pfc", xoff: "160KB" } }] }, []],
  [{ links: [{ between: "h1-sw0", memory: "200KB" }], traffic: [{ kind: "incast", to: "h0", class: 5 }] }, ["loss"]],
])("where packets may be lost: %j", (more, expected) => {
  expect(about(more)).toEqual(expected);
});

test("ECN from 400 KB on: with queues that stop at 100 KB PFC is first for up to 3 senders, at 200 KB for none of two; private bytes count", () => {
  const dcqcn = (xoff: string, priv = "0B") =>
    found({ policies: { congestion: "dcqcn", buffer: { name: "st", xoff } }, switch: { private: priv } }).warnings;
  expect(dcqcn("100KB")[0].mistake.message).toContain("below 300 KB, where PFC pauses 3 senders");
  expect(dcqcn("100KB")[0].mistake.hint).toBe("PFC acts before ECN if at most 3 send to one output.");
  expect(dcqcn("99KB")[0].mistake.hint).toBe("PFC acts before ECN for any number of senders.");
  expect(dcqcn("200KB")).toEqual([]);
  expect(dcqcn("100KB", "100KB")).toEqual([]);
});

test("a queue that takes all memory below its threshold is told of, one that stops at alpha / (1 + alpha) of it is not", () => {
  expect(about({ policies: { buffer: { name: "st", xoff: "17MB" } } })).toEqual(["threshold"]);
  expect(about({ policies: { buffer: { name: "dt", alpha: 1024 } } })).toEqual([]);
});

test("lossy classes: ECN from 400 KB on never marks if packets are trimmed at 50 KB or dropped at 300 KB", () => {
  const lossy = (policies: object) => found({ classes: { lossless: [] }, policies }).warnings;
  const [trimmed, ...others] = lossy({ transport: "uec", buffer: { name: "trim", queue: "50KB" } });
  expect(trimmed.mistake.message).toContain(
    "expected marking below 50 KB, where the switch trims packets of class 3, got",
  );
  expect(others).toEqual([]);
  const [dropped] = lossy({ buffer: { name: "st", xoff: "300KB" } });
  expect(dropped.mistake.message).toContain("below 300 KB, where the switch drops packets of class 3, got");
  expect(lossy({ buffer: { name: "st", xoff: "500KB" } })).toEqual([]);
  expect(lossy({ transport: "ndp", buffer: "trim" })).toEqual([]);
  expect(lossy({ transport: "uec", buffer: "trim", detection: { name: "red", kmin: "4KB", kmax: "8KB" } })).toEqual([]);
});

test("load of flows without a stop, over the run: 2 x 10,000 packets of 1,082 B on the wire in 1 ms, of which 100 Gbps carry 12.5 MB", () => {
  const traffic = [{ kind: "flows", list: ["h1, h0, 10MB", "h2, h0, 10MB"] }];
  const { loads, warnings } = found({ traffic });
  const load = (10_000 * 1082) / 12.5e6;
  expect(loads[0]).toEqual({ link: "sw0 to h0", load: 2 * load, overRun: 2 * load });
  expect(loads[1]).toEqual({ link: "h1 to sw0", load, overRun: load });
  expect(warnings.map(({ mistake }) => mistake.message)).toEqual([
    "traffic: expected a load of at most 1 on each link, got 1.73. Offered load over the run is 1.73 from sw0 to h0: some flows cannot finish by the end of the run under any policy.",
  ]);
});

test("an entry of traffic that starts no flow before the run ends is a warning, and one that starts some is none", () => {
  const few = { kind: "poisson", cdf: "websearch-hpcc", load: 1e-4 };
  const longLived = { kind: "long-lived", from: "h1", to: "h0" };
  const ring = { kind: "collective", operation: "all-reduce-ring", ranks: "h0..h2", size: "1KB" };
  const { warnings } = found({ until: "100us", traffic: [few, longLived, ring, few] });
  expect(warnings.map(({ mistake }) => mistake.message)).toEqual(
    [0, 3].map(
      (entry) =>
        `traffic[${entry}]: expected at least one flow, got 0. No flow begins in the run of 100 us under seed 1: raise the load, or lengthen the run.`,
    ),
  );
});

test("the loads leave out long-lived flows, and their number is known", () => {
  const traffic = [{ kind: "long-lived", from: ["h1", "h2"], to: "h0" }];
  const { loads, longLived } = found({ traffic });
  expect({ loads, longLived }).toEqual({ loads: [], longLived: 2 });
});

test("load while traffic arrives: 1.5 for 1 ms of a run of 10 ms is overload, although all of it can be carried by the end", () => {
  const poisson = { kind: "poisson", cdf: "fb-hadoop-hpcc", load: 1.5, stop: "1ms" };
  const run = { until: "done", limit: "10ms", topology: { kind: "star", hosts: 64 }, traffic: [poisson] };
  const { loads, warnings } = found(run);
  // The load is more than the payload's 1.5, because each packet of at most 1,000 B has 82 B of headers.
  expect(loads[0].load).toBeGreaterThan(1.5);
  expect(loads[0].load).toBeLessThan(1.5 * 1.3);
  expect(loads[0].overRun / loads[0].load).toBeCloseTo(0.1, 2);
  expect(warnings.map(({ mistake }) => mistake.message)).toEqual([
    expect.stringMatching(
      /^traffic: expected a load of at most 1 on each link while traffic arrives, got 1\.\d+\. Offered load is 1\.\d+ from .*, and more than 1 on 124 other links: some flows cannot finish before traffic stops, so queues grow until then\.$/,
    ),
  ]);
});

test("loads that arrive at the same time add up, those of different times do not", () => {
  const poisson = { kind: "poisson", cdf: "fb-hadoop-hpcc", load: 0.4 };
  const one = { ...poisson, stop: "1ms" };
  const [topology, until] = [{ kind: "star", hosts: 32 }, "2ms"];
  const most = (...traffic: object[]): number => found({ topology, until, traffic }).loads[0].load;
  const alone = most(one);
  expect(most(one, { ...poisson, start: "1ms" }) / alone).toBeLessThan(1.2);
  expect(most(one, one) / alone).toBeGreaterThan(1.6);
});

test("incasts that come a number of times arrive in that time, not in that of a run that waits for them", () => {
  const incast = { kind: "incast", to: "h0", size: "64KB", every: "100us", count: 10 };
  const { loads } = found({ until: "done", limit: "20ms", topology: { kind: "star", hosts: 17 }, traffic: [incast] });
  expect(loads[0].load).toBeCloseTo((16 * 64 * 1082) / (100e-6 * 12.5e9), 9);
  expect(loads[0].overRun).toBeCloseTo(loads[0].load / 20, 9);
});

test("several shortest paths share a load, and what one host of an entry with a load has drawn is no overload", () => {
  const topology = { kind: "leaf-spine", leaves: 2, spines: 2, hostsPerLeaf: 4 };
  const poisson = { kind: "poisson", cdf: "websearch-hpcc", load: 0.5 };
  const { loads, warnings } = found({ topology, traffic: [poisson] });
  expect(warnings).toEqual([]);
  const hosts = loads.filter(({ link }) => link.startsWith("h"));
  expect(new Set(hosts.map(({ load }) => load.toFixed(6))).size).toBe(1);
});

test("shared, headroom and private bytes are all of a switch's memory", () => {
  const topology = { kind: "leaf-spine", leaves: 3, spines: 2, hostsPerLeaf: 4 };
  for (const headroom of ["sih", "dsh", "one-counter"]) {
    const { memory } = found({ topology, policies: { headroom }, switch: { private: "1KB" } });
    expect(memory.map(({ switches }) => switches.length)).toEqual([3, 2]);
    for (const kind of memory) expect(kind.shared + kind.headroom + kind.private).toBe(kind.memory);
  }
});

test.each([
  [
    { kind: "lost-pauses", target: "h1-sw0" },
    "stop",
    ["loss"],
    /sw0's port to h1 reserves 31\.58 KB .* at 100 Gbps until the next PAUSE/,
  ],
  // 2 x 9 us at 100 Gbps add 225 KB.
  [
    { kind: "delay", target: "h1-sw0", delay: "10us" },
    "count",
    [],
    /reserves 31\.58 KB for a lossless queue, but 256\.6 KB may follow/,
  ],
  [{ kind: "delay", target: "h1-sw0", delay: "10us", way: "there" }, "count", [], /but 144\.1 KB may follow/],
  [{ kind: "link-down", target: "h1-sw0", for: "1us", times: 5, every: "300us" }, "count", ["fault"], undefined],
  [{ kind: "pfc-watchdog", target: "all" }, "count", ["fault"], undefined],
  [
    { kind: "pfc-watchdog", target: "all", detection: "200us", poll: "100us", restoration: "1ms" },
    "count",
    [],
    undefined,
  ],
])(
  "what a fault does to the promise of headroom, and whether the run is long enough for it: %j",
  (fault, onDrop, expected, says) => {
    const { warnings, faults } = found({ faults: [fault], onDrop });
    expect(warnings.map((warning) => warning.about)).toEqual(expected);
    const [{ headroom }] = faults;
    if (says === undefined) expect(headroom).toBeUndefined();
    else expect(headroomSaid(headroom!)).toMatch(says);
  },
);

test("packets that a leaf holds have no memory: a routing policy that releases them after a PAUSE is named", () => {
  const text = `until: 60us
topology: { kind: leaf-spine, leaves: 2, spines: 4, hostsPerLeaf: 4, rate: 100Gbps, delay: 1us }
switch: { memory: 400KB }
policies: { congestion: none, routing: conweave, recovery: irn }
traffic: [{ kind: incast, from: [h0, h1, h2, h3], to: h5, size: 1MB }]
`;
  const { run, scenario } = setUp(readScenario(text, "held.yaml"));
  expect(() => run(scenario.until)).toThrow(/policies\.routing: expected a policy that charges held packets/);
});
