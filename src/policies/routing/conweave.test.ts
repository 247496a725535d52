import { describe, expect, test } from "vitest";
import { Clock, routingView } from "../../batch/suites/views.ts";
import { defaults } from "../../base/params.ts";
import { ms, ns, us, type Ps } from "../../base/units.ts";
import { CONGESTED, UNMARKED } from "../../base/view.ts";
import { pathsBetween } from "./conweave-paths.ts";
import { EPOCH, HOP, INIT, KIND, NOTIFY, PATH, PHASE, TAG_WORDS, TAIL } from "./conweave-tag.ts";
import { create, params } from "./conweave.ts";

const [NEAR, FAR, SPINE] = [100, 101, 200];
const SPINES = 3;
const UPLINKS = Int32Array.of(4, 5, 6);
/** The round trip of four links of 1 us, and a margin of 4 us. */
const DEADLINE = us(8);

/**
 * Leaf NEAR has hosts 0 to 3 and leaf FAR hosts 4 to 7. Three spines join the leaves. Flow f runs from host f to host 4 + f.
 * Port 4 + s of a leaf leads to spine s. Port 0 of a spine leads to NEAR and port 1 to FAR.
 */
function fabric(more: Partial<Parameters<typeof create>[0]> = {}) {
  const clock = new Clock();
  const column = { width: TAG_WORDS, at: new Int32Array(TAG_WORDS * 8) };
  const leaves = [NEAR, FAR];
  const spines = Array.from({ length: SPINES }, (_, s) => SPINE + s);
  const nodeOf = Int32Array.from([
    ...leaves.flatMap((leaf) => new Array<number>(7).fill(leaf)),
    ...spines.flatMap((s) => [s, s]),
  ]);
  const at = (node: number, port: number): number => nodeOf.indexOf(node) + port;
  const neighbour = (port: number): number => {
    const node = nodeOf[port];
    const local = port - nodeOf.indexOf(node);
    if (node >= SPINE) return leaves[local];
    return local < 4 ? (node === NEAR ? local : 4 + local) : SPINE + local - 4;
  };
  const replies: { kind: number; epoch: number; path: number; size: number }[] = [];
  const released: { flow: number; at: Ps }[] = [];
  const draws: number[] = [];
  let mark = UNMARKED;
  const view = routingView(clock, NEAR, 4, () => 0, {
    ports: nodeOf.length,
    nodeOf,
    firstPort: Int32Array.from({ length: 4001 }, (_, node) => nodeOf.filter((one) => one < node).length),
    leafOf: Int32Array.from({ length: 4000 }, (_, host) => (host < 4 ? NEAR : host < 8 ? FAR : -1)),
    source: Int32Array.of(0, 1, 2, 3),
    destination: Int32Array.of(4, 5, 6, 7),
    neighbour,
    pick: (_here, count) => (draws.shift() ?? 0) % count,
    mark: () => mark,
    words: () => column,
    release: (flow) => void released.push({ flow, at: clock.now }),
    reply: (_here, _flow, words, size) =>
      void replies.push({ kind: words[KIND], epoch: words[EPOCH], path: words[PATH], size }),
  });
  const policy = create({ ...defaults(params), ...more }, view);
  const word = (packet: number, field: number): number => column.at[packet * TAG_WORDS + field];
  return {
    ...{ clock, replies, released, word, view, draws },
    /**
     * Sends a packet of flow 0 at the source leaf, in record `packet`. Returns the index of its uplink. `drawn` is the
     * second and third draw.
     */
    send: (packet: number, drawn: readonly [number, number] = [0, 0]): number => {
      column.at.fill(0, packet * TAG_WORDS, (packet + 1) * TAG_WORDS);
      draws.splice(0, Infinity, 9, ...drawn);
      const chosen = policy.choose(NEAR, 0, false, 4, UPLINKS, 0, 3, packet);
      policy.onRoute!(at(NEAR, UPLINKS[chosen]), packet, 0, 1000);
      return chosen;
    },
    /** Sends a packet by the only uplink of a leaf. Routing does not choose there. */
    sendBy: (port: number, packet: number): void => {
      column.at.fill(0, packet * TAG_WORDS, (packet + 1) * TAG_WORDS);
      policy.onRoute!(at(NEAR, port), packet, 0, 1000);
    },
    /** The packet arrives at the far leaf, with or without an ECN mark. Returns true if the leaf holds it. */
    arrive: (packet: number, marked = false): boolean => {
      mark = marked ? CONGESTED : UNMARKED;
      return policy.holds!(at(FAR, UPLINKS[0]), packet, 0, 1000);
    },
    /** Delivers a control packet to the source leaf. */
    notice: (kind: number, epoch: number, path = 0): void => {
      column.at.fill(0, 0, TAG_WORDS);
      column.at[KIND] = kind;
      column.at[EPOCH] = epoch;
      column.at[PATH] = path;
      policy.onNotice!(NEAR, 0, 0);
    },
  };
}

test("paths of two leaves are numbered by the ports on the way, counted from 1", () => {
  const { view } = fabric();
  const { paths, roundTrip } = pathsBetween(view, NEAR, FAR);
  expect(paths.map(({ number }) => number)).toEqual([5, 6, 7].map((port) => port + 256 * 2));
  expect(paths.map(({ ports }) => ports)).toEqual([
    [4, 1],
    [5, 1],
    [6, 1],
  ]);
  expect(roundTrip).toBe(us(4));
});

describe("source leaf", () => {
  test("the first packet asks for a reply, on the path of the second draw; those behind it do not, and stay", () => {
    const { send, word } = fabric();
    expect([send(1, [1, 2]), send(2, [2, 0]), send(3, [0, 0])]).toEqual([1, 1, 1]);
    expect([1, 2, 3].map((packet) => word(packet, KIND))).toEqual([INIT, 0, 0]);
    expect([1, 2, 3].map((packet) => word(packet, EPOCH))).toEqual([1, 1, 1]);
  });

  test("after the deadline one TAIL goes the old way, and the rest another way, in phase 1", () => {
    const { clock, send, word } = fabric();
    send(1, [1, 2]);
    clock.runTo(DEADLINE);
    expect([send(2, [0, 0]), word(2, KIND)]).toEqual([1, 0]); // the time is not yet exceeded
    clock.runTo(DEADLINE + ns(1));
    expect([send(3, [2, 0]), word(3, KIND)]).toEqual([1, TAIL]);
    expect([send(4, [0, 0]), word(4, KIND)]).toEqual([2, PHASE]);
    clock.runTo(us(100));
    expect([send(5, [0, 0]), word(5, KIND)]).toEqual([2, PHASE]);
  });

  test("a reply in time begins an epoch on the same path; one for another epoch, or too late, does nothing", () => {
    const { clock, send, word, notice } = fabric();
    send(1, [1, 2]);
    clock.runTo(us(5));
    notice(INIT, 2);
    send(2);
    notice(INIT, 1);
    expect([send(3, [0, 0]), word(3, KIND), word(3, EPOCH)]).toEqual([1, INIT, 2]);
    clock.runTo(us(5) + DEADLINE);
    notice(INIT, 2);
    expect([send(4), word(4, KIND)]).toEqual([1, 0]);
  });

  test("CLEAR ends phase 1, and a reply does not", () => {
    const { clock, send, word, notice } = fabric();
    send(1, [1, 2]);
    clock.runTo(us(9));
    send(2, [2, 2]);
    notice(INIT, 1);
    expect([send(3), word(3, KIND)]).toEqual([2, PHASE]);
    notice(TAIL | PHASE, 1);
    expect([send(4), word(4, KIND), word(4, EPOCH)]).toEqual([2, INIT, 2]);
  });

  test("a path that a NOTIFY names is not drawn for 16 us: the third draw counts then; if both are such, the path stays", () => {
    const { clock, send, word, notice } = fabric();
    send(1, [0, 0]);
    clock.runTo(us(9));
    notice(NOTIFY, 0, 3);
    expect([send(2, [2, 1]), word(2, KIND)]).toEqual([0, TAIL]);
    expect(send(3)).toBe(1);
    const other = fabric();
    other.send(1, [0, 0]);
    other.clock.runTo(us(9));
    other.notice(NOTIFY, 0, 3);
    other.send(2, [2, 2]);
    expect([other.send(3), other.word(3, KIND)]).toEqual([0, PHASE]);
    const later = fabric();
    later.send(1, [0, 0]);
    later.notice(NOTIFY, 0, 3);
    later.clock.runTo(us(16));
    later.send(2, [2, 2]);
    expect(later.send(3)).toBe(2);
  });

  test("a pause of more than 300 us takes another path with its first packet", () => {
    const { clock, send, word, notice } = fabric();
    send(1, [1, 0]);
    notice(INIT, 1);
    clock.runTo(us(300));
    expect([send(2, [2, 0]), word(2, KIND)]).toEqual([1, INIT]);
    clock.runTo(us(601));
    expect([send(3, [2, 0]), word(3, KIND), word(3, EPOCH)]).toEqual([2, INIT, 3]);
  });

  test("at a tick of 2 ms it forgets a flow that was idle for longer: the flow begins with epoch 1", () => {
    const { clock, send, word } = fabric();
    send(1);
    clock.runTo(ms(1));
    send(2);
    expect(word(2, EPOCH)).toBe(2);
    clock.runTo(ms(4) - ns(1)); // at the tick at 2 ms, the flow has been idle for 1 ms
    send(3);
    expect(word(3, EPOCH)).toBe(3);
    clock.runTo(ms(6) - ns(1));
    send(4);
    expect(word(4, EPOCH)).toBe(4); // at the tick at 4 ms, it has been idle for 1 ns
    clock.runTo(ms(10)); // at the tick at 10 ms, it has been idle for 4 ms and 1 ns
    send(5);
    expect(word(5, EPOCH)).toBe(1);
  });

  test("a leaf without a choice tags packets, too, and draws three times", () => {
    const { sendBy, word, draws } = fabric();
    draws.push(0, 0, 0, 7);
    sendBy(5, 1);
    expect([word(1, PATH), word(1, KIND), word(1, HOP)]).toEqual([2, INIT, 1]);
    expect(draws).toEqual([7]);
  });

  test("each switch counts on the tag", () => {
    const { send, word } = fabric();
    send(1);
    expect(word(1, HOP)).toBe(1);
  });
});

describe("far leaf", () => {
  test("answers INIT with 64 B, and a marked packet with the number of its path", () => {
    const { send, arrive, replies } = fabric();
    send(1, [1, 0]);
    expect(arrive(1, true)).toBe(false);
    expect(replies).toEqual([
      { kind: NOTIFY, epoch: 1, path: 2, size: 64 },
      { kind: INIT, epoch: 1, path: 0, size: 64 },
    ]);
  });

  /**
   * The flow has sent INIT at 0, one more packet at 6 us, and TAIL at 9 us. Packet 4 belongs to phase 1, and is sent at
   * 9.1 us.
   */
  function rerouted(more: Parameters<typeof fabric>[0] = {}) {
    const all = fabric(more);
    all.send(1, [0, 0]);
    all.clock.runTo(us(6));
    all.send(2);
    all.clock.runTo(us(9));
    all.send(3, [1, 1]);
    all.clock.runTo(ns(9100));
    all.send(4);
    return all;
  }

  test("a packet of phase 1 that overtakes TAIL is held, until 1 ns after TAIL", () => {
    const { clock, arrive, released, replies } = rerouted();
    arrive(1);
    arrive(2);
    clock.runTo(us(11));
    expect([arrive(4), released]).toEqual([true, []]);
    clock.runTo(us(12));
    expect(arrive(3)).toBe(false);
    expect(replies.at(-1)).toMatchObject({ kind: TAIL | PHASE, epoch: 1 });
    clock.runTo(us(100));
    expect(released).toEqual([{ flow: 0, at: us(12) + ns(1) }]);
    expect(arrive(4)).toBe(false); // packets of phase 1 are forwarded from now on
  });

  describe("with an age of 50 us: a packet held from 11 us on leaves at 227 us, and its flow's state goes at the tick at 111 us", () => {
    const held = () => {
      const all = rerouted({ age: us(50) });
      all.clock.runTo(us(11)); // the clock of the far leaf starts, and ticks every 50 us
      expect(all.arrive(4)).toBe(true);
      return all;
    };

    test("the packet stays held; then the flow has a new state in phase 1, until the next tick", () => {
      const { clock, arrive, released } = held();
      clock.runTo(us(230));
      expect(released).toEqual([{ flow: 0, at: us(227) }]);
      expect(arrive(4)).toBe(false);
      const later = held();
      later.clock.runTo(us(262));
      expect(later.arrive(4)).toBe(true);
    });

    test("a further packet of phase 1 has a new state: it is held, and the flush moves to 216 us after it", () => {
      const { clock, arrive, released } = held();
      clock.runTo(us(150));
      expect(arrive(4)).toBe(true);
      clock.runTo(us(1000));
      expect(released).toEqual([{ flow: 0, at: us(366) }]);
    });
  });

  test("TAIL is due as long after the last packet of phase 0 as it was sent behind it: 10 + (9 - 6) + 16 = 29 us", () => {
    const { clock, arrive, released } = rerouted();
    clock.runTo(us(10));
    arrive(1);
    arrive(2);
    clock.runTo(us(11));
    arrive(4);
    clock.runTo(us(100));
    expect(released).toEqual([{ flow: 0, at: us(29) }]);
  });

  test("each packet of phase 0 moves that: 12 + 3 + 16 = 31 us; without any, it is 11 + 200 + 16 = 227 us", () => {
    const { clock, arrive, released } = rerouted();
    clock.runTo(us(11));
    arrive(4);
    clock.runTo(us(12));
    arrive(2);
    clock.runTo(us(300));
    expect(released).toEqual([{ flow: 0, at: us(31) }]);
    const none = rerouted();
    none.clock.runTo(us(11));
    none.arrive(4);
    none.clock.runTo(us(300));
    expect(none.released).toEqual([{ flow: 0, at: us(227) }]);
  });

  test("a packet of an older epoch passes: nothing is held, and nobody answers it", () => {
    const { clock, send, arrive, notice, replies } = fabric();
    send(1);
    send(2);
    notice(INIT, 1);
    send(3);
    clock.runTo(us(3));
    arrive(3);
    replies.length = 0;
    expect([arrive(2, true), arrive(1), replies]).toEqual([false, false, []]);
  });
});
