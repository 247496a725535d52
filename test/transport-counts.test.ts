/**
 * Tests counters of flows under a transport: retransmitted packets and packets out of order. They are compared with counts of this file,
 * which keep packets in sets. They read sent packets at the first switch after the sender, and arrived packets at the receiver.
 */
import { describe, expect, test } from "vitest";
import type { TransportPolicy, TransportView } from "../src/contracts/transport.ts";
import { readScenario, setUp } from "../src/run/lab/lab.ts";
import type { Network } from "../src/sim/model/network.ts";
import { DATA, FLOW, IS_TRIMMED, KIND_MASK, META, SEQ } from "../src/sim/model/packet-record.ts";
import { builtIn, type Registry } from "../src/scenario/registry/tables.ts";

/** Sends its packets last first, each once. */
const lastFirst = {
  about: "last first",
  params: {},
  create(_: unknown, view: TransportView): TransportPolicy {
    const { payload, size, cls } = view;
    const got = new Float64Array(view.flows);
    return {
      onStart(flow) {
        for (let packet = Math.ceil(size[flow] / payload) - 1; packet >= 0; packet--) {
          const seq = packet * payload;
          view.send(flow, seq, Math.min(payload, size[flow] - seq), cls[flow], 0);
        }
      },
      onData(flow, _packet, _seq, bytes) {
        view.deliver(flow, bytes);
        got[flow] += bytes;
        if (got[flow] === size[flow]) view.reply(flow, 0, 0, 0, 0);
      },
      onReply: (flow) => {
        view.finish(flow);
      },
    };
  },
};

const tables: Registry = {
  ...builtIn,
  policies: {
    ...builtIn.policies,
    transport: { ...builtIn.policies.transport, "last-first": lastFirst },
  },
};

function networkOf(text: string): Network {
  return setUp(readScenario(text, "a.yaml", undefined, [], tables), { tables }).network;
}

interface Counts {
  /** By flow: packets that were sent before. */
  readonly again: number[];
  /** By flow: packets that arrived before an earlier one, and their largest distance in bytes from the first missing byte. */
  readonly early: number[];
  readonly ahead: number[];
}

function count({ fabric, flows, hosts }: Network): Counts {
  const [again, early, ahead] = [0, 1, 2].map(() => new Array<number>(flows.count).fill(0));
  const sent = new Set<string>();
  const arrived = new Set<string>();
  const { words, doubles } = fabric.packets;
  fabric.tracer = {
    onReceive(node, port, packet) {
      const at = packet << 4;
      if ((words[at | META] & KIND_MASK) !== DATA) return;
      const flow = words[at | FLOW];
      const seq = doubles[(packet << 3) | SEQ];
      const name = `${flow} ${seq}`;
      if (fabric.node[fabric.peer[port]] === flows.source[flow]) {
        if (sent.has(name)) again[flow]++;
        sent.add(name);
      }
      if (node !== flows.destination[flow] || (words[at | META] & IS_TRIMMED) !== 0) return;
      let missing = 0;
      while (arrived.has(`${flow} ${missing}`)) missing += hosts.payload;
      if (seq > missing) early[flow]++;
      ahead[flow] = Math.max(ahead[flow], seq - missing);
      arrived.add(name);
    },
    onEnqueue() {},
    onDequeue() {},
  };
  return { again, early, ahead };
}

const repeated = ({ flows }: Network): number[] => Array.from(flows.repeated.subarray(0, flows.count));
const outOfOrder = ({ flows }: Network): number[] => Array.from(flows.outOfOrder.subarray(0, flows.count));
const farthest = ({ flows }: Network): number[] => Array.from(flows.farthestAhead.subarray(0, flows.count));

const incast = `kind: flows, list: [${[1, 2, 3, 4, 5, 6].map((host) => `{ from: h${host}, to: h0, size: 200KB }`).join(", ")}]`;

describe("packets that were sent before, and that arrive before an earlier one", () => {
  test("10 packets in reverse order, each once: none, and all but the first one", () => {
    const network = networkOf(`
until: 20us
topology: { kind: star, hosts: 2 }
traffic: [{ kind: flows, list: [{ from: h0, to: h1, size: 10KB }] }]
policies: { transport: last-first }`);
    const counted = count(network);
    network.run(20e6);
    expect([repeated(network), counted.again, network.hosts.dataPackets]).toEqual([[0], [0], 10]);
    expect([outOfOrder(network), counted.early, farthest(network), counted.ahead]).toEqual([[9], [9], [9000], [9000]]);
  });

  test.each(["ndp", "eqds", "uec"])(
    "of %s, which sends trimmed packets again among new ones: as counted",
    (transport) => {
      const network = networkOf(`
until: 20ms
topology: { kind: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 4 }
classes: { lossless: [] }
traffic: [{ ${incast} }]
policies:
  transport: ${transport}
  buffer: { name: trim, queue: 20KB }
  headroom: none
  link: none
  detection: { name: red, kmin: 10KB, kmax: 20KB, pmax: 1 }
faults: [{ kind: bit-errors, target: leaf0-h0, rate: 0, frames: 0.01 }]`);
      const counted = count(network);
      network.run(20e9);
      expect(Math.min(...counted.again)).toBeGreaterThan(0);
      expect(repeated(network)).toEqual(counted.again);
      expect(Math.min(...counted.early)).toBeGreaterThan(0);
      expect(outOfOrder(network)).toEqual(counted.early);
      expect(farthest(network)).toEqual(counted.ahead);
    },
  );
});
