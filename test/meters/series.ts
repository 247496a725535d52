import { expect } from "vitest";
import type * as measured from "../../src/run/measure/series.ts";
import { gbps, us } from "../../src/base/units.ts";
import { SIZE } from "../../src/sim/model/packet-record.ts";
import type { Tracer } from "../../src/sim/model/recorder.ts";
import { flow, input, network, star } from "../lab-bench.ts";
import { between, draws, type Meter } from "./meter.ts";

const EVERY = 777_777;
const UNTIL = us(1000);

export const series: Meter<typeof measured> = {
  file: "run/measure/series.ts",
  says: "samples of queues, rates and goodputs are sums over all earlier arrivals and departures",
  property({ Series }) {
    const random = draws("series");
    const short = Array.from({ length: 40 }, (_, k) =>
      flow(1 + (k % 4), 0, between(random, 1, 200_000), (k >> 2) * us(80)),
    );
    // A flow to another host that never ends keeps the run going.
    const flows = [...short, flow(1, 2, 1e9, us(900))];
    const [rate, cls] = [gbps(100), 3];
    const received: [flow: number, at: number][] = [];
    const lab = network(input(star(5, rate), flows), {
      recorder: { onReceived: (done) => received.push([done, lab.queue.now]) },
    });
    const { fabric } = lab;
    const port = fabric.portBase[5]; // the switch's port to host 0
    /**
     * Packets at that port. `bytes` are those of class 3 that arrived (positive) or departed (negative), and `sent` the
     * bytes of all frames.
     */
    const log: { at: number; bytes: number; sent: number }[] = [];
    const sizeOf = (packet: number): number => fabric.packets.words[(packet << 4) | SIZE];
    const nothing = (): void => {
      // Not used.
    };
    const tracer: Tracer = {
      onReceive: nothing,
      onEnqueue(_node, at, queue, packet) {
        if (at === port) log.push({ at: lab.queue.now, bytes: queue === cls ? sizeOf(packet) : 0, sent: 0 });
      },
      onDequeue(_node, at, queue, packet) {
        const size = sizeOf(packet);
        if (at === port) log.push({ at: lab.queue.now, bytes: queue === cls ? -size : 0, sent: size });
      },
    };
    fabric.tracer = tracer;
    const end = { node: 5, link: 0 };
    const wanted = {
      every: EVERY,
      queues: [end],
      classes: [cls],
      rates: [end],
      goodputs: "all",
      inFlight: [],
    } as const;
    const meter = new Series(lab, wanted, UNTIL);
    /** The received bytes of each flow at each sample. */
    const had = [flows.map(() => 0)];
    while (meter.next <= UNTIL) {
      lab.run(meter.next);
      had.push(flows.map((_, one) => lab.flows.rcvNxt[one]));
      meter.sample();
    }
    const samples = had.length - 1;
    const { queues, rates, goodputs, totals } = meter.taken;
    const sum = (from: number, to: number, what: "bytes" | "sent"): number =>
      log.filter(({ at }) => at > from && at <= to).reduce((total, one) => total + one[what], 0);
    let stored = 0;
    for (let k = 1; k <= samples; k++) {
      const [from, to] = [(k - 1) * EVERY, k * EVERY];
      expect(queues[(k - 1) * 8]).toBe(to);
      expect(queues[(k - 1) * 8 + 2]).toBe(sum(-1, to, "bytes"));
      if (queues[(k - 1) * 8 + 2] > 0) stored++;
      expect(rates[(k - 1) * 3]).toBe(to);
      expect(rates[(k - 1) * 3 + 2]).toBeCloseTo((sum(from, to, "sent") * 8e12) / EVERY, 0);
    }
    const total = (k: number): number => had[k].reduce((all, one) => all + one, 0);
    for (let k = 1; k <= samples; k++)
      expect([...totals.subarray((k - 1) * 3, k * 3)]).toEqual([k * EVERY, 0, total(k) - total(k - 1)]);
    const expected: number[][] = [];
    for (let k = 1; k <= samples; k++) {
      const [from, to] = [(k - 1) * EVERY, k * EVERY];
      flows.forEach(({ start }, one) => {
        const done = received.find(([which]) => which === one)?.[1] ?? Infinity;
        if (start < to && done > from) expected.push([to, one, ((had[k][one] - had[k - 1][one]) * 8e12) / EVERY]);
      });
    }
    const taken = Array.from({ length: goodputs.length / 3 }, (_, row) => [...goodputs.subarray(row * 3, row * 3 + 3)]);
    expect(taken).toEqual(expected);
    expect(received).toHaveLength(short.length);
    expect(Math.min(stored, taken.length)).toBeGreaterThan(200);
  },
  mutations: [
    ["this.perSecond(sent - this.sent[k])", "this.perSecond(sent)"],
    ["      this.received[flow] = received;\n", ""],
    ["    this.totalReceived = received;\n", ""],
    ["flows.start[flow] >= queue.now", "flows.start[flow] > began"],
    ["flows.received[flow] <= began", "flows.received[flow] <= queue.now"],
    [
      "this.next = this.network.queue.now + this.wanted.every;",
      "this.next = this.network.queue.now + this.wanted.every + 1;",
    ],
    ["(bytes * 8e12) / this.wanted.every", "(bytes * 8e12) / (this.wanted.every + 1000)"],
    ["at.backlog(name), at.held(name)", "at.held(name), at.backlog(name)"],
  ],
};
