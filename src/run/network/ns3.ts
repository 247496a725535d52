/**
 * Builds the network of HPCC's ns-3 simulator from the simulator's own input files. It follows the set-up code in
 * `third.cc` of that simulator (docs/ns3-semantics.md, sections 2 to 7, 10 and 16).
 */
import { createGoBackN } from "../../fidelity/ns3/go-back-n.ts";
import { createHeadroom, headroomLimit, RESERVE } from "../../fidelity/ns3/headroom.ts";
import { launchThroughHops } from "../../fidelity/ns3/launch.ts";
import { createNic } from "../../fidelity/ns3/nic.ts";
import { HEADER, ns3Fidelity } from "../../fidelity/ns3/fidelity.ts";
import { createPfc } from "../../fidelity/ns3/pfc.ts";
import { firstStream, Mrg32k3a, StreamSource } from "../../fidelity/ns3/random.ts";
import { createRed, type MarkingRange } from "../../fidelity/ns3/red.ts";
import { createThreshold } from "../../fidelity/ns3/threshold.ts";
import { MAX_STOP_NS, mulDivFloor } from "../../fidelity/ns3/time.ts";
import type { HpccConfig } from "../../formats/hpcc/config.ts";
import type { HpccFlow } from "../../formats/hpcc/flows.ts";
import type { HpccTopology } from "../../formats/hpcc/topology.ts";
import type { ErrorModel } from "../../contracts/fidelity.ts";
import type { Network } from "../../sim/model/network.ts";
import { portNumbers } from "../../sim/model/numbering.ts";
import type { Recorder } from "../../sim/model/recorder.ts";
import { defaults, type PolicyModule } from "../../base/params.ts";
import type { BufferPolicy, BufferView } from "../../contracts/buffer.ts";
import type { Policies } from "../../policies/policies.ts";
import type { ChosenPolicy } from "../../scenario/scenario.ts";
import type { Wiring } from "../../contracts/topology.ts";
import { PS_PER_NS, type Bps, type Bytes, type Ps } from "../../base/units.ts";
import { assemble, type NetworkSpec } from "./assemble.ts";
import { FlowDesk, launchPlanned } from "./flow-desk.ts";
import { pintParts } from "./ns3-pint.ts";
import { downAt, OrderedPairs, scheduleLinkDown } from "./ns3-link-down.ts";
import type { RouteTable } from "./routes.ts";

export interface Ns3Input {
  readonly config: HpccConfig;
  readonly topology: HpccTopology;
  readonly flows: readonly HpccFlow[];
}

export interface Ns3Build {
  readonly network: Network;
  /**
   * The end of the run: 1 ps before the stop time, because the simulator runs its stop event before all other events of
   * that time.
   */
  readonly until: Ps;
  /** The largest window of all pairs of hosts. The header of a trace file contains it. */
  readonly window: Bytes;
  /**
   * The FCT of a flow in an empty network by the simulator's formula, in whole ns (docs/ns3-semantics.md, section 5).
   */
  standaloneNs(flow: number): number;
}

/** Classes with PFC. Class 0 has none, because the simulator uses it for PFC frames. */
const CLASSES = [1, 2, 3, 4, 5, 6, 7];

export interface Ns3Options {
  readonly recorder: (network: () => Network) => Recorder;
  /** A buffer policy with all its values. It replaces the PFC threshold of HPCC's simulator. */
  readonly buffer?: ChosenPolicy;
  readonly elide?: boolean;
}

export function buildNs3(input: Ns3Input, policies: Policies, options: Ns3Options): Ns3Build {
  const { config, topology } = input;
  const wiring = wire(topology);
  const hostRate = firstHostRate(wiring);
  const lossy = wiring.links.filter((link) => link.frameErrorRate !== undefined).length;
  const streams = new StreamSource(firstStream(topology.nodes, lossy));
  const headroom = Float64Array.from(portNumbers(wiring).linkOf, (link) =>
    headroomLimit(topology.links[link].bps, topology.links[link].delayNs),
  );

  const { linkDown } = config;
  let ordered: OrderedPairs | undefined;
  const pint = config.ccMode === 10 ? pintParts(config, wiring.links.length * 2, () => network) : undefined;

  const parts: NetworkSpec = {
    wiring,
    fidelity: ns3Fidelity(config.ccMode),
    neighbourOrder: hostsThenSwitchesDescending(wiring),
    buffer: bufferPart(input, options.buffer, policies) ?? ((view) => createThreshold(hostRate, view)),
    headroom: (view) => createHeadroom(headroom, view),
    links: [
      {
        create: (view) =>
          createPfc(43, view, () => {
            streams.skip();
          }),
      },
    ],
    detection: [
      ...(config.enableQcn
        ? [(view: Parameters<NetworkSpec["detection"][0]>[0]) => createRed(markingRange(config), view)]
        : []),
      ...(config.ccMode === 3
        ? [
            (view: Parameters<NetworkSpec["detection"][0]>[0]) =>
              policies.detection.int.create({ scale: config.intMulti }, view),
          ]
        : []),
      ...(pint === undefined ? [] : [pint.detection]),
    ],
    congestion: pint?.congestion ?? congestionPart(config, policies),
    recovery: (view) =>
      createGoBackN(
        { ackInterval: config.l2AckInterval, chunk: config.l2ChunkSize, backToZero: config.l2BackToZero },
        view,
      ),
    routing: (view) => policies.routing.ecmp.create({ seed: "per-switch" }, view),
    scheduling: (view) => policies.scheduling["round-robin"].create({}, view),
    // Without ACK_HIGH_PRIO, a PAUSE of class 3 also pauses the ACKs at a host. With ACK_HIGH_PRIO only a PAUSE of
    // class 0 would pause them, and such a PAUSE never occurs.
    nic: (view) => {
      const nic = createNic(view, (stopped) => !config.ackHighPrio && (stopped & (1 << 3)) !== 0);
      if (linkDown === undefined) return nic;
      ordered = new OrderedPairs(nic, view.ports, () => network);
      return ordered.rule;
    },
    random: () => () => streams.next(),
    hashSeed: (node) => node,
    recorder: options.recorder,
    flows: input.flows.length,
    payload: config.packetPayload,
    memory: () => config.buffer,
    private: RESERVE,
    privateReserved: (ports) => RESERVE * ports,
    lossless: CLASSES,
    charged: CLASSES,
    strict: [0],
    reaction: 0,
    scaleWindow: config.varWin,
    paced: config.rateBound,
    stampScale: config.intMulti,
    elide: options.elide ?? true,
    order: "asked",
  };

  const { network, routes } = assemble(parts);
  if (lossy > 0 || config.errorRatePerLink > 0) network.fabric.errors = linkErrors(wiring, config.errorRatePerLink);
  const pairs = new Pairs(network, routes, config.packetPayload);
  const largest = pairs.largest();
  pint?.begin(largest.rttNs);
  const desk = new FlowDesk(network);
  for (const flow of input.flows) {
    const pair = pairs.of(flow.src, flow.dst);
    const id = desk.add({
      source: flow.src,
      destination: flow.dst,
      cls: flow.pg,
      bytes: flow.size,
      start: flow.startNs * PS_PER_NS,
      destinationPort: flow.dport,
      window: config.hasWin ? (config.globalT ? largest.bdp : pair.bdp) : 0,
      baseRtt: (config.globalT ? largest.rttNs : pair.rttNs) * PS_PER_NS,
    });
    network.flowAdded(id);
  }
  launchPlanned(network, launchThroughHops);
  /** By flow: round trip and rate along its path before the link failed. */
  let first: readonly Pair[] = [];
  if (linkDown !== undefined && ordered !== undefined) {
    const before = (): void => {
      first = input.flows.map(({ src, dst }) => pairs.of(src, dst));
    };
    scheduleLinkDown(network, { down: linkDown, routes, pairs: ordered, before });
  }
  network.end = Math.min(config.stopTimeNs, MAX_STOP_NS) * PS_PER_NS - 1;

  return {
    network,
    until: network.end,
    window: largest.bdp,
    standaloneNs(flow) {
      const { acked, source, destination, size } = network.flows;
      const now = pairs.of(source[flow], destination[flow]);
      const { rttNs, rate } = first.length === 0 ? now : first[flow];
      // HPCC's simulator computes round trips only before the link fails. It computes bottleneck rates again after the
      // failure. So a flow that ends after the failure uses the old round trip and the new rate.
      const isLater = linkDown !== undefined && acked[flow] >= downAt(linkDown) && now.rate > 0;
      const bytes = (size[flow] + Math.ceil(size[flow] / config.packetPayload) * HEADER) >>> 0;
      return rttNs + Number(BigInt.asUintN(64, BigInt(bytes) * 8_000_000_000n) / BigInt(isLater ? now.rate : rate));
    },
  };
}

function wire(topology: HpccTopology): Wiring {
  const isSwitch = Array.from({ length: topology.nodes }, () => false);
  for (const id of topology.switches) isSwitch[id] = true;
  return {
    names: isSwitch.map((_, id) => String(id)),
    isSwitch,
    links: topology.links.map((link) => ({
      a: link.a,
      b: link.b,
      rate: link.bps,
      delay: link.delayNs * PS_PER_NS,
      ...(link.errorRate > 0 ? { frameErrorRate: link.errorRate } : {}),
    })),
  };
}

/**
 * Creates the buffer policy that replaces the simulator's threshold. The policy's view lists only the classes with flows
 * as lossless. The simulator enables PFC for seven classes, and a policy such as ST would divide the memory among all seven.
 */
function bufferPart(
  { flows }: Ns3Input,
  chosen: ChosenPolicy | undefined,
  { buffer }: Policies,
): NetworkSpec["buffer"] | undefined {
  if (chosen === undefined) return undefined;
  const policy = buffer[chosen.name as keyof Policies["buffer"]] as PolicyModule<BufferView, BufferPolicy>;
  const lossless = CLASSES.filter((cls) => flows.some(({ pg }) => pg === cls));
  return (view) => policy.create(chosen.values, Object.create(view, { lossless: { value: lossless } }) as BufferView);
}

/**
 * The rate of the first port of the lowest-numbered host. The simulator scales the thresholds of faster ports by this
 * rate.
 */
function firstHostRate(wiring: Wiring): Bps {
  const host = wiring.isSwitch.indexOf(false);
  return wiring.links.find((link) => link.a === host || link.b === host)?.rate ?? 0;
}

/** The order in which the ns-3 binary visits nodes: hosts first, then switches from the last to the first. */
function hostsThenSwitchesDescending({ isSwitch }: Wiring): (a: number, b: number) => number {
  return (a, b) => {
    if (isSwitch[a] !== isSwitch[b]) return isSwitch[a] ? 1 : -1;
    return isSwitch[a] ? b - a : a - b;
  };
}

function markingRange(config: HpccConfig): (rate: Bps) => MarkingRange {
  return (rate) => ({
    kmin: config.kmin.get(rate) ?? 0,
    kmax: config.kmax.get(rate) ?? 0,
    pmax: config.pmax.get(rate) ?? 0,
  });
}

/**
 * Damages frames on lossy links. A link draws one random number for each packet that arrives at either end. Each link
 * with its own error rate has its own generator, and all these generators give the same sequence. The other links share
 * one generator and use ERROR_RATE_PER_LINK.
 */
function linkErrors(wiring: Wiring, errorRatePerLink: number): ErrorModel {
  const { linkOf } = portNumbers(wiring);
  const shared = errorRatePerLink > 0 ? new Mrg32k3a() : null;
  const sources = wiring.links.map((link) => (link.frameErrorRate === undefined ? shared : new Mrg32k3a()));
  const rates = Float64Array.from(wiring.links, (link) => link.frameErrorRate ?? errorRatePerLink);
  return {
    damaged(port) {
      const link = linkOf[port];
      const source = sources[link];
      return source !== null && source.next() < rates[link];
    },
  };
}

function congestionPart(config: HpccConfig, { congestion }: Policies): NetworkSpec["congestion"] {
  const { minRate } = config;
  switch (config.ccMode) {
    case 1:
      return (view) =>
        congestion.dcqcn.create(
          {
            ...defaults(congestion.dcqcn.params),
            alphaInterval: config.alphaResumeIntervalNs * PS_PER_NS,
            decreaseInterval: config.rateDecreaseIntervalNs * PS_PER_NS,
            increaseInterval: config.rpTimerNs * PS_PER_NS,
            g: config.ewmaGain,
            fastRecovery: config.fastRecoveryTimes,
            additiveIncrease: config.rateAi,
            hyperIncrease: config.rateHai,
            minRate,
            clampTarget: config.clampTargetRate,
          },
          view,
        );
    case 3:
      return (view) =>
        congestion.hpcc.create(
          {
            target: config.uTarget,
            maxStage: config.miThresh,
            increase: config.rateAi,
            minRate,
            fastReact: config.fastReact,
            perHop: config.multiRate,
            skipEmpty: config.sampleFeedback,
          },
          view,
        );
    case 7:
      return (view) =>
        congestion.timely.create(
          {
            ...defaults(congestion.timely.params),
            additiveIncrease: config.rateAi,
            hyperIncrease: config.rateHai,
            minRate,
          },
          view,
        );
    case 8:
      return (view) => congestion.dctcp.create({ g: config.ewmaGain, increase: config.dctcpRateAi, minRate }, view);
    default:
      return () => congestion.none.create();
  }
}

interface Pair {
  readonly rttNs: number;
  readonly rate: Bps;
  readonly bdp: Bytes;
}

/**
 * Computes round trip, bottleneck rate and bandwidth-delay product of pairs of hosts. It uses the first path found
 * (docs/ns3-semantics.md, section 4).
 */
class Pairs {
  private readonly network: Network;
  private readonly routes: RouteTable;
  private readonly payload: Bytes;

  constructor(network: Network, routes: RouteTable, payload: Bytes) {
    this.network = network;
    this.routes = routes;
    this.payload = payload;
  }

  of(source: number, destination: number): Pair {
    const { fabric } = this.network;
    let delay = 0;
    let sending = 0;
    let rate = Infinity;
    const found = this.routes.walk(source, destination, (port) => {
      delay += fabric.delay[port] / PS_PER_NS;
      sending += Math.floor((this.payload * 8e9) / fabric.rate[port]);
      rate = Math.min(rate, fabric.rate[port]);
    });
    if (!found) return { rttNs: 0, rate: 0, bdp: 0 };
    const rttNs = 2 * delay + sending;
    return { rttNs, rate, bdp: mulDivFloor(rttNs, rate, 8e9) };
  }

  largest(): { rttNs: number; bdp: Bytes } {
    const kinds = this.kindsOfHosts();
    let rttNs = 0;
    let bdp = 0;
    for (const source of kinds) {
      for (const destination of kinds) {
        const other = source === destination ? source.second : destination.first;
        if (other === undefined) continue;
        const pair = this.of(source.first, other);
        rttNs = Math.max(rttNs, pair.rttNs);
        bdp = Math.max(bdp, pair.bdp);
      }
    }
    return { rttNs, bdp };
  }

  /**
   * Groups hosts by their switch and link. Hosts of one group have the same paths to all other hosts. So `largest`
   * needs only two hosts of each group: one for pairs with other groups, and a second for a pair within the group.
   */
  private kindsOfHosts(): { first: number; second?: number }[] {
    const { fabric } = this.network;
    const kinds = new Map<string, { first: number; second?: number }>();
    fabric.wiring.isSwitch.forEach((isSwitch, node) => {
      if (isSwitch) return;
      const port = fabric.portBase[node];
      const isSingle = fabric.portBase[node + 1] === port + 1;
      const kind = isSingle
        ? [fabric.node[fabric.peer[port]], fabric.rate[port], fabric.delay[port]].join()
        : `host ${node}`;
      const known = kinds.get(kind);
      if (known === undefined) kinds.set(kind, { first: node });
      else known.second ??= node;
    });
    return [...kinds.values()];
  }
}
