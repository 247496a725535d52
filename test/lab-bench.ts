/** Small networks for tests, wired by hand. Every policy has its default parameters unless a test changes them. */
import { buildExact, type ExactInput } from "../src/run/network/exact.ts";
import type { Network } from "../src/sim/model/network.ts";
import type { Recorder } from "../src/sim/model/recorder.ts";
import { defaults, type ParamTable } from "../src/base/params.ts";
import { policies } from "../src/policies/policies.ts";
import type { WiredLink, Wiring } from "../src/contracts/topology.ts";
import type { PlannedFlow } from "../src/contracts/traffic.ts";
import { SIZE } from "../src/sim/model/packet-record.ts";
import { gbps, us, type Bytes, type Ps } from "../src/base/units.ts";

interface Module {
  readonly params: ParamTable;
}

/** A policy module with parameters. `values` replaces defaults, in base units. */
export function choose(module: Module, values: Record<string, unknown> = {}) {
  return { module: module as never, values: { ...defaults(module.params), ...values } as never };
}

/** A star: hosts 0 to n - 1 on switch n. */
export function star(hosts: number, rate = gbps(100), delay = us(1)): Wiring {
  return {
    names: [...Array.from({ length: hosts }, (_, h) => `h${h}`), "sw"],
    isSwitch: [...Array.from({ length: hosts }, () => false), true],
    links: Array.from({ length: hosts }, (_, h) => ({ a: h, b: hosts, rate, delay })),
  };
}

/** A chain from host 0 through switches to host 1. `links` are in the order of the path. */
export function path(links: readonly { rate: number; delay: number }[]): Wiring {
  const switches = links.length - 1;
  const along = [0, ...Array.from({ length: switches }, (_, s) => s + 2), 1];
  return {
    names: ["from", "to", ...Array.from({ length: switches }, (_, s) => `sw${s}`)],
    isSwitch: [false, false, ...Array.from({ length: switches }, () => true)],
    links: links.map((link, l): WiredLink => ({ a: along[l], b: along[l + 1], ...link })),
  };
}

export const flow = (source: number, destination: number, bytes: number, start = 0, cls = 3): PlannedFlow => ({
  source,
  destination,
  bytes,
  start,
  cls,
});

/**
 * A recorder that only counts unfinished flows, and stops the run when none is left. `more` adds or replaces its
 * functions.
 */
export function countdown(more: Partial<Recorder> = {}): (network: () => Network) => Recorder {
  const nothing = (): void => {};
  return (network) => ({
    onReceived: nothing,
    onVerdict: nothing,
    onStopped: nothing,
    onStarted: nothing,
    onDrop: nothing,
    ...more,
    onAcked(done) {
      network().flowDone(done);
      more.onAcked?.(done);
    },
  });
}

/** The input of a network with the defaults of a scenario, but without congestion control and marks. */
export function input(wiring: Wiring, flows: readonly PlannedFlow[], more: Partial<ExactInput> = {}): ExactInput {
  return {
    seed: 1,
    wiring,
    plan: { flows, trains: [] },
    flows: flows.length + 1000,
    payload: 1000,
    sizes: "real",
    memory: 16 * 2 ** 20,
    private: 0,
    lossless: [3],
    controlClass: 0,
    window: 0,
    scaleWindow: false,
    buffer: choose(policies.buffer.dt),
    headroom: choose(policies.headroom.sih),
    link: choose(policies.link.pfc),
    detection: [],
    congestion: choose(policies.congestion.none),
    recovery: choose(policies.recovery["go-back-n"]),
    routing: choose(policies.routing.ecmp),
    scheduling: choose(policies.scheduling.strict),
    ...more,
  };
}

export function network(what: ExactInput, options: { recorder?: Partial<Recorder>; elide?: boolean } = {}): Network {
  return buildExact(what, {
    recorder: countdown(options.recorder),
    ...(options.elide === undefined ? {} : { elide: options.elide }),
  });
}

/** Records the transmissions on each port from now on: start, end and size of each packet or frame. Indexed by port. */
export function sentBy({ fabric, queue }: Network): { from: Ps; to: Ps; size: Bytes }[][] {
  const sent = Array.from({ length: fabric.ports }, (): { from: Ps; to: Ps; size: Bytes }[] => []);
  const nothing = (): void => {
    // Not looked at.
  };
  fabric.tracer = {
    onReceive: nothing,
    onEnqueue: nothing,
    onDequeue(_node, port, _queue, packet) {
      const size = fabric.packets.words[(packet << 4) | SIZE];
      sent[port].push({ from: queue.now, to: queue.now + fabric.wireTime(port, size), size });
    },
  };
  return sent;
}
