/**
 * Views for policies under test: plain objects with numbers that a test sets, and a clock that the test advances.
 *
 * A view provides exactly what the contract promises. Tests of single policies and the contract suites share these views.
 */
import { EventQueue, type Order } from "../../sim/engine/event-queue.ts";
import { Handlers, loop } from "../../sim/engine/run.ts";
import { TimerBoard } from "../../sim/engine/timers.ts";
import type { BufferView } from "../../contracts/buffer.ts";
import type { CongestionView, StampReader } from "../../contracts/congestion.ts";
import type { DetectionView } from "../../contracts/detection.ts";
import type { HeadroomView } from "../../contracts/headroom.ts";
import type { RecoveryView } from "../../contracts/recovery.ts";
import type { RoutingView } from "../../contracts/routing.ts";
import { gbps, MiB, us, type Bps, type Bytes, type Ps } from "../../base/units.ts";
import type { PacketWords, Repeats, SwitchesView, Timer, TimerMaker } from "../../base/view.ts";

/** Makes read-only fields writable, so that a test can set what a policy may only read. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Bucket width (ps, about 1 us) and number of buckets of a clock's event queue. A suite makes thousands of clocks, and few buckets are
 * quick to create and to search.
 */
const [WIDTH, BUCKETS] = [2 ** 20, 64];

/** Simulated time that only a test advances. Its timers fire as they do in a run. */
export class Clock {
  readonly timer: TimerMaker;
  /** Number of timers made so far. */
  timers = 0;
  private time: Ps = 0;
  private readonly order: Order | undefined;
  /** Exists once a timer is made. An event queue reserves memory, which takes longer than most tests of a policy without timers. */
  private engine: Engine | undefined;

  constructor(order?: Order) {
    this.order = order;
    this.timer = (subjects, action): Timer => {
      this.timers++;
      this.engine ??= engineAt(this.time, this.order);
      return this.engine.board.make(subjects, action);
    };
  }

  get now(): Ps {
    return this.engine?.queue.now ?? this.time;
  }

  /** Advances the time to `until` and fires all timers due by then. Returns the number of events. */
  runTo(until: Ps): number {
    this.time = until;
    if (this.engine === undefined) return 0;
    const { queue, handlers } = this.engine;
    const ran = loop(queue, handlers, { stop: false }).all(until);
    queue.now = until;
    return ran;
  }

  /** True if no timer is pending. */
  get silent(): boolean {
    return this.engine === undefined || this.engine.queue.size === 0;
  }
}

/** An event queue and the timers in it. */
interface Engine {
  readonly queue: EventQueue;
  readonly handlers: Handlers;
  readonly board: TimerBoard;
}

function engineAt(now: Ps, order?: Order): Engine {
  const queue = new EventQueue(order, WIDTH, BUCKETS);
  queue.now = now;
  const handlers = new Handlers();
  return { queue, handlers, board: new TimerBoard(queue, handlers) };
}

/** Returns `base` with some fields replaced. Its other getters stay getters. */
export function withMore<T extends object>(base: T, more: Partial<T>): T {
  return Object.defineProperties(base, Object.getOwnPropertyDescriptors(more));
}

/** Returns a network of unconnected switches. Switch k has `counts[k]` ports. */
export function switchesWith(
  ...counts: readonly number[]
): Pick<SwitchesView, "nodes" | "ports" | "firstPort" | "nodeOf" | "switches"> {
  const firstPort = new Int32Array(counts.length + 1);
  counts.forEach((count, node) => (firstPort[node + 1] = firstPort[node] + count));
  const nodeOf = Int32Array.from(counts.flatMap((count, node) => Array.from({ length: count }, () => node)));
  return { nodes: counts.length, ports: nodeOf.length, firstPort, nodeOf, switches: [...counts.keys()] };
}

type MoreOfBuffer = Partial<Omit<BufferView, "capacity" | "used" | "spare">> & {
  readonly capacity?: Bytes;
  readonly used?: Bytes;
  readonly spare?: Bytes;
};

/**
 * Returns the view of a network with one switch, node 0, that has 32 ports. `more` overrides fields of the view. If
 * `more` adds switches, its numbers `capacity`, `used` and `spare` apply to each switch.
 */
export function bufferView(clock: Clock, more: MoreOfBuffer = {}): BufferView & { readonly departed: Float64Array } {
  const { capacity = MiB(16), used = 0, spare, ...fields } = more;
  const network = switchesWith(more.ports ?? 32);
  const departed = new Float64Array(network.ports);
  const nodes = more.nodes ?? network.nodes;
  return withMore<BufferView & { readonly departed: Float64Array }>(
    {
      ...network,
      lossless: [3],
      capacity: new Float64Array(nodes).fill(capacity),
      used: new Float64Array(nodes).fill(used),
      spare(node) {
        return spare ?? Math.max(0, this.capacity[node] - this.used[node]);
      },
      backlog: () => 0,
      waiting: () => 0,
      dataFrame: 1062,
      message: 66,
      wireOverhead: 20,
      departed,
      departures: () => departed,
      occupancy: () => 0,
      rate: () => gbps(100),
      delay: () => us(1),
      baseRtt: us(8),
      busyUntil: () => 0,
      random: () => 0.25,
      get now() {
        return clock.now;
      },
      timer: clock.timer,
    },
    fields,
  );
}

/**
 * A headroom view for a test, which sets the byte counts in it. `held` has, by queue, the bytes outside the headroom
 * (footroom). `stored` has those in the headroom. `pool` is the shared pool of node 0, in bytes.
 */
export interface HeadroomBench {
  readonly view: HeadroomView;
  readonly held: Float64Array;
  readonly stored: Float64Array;
  readonly pool: { capacity: Bytes; used: Bytes };
}

/** Returns the view of one switch with 4 ports, which is node 0. The fields of `more` override those of the view. */
export function headroomBench(more: Partial<HeadroomView> = {}): HeadroomBench {
  const network = switchesWith(more.ports ?? 4);
  const { ports } = network;
  const nodes = more.nodes ?? network.nodes;
  const held = new Float64Array(ports * 8);
  const stored = new Float64Array(ports * 8);
  const sum = (bytes: Float64Array, port: number): Bytes =>
    bytes.subarray(port * 8, port * 8 + 8).reduce((all, one) => all + one, 0);
  const view = withMore<HeadroomView>(
    {
      ...network,
      lossless: [3],
      memory: new Float64Array(nodes).fill(MiB(16)),
      private: 0,
      capacity: new Float64Array(nodes).fill(MiB(16)),
      used: new Float64Array(nodes),
      footroom: (queue) => held[queue],
      headroom: (queue) => stored[queue],
      threshold: () => 0,
      portThreshold: (_port, threshold) => threshold * (more.lossless?.length ?? 1),
      portHeadroom: (port) => sum(stored, port),
      occupancy: (port) => sum(held, port) + sum(stored, port),
      ownMemory: () => 0,
      rate: () => gbps(100),
      delay: () => us(2),
      maxFrame: 1062,
      wireOverhead: 20,
      pauseFrame: 84,
      reaction: () => 3840,
    },
    more,
  );
  const pool = {
    get capacity() {
      return view.capacity[0];
    },
    set capacity(bytes: Bytes) {
      view.capacity[0] = bytes;
    },
    get used() {
      return view.used[0];
    },
    set used(bytes: Bytes) {
      view.used[0] = bytes;
    },
  };
  return { view, held, stored, pool };
}

export interface DetectionBench {
  readonly view: DetectionView;
  /** Values that `random` returns, in turn. After the last one it returns 0.5. */
  readonly draws: number[];
  /** Number of calls of `random`. */
  drawn: number;
}

export function detectionBench(clock: Clock, more: Partial<DetectionView> = {}): DetectionBench {
  const draws: number[] = [];
  const bench: DetectionBench = {
    draws,
    drawn: 0,
    view: withMore<DetectionView>(
      {
        ports: 4,
        rate: () => gbps(100),
        queued: () => 0,
        sent: () => 0,
        wireOverhead: 20,
        get now() {
          return clock.now;
        },
        random() {
          bench.drawn++;
          return draws.shift() ?? 0.5;
        },
        words: (width): PacketWords => ({ width, at: new Int32Array(width * 64) }),
        signal: () => undefined,
      },
      more,
    ),
  };
  return bench;
}

/** Hop records of the current ACK. A test sets these records. */
export class Stamps implements StampReader {
  records: { time: number; bytes: number; queue: number; rate: Bps }[] = [];
  readonly scale: number;

  constructor(scale = 1) {
    this.scale = scale;
  }
  get hops(): number {
    return this.records.length;
  }
  time(hop: number): number {
    return this.records[hop].time;
  }
  bytes(hop: number): number {
    return this.records[hop].bytes;
  }
  queue(hop: number): number {
    return this.records[hop].queue;
  }
  rate(hop: number): Bps {
    return this.records[hop].rate;
  }
}

/**
 * Default number of 32-bit words on each packet in the suites. A detection policy writes such words for other policies.
 * Every policy reads fewer words than this number.
 */
const SUITE_WORDS = 64;

export interface CongestionBench {
  readonly view: CongestionView;
  readonly stamps: Stamps;
  /** Every rate that the policy set, in order. `atOnce` is true for the call that takes effect at once. */
  readonly set: { flow: number; rate: Bps; at: Ps; atOnce: boolean }[];
  /** The flow of each call of `changeRate`, `holdUntil`, `setWindow` or `setClass`, in order. */
  readonly others: number[];
}

export function congestionBench(clock: Clock, flows = 4, line: Bps = gbps(100), width = SUITE_WORDS): CongestionBench {
  const column = (value: number): Float64Array => new Float64Array(flows).fill(value);
  const stamps = new Stamps();
  const rate = column(line);
  const set: CongestionBench["set"] = [];
  const others: number[] = [];
  const note = (flow: number, to: Bps, atOnce: boolean): void => {
    if (atOnce) others.push(flow);
    rate[flow] = to;
    set.push({ flow, rate: to, at: clock.now, atOnce });
  };
  const view: CongestionView = {
    flows,
    get now() {
      return clock.now;
    },
    sndNxt: column(0),
    sndUna: column(0),
    rate,
    lineRate: column(line),
    window: column(125_000),
    destination: new Int32Array(flows),
    baseRtt: column(us(10)),
    payload: 1000,
    packetOnWire: 1082,
    setRate(flow, to) {
      note(flow, to, false);
    },
    changeRate(flow, to) {
      note(flow, to, true);
    },
    // The next three calls act on a host, which decides when packets leave and how many bytes are in flight. This bench
    // has no host, so it only records the calls.
    holdUntil(flow) {
      others.push(flow);
    },
    setWindow(flow) {
      others.push(flow);
    },
    setClass(flow) {
      others.push(flow);
    },
    timer: (action) => clock.timer(flows, action),
    stamps,
    words: { width, at: new Int32Array(width * 64) },
    packet: 1,
    size: column(Infinity),
    // Each flow loads the link of its sender, and all flows share a second link.
    loads: (flow) => [
      { port: flow, share: 1 },
      { port: flows, share: 1 },
    ],
    portRate: () => line,
  };
  return { view, stamps, set, others };
}

export interface RecoveryBench {
  readonly view: RecoveryView;
  readonly rewinds: [flow: number, to: Bytes, at: Ps][];
  /** Requested retransmissions of single packets. A `seq` of -1 cancels the request. */
  readonly repeated: [flow: number, seq: Bytes, at: Ps][];
  readonly repeats: Repeats;
  /** Packets without payload. */
  readonly empty: [flow: number, at: Ps][];
  readonly losses: [flow: number, timedOut: boolean][];
}

export function recoveryBench(clock: Clock, flows = 4): RecoveryBench {
  const column = (value: number): Float64Array => new Float64Array(flows).fill(value);
  const rewinds: RecoveryBench["rewinds"] = [];
  const losses: RecoveryBench["losses"] = [];
  const repeated: RecoveryBench["repeated"] = [];
  const empty: RecoveryBench["empty"] = [];
  const sndNxt = column(0);
  const repeats: Repeats = { next: column(-1), landed: column(0), reach: column(Infinity), look: null };
  const view: RecoveryView = {
    flows,
    get now() {
      return clock.now;
    },
    size: column(10_000),
    sndNxt,
    sndUna: column(0),
    baseRtt: column(us(10)),
    payload: 1000,
    words: { width: SUITE_WORDS, at: new Int32Array(SUITE_WORDS * 64) },
    packet: 1,
    received: column(0),
    lineRate: column(gbps(100)),
    longest: () => ({ rtt: us(8), rate: gbps(100) }),
    rewind(flow, to) {
      sndNxt[flow] = to;
      rewinds.push([flow, to, clock.now]);
    },
    skip(flow, to) {
      sndNxt[flow] = to;
    },
    repeats: () => repeats,
    repeat(flow, seq) {
      repeats.next[flow] = seq;
      repeated.push([flow, seq, clock.now]);
    },
    sendEmpty(flow) {
      empty.push([flow, clock.now]);
    },
    lost(flow, timedOut) {
      losses.push([flow, timedOut]);
    },
    timer: (action) => clock.timer(flows, action),
  };
  return { view, rewinds, repeated, repeats, empty, losses };
}

const ignore = (): void => {
  // No listener is registered.
};

/** Number of nodes around the switch under test. Hosts have numbers from 0, and switches from 2000. */
const NODES = 4000;

/** Returns the leaf of each host. The first 1000 hosts are attached to `node`, the others to one of eight remote leaves. */
function leavesAround(node: number): Int32Array {
  const leaves = new Int32Array(NODES).fill(-1).fill(node, 0, 1000);
  for (let host = 1000; host < 2000; host++) leaves[host] = 3000 + (host % 8);
  return leaves;
}

/**
 * Returns the view of switch `node` with ports 0 to 63. The switch counts as the leaf of hosts 0 to 999, but only host 0 has
 * a port, port 63. The other ports lead to switches. Flow f runs from host f to the remote host 1000 + f. A test may override these values.
 */
export function routingView(
  clock: Clock,
  node: number,
  flows: number,
  random: () => number,
  more: Partial<RoutingView> = {},
): Writable<RoutingView> {
  const keys = new Int32Array(flows * 4);
  for (let flow = 0; flow < flows; flow++) keys.set([flow, 1000 + flow, 10_000, 4791], flow * 4);
  return withMore<Writable<RoutingView>>(
    {
      entropy: null,
      nodes: NODES,
      ports: 64,
      firstPort: new Int32Array(NODES + 1).fill(64, node + 1),
      nodeOf: new Int32Array(64).fill(node),
      leafOf: leavesAround(node),
      keys,
      names: Int32Array.from({ length: flows }, (_, flow) => flow),
      source: Int32Array.from({ length: flows }, (_, flow) => flow),
      destination: Int32Array.from({ length: flows }, (_, flow) => 1000 + flow),
      neighbour: (port) => (port === 63 ? 0 : 2000 + port),
      get now() {
        return clock.now;
      },
      rate: () => gbps(100),
      delay: () => us(1),
      queued: () => 0,
      busy: () => 0,
      busyWithin: () => () => 0,
      baseRtt: () => us(20),
      cls: new Uint8Array(flows).fill(3),
      mark: () => 0,
      hashSeed: (here) => here,
      random,
      pick: (_here, count) => Math.floor(random() * count),
      words: (width): PacketWords => ({ width, at: new Int32Array(width * 4096) }),
      probe: ignore,
      notify: ignore,
      reply: ignore,
      release: ignore,
      forward: ignore,
      timer: (action) => clock.timer(flows, action),
    },
    more,
  );
}
