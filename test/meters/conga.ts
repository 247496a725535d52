import { expect } from "vitest";
import type * as policy from "../../src/policies/routing/conga.ts";
import { defaults } from "../../src/base/params.ts";
import { us } from "../../src/base/units.ts";
import { Clock, routingView } from "../../src/batch/suites/views.ts";
import { between, draws, type Meter } from "./meter.ts";

/** A low rate, at which a single byte or two change a metric. */
const RATE = 10e6;
const [LEAF, OTHER] = [2500, 3000];
const UPLINKS = Int32Array.of(4, 5, 6);
/** Words of packet 1. */
const TAG = 2;
const FED = 3;

export const conga: Meter<typeof policy> = {
  file: "policies/routing/conga.ts",
  says: "a port's metric is X of all it sent, decayed at every T_dre; a leaf uses feedback of the last 500 us, and returns measurements of these",
  property({ create, params }) {
    const random = draws("conga");
    const clock = new Clock();
    const column = { width: 2, at: new Int32Array(64) };
    const values = { ...defaults(params), gap: 0, bits: 8 };
    const view = routingView(clock, LEAF, 2, () => 0, { words: () => column, rate: () => RATE });
    // The destination of flow 0 is OTHER, which is the source of flow 1.
    view.destination.set([1000, 0]);
    view.source.set([0, 1000]);
    const hooks = create(values, view);
    const full = (RATE * (values.interval / values.decay)) / 8e12;
    const X = new Float64Array(8);
    let ticks = 0;
    const told = UPLINKS.map(() => 0);
    const toldAt = [...UPLINKS].map(() => -Infinity);
    const seen = new Map<number, { metric: number; at: number }>();
    const metricOf = (port: number): number => Math.min(255, Math.floor((256 * X[port]) / full));
    const known = (k: number): number => (clock.now - toldAt[k] <= values.age ? told[k] : 0);
    let last = -1;

    for (let k = 0; k < 6000; k++) {
      // Some times fall exactly on a tick, or on the end of an entry's maximum age.
      let to = clock.now + between(random, 1, random.next() < 0.02 ? us(700) : us(4));
      if (random.next() < 0.2) to = Math.ceil(to / us(10)) * us(10);
      const age = toldAt[random.int(3)] + values.age;
      if (random.next() < 0.05 && age > clock.now) to = age;
      clock.runTo(to);
      for (; (ticks + 1) * values.interval <= clock.now; ticks++)
        for (let port = 0; port < 8; port++)
          X[port] -= X[port] > 0 ? Math.max(1, Math.floor(X[port] * values.decay)) : 0;
      const port = UPLINKS[random.int(2)];
      const what = random.int(4);
      if (what === 0) {
        // A packet arrives from an uplink of another leaf, and leaves with the metric of `port`.
        const size = between(random, 0, 20);
        column.at[TAG] = 1;
        hooks.onDequeue?.(port, 1, 1, size);
        X[port] += size;
        expect(column.at[TAG] >> 16).toBe(metricOf(port));
      } else if (what === 1) {
        const [uplink, metric, own, about] = [random.int(3), random.int(256), random.int(3), random.int(256)];
        column.at[TAG] = (uplink + 1) | (metric << 16);
        column.at[FED] = (UPLINKS[own] + 1) | (about << 16);
        hooks.onArrive?.(4, 1, 1, false, 1000);
        seen.set(uplink, { metric, at: clock.now });
        told[own] = about;
        toldAt[own] = clock.now;
      } else if (what === 2) {
        // The first packet has no feedback if the entry that it would carry is too old: it only removes the entry. So
        // up to four packets are tried.
        for (let packet = 0; packet === 0 || (packet < 4 && column.at[FED] === 0); packet++)
          hooks.onEnqueue?.(port, 1, 0, 1000);
        const fed = column.at[FED];
        const young = [...seen].filter(([, { at }]) => clock.now - at <= values.age);
        if (fed === 0) expect(young).toEqual([]);
        else expect(young.map(([uplink, { metric }]) => (uplink + 1) | (metric << 16))).toContain(fed);
      } else {
        column.at[TAG] = column.at[FED] = 0;
        const chosen = hooks.choose(LEAF, 0, false, 1000, UPLINKS, 0, 3, 1);
        const costs = [...UPLINKS].map((one, at) => Math.max(metricOf(one), known(at)));
        const least = Math.min(...costs);
        expect(chosen).toBe(last >= 0 && costs[last] === least ? last : costs.indexOf(least));
        last = chosen;
      }
    }
    expect(view.leafOf[1000]).toBe(OTHER);
  },
  mutations: [
    ["due[port] <= now && sent[port] > 0", "due[port] < now && sent[port] > 0"],
    ["if (now >= due[port]) catchUp(port, now);", "if (now > due[port]) catchUp(port, now);"],
    ["Math.max(1, Math.floor(sent[port] * decay))", "Math.floor(sent[port] * decay)"],
    ["(Math.floor(now / interval) + 1) * interval", "now + interval"],
    ["due[port] += interval)", "due[port] = now + interval)"],
    ["const tau = interval / decay;", "const tau = interval;"],
    ["now - this.learntAt[port] <= this.age", "now - this.learntAt[port] < this.age"],
    ["now - seenAt[at] > this.age", "now - seenAt[at] > 2 * this.age"],
  ],
};
