/** Tests fast-forward against the exact run: equal numbers, to the picosecond. */
import { describe, expect, test } from "vitest";
import { Stream } from "../src/base/random.ts";
import { FastForward } from "../src/run/fast-forward/fast-forward.ts";
import { pairsOf } from "../src/report/skip-errors.ts";
import { readScenario, setUp, type Results } from "../src/run/lab/lab.ts";

const scenario = (traffic: string, { policies = "", more = "" } = {}): string => `seed: 1
until: done
limit: 100ms
topology: { kind: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 4, rate: 100Gbps, delay: 1us }
traffic: [${traffic}]
policies: { routing: { name: ecmp, seed: per-switch }${policies} }
measure: { pauses: false }
${more}`;

interface Both {
  readonly exact: Results;
  readonly fast: Results;
  readonly events: readonly [exact: number, fast: number];
}

function both(text: string): Both {
  const run = (extra: string): [Results, number] => {
    const one = setUp(readScenario(text + extra, "fast.yaml"));
    return [one.results(one.run(one.scenario.until)), one.network.events];
  };
  const [exact, a] = run("");
  const [fast, b] = run("\nfastForward: true\n");
  return { exact, fast, events: [a, b] };
}

/** Compares all tables except those with a row for each PAUSE. */
function expectSame({ exact, fast }: Both): void {
  for (const name of ["flows", "parts", "ports", "counters"] as const) {
    const [a, b] = [exact.tables[name], fast.tables[name]];
    if (a === undefined || b === undefined) throw new Error(`no table ${name}`);
    for (const [column, cells] of Object.entries(a.columns))
      expect([name, column, ...Array.from(b.columns[column as keyof typeof b.columns] as ArrayLike<unknown>)]).toEqual([
        name,
        column,
        ...Array.from(cells as ArrayLike<unknown>),
      ]);
  }
  expect(fast.summary.simulated_ns).toBe(exact.summary.simulated_ns);
}

const flows = (...list: string[]): string =>
  `{ kind: flows, list: [${list
    .map((one) => one.split(" "))
    .map(([from, to, size, start = "0us"]) => `{ from: ${from}, to: ${to}, size: ${size}, start: ${start} }`)
    .join(", ")}] }`;
const none = { policies: ", congestion: none" };
const windows = { ...none, more: "host: { window: bdp }" };

describe("equals the exact run, with fewer events", () => {
  test.each([
    ["a lone flow", flows("h0 h5 20MB"), none, 20],
    ["a lone flow under DCQCN", flows("h0 h5 20MB"), {}, 20],
    ["a flow whose last packet is short", flows("h0 h5 20000001B"), none, 20],
    ["two flows in turn", flows("h0 h5 5MB", "h1 h5 5MB 1ms"), none, 5],
    ["flows that share the NIC", flows("h0 h5 5MB", "h0 h6 5MB", "h0 h7 5MB"), none, 3],
    ["three senders with windows, one receiver", flows("h0 h1 5MB", "h2 h1 5MB", "h3 h1 5MB"), windows, 3],
    [
      "flows that begin and end at other times",
      flows("h0 h1 8MB", "h2 h3 6MB 13us", "h4 h5 5MB 217us", "h6 h7 3MB 300us"),
      none,
      3,
    ],
    ["a ring all-reduce", "{ kind: collective, operation: all-reduce-ring, ranks: all, size: 16MB }", windows, 3],
    [
      "an all-reduce whose ranks compute",
      "{ kind: collective, operation: all-reduce-halving-doubling, ranks: all, size: 16MB, compute: 20us, straggle: 5us }",
      windows,
      1.2,
    ],
  ])("%s", (_, traffic, options, gain) => {
    const runs = both(scenario(traffic, options));
    expectSame(runs);
    expect(runs.events[0] / runs.events[1]).toBeGreaterThan(gain);
    expect(runs.fast.summary.fast_forward?.share).toBeGreaterThan(0.2);
  });
});

test.each(["dt", "st"])(
  "senders that PFC pauses in turn, under the buffer policy %s: whole cycles are skipped",
  (buffer) => {
    const runs = both(`seed: 1
until: 2ms
topology: { kind: star, hosts: 9, rate: 400Gbps, delay: 1us }
traffic: [{ kind: long-lived, from: h1..h8, to: h0 }]
switch: { memory: 4MiB }
policies: { congestion: none, buffer: ${buffer} }
measure: { pauses: false }
`);
    expectSame(runs);
    // At first each search is too short for a period, which has more than 100 packets of each sender.
    expect(runs.fast.summary.fast_forward?.share).toBeGreaterThan(0.5);
    expect(runs.exact.summary.counters.pauses).toBeGreaterThan(500);
  },
);

describe("skips nothing that changes", () => {
  test.each([
    ["a queue that grows until PFC pauses the senders", flows("h0 h1 5MB", "h2 h1 5MB", "h3 h1 5MB"), none],
    [
      "a flow that has lost packets under IRN",
      flows("h0 h1 4MB", "h2 h1 200KB 20us"),
      { policies: ", congestion: none, recovery: irn", more: "classes: { lossless: [] }\nswitch: { memory: 100KB }" },
    ],
    ["DCQCN at a shared link", flows("h0 h1 3MB", "h2 h1 3MB"), { more: "switch: { memory: 2MB }" }],
  ])("%s", (_, traffic, options) => {
    expectSame(both(scenario(traffic, options)));
  });
});

test("a deadlock that forms while a long flow repeats itself: the same time and queues", () => {
  const traffic = [
    ["h0..h7", "h30..h37"],
    ["h30..h37", "h0..h7"],
    ["h10..h17", "h20..h27"],
    ["h20..h27", "h10..h17"],
  ].map(([from, to]) => `{ kind: poisson, cdf: fb-hadoop-hpcc, load: 0.9, from: ${from}, to: ${to}, stop: 400us }`);
  const runs = both(`seed: 1
until: done
limit: 3ms
topology: { kind: leaf-spine, leaves: 4, spines: 2, hostsPerLeaf: 10, rate: 100Gbps, delay: 2us, fail: [leaf3-spine0, leaf0-spine1] }
traffic: [${traffic.join(", ")}, ${flows("h8 h9 20MB")}]
switch: { memory: 4MiB }
policies: { congestion: none }
measure: { pauses: false }
`);
  expectSame(runs);
  const { exact, fast } = runs;
  expect(exact.summary.deadlock.length).toBeGreaterThan(2);
  expect(fast.summary.deadlock).toEqual(exact.summary.deadlock);
  expect(fast.summary.deadlock_since_ns).toBe(exact.summary.deadlock_since_ns);
});

describe("with faults at planned times", () => {
  const later = ["h0 h6 5MB 400us", "h2 h3 2MB 800us", "h4 h7 4MB 1ms"];
  test.each([
    [
      "a link that flaps",
      "{ kind: link-down, target: leaf0-spine0, at: 150us, for: 60us, times: 4, every: 400us, converge: 30us }",
      ["h0 h5 3MB", ...later],
      3,
    ],
    [
      "a link that dies in the middle of a flow",
      "{ kind: link-down, target: leaf0-spine1, at: 300us, for: 60us, converge: 30us }",
      ["h0 h5 9MB"],
      1.3,
    ],
    ["all paths fail", "{ kind: switch-down, target: spine*, at: 100us, for: 60us }", ["h0 h5 3MB", ...later], 1.3],
  ])("%s: every number is that of the exact run, with losses and times of faults", (_, fault, list, gain) => {
    const more = `faults: [${fault}]\nonDrop: count\n`;
    const { exact, fast, events } = both(scenario(flows(...list), { ...none, more }));
    expectSame({ exact, fast, events });
    expect(exact.tables.losses?.rows).toBeGreaterThan(0);
    expect(fast.tables.losses).toEqual(exact.tables.losses);
    expect(fast.tables.faults).toEqual(exact.tables.faults);
    expect(events[0] / events[1]).toBeGreaterThan(gain);
  });
});

test("random flows: every number is that of the exact run", () => {
  const source = new Stream(7, 1, 1);
  const draw = (n: number): number => Math.floor(source.next() * n);
  for (let k = 0; k < 12; k++) {
    const list = Array.from({ length: 1 + draw(6) }, () => {
      const from = draw(8);
      return `h${from} h${(from + 1 + draw(7)) % 8} ${50_000 + draw(2_000_000)}B ${draw(400)}us`;
    });
    expectSame(both(scenario(flows(...list), [none, windows, {}][k % 3])));
  }
});

test("ends at the time of the exact run, also if flows hang or only timers are left", () => {
  const text = (policies: string, more: string): string =>
    scenario(flows("h0 h1 4MB"), { policies: `, congestion: none${policies}`, more }).replace("100ms", "4ms");
  // With a window of two packets, the flow never gets the ACK of every fourth packet.
  expectSame(
    both(text(", recovery: { name: go-back-n, ackEvery: 4 }", "host: { window: bdp }\npacket: { payload: 4096B }")),
  );
  const late = both(scenario(flows("h0 h1 4MB"), none).replace("100ms", "200us"));
  expectSame(late);
  expect(late.exact.summary.ending).toBe("time is up");
});

/** Expects that each completion time is within the stated bound. The same flows must be complete. */
function expectTimesWithinBound({ exact, fast }: Both): void {
  const bound = fast.summary.fast_forward?.error_bound ?? 0;
  expect(fast.summary.ending).toBe(exact.summary.ending);
  for (const { flow, exact: a, fast: b } of pairsOf(exact, fast))
    expect([flow, Math.abs(b - a) / a <= bound]).toEqual([flow, true]);
}

/** Also expects equal counters, and equal bytes of each port. */
function expectWithinBound(runs: Both): void {
  expectTimesWithinBound(runs);
  const { exact, fast } = runs;
  expect(fast.summary.counters).toEqual(exact.summary.counters);
  const { port, sent_bytes } = exact.tables.ports.columns;
  expect([port, sent_bytes]).toEqual([fast.tables.ports.columns.port, fast.tables.ports.columns.sent_bytes]);
}

const ring = (more: string): string =>
  `{ kind: collective, operation: all-reduce-ring, ranks: [h0, h1, h2, h4, h5, h6], ${more} }`;

describe("replays known flows within the stated bound", () => {
  test.each([
    ["steps of a ring that repeat", ring("size: 3MB, iterations: 3"), 0.5, 0.02],
    ["steps of a few round trips", ring("size: 2400KB, iterations: 4"), 0.5, 0.04],
    ["chunks whose sizes differ by a byte", ring("size: 5999500B, iterations: 2"), 0.5, 0.02],
    ["chunks whose sizes differ by a packet", ring("size: 6000003B, iterations: 4"), 0.5, 0.02],
    ["a straggler in each iteration", ring("size: 3MB, iterations: 8, compute: 20us, straggle: 100us"), 0.5, 0.05],
    [
      "a job while another one is simulated",
      `${ring("size: 3MB, iterations: 3")}, ${flows("h7 h3 3MB 20us", "h7 h3 3MB 500us")}`,
      0.3,
      0.12, // flows that return to packet simulation take up to half a round trip more
    ],
  ])("%s", (_, traffic, share, bound) => {
    const runs = both(scenario(traffic));
    expectWithinBound(runs);
    const { fast_forward } = runs.fast.summary;
    expect(fast_forward?.share).toBeGreaterThan(share);
    expect(fast_forward?.memory?.replayed).toBeGreaterThan(20);
    expect(fast_forward?.error_bound).toBeLessThan(bound);
    const times = [runs.exact, runs.fast].map(({ summary }) => summary.simulated_ns);
    expect(Math.abs(times[1] - times[0]) / times[0]).toBeLessThan(0.01);
  });

  test("a flow that shared its NIC with a flow outside the model, and so has sent less than the model expects", () => {
    const runs = both(`seed: 131
until: done
limit: 4ms
topology: { kind: fat-tree, k: 4, rate: 100Gbps, delay: 600ns }
traffic:
  - ${flows("h3 h13 459642B 265us")}
  - { kind: collective, operation: all-reduce-ring, ranks: h0..h7, iterations: 2, compute: 20us, size: 4983000B }
policies: { congestion: none, buffer: { name: dt, alpha: 1/8 }, routing: { name: ecmp, seed: per-switch }, recovery: { name: go-back-n, ackEvery: 4 } }
measure: { pauses: false }`);
    expectTimesWithinBound(runs);
    expect(runs.fast.summary.fast_forward?.memory?.frozen).toBeGreaterThan(0);
  });

  test.each([
    [
      "a second job that arrives in between",
      `${ring("size: 3MB, iterations: 3")}, ${flows("h1 h5 2MB 1ms", "h2 h5 2MB 1ms")}`,
      "other flows of the same hosts were active",
    ],
    [
      "two flows of one NIC",
      ring("size: 3MB, iterations: 4, channels: 2"),
      "a NIC sends several flows at the same time",
    ],
    [
      "flows too short for the model",
      ring("size: 60KB, iterations: 8"),
      "whole packets alone change a completion time by more than 1%",
    ],
    ["flows without repetition", flows("h0 h1 300KB"), "the traffic repeats no message often enough"],
  ])("simulates every flow of %s, and says why", (_, traffic, obstacle) => {
    const runs = both(scenario(traffic));
    expectSame(runs);
    expect(runs.fast.summary.fast_forward?.memory).toBeUndefined();
    expect(runs.fast.summary.fast_forward?.obstacle).toBe(obstacle);
  });

  test("simulates every flow of a ring whose uplinks mark packets, although its times agree with the model by chance", () => {
    const runs = both(`seed: 7161
until: done
limit: 40ms
topology: { kind: fat-tree, k: 4, rate: 400Gbps, delay: 3us, uplinkRate: 100Gbps }
traffic: [{ kind: collective, operation: all-reduce-ring, ranks: h0..h3, size: 4808078B, iterations: 5 }]
packet: { payload: 4096B }
switch: { memory: 4MiB }
policies: { congestion: dcqcn, buffer: { name: dt, alpha: 1 }, routing: { name: ecmp, seed: per-switch }, recovery: { name: go-back-n, ackEvery: 2 } }
measure: { pauses: false }
`);
    expectSame(runs);
    expect(runs.exact.summary.counters.marked_packets).toBeGreaterThan(0);
    expect(runs.fast.summary.fast_forward?.obstacle).toBe("queues grow beyond the limits of the model");
  });
});

/** Congestion policies whose rates never settle. Fast-forward learns the mean rate of each kind of flow. */
describe.each(["hpcc", "acc", "powertcp", "timely", "dctcp"])("under %s", (congestion) => {
  const options = { policies: `, congestion: ${congestion}` };

  test.each([
    ["a lone flow", flows("h0 h5 1MB")],
    ["three flows on a link", flows("h0 h1 500KB", "h2 h1 500KB", "h3 h1 500KB 3us")],
  ])("simulates every packet of %s", (_, traffic) => {
    expectSame(both(scenario(traffic, options)));
  });

  test("replays the steps of a ring within the stated bound, also if a foreign flow joins in", () => {
    const runs = both(scenario(ring("size: 3MB, iterations: 3"), options));
    expectTimesWithinBound(runs);
    expect(runs.fast.summary.fast_forward?.share).toBeGreaterThan(0.5);
    const times = [runs.exact, runs.fast].map(({ summary }) => summary.simulated_ns);
    expect(Math.abs(times[1] - times[0]) / times[0]).toBeLessThan(0.01);
  });
});

test.each(["hpcc", "acc"])(
  "under %s, a flow of another job ends the replay of a ring at the port that they share",
  (congestion) => {
    const traffic = `${ring("size: 3MB, iterations: 6")}, ${flows("h7 h5 1MB 900us")}`;
    const runs = both(scenario(traffic, { policies: `, congestion: ${congestion}` }));
    expectTimesWithinBound(runs);
  },
);

test("under acc, simulates every flow of a ring whose uplinks have a backlog in the model", () => {
  // The uplinks are slower than the NICs, so the model has a backlog there that ACC avoids.
  const runs = both(`seed: 1
until: done
limit: 40ms
topology: { kind: fat-tree, k: 4, rate: 400Gbps, delay: 3us, uplinkRate: 100Gbps }
traffic: [{ kind: collective, operation: all-reduce-ring, ranks: h0..h3, size: 3790422B, iterations: 4, compute: 20us }]
packet: { payload: 4096B }
switch: { memory: 4MiB }
policies: { congestion: acc, buffer: st, routing: { name: ecmp, seed: per-switch } }
measure: { pauses: false }
`);
  expectSame(runs);
  expect(runs.fast.summary.fast_forward?.obstacle).toBe("queues grow beyond the limits of the model");
});

test("counts the bytes of replayed flows that the end of the run interrupts", () => {
  const text = scenario(ring("size: 3MB, iterations: 3"), none).replace("until: done\nlimit: 100ms", "until: 1ms");
  const { exact, fast } = both(text);
  expect(fast.summary.fast_forward?.share).toBeGreaterThan(0.2);
  const [bytes, replayed] = [exact, fast].map(({ tables }) => {
    const { sent_bytes, payload_bytes } = tables.ports.columns;
    return [...sent_bytes, ...payload_bytes];
  });
  // Packets on their way: 10 us at 100 Gbps.
  bytes.forEach((sent, port) => {
    expect(Math.abs(replayed[port] - sent)).toBeLessThan(125_000);
  });
});

describe("under plb", () => {
  const options = { policies: ", congestion: dcqcn" };
  const plb = (traffic: string): string =>
    scenario(traffic, options).replace("{ name: ecmp, seed: per-switch }", "plb");

  test("replays a ring within one switch", () => {
    const runs = both(plb("{ kind: collective, operation: all-reduce-ring, ranks: h0..h3, size: 2MB, iterations: 4 }"));
    expectWithinBound(runs);
    expect(runs.fast.summary.fast_forward?.share).toBeGreaterThan(0.5);
  });

  test("simulates every packet of a ring whose flows choose among paths", () => {
    expectSame(both(plb(ring("size: 600KB, iterations: 2"))));
  });
});

test.each([
  ["measure: { pauses: false, queues: [sw0-h0] }", "measure.queues takes samples over time"],
  [
    "faults: [{ kind: pause-storm, target: h1, at: 100us, for: 100us }]",
    "Fault pause-storm acts at times that depend on the packets",
  ],
  ["policies: { scheduling: round-robin }", "scheduling round-robin has state that fast-forward cannot see"],
  ["policies: { routing: conga }", "routing conga has state that fast-forward cannot see"],
  ["policies: { congestion: newreno, recovery: tcp }", "congestion newreno has state that fast-forward cannot see"],
])("refuses %s", (more, why) => {
  const text = `seed: 1\nuntil: 1ms\ntopology: { kind: star, hosts: 3 }\ntraffic: [${flows("h0 h1 1MB")}]\nfastForward: true\n${more}\n`;
  expect(() => readScenario(text, "fast.yaml")).toThrow(why);
});

test("a round-robin scheduler is no obstacle if all messages have one class, and is one otherwise", () => {
  const text = (cls: number): string => {
    const job = (ranks: string, cls: number): string =>
      `{ kind: collective, operation: all-gather, ranks: ${ranks}, size: 4MB, class: ${cls} }`;
    const traffic = `[${job("h0..h1", 3)}, ${job("h2..h3", cls)}]`;
    return `seed: 1\nuntil: done\nlimit: 1s\ntopology: { kind: star, hosts: 4 }\ntraffic: ${traffic}\npolicies: { scheduling: round-robin, congestion: none }\n`;
  };
  const runs = both(text(3));
  expectSame(runs);
  expect(runs.fast.summary.fast_forward?.share).toBeGreaterThan(0.5);
  expect(() => readScenario(`${text(4)}fastForward: true\n`, "fast.yaml")).toThrow("scheduling round-robin has state");
});

test.each([
  ["classQueues", "scheduling policy divides classes into queues"],
  ["held", "routing policy holds packets"],
  ["entropy", "transport keeps byte numbers of its flows"],
])("refuses a steady policy of the user whose state the hash does not have: %s", (field, why) => {
  const { network } = setUp(readScenario(scenario(flows("h0 h5 1MB"), none), "fast.yaml"));
  Object.assign(network.fabric, { [field]: {} });
  const refused = (): unknown => new FastForward(network, undefined as never, () => 0, undefined as never);
  expect(refused).toThrow(`Its ${why}, which fast-forward cannot see`);
});
