import { expect } from "vitest";
import type * as policy from "../../src/policies/routing/plb.ts";
import { defaults } from "../../src/base/params.ts";
import { gbps, us } from "../../src/base/units.ts";
import { Clock, routingView } from "../../src/batch/suites/views.ts";
import { between, draws, type Meter } from "./meter.ts";

const [LEAF, SPINE, PORT, CLS] = [2500, 2700, 3, 3];
const [PATH, LOAD, LEFT, SINCE, WORDS] = [0, 2, 3, 4, 5];

export const plb: Meter<typeof policy> = {
  file: "policies/routing/plb.ts",
  says: "a packet waits at a paused egress while it tolerates the mean sojourn, the queue and the pause so far; it carries the largest load",
  property({ create, params }) {
    const random = draws("plb");
    const p = defaults(params);
    const clock = new Clock();
    const column = { width: WORDS, at: new Int32Array(WORDS * 64) };
    const notices: number[] = [];
    const state = { queued: 0, busy: 0 };
    const view = routingView(clock, SPINE, 1, () => 0, {
      words: () => column,
      rate: () => gbps(40),
      queued: () => state.queued,
      busyWithin: (window) => () => Math.round(state.busy * window),
      notify: (_here, _flow, words) => notices.push(words[PATH]),
    });
    view.leafOf.fill(LEAF);
    view.neighbour = () => 2600;
    const hooks = create(p, view);
    /** Sojourn times in ns, of the packets that met a pause. */
    const sojourns: number[] = [];
    const stops: { from: number; to: number }[] = [];
    const waiting: { packet: number; path: number; left: number; since: number; load: number }[] = [];
    let path = 0;
    let judged = 0;
    const average = (): number =>
      sojourns
        .slice(-200)
        .reduceRight((sum, one, at, all) => sum + p.weight * (1 - p.weight) ** (all.length - 1 - at) * one, 0);
    for (let k = 0; k < 6000; k++) {
      // Whole ns, because packets carry no fractions of a ns.
      clock.runTo(clock.now + 1000 * between(random, 1, 2000));
      const stop = stops.at(-1);
      const isStopped = stop?.to === Infinity;
      const what = random.next();
      if (what < 0.15) {
        if (isStopped) {
          stop.to = clock.now;
          hooks.onStarted?.(PORT, CLS);
        } else {
          stops.push({ from: clock.now, to: Infinity });
          hooks.onStopped?.(PORT, CLS);
        }
      } else if (what < 0.6 && waiting.length < 60) {
        const packet = 1 + [...Array(62).keys()].findIndex((one) => waiting.every((other) => other.packet !== one + 1));
        state.queued = between(random, 1000, 60_000);
        path++;
        const delay = isStopped
          ? Math.max(average(), (state.queued - 1000) * 0.2 + (clock.now - stop.from) / 1000)
          : between(random, 0, 40_000);
        // The remaining delay budget is drawn near the delay with which it is compared. So a difference of one ns
        // decides.
        const left = Math.max(0, Math.round(delay) + between(random, -200, 200));
        const load = random.int(65_536);
        column.at.set([path, 0, load, left, 0], packet * WORDS);
        const told = notices.length;
        hooks.onEnqueue?.(PORT, packet, 0, 1000);
        const isKickedOut = isStopped && left < delay;
        expect(notices.slice(told)).toEqual(isKickedOut ? [-path] : []);
        if (isStopped) judged++;
        waiting.push({ packet, path: isKickedOut ? 0 : path, left, since: clock.now, load });
      } else if (!isStopped && waiting.length > 0) {
        const { packet, path: own, left, since, load } = waiting.shift()!;
        state.busy = random.next();
        const told = notices.length;
        hooks.onDequeue?.(PORT, packet, 0, 1000);
        expect(column.at[packet * WORDS + LOAD]).toBe(
          Math.max(load, Math.floor((Math.round(state.busy * us(50)) / us(50)) * 65_536)),
        );
        const sojourn = (clock.now - since) / 1000;
        const met = stops.some(({ to }) => to > since && to <= clock.now);
        if (met) sojourns.push(sojourn);
        const rest = met ? left - sojourn : left;
        expect(column.at[packet * WORDS + LEFT]).toBe(rest);
        expect(column.at[packet * WORDS + SINCE]).toBe((since / 1000) | 0);
        // Each packet has a new path name. So a notice that repeats a name shows that the packet's entry was replaced
        // on arrival.
        if (own !== 0) expect(notices.slice(told)).toEqual(met && rest < 0 ? [-own] : []);
      }
    }
    expect(Math.min(judged, sojourns.length)).toBeGreaterThan(200);
  },
  mutations: [
    ["(1 - p.weight) * before + p.weight", "p.weight * before + p.weight"],
    ["(p.literal ? averageBefore[here] : sojourn)", "before"],
    ["(view.now - stoppedAt[port * 8 + cls]) / 1000", "0"],
    ["      stoppedAt[port * 8 + cls] = view.now;\n", ""],
    ["startedAt[port * 8 + classOf[flow]] >= sojourn * 1000", "startedAt[port * 8 + classOf[flow]] >= sojourn * 500"],
    ["      startedAt[port * 8 + cls] = view.now;\n", ""],
    ["left < delay : left >= delay", "left < delay : left >= delay + 100"],
    ["words[at + LEFT] -= sojourn;", ""],
    ["if (used > words[at + LOAD]) words", "words"],
    ["view.queued(port) - size)) kickOut", "view.queued(port))) kickOut"],
  ],
};
