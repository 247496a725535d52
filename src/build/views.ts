/**
 * What each role's policies may see: thin windows on the model, with a switch's own port numbers.
 *
 * A policy that needs more adds a field to its contract, and here.
 */
import type { BufferView } from "../buffer/contract.ts";
import type { CongestionView, StampReader } from "../congestion/contract.ts";
import type { DetectionView } from "../detection/contract.ts";
import type { HeadroomView } from "../headroom/contract.ts";
import type { LinkView } from "../link/contract.ts";
import type { Fabric } from "../model/fabric.ts";
import type { Flows } from "../model/flows.ts";
import type { Hosts } from "../model/hosts.ts";
import type { Network } from "../model/network.ts";
import { HOPS } from "../model/packets.ts";
import type { Pool } from "../model/pool.ts";
import { HEADROOM_HELD, HELD, PORT_DOUBLES_LOG } from "../model/ports.ts";
import type { Switch } from "../model/switch.ts";
import type { NicView } from "../nic/contract.ts";
import type { RecoveryView } from "../recovery/contract.ts";
import type { RoutingView } from "../routing/contract.ts";
import type { SchedulingView } from "../scheduling/contract.ts";
import type { Bps, Bytes, Ps } from "../units.ts";
import type { PacketWords, TimerMaker } from "../view.ts";

/** A switch sees its own ports, from 0. */
abstract class SwitchWindow {
  readonly ports: number;
  readonly timer: TimerMaker;
  protected readonly fabric: Fabric;
  protected readonly at: Switch;

  constructor(fabric: Fabric, at: Switch, timer: TimerMaker) {
    this.fabric = fabric;
    this.at = at;
    this.ports = at.ports;
    this.timer = timer;
  }

  get now(): Ps {
    return this.fabric.queue.now;
  }
  rate(port: number): Bps {
    return this.fabric.rate[port + this.at.base];
  }
  /** Bytes held that came in by a port. */
  protected held(port: number): Bytes {
    return this.fabric.portRecords.doubles[((port + this.at.base) << PORT_DOUBLES_LOG) | HELD];
  }
  delay(port: number): Ps {
    return this.fabric.delay[port + this.at.base];
  }
}

export class BufferWindow extends SwitchWindow implements BufferView {
  readonly lossless: readonly number[];
  private readonly pool: Pool;

  constructor(fabric: Fabric, at: Switch, timer: TimerMaker, lossless: readonly number[]) {
    super(fabric, at, timer);
    this.lossless = lossless;
    this.pool = at.pool;
  }
  get capacity(): Bytes {
    return this.pool.capacity;
  }
  get used(): Bytes {
    return this.pool.used;
  }
  backlog(port: number, cls: number): Bytes {
    return this.pool.shared((port + this.at.base) * 8 + cls);
  }
  occupancy(port: number): Bytes {
    return this.held(port);
  }
}

/** What a switch needs to know of frames to size its headroom. */
export interface FrameLimits {
  readonly maxFrame: Bytes;
  readonly wireOverhead: Bytes;
  readonly pauseFrame: Bytes;
  readonly reaction: Bytes;
}

export class HeadroomWindow extends SwitchWindow implements HeadroomView {
  readonly lossless: readonly number[];
  readonly memory: Bytes;
  readonly private: Bytes;
  readonly pool: Pool;
  readonly maxFrame: Bytes;
  readonly wireOverhead: Bytes;
  readonly pauseFrame: Bytes;
  readonly reaction: Bytes;

  constructor(fabric: Fabric, at: Switch, timer: TimerMaker, lossless: readonly number[], limits: FrameLimits) {
    super(fabric, at, timer);
    this.lossless = lossless;
    this.pool = at.pool;
    this.memory = at.pool.memory;
    this.private = at.pool.private;
    this.maxFrame = limits.maxFrame;
    this.wireOverhead = limits.wireOverhead;
    this.pauseFrame = limits.pauseFrame;
    this.reaction = limits.reaction;
  }
  footroom(queue: number): Bytes {
    return this.pool.footroom(queue + this.at.base * 8);
  }
  headroom(queue: number): Bytes {
    return this.pool.headroom(queue + this.at.base * 8);
  }
  portHeadroom(port: number): Bytes {
    return this.fabric.portRecords.doubles[((port + this.at.base) << PORT_DOUBLES_LOG) | HEADROOM_HELD];
  }
  occupancy(port: number): Bytes {
    return this.held(port);
  }
}

export class DetectionWindow extends SwitchWindow implements DetectionView {
  readonly random: () => number;

  constructor(fabric: Fabric, at: Switch, timer: TimerMaker, random: () => number) {
    super(fabric, at, timer);
    this.random = random;
  }
  backlog(port: number, cls: number): Bytes {
    return this.at.backlog((port + this.at.base) * 8 + cls);
  }
  queued(port: number): Bytes {
    return this.fabric.queuedBytes(port + this.at.base);
  }
  sent(port: number): Bytes {
    return this.fabric.sentBytes(port + this.at.base);
  }
  words(width: number): PacketWords {
    return this.fabric.stampColumn(width);
  }
}

/** Messages between the routing policies of switches. */
export interface Postman {
  deliver(from: number, to: number, words: Int32Array): void;
  leafOf(host: number): number;
}

export class RoutingWindow extends SwitchWindow implements RoutingView {
  readonly node: number;
  readonly keys: Int32Array;
  readonly random: () => number;
  private readonly postman: Postman;

  constructor(fabric: Fabric, at: Switch, timer: TimerMaker, keys: Flows, random: () => number, postman: Postman) {
    super(fabric, at, timer);
    this.node = at.node;
    this.keys = keys.keys;
    this.random = random;
    this.postman = postman;
  }
  queued(port: number): Bytes {
    return this.fabric.queuedBytes(port + this.at.base);
  }
  stopped(port: number, cls: number): boolean {
    return (this.fabric.stopped(port + this.at.base) & (1 << cls)) !== 0;
  }
  leafOf(host: number): number {
    return this.postman.leafOf(host);
  }
  words(width: number): PacketWords {
    return this.fabric.packets.column(width);
  }
  notify(node: number, words: Int32Array): void {
    this.postman.deliver(this.node, node, words);
  }
}

export function schedulingView(at: Switch, strict: readonly number[]): SchedulingView {
  return { ports: at.ports, strict, headSize: (port, cls) => at.headSize((port + at.base) * 8 + cls) };
}

export function linkView(
  network: Pick<Network, "queue" | "timers" | "fabric" | "switches">,
  lossless: readonly number[],
): LinkView {
  const { fabric, queue, switches } = network;
  return {
    get now() {
      return queue.now;
    },
    timer: (subjects, action) => network.timers.make(subjects, action),
    ports: fabric.ports,
    lossless,
    rate: (port) => fabric.rate[port],
    delay: (port) => fabric.delay[port],
    backlog: (port, cls) => switches[fabric.node[port]]?.held(port * 8 + cls) ?? 0,
    waiting: (port, cls) => switches[fabric.node[port]]?.backlog(port * 8 + cls) ?? 0,
    received: (port, cls) => switches[fabric.node[port]]?.received(port * 8 + cls) ?? 0,
    emit: (port, size, scope, vector, words) => {
      fabric.emit(port, size, scope, vector, words);
    },
    stop: (port, cause, classes) => {
      fabric.stop(port, cause, classes);
    },
    start: (port, cause, classes) => {
      fabric.start(port, cause, classes);
    },
    wake: (port) => {
      fabric.kick(port);
    },
  };
}

export function nicView(network: Pick<Network, "queue" | "timers" | "fabric" | "flows" | "hosts">): NicView {
  const { fabric, flows, hosts, queue } = network;
  return {
    get now() {
      return queue.now;
    },
    ports: fabric.ports,
    flows: flows.capacity,
    size: flows.size,
    sndNxt: flows.sndNxt,
    sndUna: flows.sndUna,
    nextSend: flows.nextSend,
    limit: flows.limit,
    cls: flows.cls,
    payload: hosts.payload,
    port: flows.port,
    idle: (port) => fabric.idle(port),
    stopped: (port) => fabric.stopped(port),
    hasControl: (port) => hosts.hasControl(port),
    sendControl: (port) => {
      hosts.sendControl(port);
    },
    sendData: (port, flow) => {
      hosts.sendData(port, flow);
    },
    timer: (action) => network.timers.make(fabric.ports, action),
  };
}

export function recoveryView(network: Pick<Network, "queue" | "timers" | "fabric" | "flows" | "hosts">): RecoveryView {
  const { fabric, flows, hosts, queue } = network;
  return {
    flows: flows.capacity,
    get now() {
      return queue.now;
    },
    size: flows.size,
    sndNxt: flows.sndNxt,
    sndUna: flows.sndUna,
    baseRtt: flows.baseRtt,
    received: flows.rcvNxt,
    rewind: (flow, to) => {
      hosts.rewind(flow, to);
    },
    timer: (action) =>
      network.timers.make(flows.capacity, (flow) => {
        action(flow);
        fabric.kick(flows.port[flow]);
      }),
  };
}

export function congestionView(
  network: Pick<Network, "queue" | "timers" | "fabric" | "flows" | "hosts">,
  stamps: StampReader,
): CongestionView {
  const { flows, hosts, queue, fabric } = network;
  return {
    flows: flows.capacity,
    get now() {
      return queue.now;
    },
    sndNxt: flows.sndNxt,
    sndUna: flows.sndUna,
    rate: flows.rate,
    lineRate: flows.lineRate,
    window: flows.window,
    baseRtt: flows.baseRtt,
    payload: hosts.payload,
    setRate: (flow, rate) => {
      hosts.setRate(flow, rate);
    },
    changeRate: (flow, rate) => {
      hosts.changeRate(flow, rate);
    },
    holdUntil: (flow, at) => {
      if (at > flows.nextSend[flow]) flows.nextSend[flow] = at;
      fabric.kick(flows.port[flow]);
    },
    timer: (action) => network.timers.make(flows.capacity, action),
    stamps,
  };
}

/** Words of a hop record that `detection/int` writes: time, bytes sent, bytes queued, rate in Mbit/s. */
const STAMP_WORDS = 4;

/** The stamps of the ACK that hosts are handling. `scale` is the stamping policy's. */
export function stampReader(fabric: Fabric, hosts: Hosts, scale: number): StampReader {
  const word = (hop: number, k: number): number => {
    const column = fabric.stamps!;
    return column.at[hosts.current * column.width + hop * STAMP_WORDS + k];
  };
  return {
    get hops() {
      return fabric.packets.words[(hosts.current << 4) | HOPS];
    },
    time: (hop) => word(hop, 0),
    bytes: (hop) => word(hop, 1),
    queue: (hop) => word(hop, 2),
    rate: (hop) => word(hop, 3) * 1e6,
    scale,
  };
}
