import { expect } from "vitest";
import type * as policy from "../../src/policies/routing/conga-sampled.ts";
import { defaults } from "../../src/base/params.ts";
import { gbps, us } from "../../src/base/units.ts";
import { Clock, routingView } from "../../src/batch/suites/views.ts";
import { between, draws, type Meter } from "./meter.ts";

const LEAF = 2500;
const UPLINKS = Int32Array.of(4, 5);
const TAG = 2;
const FED = 3;

export const congaSampled: Meter<typeof policy> = {
  file: "policies/routing/conga-sampled.ts",
  says: "X decays at every T_dre after the switch's first packet, and entries older than `age` are dropped at a tick of `age`",
  property({ create, params }) {
    const random = draws("conga sampled");
    const clock = new Clock();
    const column = { width: 2, at: new Int32Array(64) };
    const values = { ...defaults(params), gap: 0, bits: 8 };
    const view = routingView(clock, LEAF, 2, () => 0, { words: () => column, rate: () => gbps(1) });
    view.destination.set([1000, 0]);
    view.source.set([0, 1000]);
    const hooks = create(values, view);
    const full = (gbps(1) * values.interval) / values.decay / 8e12;
    const X = new Float64Array(8);
    const START = us(13);
    clock.runTo(START);
    let ticks = 0;
    let ages = 0;
    const told = [0, 0];
    const toldAt = [0, 0];
    let seen: { metric: number; at: number } | undefined;
    const metricOf = (port: number): number => Math.trunc((X[port] / full) * 256);
    const route = (port: number, size: number): number => {
      column.at.fill(0);
      hooks.onRoute?.(port, 1, 0, size);
      return column.at[TAG] >> 16;
    };
    route(4, 0); // starts the clock of the switch

    for (let k = 0; k < 6000; k++) {
      const to = clock.now + between(random, 1, random.next() < 0.02 ? us(1500) : us(8));
      clock.runTo(random.next() < 0.2 ? START + Math.ceil((to - START) / us(10)) * us(10) : to);
      for (; START + (ticks + 1) * values.interval <= clock.now; ticks++)
        for (let port = 0; port < 8; port++) X[port] = Math.trunc(X[port] * (1 - values.decay));
      for (; START + (ages + 1) * values.age <= clock.now; ages++) {
        const tick = START + (ages + 1) * values.age;
        for (const at of [0, 1]) if (tick - toldAt[at] > values.age) told[at] = 0;
        if (seen !== undefined && tick - seen.at > values.age) seen = undefined;
      }
      const what = random.int(3);
      if (what === 0) {
        const port = UPLINKS[random.int(2)];
        const size = between(random, 0, 2000);
        X[port] += size;
        expect(route(port, size)).toBe(metricOf(port));
      } else if (what === 1) {
        const [metric, own, about] = [random.int(256), random.int(2), random.int(300)];
        column.at[TAG] = 1 | (metric << 16);
        column.at[FED] = (UPLINKS[own] + 1) | (about << 16);
        hooks.onArrive?.(4, 1, 1, false, 1000);
        seen = { metric, at: clock.now };
        told[own] = about;
        toldAt[own] = clock.now;
      } else {
        column.at.fill(0);
        const chosen = hooks.choose(LEAF, 0, false, 1000, UPLINKS, 0, 2, 1);
        expect(column.at[FED]).toBe(seen === undefined ? 0 : 1 | (seen.metric << 16));
        const [a, b] = [0, 1].map((at) => Math.max(metricOf(UPLINKS[at]), told[at]));
        expect(chosen).toBe(a <= b ? 0 : 1);
      }
    }
  },
  mutations: [
    ["(view.now - since[view.nodeOf[port]]) / interval", "view.now / interval"],
    ["sent[port] = Math.trunc(sent[port] * kept)", "sent[port] *= kept"],
    ["seen[port] = ticks;", "seen[port] = ticks + 1;"],
    ["const kept = 1 - decay;", "const kept = decay;"],
    ["since + Math.floor(elapsed / this.age) * this.age - at > this.age", "since + elapsed - at > this.age"],
    [
      "Math.floor(elapsed / this.age) * this.age - at > this.age",
      "Math.floor(elapsed / this.age) * this.age - at >= 0",
    ],
  ],
};
