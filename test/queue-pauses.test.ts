/** PAUSEs of single queues: their rows and causes, the time that victims lose, and circles of paused queues. */
import { describe, expect, test } from "vitest";
import { withExamples } from "./with-examples.ts";
import { difference } from "../src/batch/soak/compare.ts";
import type { PolicyModule } from "../src/base/params.ts";
import type { QueueView, SchedulingPolicy } from "../src/contracts/scheduling.ts";
import { cutInto, runInTurns } from "../src/run/lab/in-partitions.ts";
import { chainOf, originsOf, readScenario, setUp, type Experiment } from "../src/run/lab/lab.ts";
import { us } from "../src/base/units.ts";
import { whyText } from "../src/apps/cli/why/text.ts";

/** The bytes of a queue above which it pauses the queues or flows that send to it. */
const T = 30_000;

/** All packets of a class share one queue. It pauses each sender above T, and resumes them at T. */
const backpressure = {
  role: "scheduling",
  about: "hop-by-hop backpressure by queue",
  params: {},
  create(_: unknown, view: QueueView): SchedulingPolicy {
    const paused = new Map<string, [port: number, cls: number, sender: number]>();
    return {
      queues: 2,
      next: (_port, ready) => 31 - Math.clz32(ready & -ready),
      assign(port, cls, packet, of, size, from) {
        const sender = view.toHost(from) ? of : 0;
        const key = `${port} ${cls} ${from} ${sender}`;
        const isSender = from >= 0 && (view.isData(packet) || !view.toHost(from));
        if (!isSender || paused.has(key) || view.queued(port, cls, 0) + size <= T) return 0;
        paused.set(key, [from, cls, sender]);
        view.pause(from, cls, sender);
        return 0;
      },
      nextQueue: () => 0,
      onLeave(port, cls) {
        if (view.queued(port, cls, 0) > T) return;
        for (const [key, [from, of, sender]] of paused) {
          if (!key.startsWith(`${port} ${cls} `)) continue;
          paused.delete(key);
          view.resume(from, of, sender);
        }
      },
    };
  },
};

/**
 * A timer of each ingress port pauses its senders while more than T of their bytes wait at the switch, at any egress. So the policy
 * handles no queue when it pauses.
 */
const timed = {
  ...backpressure,
  about: "backpressure by timers",
  create(_: unknown, view: QueueView): SchedulingPolicy {
    const bytes = new Float64Array(view.ports);
    const isArmed = new Uint8Array(view.ports);
    const senders = Array.from({ length: view.ports }, () => new Map<number, boolean>());
    const timer = view.timer(view.ports, (from) => {
      for (const [sender, isPaused] of senders[from]) {
        if (bytes[from] > T && !isPaused) view.pause(from, 3, sender);
        if (bytes[from] <= T && isPaused) view.resume(from, 3, sender);
        senders[from].set(sender, bytes[from] > T);
      }
      isArmed[from] = bytes[from] > 0 ? 1 : 0;
      if (isArmed[from] === 1) timer.arm(from, view.now + us(1));
    });
    return {
      queues: 2,
      next: (_port, ready) => 31 - Math.clz32(ready & -ready),
      assign(_port, cls, packet, of, size, from) {
        if (from < 0 || cls !== 3 || !view.isData(packet)) return 0;
        const sender = view.toHost(from) ? of : 0;
        if (!senders[from].has(sender)) senders[from].set(sender, false);
        bytes[from] += size;
        if (isArmed[from] === 0) timer.arm(from, view.now + us(1));
        isArmed[from] = 1;
        return 0;
      },
      nextQueue: () => 0,
      onLeave(_port, cls, packet, _of, size, from) {
        if (from >= 0 && cls === 3 && view.isData(packet)) bytes[from] -= size;
      },
    };
  },
};

const tables = {
  ...withExamples,
  policies: {
    ...withExamples.policies,
    scheduling: {
      ...withExamples.policies.scheduling,
      backpressure: backpressure as unknown as PolicyModule<never, unknown>,
      timed: timed as unknown as PolicyModule<never, unknown>,
    },
  },
};

/** The hosts of a leaf send to those of another, by the first host of each. */
const pairs = (from: number, to: number): object[] =>
  Array.from({ length: 8 }, (_, k) => ({ from: `h${from + k}`, to: `h${to + k}`, size: "400KB" }));

/** Four leaves and two spines. Without two links, the routes form circles of both spines and leaves 1 and 2. */
function fabric(scheduling: string, fail: readonly string[]): Experiment {
  const list = [...pairs(0, 24), ...pairs(24, 0), ...pairs(8, 16), ...pairs(16, 8)];
  const scenario = {
    until: "3ms",
    topology: { kind: "leaf-spine", leaves: 4, spines: 2, hostsPerLeaf: 8, rate: "100Gbps", delay: "1us", fail },
    switch: { memory: "64MiB" },
    policies: { congestion: "none", scheduling },
    traffic: [{ kind: "flows", list }],
  };
  return setUp(readScenario(JSON.stringify(scenario), "circle.json", undefined, [], tables), { tables });
}

const FAILED = ["leaf3-spine0", "leaf0-spine1"];
const whole = ({ run, results, scenario }: Experiment) => results(run(scenario.until));

describe("h0, h1 and h4 send to h5 over sw0 and sw1; h2 shares the queue between the switches, and sends to h3", () => {
  const fabric = (scheduling = "backpressure"): Experiment => {
    const scenario = {
      until: "2ms",
      topology: { kind: "chain", switches: 2, hostsPerSwitch: 3, rate: "100Gbps", delay: "1us" },
      switch: { memory: "64MiB" },
      policies: { congestion: "none", scheduling },
      traffic: [
        { kind: "incast", from: ["h0", "h1", "h4"], to: "h5", size: "1MB" },
        { kind: "flows", list: [{ from: "h2", to: "h3", size: "1MB" }] },
      ],
    };
    return setUp(readScenario(JSON.stringify(scenario), "chain.json", undefined, [], tables), { tables });
  };
  const VICTIM = 3;

  test("each PAUSE has a row, and the chains lead to the port to h5", () => {
    const {
      tables: { pauses, ports },
      summary,
    } = whole(fabric());
    const { columns: c, rows } = pauses;
    expect([rows, summary.counters.pauses, summary.counters.pauses_unrecorded]).toEqual([
      summary.counters.queue_pauses,
      0,
      0,
    ]);
    expect(ports.columns.pauses_sent.every((sent) => sent === 0)).toBe(true);
    const ofQueue = Array.from(c.scope.keys()).filter((row) => c.scope[row] === "one queue");
    const ofFlows = Array.from(c.scope.keys()).filter((row) => c.scope[row] === "one flow" && c.node[row] === "sw0");
    expect(ofQueue.length).toBeGreaterThan(1);
    for (const row of ofQueue) {
      expect([c.node[row], c.peer[row], c.queue[row], c.egress_port[row], c.caused_by[row]]).toEqual([
        "sw1",
        "sw0",
        0,
        "sw1-h5",
        -1,
      ]);
      // The packet that exceeded T is part of the occupancy.
      expect(c.occupancy_bytes[row]).toBeGreaterThan(T);
      expect(c.occupancy_bytes[row] % 1062).toBe(0);
    }
    expect(ofQueue.every((row) => Number.isNaN(c.threshold_bytes[row]))).toBe(true);
    // sw0 pauses flows while sw1 has paused its queue, or because three hosts exceed one link.
    const caused = ofFlows.filter((row) => c.caused_by[row] >= 0);
    expect(caused.length).toBeGreaterThan(0);
    for (const row of caused) {
      const chain = chainOf(pauses, row);
      expect(chain.map(({ node, scope }) => [node, scope])).toEqual([
        ["sw0", "one flow"],
        ["sw1", "one queue"],
      ]);
      expect(c.start_ns[row]).toBeGreaterThan(chain[1].start_ns);
    }
  });

  test("h2 is the only victim of that port, and its time is named", () => {
    const experiment = fabric();
    const lost = experiment.lostTime();
    const { run, scenario, network } = experiment;
    run(scenario.until);
    lost.close();
    const origin = originsOf(network, lost).find(({ origin: name }) => name === "sw1-h5");
    expect([origin?.flows_hurt, origin?.kind, origin?.fault]).toEqual([1, "queue", undefined]);
    const found = Array.from({ length: lost.pauses.rows }, (_, row) => lost.rootOf(row));
    const victims = new Set(found.flatMap((root) => [...lost.hurtBy(lost.keyOf(root)).keys()]));
    expect([...victims]).toEqual([VICTIM]);
    // Alone h2 takes 87 us for 1,000 packets and 4 us for the way.
    const taken = network.flows.received[VICTIM] - 91e6;
    expect((origin?.lost_ns ?? 0) * 1000).toBeGreaterThan(taken / 4);
    expect((origin?.lost_ns ?? 0) * 1000).toBeLessThan(taken);
  });

  test("why --flow names the root of the time for which h2 was paused", () => {
    const experiment = fabric();
    const why = experiment.watch(VICTIM);
    const { parts } = why(whole(experiment));
    const paused = parts.filter(({ part }) => part === "queue_stopped");
    expect(paused.length).toBeGreaterThan(0);
    for (const { roots = [], time_ps } of paused) {
      expect(roots.reduce((sum, root) => sum + root.time_ps, 0)).toBe(time_ps);
      expect(roots.some(({ egress_port }) => egress_port === "sw1-h5")).toBe(true);
    }
  });

  test("a PAUSE from a timer is caused by the egress port with most bytes from its ingress port", () => {
    const experiment = fabric("timed");
    const why = experiment.watch(VICTIM);
    const results = whole(experiment);
    const { pauses } = results.tables;
    const { columns: c } = pauses;
    expect(results.summary.ending).toBe("all flows are done");
    const rowsOf = (node: string, scope: string): number[] =>
      Array.from(c.scope.keys()).filter((row) => c.node[row] === node && c.scope[row] === scope);
    // The packets of h2 to h3 come by the same ingress port. They are never most of its bytes.
    const ofQueue = rowsOf("sw1", "one queue");
    expect(ofQueue.length).toBeGreaterThan(1);
    for (const row of ofQueue) expect([c.egress_port[row], c.caused_by[row]]).toEqual(["sw1-h5", -1]);
    // A timer handles no queue, so there is no occupancy of one.
    expect(ofQueue.every((row) => Number.isNaN(c.occupancy_bytes[row]))).toBe(true);
    // sw0 pauses its hosts while sw1 has paused its queue. Most bytes wait in that queue, so the chain leads to sw1.
    const caused = rowsOf("sw0", "one flow").filter((row) => c.caused_by[row] >= 0);
    expect(caused.length).toBeGreaterThan(0);
    for (const row of caused) {
      expect(c.egress_port[row]).toBe("sw0-sw1");
      expect(chainOf(pauses, row).map(({ node, scope }) => [node, scope])).toEqual([
        ["sw0", "one flow"],
        ["sw1", "one queue"],
      ]);
    }
    const paused = why(results).parts.filter(({ part }) => part === "queue_stopped");
    expect(paused.some(({ roots = [] }) => roots.some(({ egress_port }) => egress_port === "sw1-h5"))).toBe(true);

    const asked = fabric("timed");
    const inquiry = asked.inquire(chainOf(pauses, caused[0]), asked.scenario.until);
    for (const { at, look } of inquiry.moments) {
      asked.run(at);
      look();
    }
    const answer = inquiry.answer();
    expect([answer.root.node, answer.root.peer]).toEqual(["sw1", "h5"]);
    const ends = { source: "", destination: "" };
    const flowsOf = answer.root.flows.map((flow) => ({ ...flow, ...ends }));
    const named = { ...answer, root: { ...answer.root, flows: flowsOf }, victims: [] };
    const text = whyText({ ...named, choice: { of: 1, by: "only one" } }, 200);
    expect(text).toContain(": a timer of its scheduling policy fired; most bytes waited towards sw1.");
    expect(text).toContain(": a timer of its scheduling policy fired; most bytes waited towards h5. That was at ");

    const again = fabric("timed");
    const parts = runInTurns(again, cutInto(again, 2).part);
    expect(
      difference({ results, network: experiment.network }, { results: parts, network: again.network }),
    ).toBeUndefined();
  });
});

test("a circle of paused queues is found, in one, two and four partitions", () => {
  const experiment = fabric("backpressure", FAILED);
  const results = whole(experiment);
  const { ending, deadlock, deadlock_since_ns, simulated_ns, counters } = results.summary;
  expect([ending, counters.pauses]).toEqual(["nothing can move", 0]);
  expect(simulated_ns).toBeLessThan(3e6);
  expect(deadlock.map((queue) => queue.split(" ")[0]).sort()).toEqual(["leaf1", "leaf2", "spine0", "spine1"]);
  expect(deadlock.every((queue) => queue.endsWith(" class 3 queue 0"))).toBe(true);
  // The last queue of the circle was paused when its frame of 84 B on the wire arrived, over a link of 1 us.
  const { scope, start_ns, duration_ns } = results.tables.pauses.columns;
  const since = start_ns.filter(
    (start, row) =>
      scope[row] === "one queue" &&
      Number.isNaN(duration_ns[row]) &&
      (deadlock_since_ns ?? NaN) - start >= 1000 &&
      (deadlock_since_ns ?? NaN) - start < 1200,
  );
  expect(since.length).toBeGreaterThan(0);
  for (const count of [2, 4]) {
    const again = fabric("backpressure", FAILED);
    const cut = cutInto(again, count);
    expect(cut.parts).toBe(count);
    const parts = runInTurns(again, cut.part);
    expect(
      difference({ results, network: experiment.network }, { results: parts, network: again.network }),
    ).toBeUndefined();
  }
});

test("without the failed links there is no circle, and none is reported", () => {
  const { summary } = whole(fabric("backpressure", []));
  expect([summary.ending, summary.deadlock]).toEqual(["all flows are done", []]);
  expect(summary.counters.queue_pauses).toBeGreaterThan(0);
});
