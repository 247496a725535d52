/**
 * Tests the retransmitted packets of flows under a transport. They are compared with a count of its own, which keeps each sent packet in a
 * set. It reads the packets at the first switch after the sender.
 */
import { describe, expect, test } from "vitest";
import type { TransportPolicy, TransportView } from "../src/contracts/transport.ts";
import { readScenario, setUp } from "../src/run/lab/lab.ts";
import type { Network } from "../src/sim/model/network.ts";
import { DATA, FLOW, KIND_MASK, META, SEQ } from "../src/sim/model/packet-record.ts";
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

/** Runs the network and counts packets that were sent before, by flow. */
function count({ fabric, flows }: Network): { again: number[] } {
  const again = new Array<number>(flows.count).fill(0);
  const sent = new Set<string>();
  const { words, doubles } = fabric.packets;
  fabric.tracer = {
    onReceive(_node, port, packet) {
      const at = packet << 4;
      if ((words[at | META] & KIND_MASK) !== DATA) return;
      const flow = words[at | FLOW];
      const seq = doubles[(packet << 3) | SEQ];
      const name = `${flow} ${seq}`;
      if (fabric.node[fabric.peer[port]] !== flows.source[flow]) return;
      if (sent.has(name)) again[flow]++;
      sent.add(name);
    },
    onEnqueue() {},
    onDequeue() {},
  };
  return { again };
}

const repeated = ({ flows }: Network): number[] => Array.from(flows.repeated.subarray(0, flows.count));

const incast = `kind: flows, list: [${[1, 2, 3, 4, 5, 6].map((host) => `{ from: h${host}, to: h0, size: 200KB }`).join(", ")}]`;

describe("retransmitted packets", () => {
  test("10 packets in reverse order, each once: 0", () => {
    const network = networkOf(`
until: 20us
topology: { kind: star, hosts: 2 }
traffic: [{ kind: flows, list: [{ from: h0, to: h1, size: 10KB }] }]
policies: { transport: last-first }`);
    const counted = count(network);
    network.run(20e6);
    expect([repeated(network), counted.again, network.hosts.dataPackets]).toEqual([[0], [0], 10]);
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
    },
  );
});
