/**
 * Builds xoff's own network from checked choices: wiring, policies with their values, and a traffic plan.
 */
import { errorModel } from "../../fidelity/exact/errors.ts";
import { exactFidelity, frames, type WireSizes } from "../../fidelity/exact/fidelity.ts";
import { launchAtStart } from "../../fidelity/exact/launch.ts";
import { ns3Rng } from "../../fidelity/ns3/rng.ts";
import { launchThroughHops } from "../../fidelity/ns3/launch.ts";
import { createConweaveNic } from "../../fidelity/ns3/conweave-nic.ts";
import { txTimeNs } from "../../fidelity/ns3/time.ts";
import { invariant } from "../../base/invariant.ts";
import type { Border } from "../../sim/model/partition-border.ts";
import type { Jitter } from "../../sim/model/jitter.ts";
import { portNumbers } from "../../sim/model/numbering.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Recorder } from "../../sim/model/recorder.ts";
import { createNic } from "../../fidelity/exact/nic.ts";
import { ParamError, type OnWire, type PolicyModule } from "../../base/params.ts";
import { stream } from "../../base/random.ts";
import type { GivenPath } from "../../contracts/routing.ts";
import type { Wiring } from "../../contracts/topology.ts";
import { MAX_PAIRS, type Plan, type PlannedFlow, type Send } from "../../contracts/traffic.ts";
import { trainNumbers } from "../../policies/traffic/plan.ts";
import { PS_PER_NS, type Bps, type Bytes, type Ps } from "../../base/units.ts";
import { layFaults, type FaultChoice } from "./faults.ts";
import { launchSends } from "./sends.ts";
import { alongPaths } from "./given-paths.ts";
import { assemble, type LinkGroup, type NetworkSpec } from "./assemble.ts";
import { FlowDesk, launchPlanned, type FlowSetup, type PortsBy } from "./flow-desk.ts";
import { basePaths } from "./paths.ts";
import { RouteTable } from "./routes.ts";

/** A chosen policy: its module and the values of its parameters. */
export interface Choice<View, Policy> {
  readonly module: PolicyModule<View, Policy>;
  readonly values: Readonly<Record<string, unknown>>;
}

type Made<Part> = Part extends (view: infer View, ...rest: never[]) => infer Policy ? Choice<View, Policy> : never;

export interface ExactInput {
  readonly seed: number;
  readonly wiring: Wiring;
  /**
   * The run may end when all flows that begin at or after `from` and before `to` are done. Absent: when all flows are
   * done.
   */
  readonly waitsFor?: { readonly from: Ps; readonly to: Ps };
  readonly plan: Plan;
  /** The maximum number of flows that the plan may create. */
  readonly flows: number;
  readonly payload: Bytes;
  readonly sizes: WireSizes;
  /**
   * Components that follow ns-3 instead of xoff's own model:
   *
   * - `times`: the times of packets on the wire
   * - `draws`: random numbers
   * - `nic`: the NIC, and the events by which flows start
   */
  readonly times?: "ns3";
  readonly draws?: "ns3";
  readonly nic?: "conweave";
  /** Whether UDP ports are numbered for each pair of hosts, or for each host. Absent: for each pair. */
  readonly ports?: PortsBy;
  readonly memory: Bytes;
  /** By switch: the bytes of its memory that are divided among ports as their own memory. */
  readonly sharedOut?: ReadonlyMap<number, Bytes>;
  readonly private: Bytes;
  readonly lossless: readonly number[];
  readonly controlClass: number;
  /** "data": ACKs, NACKs and CNPs use the class of their flow's data packets. Absent: they use the control class. */
  readonly acks?: "data";
  /** The window of each flow in bytes. "bdp": the bandwidth-delay product of its path. 0: no window. */
  readonly window: Bytes | "bdp";
  readonly scaleWindow: boolean;
  readonly buffer: Made<NetworkSpec["buffer"]>;
  readonly headroom: Made<NetworkSpec["headroom"]>;
  readonly link: Made<LinkGroup["create"]>;
  /** Ports with a different link policy than `link`, by their network-wide numbers. */
  readonly linkParts?: readonly { readonly choice: Made<LinkGroup["create"]>; readonly ports: readonly number[] }[];
  /** By port: the size of its own memory, which is not part of its switch's shared pool. */
  readonly ownMemory?: ReadonlyMap<number, Bytes>;
  readonly detection: readonly Made<NetworkSpec["detection"][0]>[];
  readonly congestion: Made<NetworkSpec["congestion"]>;
  readonly recovery: Made<NetworkSpec["recovery"]>;
  /** A transport policy replaces congestion control and recovery. Absent: the network has these two. */
  readonly transport?: Made<NonNullable<NetworkSpec["transport"]>>;
  readonly routing: Made<NetworkSpec["routing"]>;
  /** Fixed paths of some flows. They override the routing policy. */
  readonly paths?: readonly GivenPath[];
  readonly scheduling: Made<NetworkSpec["scheduling"]>;
  readonly faults?: readonly FaultChoice[];
}

export interface ExactOptions {
  readonly recorder: (network: () => Network) => Recorder;
  readonly elide?: boolean;
  /**
   * Called when a policy draws a random number. With ns-3's random numbers it is never called. Absent: draws are not
   * observed.
   */
  readonly onDraw?: () => void;
  /** The border of the partition that this thread runs. Absent: the network is not partitioned. */
  readonly border?: Border;
  /** The memory in which all partitions store flows. Absent: the network is not partitioned. */
  readonly sharedFlows?: ArrayBufferLike;
}

/**
 * The time of a frame on the wire in whole nanoseconds, truncated as in ns-3, but at least 1 ns. Without the minimum,
 * two frames of one port could have the same time and no defined order. The minimum affects frames below 50 B at 400
 * Gbps.
 */
const ns3Time = (bytes: Bytes, rate: Bps): Ps => Math.max(1, txTimeNs(bytes, rate)) * PS_PER_NS;

/** The destination port of RoCE v2. */
const ROCE_PORT = 4791;

function onWire<View, Policy>({ module, values }: Choice<View, Policy>): OnWire {
  return module.onWire?.(values) ?? {};
}

const byNumber = (a: number, b: number): number => a - b;

export function buildExact(input: ExactInput, options: ExactOptions): Network {
  const { wiring, seed } = input;
  const make =
    <View, Policy>({ module, values }: Choice<View, Policy>) =>
    (view: View) =>
      module.create(values, view);
  const ofLinks = [input.link, ...(input.linkParts ?? []).map(({ choice }) => choice)].map(onWire);
  const { reaction = 0 } = ofLinks[0];
  const pause = Math.max(...ofLinks.map(({ frame = 0 }) => frame));
  const stampScale = input.detection.map((choice) => onWire(choice).stampScale).find((scale) => scale !== undefined);
  const sizes = frames(
    input.sizes,
    stampScale !== undefined,
    pause,
    input.controlClass,
    input.transport === undefined ? (input.acks ?? "control") : "data",
  );
  const fidelity = exactFidelity(sizes, ...(input.times === "ns3" ? [ns3Time] : []));
  const ns3 = input.draws === "ns3" ? ns3Rng(seed) : undefined;
  const routing = make(input.routing);
  const along = alongPaths(input.paths ?? [], () => network.flows);
  const everyClass = [0, 1, 2, 3, 4, 5, 6, 7];

  const { network, routes } = assemble({
    wiring,
    fidelity,
    neighbourOrder: byNumber,
    buffer: make(input.buffer),
    headroom: make(input.headroom),
    links: [
      { create: make(input.link), ...ofLinks[0] },
      ...(input.linkParts ?? []).map(({ choice, ports }, k) => ({ create: make(choice), ports, ...ofLinks[k + 1] })),
    ],
    ...jitterOf(wiring, seed, input.faults ?? []),
    ...retryOf(wiring, input.faults ?? []),
    ...(input.ownMemory === undefined ? {} : { ownMemory: input.ownMemory }),
    detection: input.detection.map(make),
    congestion: make(input.congestion),
    recovery: make(input.recovery),
    ...(input.transport === undefined ? {} : { transport: make(input.transport) }),
    routing: (view) => along(routing(view), view),
    scheduling: make(input.scheduling),
    nic: input.nic === "conweave" ? createConweaveNic : createNic,
    random:
      ns3?.random ??
      ((purpose, node) => {
        const source = stream(seed, purpose, node);
        const { onDraw } = options;
        if (onDraw === undefined) return () => source.next();
        return () => {
          onDraw();
          return source.next();
        };
      }),
    ...(ns3 === undefined ? {} : { pick: ns3.pick }),
    hashSeed: ns3 === undefined ? (node) => Math.floor(stream(seed, "ecmp", node).next() * 2 ** 31) : (node) => node,
    recorder: options.recorder,
    flows: input.flows,
    payload: input.payload,
    memory: (node) => (wiring.memory?.get(node) ?? input.memory) - (input.sharedOut?.get(node) ?? 0),
    private: input.private,
    privateReserved: (ports) => input.private * ports * (everyClass.length - 1),
    lossless: input.lossless,
    charged: everyClass.filter((cls) => cls !== input.controlClass),
    strict: [input.controlClass],
    reaction,
    scaleWindow: input.scaleWindow,
    paced: true,
    stampScale: stampScale ?? 1,
    elide: options.elide ?? true,
    ...(options.border === undefined ? {} : { border: options.border }),
    ...(options.sharedFlows === undefined ? {} : { sharedFlows: options.sharedFlows }),
    // With ns-3's random numbers, all components draw from one stream. So events of one picosecond must run in the
    // order in which they were scheduled.
    order: ns3 === undefined ? "fixed" : "asked",
  });

  const { fabric, hosts, flows, timers, queue } = network;
  const lossy = Array.from(fabric.linkOf).flatMap((link, port) => {
    const { bitErrorRate = 0, frameErrorRate = 0 } = wiring.links[link];
    return bitErrorRate > 0 || frameErrorRate > 0 ? [[port, { bitErrorRate, frameErrorRate }] as const] : [];
  });
  if (lossy.length > 0) {
    const largest = Math.max(input.payload + sizes.dataHeader, 1518);
    fabric.errors = errorModel(new Map(lossy), largest, sizes.wireOverhead, (port) =>
      ns3 === undefined ? stream(seed, "link errors", port) : ns3.ofLink(fabric.linkOf[port]),
    );
  }
  const reroute = (): void => {
    routes.compute();
  };
  failLinks(network, reroute);
  if (input.faults?.some(({ module }) => module.cuts === true) === true)
    network.firstRoutes = new RouteTable(fabric, byNumber);
  layFaults(network, input.faults ?? [], {
    ...{ seed, lossless: input.lossless, reroute },
    largest: Math.max(input.payload + sizes.dataHeader, pause, 1518),
  });

  if (input.waitsFor !== undefined) {
    network.countFrom = input.waitsFor.from;
    network.countTo = input.waitsFor.to;
  }
  network.portsFrom = (host, to) => routes.portsFrom(host, to);
  const desk = new FlowDesk(network, input.ports, (host, to) => routes.portsFrom(host, to));
  const paths = basePaths(fabric, routes, input.payload);
  const add = (flow: Asked, start: Ps, at?: number): number => {
    const path = paths(flow.source, flow.destination);
    const { source, destination, cls, bytes, entry = 0 } = flow;
    const asked = { source, destination, cls, bytes, start, destinationPort: ROCE_PORT, baseRtt: path.rtt };
    const setup: FlowSetup = { ...asked, window: input.window === "bdp" ? path.bdp : input.window };
    const kept = queuePairOf(flow);
    if (kept !== undefined) setup.queuePair = kept;
    const id = desk.add(setup, at);
    flows.entry[id] = entry;
    network.flowAdded(id);
    return id;
  };
  for (const flow of input.plan.flows) add(flow, flow.start);

  // A train is a sequence of flows. Each flow starts when the last byte of the previous one is on the wire.
  const { trains } = input.plan;
  const isExpected = trains.map(({ start }) => start < network.countTo);
  const isOurs = trains.map(({ source }) => fabric.owns(source));
  const begun = new Int32Array(trains.length);
  /**
   * The first flow number of each train. In a partition each train has a fixed range of numbers, because a partition
   * cannot count the flows that other partitions have started.
   */
  const numbers =
    options.border === undefined ? undefined : trainNumbers(input.plan, (host) => fabric.rate[fabric.portBase[host]]);
  network.expected = isExpected.filter((expected, train) => expected && isOurs[train]).length;
  const next = timers.make(trains.length, (train) => {
    const plan = trains[train];
    if (isExpected[train] && queue.now >= Math.min(plan.stop, network.countTo)) {
      isExpected[train] = false;
      network.expectOneLess();
    }
    if (queue.now >= plan.stop) return;
    const flow = add(plan, queue.now, numbers === undefined ? undefined : numbers[train] + begun[train]);
    flows.origin[flow] = train + 1;
    flows.name[flow] = trainFlowName(train, begun[train]++);
    hosts.begin(flow);
  });
  trains.forEach((train, t) => {
    // `paths` computes and stores the path of a train (a sequence of flows) now, before links fail during the run. After a
    // link failure, it might find no path for a later flow of the train.
    paths(train.source, train.destination);
    if (isOurs[t]) next.arm(t, train.start);
  });
  if (trains.length > 0) {
    hosts.onLastByte = (flow) => {
      const train = flows.origin[flow] - 1;
      if (train >= 0 && train < trains.length) next.arm(train, fabric.busyUntil(flows.port[flow]));
    };
  }
  // `paths` computes and stores the paths of sends (flows that wait for other flows) now, before links fail during the run.
  // When a send begins, its hosts may have no path left.
  for (const { source, destination } of input.plan.sends ?? []) paths(source, destination);
  const isCut = options.border !== undefined;
  launchSends(network, input.plan, (send, number) => {
    const before = input.flows - (input.plan.sends?.length ?? 0);
    const flow = add(send, queue.now, isCut ? before + number : undefined);
    flows.origin[flow] = trains.length + 1 + number;
    flows.name[flow] = trainFlowName(trains.length + number, 0);
    return flow;
  });

  launchPlanned(network, input.nic === "conweave" ? launchThroughHops : launchAtStart);
  return network;
}

/**
 * The fields that are needed to add a flow. Planned flows, trains and sends have them in common. A train is a sequence
 * of flows, and a send is a flow that waits for other flows.
 */
type Asked = Pick<PlannedFlow, "source" | "destination" | "cls" | "bytes" | "keepsPair" | "entry"> & Pick<Send, "pair">;

/** The number of the queue pair that this flow shares with other flows. Undefined: the flow has its own queue pair. */
function queuePairOf({ keepsPair, pair, entry = 0 }: Asked): number | undefined {
  if (pair !== undefined) return -1 - (entry * MAX_PAIRS + pair);
  return keepsPair === true ? entry : undefined;
}

/**
 * The number by which the digest identifies the k-th flow of a train. These numbers are spread over 32 bits, so they
 * rarely equal each other or the number of a planned flow. The multiplier is a prime near 2^32 / 1.618.
 */
const trainFlowName = (train: number, k: number): number => Math.imul(train + 1, 0x9e3779b1) ^ -(k + 1);

/**
 * Jitter of 0, for a link that a fault may cut or delay. The model treats the delay of a link as varying only if the
 * link has an entry in the table of jitter.
 */
const STILL: Jitter = { most: 0, draw: () => 0 };

/**
 * The jitter of each port. Each direction of a link has its own random stream. A link that a fault may cut or delay has
 * an entry (`STILL`) even without jitter.
 */
function jitterOf(wiring: Wiring, seed: number, faults: readonly FaultChoice[]): Pick<NetworkSpec, "jitter"> {
  const jitter = new Map<number, Jitter>();
  const numbers = portNumbers(wiring);
  for (const { module, ports } of faults) {
    if (module.varies !== true) continue;
    for (const port of ports) for (const end of [port, numbers.peer[port]]) jitter.set(end, STILL);
  }
  numbers.linkOf.forEach((link, port) => {
    const { jitter: most, failsAt = 0 } = wiring.links[link];
    // If the scenario has faults, the code of faults also cuts the links of `topology.fail`. It can cut only links with
    // an entry in `jitter`. So a link of `topology.fail` gets the entry `STILL`, which adds no delay.
    if (faults.length > 0 && failsAt > 0) jitter.set(port, STILL);
    if (most === undefined) return;
    const source = stream(seed, "link jitter", port);
    jitter.set(port, { most, draw: () => source.int(most + 1) });
  });
  return jitter.size === 0 ? {} : { jitter };
}

/**
 * The links that retransmit damaged frames, by sending port. A link without errors needs no retransmission, so it is
 * left out.
 */
function retryOf(wiring: Wiring, faults: readonly FaultChoice[]): Pick<NetworkSpec, "retry"> {
  const retry = new Map<number, Ps>();
  portNumbers(wiring).linkOf.forEach((link, port) => {
    const { bitErrorRate = 0, frameErrorRate = 0, retry: response } = wiring.links[link];
    if (response !== undefined && bitErrorRate + frameErrorRate > 0) retry.set(port, response);
  });
  if (retry.size === 0) return {};
  if (faults.length > 0) {
    const hint = "Remove `retry`, or the faults.";
    throw new ParamError("links", "no `retry` in a scenario with faults, whose rules would differ", "both", hint);
  }
  return { retry };
}

/** Disables the links that never work, and schedules the failures of others. Routes are recomputed at each failure. */
function failLinks(network: Network, reroute: () => void): void {
  const { fabric, timers } = network;
  const { links } = fabric.wiring;
  const portOf = new Map<number, number>();
  for (let port = 0; port < fabric.ports; port++)
    if (!portOf.has(fabric.linkOf[port])) portOf.set(fabric.linkOf[port], port);
  const failing = links.flatMap(({ failsAt }, link) => (failsAt === undefined ? [] : [{ link, at: failsAt }]));
  if (failing.length === 0) return;
  network.reroute = reroute;
  const fail = (link: number): void => {
    const port = portOf.get(link);
    invariant(port !== undefined, "a link has ports", link);
    if (fabric.faults === null) fabric.fail(port);
    else fabric.faults.cut(port);
    reroute();
  };
  const timer = timers.make(failing.length, (k) => {
    fail(failing[k].link);
  });
  failing.forEach(({ link, at }, k) => {
    if (at > 0) timer.arm(k, at);
    else fail(link);
  });
}
