/**
 * Builds a small network with `assemble`. All parts are the usual ones of xoff's own model, unless a test replaces one.
 *
 * `lab-bench.ts` builds networks that a scenario can describe. This file also accepts policies that are not in `policies.ts`, another link
 * policy for some ports, and private memory of a port.
 */
import { assemble, type Assembly, type NetworkSpec } from "../src/run/network/assemble.ts";
import { FlowDesk, launchPlanned } from "../src/run/network/flow-desk.ts";
import { basePaths } from "../src/run/network/paths.ts";
import { exactFidelity } from "../src/fidelity/exact/fidelity.ts";
import { launchAtStart } from "../src/fidelity/exact/launch.ts";
import { createNic } from "../src/fidelity/exact/nic.ts";
import type { Frames } from "../src/contracts/fidelity.ts";
import type { Recorder } from "../src/sim/model/recorder.ts";
import { defaults } from "../src/base/params.ts";
import { policies } from "../src/policies/policies.ts";
import { stream } from "../src/base/random.ts";
import type { Wiring } from "../src/contracts/topology.ts";
import type { PlannedFlow } from "../src/contracts/traffic.ts";
import { gbps, MiB, us } from "../src/base/units.ts";
import { countdown } from "./lab-bench.ts";

/** Sizes of frames in bytes, equal to those of xoff's own model. */
export const FRAMES: Frames = {
  dataHeader: 62,
  ack: 66,
  cnp: 78,
  pause: 64,
  wireOverhead: 20,
  controlClass: 0,
  ackClass: 0,
  ackQueues: 1,
};

/**
 * A leaf-spine. Hosts are numbered 0 to leaves * each - 1, followed by the leaves and the spines. Every leaf has a link
 * to every spine.
 */
export function leafSpine(leaves: number, spines: number, each: number, rate = gbps(100), delay = us(1)): Wiring {
  const hosts = leaves * each;
  const leafOf = (leaf: number): number => hosts + leaf;
  const spineOf = (spine: number): number => hosts + leaves + spine;
  const links = [];
  for (let host = 0; host < hosts; host++) links.push({ a: host, b: leafOf(Math.floor(host / each)), rate, delay });
  for (let leaf = 0; leaf < leaves; leaf++)
    for (let spine = 0; spine < spines; spine++) links.push({ a: leafOf(leaf), b: spineOf(spine), rate, delay });
  return {
    names: Array.from({ length: hosts + leaves + spines }, (_, node) => `n${node}`),
    isSwitch: Array.from({ length: hosts + leaves + spines }, (_, node) => node >= hosts),
    links,
  };
}

export type TinyParts = Partial<Omit<NetworkSpec, "wiring" | "recorder" | "flows">>;

/** Builds the network. Flows must be ordered by start time. */
export function tiny(
  wiring: Wiring,
  flows: readonly PlannedFlow[],
  more: TinyParts = {},
  recorder: Partial<Recorder> = {},
): Assembly {
  const payload = more.payload ?? 1000;
  const assembly = assemble({
    wiring,
    fidelity: exactFidelity(FRAMES),
    neighbourOrder: (a, b) => a - b,
    buffer: (view) => policies.buffer.dt.create(defaults(policies.buffer.dt.params), view),
    headroom: (view) => policies.headroom.sih.create(defaults(policies.headroom.sih.params), view),
    links: [{ create: (view) => policies.link.pfc.create(defaults(policies.link.pfc.params), view) }],
    detection: [],
    congestion: () => policies.congestion.none.create(),
    recovery: (view) => policies.recovery["go-back-n"].create(defaults(policies.recovery["go-back-n"].params), view),
    routing: (view) => policies.routing.ecmp.create(defaults(policies.routing.ecmp.params), view),
    scheduling: (view) => policies.scheduling.strict.create({}, view),
    nic: createNic,
    hashSeed: (node) => node,
    random: (purpose, node) => {
      const source = stream(1, purpose, node);
      return () => source.next();
    },
    payload,
    memory: () => MiB(1),
    private: 0,
    privateReserved: () => 0,
    lossless: [3, 4],
    charged: [1, 2, 3, 4, 5, 6, 7],
    strict: [0],
    reaction: 60 * 64,
    scaleWindow: false,
    paced: true,
    stampScale: 1,
    elide: true,
    order: "fixed",
    ...more,
    recorder: countdown(recorder),
    flows: flows.length,
  });
  const { network, routes } = assembly;
  const desk = new FlowDesk(network);
  const paths = basePaths(network.fabric, routes, payload);
  for (const { source, destination, cls, bytes, start } of flows) {
    const { rtt } = paths(source, destination);
    const request = { source, destination, cls, bytes, start, destinationPort: 4791, window: 0, baseRtt: rtt };
    network.flowAdded(desk.add(request));
  }
  launchPlanned(network, launchAtStart);
  return assembly;
}
