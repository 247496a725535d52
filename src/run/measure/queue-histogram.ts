/**
 * A histogram of the occupancy of each switch port, sampled at a fixed interval in bins of a kilobyte. It reproduces
 * the monitor of HPCC's ns-3 simulator (docs/ns3-semantics.md, section 17). Like that monitor, it counts the bytes of
 * all classes except 0, the class of PFC frames.
 *
 * The first bin is not counted. It is computed from the total and the other bins. So a nearly empty port costs one
 * comparison for each sample, and an empty network costs nothing.
 */
import type { Network } from "../../sim/model/network.ts";
import { PS_PER_NS, type Bytes, type Ps } from "../../base/units.ts";
import type { Timer } from "../../base/view.ts";

/** The time between two samples, in ns. */
const EVERY_NS = 100;
/** The width of a bin, in bytes. */
const BIN: Bytes = 1000;

export interface QueueHistogramOptions {
  readonly startNs: number;
  readonly endNs: number;
  /** The histogram is dumped at each sample whose time is a multiple of `dumpNs`. */
  readonly dumpNs: number;
}

/** The histogram as it was at one time. It counts all samples up to that time. */
export interface QueueDump {
  readonly timeNs: number;
  /** By port: the number of samples in each bin, up to the highest occupancy so far. */
  readonly ports: readonly { readonly node: number; readonly port: number; readonly counts: Uint32Array }[];
}

export class QueueHistogram {
  dumped = 0;
  private samples = 0;
  private readonly network: Network;
  private readonly options: QueueHistogramOptions;
  private readonly timer: Timer;
  /** The sampled ports of switches, sorted by node and then by port. */
  private readonly ports: readonly number[];
  /** By index in `ports`: the samples in each bin. The first bin stays 0 here, because `dump` computes it from all samples. */
  private readonly counts: Uint32Array[];
  /** By index in `ports`: the samples in all bins but the first. */
  private readonly above: Float64Array;
  /** By index in `ports`: the highest bin so far. */
  private readonly fullest: Int32Array;
  private dumps: QueueDump[] = [];

  /**
   * The constructor schedules the first sample. Create the histogram after the network, because HPCC's simulator
   * creates its monitor last. Events with the same time then run in the same order as in that simulator.
   */
  constructor(network: Network, options: QueueHistogramOptions) {
    this.network = network;
    this.options = options;
    this.ports = network.switches.flatMap((at) =>
      at === null ? [] : Array.from({ length: at.ports }, (_, k) => at.base + k),
    );
    this.counts = this.ports.map(() => new Uint32Array(16));
    this.above = new Float64Array(this.ports.length);
    this.fullest = new Int32Array(this.ports.length);
    this.timer = network.timers.make(1, () => {
      this.sample();
    });
    this.timer.arm(0, options.startNs * PS_PER_NS);
  }

  /** Returns the dumps made since the last call. */
  take(): QueueDump[] {
    const taken = this.dumps;
    this.dumps = [];
    return taken;
  }

  private sample(): void {
    const { fabric, queue } = this.network;
    const now: Ps = queue.now;
    this.samples++;
    if (fabric.packets.live !== 0 || fabric.stillCharged !== null) {
      const ports = this.ports;
      for (let k = 0; k < ports.length; k++)
        if (fabric.queuedBytes(ports[k]) >= BIN || fabric.isDown(ports[k])) this.count(k);
    }
    const nowNs = now / PS_PER_NS;
    if (nowNs % this.options.dumpNs === 0) this.dump(nowNs);
    if (nowNs < this.options.endNs) this.timer.arm(0, now + EVERY_NS * PS_PER_NS);
  }

  private count(k: number): void {
    const { fabric, switches } = this.network;
    const port = this.ports[k];
    const at = switches[fabric.node[port]];
    if (at === null) return;
    let bytes = 0;
    for (let cls = 1; cls < 8; cls++) {
      const queue = port * 8 + cls;
      bytes += at.backlog(queue) + (fabric.stillCharged?.egress[queue] ?? 0);
    }
    if (bytes < BIN) return;
    const bin = Math.floor(bytes / BIN);
    if (bin >= this.counts[k].length) {
      const counts = new Uint32Array(Math.max(this.counts[k].length * 2, bin + 1));
      counts.set(this.counts[k]);
      this.counts[k] = counts;
    }
    this.counts[k][bin]++;
    this.above[k]++;
    if (bin > this.fullest[k]) this.fullest[k] = bin;
  }

  private dump(timeNs: number): void {
    const { fabric } = this.network;
    this.dumped++;
    this.dumps.push({
      timeNs,
      ports: this.ports.map((port, k) => {
        const counts = this.counts[k].slice(0, this.fullest[k] + 1);
        counts[0] = this.samples - this.above[k];
        return { node: fabric.node[port], port: fabric.localPort(port) + 1, counts };
      }),
    });
  }
}
