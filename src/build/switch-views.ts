/**
 * What policies of a switch may see: thin windows on the model, with the switch's own port numbers.
 *
 * A policy that needs more adds a field to its contract, and here.
 */
import type { BufferView } from "../buffer/contract.ts";
import * as clockRecord from "../engine/clock.ts";
import type { HeadroomView } from "../headroom/contract.ts";
import type { Fabric } from "../model/fabric.ts";
import type { Pool } from "../model/pool.ts";
import type { Switch } from "../model/switch.ts";
import type { Bps, Bytes, Ps } from "../units.ts";
import type { TimerMaker } from "../view.ts";

// Local name: an engine folds a module's own constants into its code, and reads imported ones from memory each time.
const { NOW } = clockRecord;

/** A switch sees its own ports, from 0. */
abstract class SwitchWindow {
  readonly ports: number;
  readonly timer: TimerMaker;
  protected readonly fabric: Fabric;
  protected readonly at: Switch;
  private readonly clock: Float64Array;

  constructor(fabric: Fabric, at: Switch, timer: TimerMaker) {
    this.fabric = fabric;
    this.at = at;
    this.clock = fabric.queue.clock;
    this.ports = at.ports;
    this.timer = timer;
  }

  get now(): Ps {
    return this.clock[NOW];
  }
  rate(port: number): Bps {
    return this.fabric.rate[port + this.at.base];
  }
  delay(port: number): Ps {
    return this.fabric.delay[port + this.at.base];
  }
}

export class BufferWindow extends SwitchWindow implements BufferView {
  readonly lossless: readonly number[];
  readonly departed: Float64Array;
  private readonly pool: Pool;
  private readonly longestRtt: () => Ps;

  constructor(fabric: Fabric, at: Switch, timer: TimerMaker, lossless: readonly number[], longestRtt: () => Ps) {
    super(fabric, at, timer);
    this.lossless = lossless;
    this.departed = at.departed;
    this.pool = at.pool;
    this.longestRtt = longestRtt;
  }
  get baseRtt(): Ps {
    return this.longestRtt();
  }
  get capacity(): Bytes {
    return this.pool.capacity;
  }
  get used(): Bytes {
    return this.pool.used;
  }
  get spare(): Bytes {
    const { headroom } = this.at;
    return headroom.spare ? headroom.spare() : Math.max(0, this.pool.capacity - this.pool.used);
  }
  backlog(port: number, cls: number): Bytes {
    return this.pool.shared((port + this.at.base) * 8 + cls);
  }
  occupancy(port: number): Bytes {
    return this.pool.portHeld(port + this.at.base);
  }
}

/** What a switch needs to know of frames to size its headroom. */
export interface FrameLimits {
  readonly maxFrame: Bytes;
  readonly wireOverhead: Bytes;
  readonly pauseFrame: Bytes;
  /** Of the link policy that a port runs, network-wide number. */
  readonly reaction: (port: number) => Bytes;
}

export class HeadroomWindow extends SwitchWindow implements HeadroomView {
  readonly lossless: readonly number[];
  readonly memory: Bytes;
  readonly private: Bytes;
  readonly pool: Pool;
  readonly maxFrame: Bytes;
  readonly wireOverhead: Bytes;
  readonly pauseFrame: Bytes;
  private readonly limits: FrameLimits;

  constructor(fabric: Fabric, at: Switch, timer: TimerMaker, lossless: readonly number[], limits: FrameLimits) {
    super(fabric, at, timer);
    this.lossless = lossless;
    this.pool = at.pool;
    this.memory = at.pool.memory;
    this.private = at.pool.private;
    this.maxFrame = limits.maxFrame;
    this.wireOverhead = limits.wireOverhead;
    this.pauseFrame = limits.pauseFrame;
    this.limits = limits;
  }
  reaction(port: number): Bytes {
    return this.limits.reaction(port + this.at.base);
  }
  footroom(queue: number): Bytes {
    return this.pool.footroom(queue + this.at.base * 8);
  }
  headroom(queue: number): Bytes {
    return this.pool.headroom(queue + this.at.base * 8);
  }
  ownMemory(port: number): Bytes {
    return this.at.ownMemory?.[port] ?? 0;
  }
  threshold(queue: number): Bytes {
    return this.at.threshold(queue >> 3, queue & 7);
  }
  portThreshold(port: number, threshold: Bytes): Bytes {
    return this.at.portThreshold(port, threshold);
  }
  portHeadroom(port: number): Bytes {
    return this.pool.portHeadroom(port + this.at.base);
  }
  occupancy(port: number): Bytes {
    return this.pool.portHeld(port + this.at.base);
  }
}
