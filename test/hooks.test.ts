/**
 * Checks that the hooks and views of policies are correct: paired hooks match, and views keep their contract on every port.
 *
 * The tests use tiny policies that only record, on tiny networks.
 */
import { describe, expect, test } from "vitest";
import type { BufferPolicy, BufferView } from "../src/contracts/buffer.ts";
import type { CongestionView } from "../src/contracts/congestion.ts";
import { CONGESTED, UNMARKED } from "../src/contracts/detection.ts";
import type { LinkPolicy, LinkView } from "../src/contracts/link.ts";
import { defaults } from "../src/base/params.ts";
import { ACK_PACKET, DATA, HOPS, KIND_MASK, LINK_FRAME, META } from "../src/sim/model/packet-record.ts";
import { policies } from "../src/policies/policies.ts";
import { gbps, ms, us } from "../src/base/units.ts";
import type { ExactInput } from "../src/run/network/exact.ts";
import { flow, input, network as lab, star } from "./lab-bench.ts";
import { leafSpine, tiny } from "./tiny-network.ts";

const FRAME = 1062;
const nothing = (): void => {
  // Only others' hooks matter.
};
const silent: LinkPolicy = { pause: nothing, resume: nothing, onFrame: nothing };

/** A buffer policy that accepts every packet. `balance` is the number of reported arrivals minus departures. */
function counting(): { balance: () => number; create: (view: BufferView) => BufferPolicy } {
  let balance = (): number => 0;
  return {
    balance: () => balance(),
    create: (view) => {
      let arrived = 0;
      const departed = view.departures();
      balance = () => arrived - departed.reduce((all, one) => all + one, 0);
      return { threshold: () => Infinity, onArrive: (_port, _cls, size) => void (arrived += size) };
    },
  };
}

describe("buffer", () => {
  test("in an empty switch, departures equal arrivals", () => {
    const heard = counting();
    const { network } = tiny(star(2), [flow(0, 1, 10_000)], { buffer: heard.create });
    network.run(ms(1));
    expect(heard.balance()).toBe(0);
  });

  test("a port with private memory, where the buffer policy is not called, reports no departures either", () => {
    const heard = counting();
    const { network } = tiny(star(2), [flow(0, 1, 10_000)], {
      buffer: heard.create,
      ownMemory: new Map([[2, 100_000]]), // the switch's port to host 0
    });
    network.run(ms(1));
    expect(heard.balance()).toBe(0);
  });

  test("packets lost with a failing link count as departures", () => {
    const heard = counting();
    const { network } = tiny(star(3), [flow(0, 2, 100_000), flow(1, 2, 100_000)], { buffer: heard.create });
    network.run(us(10));
    expect(heard.balance()).toBeGreaterThan(0);
    network.fabric.fail(network.fabric.peer[2]);
    network.run(us(100));
    expect(heard.balance()).toBe(0);
  });
});

describe("routing", () => {
  test("packets lost with a failing link have left the queue: enqueues equal dequeues", () => {
    let queued = 0;
    // Hosts 0 and 1 on leaf 4, 2 and 3 on leaf 5; one spine.
    const { network } = tiny(leafSpine(2, 1, 2), [flow(0, 2, 100_000), flow(1, 3, 100_000)], {
      routing: () => ({ choose: () => 0, onEnqueue: () => (queued += 1), onDequeue: () => (queued -= 1) }),
    });
    network.run(us(10));
    expect(queued).toBeGreaterThan(0);
    network.fabric.fail(network.fabric.portBase[6]);
    network.run(us(100));
    expect(queued).toBe(0);
  });

  test("10 packets and their ACKs arrive at the leaves; enqueues and dequeues are reported for data at links between switches only", () => {
    const heard = new Map<string, number>();
    const count = (what: string): void => void heard.set(what, (heard.get(what) ?? 0) + 1);
    const { network } = tiny(leafSpine(2, 1, 1), [flow(0, 1, 10_000)], {
      routing: ({ nodeOf, firstPort }) => {
        const name = (port: number): string => `${nodeOf[port]}, port ${port - firstPort[nodeOf[port]]}`;
        return {
          choose: () => 0,
          onArrive: (port) => {
            count(`arrives at ${nodeOf[port]}`);
          },
          onEnqueue: (port) => {
            count(`waits at ${name(port)}`);
          },
          onDequeue: (port) => {
            count(`leaves ${name(port)}`);
          },
        };
      },
    });
    network.run(ms(1));
    expect(Object.fromEntries(heard)).toEqual({
      ...{ "arrives at 2": 10, "waits at 2, port 1": 10, "leaves 2, port 1": 10 },
      ...{ "waits at 4, port 1": 10, "leaves 4, port 1": 10 },
      "arrives at 3": 20,
    });
  });

  test("each switch on the way routes each data packet and no ACK, whether its buffer then drops it or not", () => {
    const routed = new Map<string, number>();
    const { network } = tiny(leafSpine(2, 1, 1), [flow(0, 1, 10_000)], {
      // Only the far leaf (node 3) drops packets, and no frame reports this to the sender.
      buffer: ({ nodeOf }) => ({ threshold: (port) => (nodeOf[port] === 3 ? 0 : Infinity) }),
      lossless: [],
      routing: ({ nodeOf, firstPort }) => ({
        choose: () => 0,
        onRoute(port) {
          const name = `${nodeOf[port]}, port ${port - firstPort[nodeOf[port]]}`;
          routed.set(name, (routed.get(name) ?? 0) + 1);
        },
      }),
    });
    network.run(us(50));
    expect(network.fabric.ledger.dropped).toBe(10 * FRAME);
    expect(Object.fromEntries(routed)).toEqual({ "2, port 1": 10, "4, port 1": 10, "3, port 0": 10 });
  });
});

describe("routing's own packets", () => {
  // Hosts 0 and 1 are on leaves 2 and 3. Spines are 4 and 5. Port 0 of a leaf leads to its host, and ports 1 and 2 to the spines.
  const wiring = leafSpine(2, 2, 1);
  /** Leaf 2 sends one probe by port 2 with the first packet; leaf 3 answers each with a notice. */
  const run = (bytes: number, more: { fail?: boolean } = {}) => {
    const heard: [what: string, where: number, word: number, at: number][] = [];
    const { network } = tiny(wiring, [flow(0, 1, bytes)], {
      routing: (view) => {
        const column = view.words(1);
        let sent = false;
        return {
          choose(here, of, reverse) {
            if (here === 2 && !reverse && !sent) {
              sent = true;
              view.probe(of, view.firstPort[here] + 2, Int32Array.of(41));
            }
            return 0;
          },
          onProbe(here, packet, of) {
            heard.push(["probe", here, column.at[packet], view.now]);
            view.notify(here, of, Int32Array.of(column.at[packet] + 1));
          },
          onNotice: (here, packet) => void heard.push(["notice", here, column.at[packet], view.now]),
          onFinish: (of) => void heard.push(["finish", of, 0, view.now]),
        };
      },
    });
    if (more.fail === true) {
      network.run(us(1.5)); // the probe leaves leaf 2 at 1.0866 us and is on its link for 1.008 us
      network.fabric.fail(network.fabric.portBase[5]);
    }
    network.run(ms(1));
    return { heard, network };
  };
  // The packet has 1082 B. The probe of 98 B, like the notice in return, takes 1 us and 7.84 ns on each of two links.
  const [ARRIVED, HOP] = [us(1) + 1082 * 80, us(1) + 98 * 80];

  test("a probe leaves by the port named and ends at the destination's leaf; a notice ends at the source's; both take time", () => {
    const { heard, network } = run(1000);
    expect(heard.slice(0, 2)).toEqual([
      ["probe", 3, 41, ARRIVED + 2 * HOP],
      ["notice", 2, 42, ARRIVED + 4 * HOP],
    ]);
    expect(network.fabric.sentBytes(network.fabric.portBase[2] + 2)).toBe(78);
  });

  test("probes are counted: one data packet, its ACK, a probe and a notice are 1062 + 66 + 2 x 78 B, all delivered", () => {
    const { created, delivered } = run(1000).network.fabric.ledger;
    expect([created, delivered]).toEqual([1062 + 66 + 2 * 78, 1062 + 66 + 2 * 78]);
  });

  test("a probe sent while its packet is enqueued at the same idle port follows that packet", () => {
    const heard: number[] = [];
    const { network } = tiny(wiring, [flow(0, 1, 1000)], {
      routing: (view) => ({
        choose: () => 1,
        onEnqueue(port, _packet, of) {
          if (port === view.firstPort[2] + 2 && view.queued(port) === 1062) view.probe(of, port, Int32Array.of());
        },
        onProbe: () => void heard.push(view.now),
      }),
    });
    network.run(ms(1));
    expect(heard).toEqual([ARRIVED + us(2) + (2 * 1082 + 98) * 80]);
  });

  test("a probe is lost with its link, and counted as lost", () => {
    const { heard, network } = run(100_000, { fail: true });
    expect(heard.map(([what]) => what)).toEqual(["finish"]);
    expect(network.fabric.ledger.dropped).toBe(78);
  });

  test("routing is notified once that a flow is done, when its last ACK arrives", () => {
    const { heard, network } = run(1000);
    expect(heard.filter(([what]) => what === "finish")).toEqual([["finish", 0, 0, network.flows.acked[0]]]);
  });

  test("a probe waits where its class is paused, a notice does not", () => {
    const heard: string[] = [];
    const { network } = tiny(wiring, [flow(0, 1, 1000)], {
      routing: (view) => ({
        choose(here, of, reverse) {
          if (here === 2 && !reverse) {
            view.probe(of, view.firstPort[here] + 2, Int32Array.of());
            view.probe(of, view.firstPort[here] + 2, Int32Array.of());
          }
          return 0;
        },
        onProbe(here, _packet, of) {
          heard.push("probe");
          if (heard.length === 1) view.notify(here, of, Int32Array.of());
        },
        onNotice: () => void heard.push("notice"),
      }),
    });
    const { fabric } = network;
    for (const leaf of [2, 3]) fabric.stop(fabric.portBase[leaf] + 2, 1, 1 << 3);
    network.stopWhenDone = false;
    network.run(us(50));
    expect(heard).toEqual([]);
    fabric.start(fabric.portBase[2] + 2, 1, 1 << 3); // leaf 3's port stays paused, but the notice has another class
    network.run(us(100));
    expect(heard).toEqual(["probe", "probe", "notice"]);
  });
});

describe("routing's words on a packet", () => {
  test("are 0 in a new data packet, although its record is reused: 1,000 packets, none with values of an earlier one", () => {
    const found = new Set<number>();
    const { network } = tiny(leafSpine(2, 1, 1), [flow(0, 1, 1_000_000)], {
      routing: (view) => {
        const column = view.words(1);
        return {
          choose: () => 0,
          onArrive: (_port, packet, _flow, reverse) => {
            if (!reverse) found.add(column.at[packet]);
            column.at[packet] = 7;
          },
        };
      },
    });
    network.run(ms(1));
    expect([...found]).toEqual([0]);
    expect(network.hosts.dataPackets).toBe(1000);
  });
});

describe("link", () => {
  test("`received` counts for a policy that only reads it, by a timer, and names no hook", () => {
    let view: LinkView | undefined;
    const { network } = tiny(star(2), [flow(0, 1, 10_000)], {
      links: [
        {
          create: (seen) => {
            view = seen;
            return silent;
          },
        },
      ],
    });
    network.run(ms(1));
    expect(view?.received(network.fabric.peer[0], 3)).toBe(10 * FRAME);
  });

  test("arrivals and departures of a port balance in every class, ACKs in the control class included", () => {
    const balance = new Map<string, number>();
    const add = (port: number, cls: number, size: number): void => {
      const key = `port ${port}, class ${cls}`;
      balance.set(key, (balance.get(key) ?? 0) + size);
    };
    const { network } = tiny(star(2), [flow(0, 1, 10_000)], {
      links: [
        {
          create: () => ({
            ...silent,
            onArrive: add,
            onDepart: (port, cls, size) => {
              add(port, cls, -size);
            },
          }),
        },
      ],
    });
    network.run(ms(1));
    expect([...balance].filter(([, bytes]) => bytes !== 0)).toEqual([]);
  });

  test("packets lost with a failing link count as departures, and their ingress ports are notified", () => {
    let held = 0;
    const { network } = tiny(star(3), [flow(0, 2, 100_000), flow(1, 2, 100_000)], {
      memory: () => 1_000_000,
      links: [
        {
          create: () => ({
            ...silent,
            onArrive: (_port, _cls, size) => (held += size),
            onDepart: (_port, _cls, size) => (held -= size),
          }),
        },
      ],
    });
    network.run(us(10));
    expect(held).toBeGreaterThan(0);
    network.fabric.fail(network.fabric.peer[2]);
    network.run(us(100));
    expect(held).toBe(0);
  });

  test.each([
    ["absent: before all packets", undefined, ["frame", "ACK"]],
    ["the control class: behind the ACK that waits there, before the one that comes later", 0, ["ACK", "frame"]],
  ])("a frame made while an ACK waits leaves, with `behind` %s", (_, behind, expected) => {
    // Host 0 receives data and ACKs by port `out` of the switch.
    const flows = [flow(1, 0, 100_000), flow(2, 0, 100_000), flow(0, 1, 100_000), flow(0, 2, 100_000)];
    const { network } = tiny(star(3), flows, {
      links: [{ create: () => silent, ...(behind !== undefined && { behind }) }],
    });
    const { fabric } = network;
    const out = fabric.peer[0];
    const kindOf = (packet: number): number => fabric.packets.words[(packet << 4) | META] & KIND_MASK;
    const left: string[] = [];
    let made = 0;
    fabric.tracer = {
      onReceive: nothing,
      onEnqueue(_node, port, _class, packet) {
        if (port !== out || kindOf(packet) !== ACK_PACKET || fabric.idle(out)) return;
        if (made++ === 0) fabric.linkFrames.emit(out, 64, 1, 0, new Int32Array(4));
      },
      onDequeue(_node, port, _class, packet) {
        const kind = kindOf(packet);
        if (port === out && made > 0 && kind !== DATA) left.push(kind === ACK_PACKET ? "ACK" : "frame");
      },
    };
    network.run(us(20));
    expect(made).toBeGreaterThan(2);
    expect(left.slice(0, 2)).toEqual(expected);
    expect(left.slice(2)).not.toContain("frame");
  });

  test("a data packet that the link retransmits lets no other pass with `behind`, and keeps its number of stamps", () => {
    const { network } = tiny(star(3), [flow(1, 0, 100_000), flow(2, 0, 100_000)], {
      links: [{ create: () => silent, behind: 3 }],
    });
    const { fabric } = network;
    const out = fabric.peer[0];
    network.run(us(10)); // data of class 3 wait at `out`
    const packet = fabric.packets.take();
    const { words } = fabric.packets;
    words[(packet << 4) | META] = DATA;
    words[(packet << 4) | HOPS] = 2;
    fabric.linkFrames.insert(out, packet, () => false);
    expect(fabric.linkFrames.yields(out)).toBe(false);
    fabric.linkFrames.countBypass(out, 3);
    expect(words[(packet << 4) | HOPS]).toBe(2);
  });

  test("a frame behind the last ACK leaves right after it, though nothing else waits", () => {
    // The switch sends host 1's packet to host 0 from 3.14 us to 3.23 us. The ACK from host 1 follows at 3.18 us.
    const { network } = tiny(star(2), [flow(0, 1, 1000), { ...flow(1, 0, 1000), start: 2_055_000 }], {
      links: [{ create: () => silent, behind: 0 }],
    });
    const { fabric, queue } = network;
    const out = fabric.peer[0];
    const left: [kind: number, at: number][] = [];
    fabric.tracer = {
      onReceive: nothing,
      onEnqueue(_node, port, cls, packet) {
        if (port === out && cls === 0 && (fabric.packets.words[(packet << 4) | META] & KIND_MASK) === ACK_PACKET)
          fabric.linkFrames.emit(out, 64, 1, 0, new Int32Array(4));
      },
      onDequeue(_node, port, _class, packet) {
        if (port === out) left.push([fabric.packets.words[(packet << 4) | META] & KIND_MASK, queue.now]);
      },
    };
    network.run(us(20));
    expect(left.map(([kind]) => kind)).toEqual([DATA, ACK_PACKET, LINK_FRAME]);
    expect(left[2][1] - left[1][1]).toBe(86 * 80); // 66 B and 20 B of preamble and gap, at 100 Gb/s
  });

  test("a port that is woken or resumed while it sends a packet still sends one at a time", () => {
    const { network } = tiny(star(3), [flow(0, 2, 100_000), flow(1, 2, 100_000)], {
      links: [
        {
          create: (view) => ({
            ...silent,
            onSend: (port) => {
              view.wake(port);
              view.start(port, 1, 1 << 3);
            },
            onDepart: (port) => {
              view.wake(port);
            },
          }),
        },
      ],
    });
    expect(() => network.run(ms(1))).not.toThrow();
    expect(network.unfinished).toBe(0);
  });

  test("hosts call all hooks: before they send, after they sent, on arrivals and on received data", () => {
    const heard = new Set<string>();
    const HOSTS = 2; // ports 0 and 1
    const note =
      (hook: string) =>
      (port: number): void => {
        if (port < HOSTS) heard.add(hook);
      };
    const { network } = tiny(star(2), [flow(0, 1, 10_000)], {
      links: [
        {
          create: () => ({
            ...silent,
            onArrive: note("onArrive"),
            onDepart: note("onDepart"),
            onSend: note("onSend"),
            maySend: (port) => {
              note("maySend")(port);
              return true;
            },
          }),
        },
      ],
    });
    network.run(ms(1));
    expect([...heard].sort()).toEqual(["maySend", "onArrive", "onDepart", "onSend"]);
  });

  test("a frame emitted on a port while it sends a packet (in `onSend`, say) waits for it", () => {
    const words = new Int32Array(4);
    let frames = 0;
    const { network } = tiny(star(2), [flow(0, 1, 10_000)], {
      links: [
        {
          create: (view) => ({
            ...silent,
            onSend: (port) => {
              if (frames++ < 3) view.emit(port, 64, 1, 0, words);
            },
          }),
        },
      ],
    });
    expect(() => network.run(ms(1))).not.toThrow();
    expect(network.unfinished).toBe(0);
  });
});

describe("congestion", () => {
  test("a flow paced until 100 us sends nothing before, although its rate rises from 1 to 100 Gb/s in that time", () => {
    let view: CongestionView | undefined;
    const { network } = tiny(star(2), [flow(0, 1, 10_000_000)], {
      congestion: (seen) => {
        view = seen;
        return { onStart: nothing, onAck: nothing };
      },
    });
    network.run(us(10));
    view?.changeRate(0, gbps(1));
    view?.holdUntil(0, us(100));
    view?.changeRate(0, gbps(100));
    const sent = network.fabric.sentBytes(0);
    network.run(us(99));
    expect(network.fabric.sentBytes(0)).toBe(sent);
  });

  test("an ACK for four packets carries a mark if one of the four had one: 80 packets, every fourth marked, 20 ACKs, 20 marks", () => {
    let acks = 0;
    let marks = 0;
    const recovery = policies.recovery["go-back-n"];
    const { network } = tiny(star(2), [flow(0, 1, 80_000)], {
      recovery: (view) => recovery.create({ ...defaults(recovery.params), ackEvery: 4 }, view),
      detection: [
        () => {
          let k = 0;
          return { mark: () => (k++ % 4 === 0 ? CONGESTED : UNMARKED) };
        },
      ],
      congestion: () => ({
        onStart: nothing,
        onAck: (_flow, _ack, mark) => {
          acks++;
          if (mark !== UNMARKED) marks++;
        },
      }),
    });
    network.run(ms(1));
    expect([network.hosts.marked, acks, marks]).toEqual([20, 20, 20]);
  });
});

describe("a link that fails", () => {
  test("carries nothing more: a host behind it sends nothing, like a switch", () => {
    const wiring = star(3);
    const links = wiring.links.map((link, l) => (l === 0 ? { ...link, failsAt: us(10) } : link));
    const net = lab(input({ ...wiring, links }, [flow(0, 1, 10_000_000)]));
    net.run(us(20));
    const sent = net.fabric.sentBytes(0);
    net.run(ms(1));
    expect(net.fabric.sentBytes(0)).toBe(sent);
  });

  test("resumes a host whose packets were lost with it", () => {
    const wiring = star(4);
    // Hosts 1 and 2 fill the queue to host 0 until they are paused. Then the link of host 0 fails. Host 1 has another flow, to host 3.
    const links = wiring.links.map((link, l) => (l === 0 ? { ...link, failsAt: us(36) } : link));
    const headroom = policies.headroom.none;
    const choice = { module: headroom, values: defaults(headroom.params) } as ExactInput["headroom"];
    const flows = [flow(1, 0, 600_000), flow(2, 0, 600_000), flow(1, 3, 100_000, us(50))];
    const net = lab(input({ ...wiring, links }, flows, { headroom: choice, memory: 400_000 }));
    const at = net.switches.find((one) => one !== null);
    net.run(us(35));
    expect(at?.pausedCount).toBe(2);
    net.run(ms(1));
    expect([at?.pausedCount, net.flows.acked[2] > 0]).toEqual([0, true]);
  });
});
