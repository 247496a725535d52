/**
 * Do the contracts carry the papers? A skeleton for each role whose policy is not written yet, on small networks: every hook that
 * the paper needs is there, is called, and is told what it needs.
 */
import { describe, expect, test } from "vitest";
import { QUEUE } from "../src/link/contract.ts";
import { defaults } from "../src/params.ts";
import { policies } from "../src/policies.ts";
import { gbps, MiB, ms, us } from "../src/units.ts";
import { flow } from "./lab-bench.ts";
import { bifrost, MAGIC, SLOT } from "./skeletons/bifrost.ts";
import { Heard } from "./skeletons/heard.ts";
import { plb, TOLERABLE_NS } from "./skeletons/plb.ts";
import { leafSpine, tiny } from "./tiny-network.ts";

const FRAME = 1062;
const sum = (of: readonly unknown[], size: (entry: number[]) => number): number =>
  of.reduce((total: number, entry) => total + size(entry as number[]), 0);

describe("Bifrost, as a link policy on one long link among short ones", () => {
  // Host 0 - switch 2 ===== switch 3 - host 1: 20 km between the switches, and host 1 at half the rate.
  const wiring = {
    names: ["h0", "h1", "s0", "s1"],
    isSwitch: [false, false, true, true],
    links: [
      { a: 0, b: 2, rate: gbps(100), delay: us(1) },
      { a: 2, b: 3, rate: gbps(100), delay: us(100) },
      { a: 3, b: 1, rate: gbps(50), delay: us(1) },
    ],
  };
  // Ports are numbered by node: host 0 has 0, host 1 has 1, switch 2 has 2 and 3, switch 3 has 4 and 5.
  const [UP, DOWN] = [3, 4];
  const MEMORY = 2 * 1_250_000 + 4 * 25_000; // the bandwidth-delay product and four slots

  const run = (bytes: number, until: number) => {
    const heard = new Heard();
    const asked = new Heard();
    const { network } = tiny(wiring, [flow(0, 1, bytes)], {
      memory: () => MiB(1),
      links: [
        { create: (view) => policies.link.pfc.create(defaults(policies.link.pfc.params), view) },
        { create: bifrost(heard, { slot: SLOT, memory: MEMORY, ports: [UP, DOWN] }), ports: [UP, DOWN] },
      ],
      ownMemory: new Map([
        [UP, MEMORY],
        [DOWN, MEMORY],
      ]),
      buffer: (view) => {
        const dt = policies.buffer.dt.create({ alpha: 1 }, view);
        return {
          threshold: (port, cls) => {
            asked.note("threshold", view.ports === 2 ? port : -1);
            return dt.threshold(port, cls);
          },
        };
      },
    });
    network.stopWhenDone = false;
    network.run(until);
    return { heard, network, slots: (heard.of("slot") as Slot[]).filter(({ port }) => port === DOWN) };
  };
  interface Slot {
    readonly port: number;
    readonly held: number;
    readonly received: number;
  }

  test("the wiring is as the test has it: port 3 and port 4 are the two ends of the long link", () => {
    const { network } = run(1000, us(10));
    expect(network.fabric.peer[UP]).toBe(DOWN);
    expect(network.fabric.delay[UP]).toBe(us(100));
  });

  test("its slot timer reads what is held and what was received: at 100G a slot of 2 us receives up to 25,000 B and a packet", () => {
    const { slots } = run(5_000_000, ms(3));
    expect(slots).toHaveLength(1500);
    const most = Math.max(...slots.map(({ received }) => received));
    expect(most).toBeGreaterThan(20_000);
    expect(most).toBeLessThanOrEqual(25_000 + FRAME);
    expect(Math.max(...slots.map(({ held }) => held))).toBeGreaterThan(500_000);
    expect(slots.reduce((total, { received }) => total + received, 0)).toBe(5000 * FRAME);
  });

  test("its frames are its own: words, scope and classes arrive as they were emitted, on the long link only", () => {
    const { heard, network } = run(5_000_000, ms(1));
    const frames = heard.of("onFrame") as { port: number; scope: number; vector: number; magic: number }[];
    expect(frames.length).toBeGreaterThan(400);
    for (const frame of frames) {
      expect([UP, DOWN]).toContain(frame.port);
      expect(frame).toMatchObject({ scope: QUEUE, vector: (1 << 3) | (1 << 4), magic: MAGIC });
    }
    expect(network.fabric.framesReceived[UP]).toBe(frames.filter(({ port }) => port === UP).length);
  });

  test("its port has memory of its own: the switch's pool holds nothing of it, and neither buffer nor headroom stop anybody", () => {
    const { heard, network, slots } = run(20_000_000, ms(3));
    const at = network.switches[3]!;
    expect(Math.max(...slots.map(({ held }) => held))).toBeGreaterThan(1_000_000);
    expect([at.pool.used, at.pool.peak]).toEqual([0, 0]);
    expect(heard.times("pause")).toBe(0);
    expect(network.fabric.ledger.dropped).toBe(0);
  });

  test("it hears each arrival and each departure, and the two add up to what is held", () => {
    const { heard, network } = run(20_000_000, ms(1));
    const data = ([port, cls, size]: number[]): number => (port === DOWN && cls === 3 ? size : 0);
    const held = sum(heard.of("onArrive"), data) - sum(heard.of("onDepart"), data);
    expect(held).toBe(network.switches[3]!.held((DOWN << 3) | 3));
  });

  test("upstream it stops the port for the time asked, and the port starts again", () => {
    const { heard } = run(20_000_000, ms(3));
    expect(heard.times("silence ends")).toBeGreaterThan(0);
  });

  test("upstream it is asked before each packet, and a no holds the packet until it wakes the port", () => {
    const { heard, network } = run(20_000_000, ms(20));
    const no = heard.of("maySend no") as number[][];
    expect(no.length).toBeGreaterThan(0);
    for (const [port] of no) expect([UP, DOWN]).toContain(port);
    const asked = (heard.of("maySend yes") as number[][]).filter(([port]) => port === UP);
    const sent = (heard.of("onSend") as number[][]).filter(([port]) => port === UP);
    expect(asked).toHaveLength(20_000);
    expect(sent).toEqual(asked);
    expect(network.unfinished).toBe(0);
  });

  test("upstream it sees the bytes that wait for it, class by class", () => {
    const { heard } = run(20_000_000, ms(3));
    expect(Math.max(...(heard.of("waiting") as number[]))).toBeGreaterThan(0);
  });

  test("the short links keep PFC: the first switch stops host 0 when the long link makes it wait", () => {
    const { network } = run(20_000_000, ms(3));
    expect(network.fabric.framesReceived[0]).toBeGreaterThan(0);
    expect(network.fabric.framesReceived[1]).toBe(0);
  });

  test("all bytes arrive, none is dropped", () => {
    const { network } = run(20_000_000, ms(20));
    expect(network.unfinished).toBe(0);
    expect(network.fabric.ledger.dropped).toBe(0);
  });
});

describe("PLB, as a routing policy", () => {
  // Hosts 0, 1 on leaf 4, hosts 2, 3 on leaf 5, spines 6 and 7: two flows to host 2, so leaf 5 stops the spines.
  const run = () => {
    const heard = new Heard();
    const { network } = tiny(leafSpine(2, 2, 2), [flow(0, 2, 2_000_000), flow(1, 2, 2_000_000)], {
      routing: plb(heard),
      memory: () => 600_000,
    });
    const ending = network.run(ms(5));
    return { heard, network, ending };
  };
  /** Bytes of a notice, which its own switch queues and sends like any other packet. */
  const NOTICE_SIZE = 78;
  type At = { node: number; port: number; size: number; left: number; sojourn: number; reverse: boolean };
  const at = (heard: Heard, hook: string, node: number): At[] =>
    (heard.of(hook) as At[]).filter((e) => e.node === node);

  test("is asked where there is a choice, at the leaves, and knows the leaf of the host it routes to", () => {
    const { heard, ending } = run();
    expect(ending).toBe("all flows are done");
    const asked = heard.of("choose") as { node: number; leaf: number }[];
    expect(asked).toContainEqual({ node: 4, leaf: 5 });
    expect(asked).toContainEqual({ node: 5, leaf: 4 });
    expect(new Set(asked.map(({ node }) => node))).toEqual(new Set([4, 5]));
  });

  test("hears every packet arrive, be queued and leave, at every switch: 4000 there, 4000 ACKs back", () => {
    const { heard } = run();
    for (const leaf of [4, 5])
      for (const hook of ["onArrive", "onEnqueue", "onDequeue"]) expect(at(heard, hook, leaf)).toHaveLength(8000);
    const ofHosts = (hook: string, spine: number): number =>
      at(heard, hook, spine).filter(({ size }) => size !== NOTICE_SIZE).length;
    for (const hook of ["onArrive", "onEnqueue", "onDequeue"]) expect(ofHosts(hook, 6) + ofHosts(hook, 7)).toBe(8000);
    expect(at(heard, "onArrive", 4).filter(({ reverse }) => reverse)).toHaveLength(4000);
  });

  test("keeps words on a packet from switch to switch: at a spine it reads what the leaf has written and taken off", () => {
    const { heard } = run();
    const atSpines = [...at(heard, "onArrive", 6), ...at(heard, "onArrive", 7)].filter(({ reverse }) => !reverse);
    const atLeaf = at(heard, "onDequeue", 4).filter(({ port }) => port >= 2);
    expect(atLeaf.map(({ left }) => left)).toContain(TOLERABLE_NS);
    // In whatever order they came by the two spines: the same values.
    const sorted = (of: At[]): number[] => of.map(({ left }) => left).sort((a, b) => a - b);
    expect(sorted(atSpines)).toEqual(sorted(atLeaf));
  });

  test("measures sojourn: what waits behind a stopped egress is there for microseconds", () => {
    const { heard } = run();
    const sojourns = [...at(heard, "onDequeue", 6), ...at(heard, "onDequeue", 7)].map(({ sojourn }) => sojourn);
    expect(Math.max(...sojourns)).toBeGreaterThan(TOLERABLE_NS);
    expect(Math.min(...sojourns)).toBe(0);
  });

  test("hears egress ports stop and start, at the spines that leaf 5 stops, and sees it in its view", () => {
    const { heard } = run();
    const stops = [...at(heard, "onStopped", 6), ...at(heard, "onStopped", 7)];
    const starts = [...at(heard, "onStarted", 6), ...at(heard, "onStarted", 7)];
    expect(stops.length).toBeGreaterThan(0);
    expect(starts).toEqual(stops);
  });

  test("tells the source leaf of a packet that has waited too long, and the leaf's timer forgives the path", () => {
    const { heard } = run();
    const notices = heard.of("onNotice") as { node: number; from: number; sojourn: number; took: number }[];
    expect(notices.length).toBeGreaterThan(0);
    for (const { node, from } of notices) {
      expect(node).toBe(4);
      expect([6, 7]).toContain(from);
    }
    // On the wire: 98 B at 100G and 1 us of link are 1007.84 ns, and another packet may be ahead.
    for (const { took } of notices) expect(took).toBeGreaterThanOrEqual(1007);
    expect(heard.times("timer")).toBeGreaterThan(0);
  });
});
