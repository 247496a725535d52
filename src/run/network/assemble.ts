/**
 * Creates a network from chosen policies and settings. Afterwards every node and policy exists, and no event has run.
 *
 * Both fidelities (xoff's own model and the reproduction of ns-3) use this file. They pass different policies and
 * settings. The order in which policies are created is fixed, because timers and columns are numbered in that order.
 */
import type { BufferPolicy, BufferView } from "../../contracts/buffer.ts";
import type { CongestionPolicy, CongestionView } from "../../contracts/congestion.ts";
import type { DetectionPolicy, DetectionView } from "../../contracts/detection.ts";
import { flowPaths, linkLoads } from "./link-loads.ts";
import { EventQueue, type Order } from "../../sim/engine/event-queue.ts";
import { Handlers } from "../../sim/engine/run.ts";
import type { Fidelity } from "../../contracts/fidelity.ts";
import type { HeadroomPolicy, HeadroomView } from "../../contracts/headroom.ts";
import type { LinkPolicy, LinkView } from "../../contracts/link.ts";
import { delivery } from "../../sim/model/delivery.ts";
import { endpoints } from "../../sim/model/endpoints.ts";
import { Fabric } from "../../sim/model/fabric.ts";
import { Flows } from "../../sim/model/flows.ts";
import { forwarding, type Forwarding } from "../../sim/model/forwarding.ts";
import { Held } from "../../sim/model/held.ts";
import { Hosts, type HostPolicies } from "../../sim/model/hosts.ts";
import type { Border } from "../../sim/model/partition-border.ts";
import { LinkRetry } from "../../sim/model/link-retry.ts";
import type { Jitter } from "../../sim/model/jitter.ts";
import { Network } from "../../sim/model/network.ts";
import type { Recorder } from "../../sim/model/recorder.ts";
import { Switch, type Switching, type SwitchPolicies } from "../../sim/model/switch.ts";
import type { NicRule, NicView } from "../../contracts/nic.ts";
import { SILENT, type RecoveryPolicy, type RecoveryView } from "../../contracts/recovery.ts";
import type { TransportPolicy, TransportView } from "../../contracts/transport.ts";
import { TransportViewImpl } from "./transport-view.ts";
import type { RoutingPolicy, RoutingView } from "../../contracts/routing.ts";
import type { QueueView, SchedulingPolicy } from "../../contracts/scheduling.ts";
import { ParamError } from "../../base/params.ts";
import { AnswerError } from "../../contracts/answers.ts";
import { classQueues, MAX_QUEUES } from "../../sim/model/class-queues.ts";
import { FlowPauses } from "../../sim/model/flow-pauses.ts";
import { QueuePauses } from "../../sim/model/queue-pauses.ts";
import { stampAcks } from "../../sim/model/ack-stamps.ts";
import { exactHeadroom } from "../../theory/headroom.ts";
import type { Wiring } from "../../contracts/topology.ts";
import type { Bps, Bytes, Ps } from "../../base/units.ts";
import type { TimerMaker } from "../../base/view.ts";
import { CongestionViewImpl, NicViewImpl, RecoveryViewImpl, StampReaderImpl } from "./host-views.ts";
import { DetectionViewImpl, LinkViewImpl, SchedulingViewImpl } from "./network-views.ts";
import { longestBaseRtt } from "./paths.ts";
import { RouteTable, type NeighbourOrder } from "./routes.ts";
import { RoutingViewImpl } from "./routing-view.ts";
import { soleStamper } from "./stampers.ts";
import { BufferViewImpl, HeadroomViewImpl } from "./switch-views.ts";

/**
 * A link policy and the ports that run it. The first group of a network has all ports that are not in a later group.
 */
export interface LinkGroup {
  readonly create: (view: LinkView) => LinkPolicy;
  readonly ports?: readonly number[];
  /** Size of the policy's flow-control frame. Absent: the size that the whole network has. */
  readonly frame?: Bytes;
  /**
   * Bytes that a port with this link policy sends between receiving a flow-control frame and reacting to it. Absent:
   * the value of the whole network.
   */
  readonly reaction?: Bytes | ((rate: Bps) => Bytes);
  /**
   * The class whose packets delay link frames: at a port, a frame waits for the packets of this class that were queued
   * before it. Absent: link frames leave before all packets.
   */
  readonly behind?: number;
}

export interface NetworkSpec {
  readonly wiring: Wiring;
  readonly fidelity: Fidelity;
  readonly neighbourOrder: NeighbourOrder;
  readonly buffer: (view: BufferView) => BufferPolicy;
  readonly headroom: (view: HeadroomView) => HeadroomPolicy;
  readonly links: readonly LinkGroup[];
  readonly detection: readonly ((view: DetectionView) => DetectionPolicy)[];
  readonly congestion: (view: CongestionView) => CongestionPolicy;
  readonly recovery: (view: RecoveryView) => RecoveryPolicy;
  readonly routing: (view: RoutingView) => RoutingPolicy;
  readonly scheduling: (view: QueueView) => SchedulingPolicy;
  readonly nic: (view: NicView) => NicRule;
  /** A transport policy replaces congestion control, recovery and NIC. Absent: the network has these three. */
  readonly transport?: (view: TransportView) => TransportPolicy;
  /** Returns a generator of uniform random numbers in [0, 1). Each pair of purpose and node has its own generator. */
  readonly random: (purpose: string, node: number) => () => number;
  /**
   * Returns a random whole number from 0 to `count` - 1, for the routing policy at `node`. Absent: computed from
   * `random`.
   */
  readonly pick?: (node: number, count: number) => number;
  /** The seed of a switch's ECMP hash, 0 to 2^31 - 1. */
  readonly hashSeed: (node: number) => number;
  readonly recorder: (network: () => Network) => Recorder;

  /** The maximum number of flows that the run may create. */
  readonly flows: number;
  readonly payload: Bytes;
  readonly memory: (node: number) => Bytes;
  /** Size of the private segment of each (port, class). */
  readonly private: Bytes;
  /** Bytes that a switch with `ports` ports reserves for all its private segments. */
  readonly privateReserved: (ports: number) => Bytes;
  readonly lossless: readonly number[];
  /**
   * The classes whose packets are charged to the switch memory. Packets of all other classes use a separate control
   * memory.
   */
  readonly charged: readonly number[];
  /** Classes with strict priority over all other classes. */
  readonly strict: readonly number[];
  /**
   * The bytes that a peer sends between receiving a PAUSE frame and reacting to it: a constant, or a function of the
   * link rate.
   */
  readonly reaction: Bytes | ((rate: Bps) => Bytes);
  readonly scaleWindow: boolean;
  readonly paced: boolean;
  /** Parameter `scale` of `detection: int`: the unit of the byte counts in INT stamps. */
  readonly stampScale: number;
  readonly elide: boolean;
  /** The order of events within one picosecond. */
  readonly order: Order;
  /** By port: the random delay variation of its link. A port without an entry has a link of constant delay. */
  readonly jitter?: ReadonlyMap<number, Jitter>;
  /** By sending port: the response time of a link with retry. A port without an entry loses damaged frames. */
  readonly retry?: ReadonlyMap<number, Ps>;
  /** By network-wide port: the size of the port's own memory, which is not part of the shared pool. */
  readonly ownMemory?: ReadonlyMap<number, Bytes>;
  /** The border of the partition that this thread runs. Absent: the network is not partitioned. */
  readonly border?: Border;
  /** The memory in which all partitions store flows. Absent: the network is not partitioned. */
  readonly sharedFlows?: ArrayBufferLike;
}

export interface Assembly {
  readonly network: Network;
  readonly routes: RouteTable;
}

/**
 * Placeholder host policies for a network with a transport policy. They are never called, because such a network has no
 * queue pairs.
 */
const noQueuePairs: HostPolicies = {
  congestion: { onStart: () => undefined, onAck: () => undefined },
  recovery: { onData: () => SILENT, onNack: () => undefined },
  nic: {
    kick: () => undefined,
    hasWork: () => false,
    onStart: () => undefined,
    onFinish: () => undefined,
    onRewind: () => undefined,
    onSooner: () => undefined,
  },
};

const mask = (classes: readonly number[]): number => classes.reduce((bits, cls) => bits | (1 << cls), 0);

export function assemble(spec: NetworkSpec): Assembly {
  const queue = new EventQueue(spec.order);
  const handlers = new Handlers();
  const { fidelity, wiring } = spec;
  const maxFrame = spec.payload + fidelity.frames.dataHeader;
  const largest = Math.max(maxFrame, fidelity.frames.ack, fidelity.frames.cnp, fidelity.frames.pause, 1518);
  const recorder = spec.recorder(() => network);
  const fabric = new Fabric(queue, handlers, wiring, fidelity, recorder, {
    ...{ elide: spec.elide, maxFrame: largest, fullFrame: maxFrame, private: spec.private },
    ...(spec.jitter === undefined ? {} : { jitter: spec.jitter }),
    ...(spec.ownMemory === undefined ? {} : { ownMemory: spec.ownMemory }),
    ...(spec.border === undefined ? {} : { border: spec.border }),
  });
  const flows = new Flows(spec.flows, spec.sharedFlows);
  const hosts = new Hosts(fabric, flows, {
    payload: spec.payload,
    scaleWindow: spec.scaleWindow,
  });
  const routes = new RouteTable(fabric, spec.neighbourOrder);
  const switching: Switching = {
    lossless: mask(spec.lossless),
    charged: mask(spec.charged),
    routes: routes.routes,
    pausedCount: new Int32Array(fabric.nodes),
    margin: new Float64Array(fabric.nodes).fill(Infinity),
    departed: null,
    policies: null,
  };
  const switches = wiring.isSwitch.map((isSwitch, node) =>
    isSwitch ? new Switch(fabric, node, spec.memory(node), switching) : null,
  );
  // By port: its group, an index of `spec.links`. The ports of a group run one link policy. A port belongs to the first
  // group unless a later group lists it. The groups of all ports must be known before the first link policy is created,
  // because a link policy gets the list of its ports.
  const runs = new Int32Array(fabric.ports);
  spec.links.forEach(({ ports = [] }, part) => {
    for (const port of ports) runs[port] = part;
  });
  /**
   * Bytes that the peer of `port` sends before it reacts to a link frame from `port`. They depend on the link policy of
   * the peer.
   */
  const reaction = (port: number): Bytes => {
    const said = spec.links[runs[fabric.peer[port]]].reaction ?? spec.reaction;
    return typeof said === "number" ? said : said(fabric.rate[port]);
  };
  const network = new Network({ queue, handlers, fabric, hosts, flows, switches, reaction });
  if (spec.retry !== undefined) fabric.retry = new LinkRetry(fabric, network.timers, spec.retry);

  spec.links.forEach(({ create, frame = fidelity.frames.pause, behind = -1 }, part) => {
    const mine = Array.from(runs.keys()).filter((port) => runs[port] === part);
    const { wireOverhead } = fidelity.frames;
    const need = (port: number): Bytes => {
      const [rate, delay] = [fabric.rate[port], fabric.delay[port]];
      return exactHeadroom({
        frame: maxFrame,
        wireOverhead,
        pfcWire: frame + wireOverhead,
        rate,
        delay,
        reaction: reaction(port),
      });
    };
    const policy = create(new LinkViewImpl(network, spec.lossless, mine, maxFrame, need));
    for (const port of mine) {
      fabric.links[port] = policy;
      fabric.linkFrames.behind[port] = behind;
    }
  });
  const limits = {
    maxFrame,
    wireOverhead: fidelity.frames.wireOverhead,
    pauseFrame: fidelity.frames.pause + fidelity.frames.wireOverhead,
    reaction: network.reaction,
  };
  const dice = (purpose: string): ((node: number) => number) => {
    const byNode: (() => number)[] = [];
    return (node) => (byNode[node] ??= spec.random(purpose, node))();
  };
  if (spec.transport !== undefined) fabric.entropy = fabric.packets.column(1); // routing policies check whether it exists
  const routing = spec.routing(
    new RoutingViewImpl(network, () => station, routes, spec.payload, spec.hashSeed, dice("routing"), spec.pick),
  );
  const detection = spec.detection.map((create) =>
    create(new DetectionViewImpl(network, dice("detection"), () => station)),
  );
  const scheduling = spec.scheduling(
    new SchedulingViewImpl(network, {
      ...{ strict: spec.strict, maxFrame, hasTransport: spec.transport !== undefined, dice: dice("scheduling") },
    }),
  );
  if (scheduling.queues !== undefined) {
    divide(fabric, scheduling, 255 & ~mask(spec.strict), maxFrame);
    fabric.flowPauses = new FlowPauses(flows.port);
  }
  if (routing.onFinish) hosts.onFinish = (flow) => routing.onFinish?.(flow);
  let longest: Ps | undefined;
  const fastestHost = (): Bps =>
    fabric.rate.reduce((most, rate, port) => (switches[fabric.node[port]] === null ? Math.max(most, rate) : most), 0);
  const longestRtt = (): Ps => (longest ??= longestBaseRtt(fabric, routes, spec.payload));
  const timer: TimerMaker = (subjects, action) => network.timers.make(subjects, action);
  const { buffer, headroom } = memoryPolicies();
  const relays = new Set(wiring.relays);
  const watchers = detection.filter((policy) => "onEnqueue" in policy || "onPaused" in policy || "onResumed" in policy);
  const policies: SwitchPolicies = {
    ...{ buffer, headroom, routing, scheduling, watchers },
    ecnMarker:
      (detection.find((policy) => policy.mark !== undefined) as SwitchPolicies["ecnMarker"] | undefined) ?? null,
    stamper: soleStamper(detection, "stamp"),
    marks: relays.size === 0 ? null : Uint8Array.from(switches, (_, node) => (relays.has(node) ? 0 : 1)),
  };
  switching.policies = policies;
  let station!: Forwarding;
  const { holds } = routing;
  const held =
    holds === undefined ? null : new Held(fabric, flows.capacity, { ...routing, holds }, portsBetweenLeaves(fabric));
  fabric.held = held;
  const { marks } = policies;
  const ackStamper = soleStamper(detection, "stampAck");
  fabric.makeSwitching = () => {
    if (ackStamper !== null) stampAcks(fabric, ackStamper, marks);
    station = forwarding(fabric, switches, switching, policies);
    if (held !== null && !held.isCharged) station = held.before(station);
    return station;
  };
  if (spec.transport !== undefined) {
    adoptTransport(spec.transport);
    return { network, routes };
  }
  // Recovery is created before the NIC, because the NIC reads whether recovery retransmits single packets.
  const recovery = spec.recovery(new RecoveryViewImpl(network, () => ({ rtt: longestRtt(), rate: fastestHost() })));
  if (spec.transport === undefined && policies.buffer.trims !== undefined && recovery.onTrimmed === undefined) {
    const expected = "a policy that handles trimmed packets (`onTrimmed`), because the buffer policy trims";
    throw new ParamError("policies.recovery", expected, "one without it", "Choose buffer dt, or recovery go-back-n.");
  }
  const nic = spec.nic(new NicViewImpl(network));
  const loads = linkLoads(network, routes.routes, routing, spec.payload);
  network.flowPath = flowPaths(network, routes.routes, routing);
  const stamps = new StampReaderImpl(fabric, hosts, spec.stampScale);
  const congestion = spec.congestion(new CongestionViewImpl(network, stamps, loads));
  const ofHosts = { nic, recovery, congestion };
  hosts.delivery = delivery(fabric, hosts, ofHosts, spec.paced);
  hosts.adopt(ofHosts, hosts.delivery);
  return { network, routes };

  /** Connects the hosts to a transport policy instead of congestion control, recovery and NIC. */
  function adoptTransport(create: (view: TransportView) => TransportPolicy): void {
    const view = new TransportViewImpl(network, dice("transport"), () => station);
    const policy = create(view);
    if (routing.holds !== undefined) {
      const expected = "a policy that holds no packets, because its rule for them is not defined with a transport";
      throw new ParamError("policies.routing", expected, "one that does", "Choose routing ecmp, or no transport.");
    }
    if (policies.buffer.trims !== undefined && policy.onTrimmed === undefined) {
      const expected = "a policy that handles trimmed packets (`onTrimmed`), because the buffer policy trims";
      throw new ParamError("policies.transport", expected, "one without it", "Choose buffer dt, or transport ndp.");
    }
    const station = endpoints(fabric, hosts, policy);
    hosts.adopt({ ...noQueuePairs, nic: { ...noQueuePairs.nic, onStart: station.begin } }, station);
  }

  /** The headroom policy is created first, because the buffer policy divides the remaining memory. */
  function memoryPolicies(): Pick<SwitchPolicies, "buffer" | "headroom"> {
    const ofHeadroom = new HeadroomViewImpl(fabric, switches, spec.lossless, limits);
    const headroom = spec.headroom(ofHeadroom);
    for (const at of switches) {
      if (at === null) continue;
      const privates = spec.privateReserved(at.ports - at.portsApart);
      fabric.accounts.capacity[at.node] = at.pool.memory - headroom.reserved[at.node] - privates;
    }
    const departures = (): Float64Array => (switching.departed ??= new Float64Array(fabric.ports));
    const buffer = spec.buffer(
      new BufferViewImpl(fabric, switches, spec.lossless, headroom, {
        ...{ timer, longestRtt, departures, dice: dice("buffer"), dataFrame: maxFrame },
      }),
    );
    ofHeadroom.adopt(buffer);
    return { buffer, headroom };
  }
}

/** Divides `classes` into queues, as the scheduling policy requires. */
function divide(fabric: Fabric, policy: SchedulingPolicy, classes: number, maxFrame: Bytes): void {
  const { queues, assign, nextQueue } = policy;
  if (queues === undefined) return;
  if (!Number.isInteger(queues) || queues < 2 || queues > MAX_QUEUES)
    throw new AnswerError("scheduling", "create", {}, `expected queues from 2 to ${MAX_QUEUES}, got ${String(queues)}`);
  if (assign === undefined || nextQueue === undefined)
    throw new AnswerError("scheduling", "create", {}, "expected assign and nextQueue, because it has queues");
  fabric.queuePauses = new QueuePauses(fabric.ports, fabric.recorder);
  const dividing = { ...policy, queues, assign, nextQueue };
  fabric.classQueues = classQueues(fabric, dividing, classes, maxFrame, fabric.queuePauses);
  fabric.lastBytes.queues = fabric.classQueues;
}

/** By port: 1 for a port of a leaf switch whose link leads to another switch. 0: any other port. */
function portsBetweenLeaves({ wiring: { isSwitch }, node, peer, ports }: Fabric): Uint8Array {
  const toHost = (port: number): boolean => isSwitch[node[port]] && !isSwitch[node[peer[port]]];
  const leaves = new Set(
    Array.from(node.keys())
      .filter(toHost)
      .map((port) => node[port]),
  );
  return Uint8Array.from({ length: ports }, (_, port) => (leaves.has(node[port]) && !toHost(port) ? 1 : 0));
}
