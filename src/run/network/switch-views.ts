/**
 * Views of all switches, for buffer and headroom policies. They pass values of the model on. Headroom policies also
 * read the thresholds of the buffer policy, which are checked here. If a policy needs another value, add a field to its
 * contract and to this file.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import { isBytes, wrongThreshold } from "../../contracts/answers.ts";
import type { BufferPolicy, BufferView } from "../../contracts/buffer.ts";
import { NOW } from "../../sim/engine/clock.ts";
import type { HeadroomPolicy, HeadroomView } from "../../contracts/headroom.ts";
import type { Fabric } from "../../sim/model/fabric.ts";
import type { Switch } from "../../sim/model/switch.ts";
import type { Bps, Bytes, Ps } from "../../base/units.ts";
import type { SwitchesView, TimerMaker } from "../../base/view.ts";

abstract class SwitchesViewImpl implements SwitchesView {
  readonly nodes: number;
  readonly ports: number;
  readonly firstPort: Int32Array;
  readonly nodeOf: Int32Array;
  readonly switches: readonly number[];
  readonly lossless: readonly number[];
  readonly capacity: Float64Array;
  readonly used: Float64Array;
  readonly occupancy: (port: number) => Bytes;
  protected readonly fabric: Fabric;

  constructor(fabric: Fabric, switches: readonly (Switch | null)[], lossless: readonly number[]) {
    const { accounts } = fabric;
    this.fabric = fabric;
    this.nodes = fabric.nodes;
    this.ports = fabric.ports;
    this.firstPort = fabric.portBase;
    this.nodeOf = fabric.node;
    this.switches = switches.flatMap((at) => (at === null ? [] : [at.node]));
    this.lossless = lossless;
    this.capacity = accounts.capacity;
    this.used = accounts.used;
    this.occupancy = accounts.portHeld;
  }
  rate(port: number): Bps {
    return this.fabric.rate[port];
  }
  delay(port: number): Ps {
    return this.fabric.delay[port];
  }
}

/** Services that a buffer policy may use. A service costs memory or time only if the policy uses it. */
export interface BufferExtras {
  readonly timer: TimerMaker;
  readonly longestRtt: () => Ps;
  readonly departures: () => Float64Array;
  /** Returns a random number in [0, 1) from the generator of a switch. */
  readonly dice: (node: number) => number;
  readonly dataFrame: Bytes;
}

export class BufferViewImpl extends SwitchesViewImpl implements BufferView {
  readonly timer: TimerMaker;
  readonly dataFrame: Bytes;
  readonly message: Bytes;
  readonly wireOverhead: Bytes;
  readonly departures: () => Float64Array;
  readonly spare: (node: number) => Bytes;
  private readonly clock: Float64Array;
  private readonly longestRtt: () => Ps;
  private readonly dice: (node: number) => number;

  constructor(
    fabric: Fabric,
    switches: readonly (Switch | null)[],
    lossless: readonly number[],
    headroom: HeadroomPolicy,
    { timer, longestRtt, departures, dice, dataFrame }: BufferExtras,
  ) {
    super(fabric, switches, lossless);
    const { capacity, used } = fabric.accounts;
    this.timer = timer;
    this.dataFrame = dataFrame;
    this.message = fabric.fidelity.frames.ack;
    this.wireOverhead = fabric.fidelity.frames.wireOverhead;
    this.departures = departures;
    this.clock = fabric.queue.clock;
    this.longestRtt = longestRtt;
    this.dice = dice;
    this.spare = headroom.spare ?? ((node) => Math.max(0, capacity[node] - used[node]));
  }
  get now(): Ps {
    return this.clock[NOW];
  }
  get baseRtt(): Ps {
    return this.longestRtt();
  }
  busyUntil(port: number): Ps {
    return this.fabric.busyUntil(port);
  }
  random(port: number): number {
    return this.dice(this.fabric.node[port]);
  }
  backlog(port: number, cls: number): Bytes {
    return this.fabric.accounts.shared((port << CLASS_BITS) | cls);
  }
  waiting(port: number, cls: number): Bytes {
    return this.fabric.queueRecords.backlog((port << CLASS_BITS) | cls);
  }
}

/**
 * Frame sizes, and the data that a peer sends before it reacts to a PAUSE frame, in bytes. A headroom policy computes its
 * sizes from them.
 */
export interface FrameLimits {
  readonly maxFrame: Bytes;
  readonly wireOverhead: Bytes;
  readonly pauseFrame: Bytes;
  /** Bytes that the peer of a port sends before it reacts to a PAUSE frame. Port numbers are network-wide. */
  readonly reaction: (port: number) => Bytes;
}

export class HeadroomViewImpl extends SwitchesViewImpl implements HeadroomView {
  readonly memory: Float64Array;
  readonly private: Bytes;
  readonly footroom: (queue: number) => Bytes;
  readonly headroom: (queue: number) => Bytes;
  readonly portHeadroom: (port: number) => Bytes;
  readonly threshold: (queue: number) => Bytes;
  readonly portThreshold: (port: number, threshold: Bytes) => Bytes;
  readonly maxFrame: Bytes;
  readonly wireOverhead: Bytes;
  readonly pauseFrame: Bytes;
  readonly reaction: (port: number) => Bytes;
  private buffer!: BufferPolicy;

  constructor(fabric: Fabric, switches: readonly (Switch | null)[], lossless: readonly number[], limits: FrameLimits) {
    super(fabric, switches, lossless);
    const { accounts } = fabric;
    const classes = new Set(lossless).size;
    this.memory = Float64Array.from(switches, (at) => at?.pool.memory ?? 0);
    this.private = accounts.private;
    this.footroom = accounts.footroom;
    this.headroom = accounts.headroom;
    this.portHeadroom = accounts.portHeadroom;
    this.threshold = (queue) => {
      const bytes = this.buffer.threshold(queue >> CLASS_BITS, queue & CLASS_MASK);
      if (!isBytes(bytes)) wrongThreshold("threshold", queue >> CLASS_BITS, bytes);
      return bytes;
    };
    this.portThreshold = (port, threshold) => {
      if (!this.buffer.portThreshold) return threshold * classes;
      const bytes = this.buffer.portThreshold(port);
      if (!isBytes(bytes)) wrongThreshold("portThreshold", port, bytes);
      return bytes;
    };
    this.maxFrame = limits.maxFrame;
    this.wireOverhead = limits.wireOverhead;
    this.pauseFrame = limits.pauseFrame;
    this.reaction = limits.reaction;
  }
  /**
   * Sets the buffer policy. It is created after the headroom policy, because it needs the headroom policy's reserves.
   */
  adopt(buffer: BufferPolicy): void {
    this.buffer = buffer;
  }
  ownMemory(port: number): Bytes {
    return this.fabric.ownMemory?.[port] ?? 0;
  }
}
