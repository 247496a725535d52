import { expect } from "vitest";
import type * as policy from "../../src/policies/link/swing.ts";
import { PORT } from "../../src/contracts/link.ts";
import { defaults } from "../../src/base/params.ts";
import { us } from "../../src/base/units.ts";
import { LinkBench } from "../../src/batch/suites/link-bench.ts";
import { between, draws, type Meter } from "./meter.ts";

const DELAY = us(40);
const [MEMORY, CLS, LONG] = [1_500_000, 3, 2];
/** Maximum bytes that arrive after a PAUSE, in addition to those on the wire. */
const SLIP = 20_000;

export const swing: Meter<typeof policy> = {
  file: "policies/link/swing.ts",
  says: "a relay pauses the far one by the bytes that can still arrive: all that it admitted in the last round trip",
  property({ create, params }) {
    const random = draws("swing");
    let backlog = 0;
    // By ports, the path is: switch 0; relay 1 and 2; relay 3 and 4; switch 5. The long link connects ports 2 and 3.
    const bench = new LinkBench(
      {
        ports: 6,
        mine: [1, 2, 3, 4],
        acting: [1, 2, 3, 4],
        node: (port) => (port + 1) >> 1,
        lossless: [CLS],
        ownMemory: () => MEMORY,
        backlog: (port) => (port === LONG ? backlog : 0),
        worstCase: (port) => Math.floor((2 * DELAY * 12.5 * 1062) / 1082 / 1000) + (port === LONG ? SLIP : 0),
      },
      DELAY,
    );
    bench.policy = create(defaults(params), bench.view);
    const bytesPerPs = ((12.5 / 1000) * 1062) / 1082;
    /** Each change of the far relay's permission: its time, and whether the relay may send from then on. */
    const turns: { at: number; goes: boolean }[] = [{ at: 0, goes: true }];
    const opened = (from: number, to: number): number =>
      turns.reduce((sum, { at, goes }, k) => {
        const end = Math.min(to, turns[k + 1]?.at ?? Infinity);
        return sum + (goes ? Math.max(0, end - Math.max(from, at)) : 0);
      }, 0);
    let count = 0;
    for (let k = 0; k < 4000; k++) {
      bench.clock.runTo(bench.clock.now + between(random, 1, us(random.next() < 0.05 ? 60 : 3)));
      const { now } = bench.clock;
      const isStopped = !turns[turns.length - 1].goes;
      backlog = Math.min(
        MEMORY,
        Math.max(0, backlog + between(random, isStopped ? -60_000 : -30_000, isStopped ? 10_000 : 60_000)),
      );
      // The changes within the last round trip, and the one before them. With each pair of changes, a packet may be
      // sent in addition.
      const from = now - 2 * DELAY;
      const within = turns.filter(({ at }, at0) => at > from || at0 === turns.length - 1 || turns[at0 + 1].at > from);
      const coming = opened(from, now) * bytesPerPs + (within.length >> 1) * 1062 + SLIP;
      const left = MEMORY - backlog - coming;
      const turn = isStopped ? left >= SLIP : left < 0;
      bench.policy.onDepart?.(LONG, CLS, 1000);
      if (turn) {
        turns.push({ at: now, goes: isStopped });
        count++;
      }
      const frame = bench.sent.filter(({ port, scope }) => port === LONG && scope === PORT).at(-1);
      const isTold = frame !== undefined && frame.words.some((word) => word !== 0);
      expect(isTold).toBe(!turns[turns.length - 1].goes);
    }
    expect(count).toBeGreaterThan(50);
  },
  mutations: [
    ["goes ? open + time - at : open", "open + time - at"],
    ["const from = now - this.roundTrip;", "const from = now - this.roundTrip / 2;"],
    ["const last = this.turned[this.turned.length - 1];", "const last = this.turned[0];"],
    ["turned.length > 1 && turned[1].at <= from", "turned.length > 1 && turned[0].at <= from"],
    ["left < this.slip : left >= 0", "left < 0 : left >= 0"],
    ["const open = openBy(turned[turned.length - 1], now) - earlier;", "const open = this.roundTrip;"],
  ],
};
