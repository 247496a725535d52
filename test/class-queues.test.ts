/** Tests queues within a class with PAUSEs of single queues and flows: byte accounts, failed links and partitions. */
import { describe, expect, test } from "vitest";
import { difference } from "../src/batch/soak/compare.ts";
import { CaptureFile } from "../src/report/capture-file.ts";
import { Capture } from "../src/run/measure/capture.ts";
import { breakdownsOf } from "../src/run/measure/fct-breakdown.ts";
import { cutInto, runInTurns } from "../src/run/lab/in-partitions.ts";
import { examine, type Experiment } from "../src/run/lab/lab.ts";
import type { QueueView, SchedulingPolicy } from "../src/contracts/scheduling.ts";
import { runText } from "../src/report/run-text.ts";
import type { Network } from "../src/sim/model/network.ts";
import { SIZE } from "../src/sim/model/packet-record.ts";
import { gbps, ms, us } from "../src/base/units.ts";
import { flow, star } from "./lab-bench.ts";
import { tiny, type TinyParts } from "./tiny-network.ts";
import { readWithExamples, setUpWithExamples } from "./with-examples.ts";

interface Script {
  /** At these times, a port pauses or resumes a queue of the previous hop. */
  readonly frames?: readonly {
    readonly at: number;
    readonly port: number;
    readonly queue: number;
    readonly pause: boolean;
  }[];
  readonly assign?: SchedulingPolicy["assign"];
}

/** A scripted policy: flow f joins queue f modulo 4, queues send in turn, and PAUSEs follow the script. */
function scripted({ frames = [], assign = (_port, _cls, _packet, of) => of % 4 }: Script) {
  return (view: QueueView): SchedulingPolicy => {
    const turn = new Int32Array(view.ports * 8).fill(-1);
    const timer = view.timer(frames.length, (k) => {
      const { port, queue, pause } = frames[k];
      if (pause) view.pause(port, 3, queue);
      else view.resume(port, 3, queue);
    });
    frames.forEach(({ at }, k) => {
      timer.arm(k, at);
    });
    return {
      queues: 4,
      next: (_port, ready) => 31 - Math.clz32(ready & -ready),
      assign,
      nextQueue: (port, cls) => (turn[port * 8 + cls] = view.nextActive(port, cls, turn[port * 8 + cls])),
    };
  };
}

const network = (flows: Parameters<typeof tiny>[1], script: Script, more: TinyParts = {}, hosts = 4): Network =>
  tiny(star(hosts), flows, { scheduling: scripted(script), ...more }).network;
/** The port of the switch to a host: port 4 for host 0. */
const portOf = (net: Network, host: number): number => net.fabric.peer[net.fabric.portBase[host]];

describe("a switch whose policy has four queues in each class", () => {
  const incast = [flow(0, 3, 400_000), flow(1, 3, 400_000), flow(2, 3, 400_000)];

  test("sends the queues in turn: three flows finish within a packet of each other, and all accounts add up", () => {
    const net = network(incast, {});
    net.run(us(40));
    const backlogs = [0, 1, 2, 3].map((queue) => net.fabric.classQueues?.backlog(portOf(net, 3), 3, queue));
    expect(backlogs[3]).toBe(0);
    expect(
      Math.max(...(backlogs.slice(0, 3) as number[])) - Math.min(...(backlogs.slice(0, 3) as number[])),
    ).toBeLessThan(2 * 1062);
    expect(net.fabric.classQueues?.active(portOf(net, 3), 3)).toBe(3);
    net.recount();
    net.run(ms(1));
    expect(net.unfinished).toBe(0);
    const ends = [...net.flows.received.subarray(0, 3)];
    expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(3 * ((1082 * 8e12) / gbps(100)) + 1);
    net.recount();
  });

  test("has the results of one queue, if all packets join the same queue", () => {
    const one = network(incast, { assign: () => 2 });
    const { network: plain } = tiny(star(4), incast);
    one.run(ms(1));
    plain.run(ms(1));
    expect(String(one.fabric.digest)).toBe(String(plain.fabric.digest));
    expect(one.fabric.hops).toBe(plain.fabric.hops);
  });

  test("is refused without assign, with one queue, and with answers that are no queue", () => {
    const made = (wrong: Partial<SchedulingPolicy>) => () =>
      tiny(star(4), incast, { scheduling: (view) => ({ ...scripted({})(view), ...wrong }) }).network.run(ms(1));
    expect(made({ queues: 1 })).toThrow("expected queues from 2 to 4096, got 1");
    expect(made({ assign: undefined } as never)).toThrow("expected assign and nextQueue");
    expect(made({ assign: () => 4 })).toThrow("assign: expected a queue, 0 to 3, got 4");
    expect(made({ nextQueue: () => 3 })).toThrow("expected a queue that has a packet and is not paused, got 3");
  });

  test("drops the packets of all queues with a failed link, and the accounts add up", () => {
    const net = network(incast, {});
    net.run(us(40));
    net.fabric.fail(portOf(net, 3));
    expect(net.fabric.classQueues?.active(portOf(net, 3), 3)).toBe(0);
    expect(net.fabric.accounts.used[4]).toBe(0);
    net.recount();
  });
});

describe("a PAUSE of one flow at its host", () => {
  // Host 0 has two flows, to hosts 1 and 2. Its switch pauses flow 0 from 10 to 30 us.
  const flows = [flow(0, 1, 400_000), flow(0, 2, 400_000)];
  const frames = [
    { at: us(10), port: 4, queue: 0, pause: true },
    { at: us(30), port: 4, queue: 0, pause: false },
  ];

  test("stops this flow alone, and its time is named", () => {
    const net = network(flows, { frames });
    const port = portOf(net, 0);
    expect(port).toBe(4);
    net.run(us(12));
    const [sent, other] = net.flows.sndNxt;
    net.run(us(29));
    expect(net.flows.sndNxt[0]).toBe(sent);
    // The other flow has the whole link for 17 us.
    expect(net.flows.sndNxt[1] - other).toBeGreaterThan(160_000);
    const now = breakdownsOf(net, () => NaN)(0).parts.find(({ name }) => name === "queue_stopped");
    expect(now).toMatchObject({ port: net.flows.port[0] });
    net.run(ms(1));
    const part = breakdownsOf(net, () => us(20))(0).parts.find(({ name }) => name === "queue_stopped");
    // Both the PAUSE and the resume take effect 1 us and the time of their 84 B later. The flow is never rate-limited,
    // so it waits for 20 us less the packet on the wire.
    expect(part?.time).toBeGreaterThan(us(19.8));
    expect(part?.time).toBeLessThanOrEqual(us(20));
    net.recount();
    const { queuePauses, count, lostForQueues } = net.fabric.linkFrames;
    expect([queuePauses[port], Math.max(...queuePauses.filter((_, other) => other !== port))]).toEqual([1, 0]);
    expect([count, lostForQueues]).toEqual([2, 0]);
  });

  test("appears in a capture as a frame of its own type, not as PFC", () => {
    const net = network(flows, { frames });
    const ports = [portOf(net, 0)];
    const capture = new Capture(net, ports, 0);
    const file = new CaptureFile(net, ports, () => 0);
    net.run(ms(1));
    let found = 0;
    capture.take((chunk) => {
      for (let k = 0; k < chunk.count; k++) found += chunk.oneQueue[k];
      file.add(chunk);
    });
    expect(found).toBe(2);
    const text = Buffer.from(file.take()).toString("latin1");
    expect(text.split("\x88\xb5").length - 1).toBe(2);
    expect(text.match(/(PAUSE|RESUME) of queue 0 of class \d/g)).toHaveLength(2);
  });

  test("ends with its link", () => {
    const net = network(flows, { frames: frames.slice(0, 1) });
    net.run(us(20));
    expect(net.fabric.flowPauses?.paused[0]).toBe(1);
    net.fabric.resumeQueues(net.flows.port[0]);
    net.fabric.kick(net.flows.port[0]);
    net.run(ms(1));
    expect(net.unfinished).toBe(0);
  });
});

test("two of three switches in a row: a paused queue stops at the first switch, and the other queue sends on", () => {
  const rate = gbps(100);
  const wiring = {
    names: ["h0", "h1", "h2", "a", "b"],
    isSwitch: [false, false, false, true, true],
    links: [
      { a: 0, b: 3, rate, delay: us(1) },
      { a: 1, b: 3, rate, delay: us(1) },
      { a: 3, b: 4, rate, delay: us(1) },
      { a: 4, b: 2, rate, delay: us(1) },
    ],
  };
  const flows = [flow(0, 2, 300_000), flow(1, 2, 300_000)];
  const frames = [
    { at: us(10), port: -1, queue: 0, pause: true },
    { at: us(60), port: -1, queue: 0, pause: false },
  ];
  const base = tiny(wiring, flows).network.fabric;
  const [out, into] = [base.portBase[3] + 2, base.portBase[4]];
  expect(base.peer[out]).toBe(into);
  const script = { frames: frames.map((frame) => ({ ...frame, port: into })) };
  const net = tiny(wiring, flows, { scheduling: scripted(script) }).network;
  net.run(us(50));
  const { classQueues } = net.fabric;
  expect(classQueues?.isPaused(out, 3, 0)).toBe(true);
  expect(classQueues?.queues).toBe(4);
  expect(classQueues?.backlog(out, 3, 0)).toBeGreaterThan(100_000);
  expect(net.flows.received[1]).toBeLessThan(us(50));
  expect(net.switches[3]?.nonEmpty(out)).toBe(1 << 3);
  net.recount();
  net.run(ms(1));
  const parts = breakdownsOf(net, () => us(30))(0).parts;
  const part = parts.find(({ name, port }) => name === "queue_stopped" && port === out);
  expect(part?.time).toBeGreaterThan(us(30));
  expect(net.unfinished).toBe(0);
  const first = classQueues?.first(out, 3, 0) ?? -1;
  expect(net.fabric.packets.words[(first << 4) | SIZE] >= 0 && first === 0).toBe(true);
});

test("packets that a leaf holds, charged to memory, in two and three partitions", () => {
  const text = `seed: 3
until: 300us
topology: { kind: leaf-spine, leaves: 4, spines: 2, hostsPerLeaf: 3 }
switch: { memory: 2MiB }
policies: { routing: hold-first, congestion: none }
traffic: [{ kind: poisson, cdf: websearch-hpcc, load: 0.6 }, { kind: incast, fanIn: 9, every: 50us, size: 60KB }]
`;
  const scenario = readWithExamples(text, "x.yaml");
  const { network, run, results } = setUpWithExamples(scenario);
  const whole = results(run(scenario.until));
  expect(whole.tables.parts?.columns.held_ns.some((time) => time > 0)).toBe(true);
  for (const count of [2, 3]) {
    const experiment = setUpWithExamples(scenario);
    const parts = runInTurns(experiment, cutInto(experiment, count).part);
    expect(difference({ results: whole, network }, { results: parts, network: experiment.network })).toBeUndefined();
  }
});

describe("BFC in partitions, whose PAUSEs cross them", () => {
  const text = (more: string) => `seed: 3
until: 300us
topology: { kind: leaf-spine, leaves: 4, spines: 2, hostsPerLeaf: 3 }
switch: { memory: 2MiB }
onDrop: count
policies: { scheduling: { name: bfc, queues: 8 }, congestion: none }
traffic:
  - { kind: poisson, cdf: websearch-hpcc, load: 0.8 }
  - { kind: incast, fanIn: 9, every: 50us, size: 60KB }
  - { kind: bursts, from: [h0], to: h7, size: 30KB, stop: 200us }
${more}`;

  test.each([
    ["two and five", "", [2, 5]],
    ["three, with ACKs in the class of the data", "classes: { acks: data }\n", [3]],
    [
      "three, with a link that fails and returns",
      "faults: [{ kind: link-down, target: leaf0-spine0, at: 50us, for: 80us }]\n",
      [3],
    ],
  ])("%s", (_, more, counts) => {
    const scenario = readWithExamples(text(more), "x.yaml");
    const { network, run, results } = setUpWithExamples(scenario);
    const whole = results(run(scenario.until));
    expect(whole.tables.parts?.columns.queue_stopped_ns.some((time) => time > 0)).toBe(true);
    const { queue_pauses: pauses = 0, queue_frames_lost: lost = 0 } = whole.summary.counters;
    expect(pauses).toBeGreaterThan(0);
    expect(whole.tables.ports.columns.queue_pauses_sent.reduce((sum, one) => sum + one, 0)).toBe(pauses);
    const printed = runText(whole);
    expect(printed).toMatch(/^queue PAUSEs +sent$/m);
    expect(printed.includes("The model does not repeat them.")).toBe(lost > 0);
    for (const count of counts) {
      const experiment = setUpWithExamples(scenario);
      const cut = cutInto(experiment, count);
      expect(cut.parts).toBeGreaterThan(1);
      const parts = runInTurns(experiment, cut.part);
      expect(difference({ results: whole, network }, { results: parts, network: experiment.network })).toBeUndefined();
    }
  });
});

describe("BFC on a link with errors", () => {
  const made = (policies: string, more: string): Experiment =>
    setUpWithExamples(
      readWithExamples(
        `until: 200us
topology: { kind: star, hosts: 5 }
policies: { congestion: none, recovery: irn${policies} }
onDrop: count
links: [{ between: h0-*, frameErrorRate: 0.02${more} }]
traffic: [{ kind: incast, to: h4, size: 200KB }]
`,
        "x.yaml",
      ),
    );

  test("warns in `xoff check` of frames that are not repeated, unless the link has `retry`", () => {
    const warned = (policies: string, more: string): string[] =>
      examine(made(policies, more))
        .warnings.map(({ mistake }) => mistake.message)
        .filter((message) => message.includes("is not repeated"));
    expect(warned(", scheduling: bfc", "")).toEqual([
      expect.stringContaining("policies.scheduling: expected links without errors or with retry"),
    ]);
    expect(warned(", scheduling: bfc", ", retry: 100ns")).toEqual([]);
    expect(warned("", "")).toEqual([]);
  });

  test("counts the lost frames, and a flow whose resume was lost is unfinished", () => {
    const { run, results, scenario } = made(", scheduling: bfc", "");
    const done = results(run(scenario.until));
    const { queue_frames_lost: lost = 0, dropped_damaged: damaged } = done.summary.counters;
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThan(damaged);
    expect(runText(done)).toContain(
      lost === 1 ? "queue was lost. The" : `${lost} frames that pause or resume a queue were lost. The`,
    );
  });
});
