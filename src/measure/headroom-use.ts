/**
 * How much of its headroom a port used, each time that it used any: from the first byte in it until it is empty again, and the most
 * between the two. That is what would have been enough.
 *
 * Exact: the memory of a switch tells of each packet that goes to headroom or leaves it. Most never do, so it costs little.
 */
import type { Network } from "../model/network.ts";
import type { Bytes } from "../base/units.ts";
import { portNames } from "./port-tables.ts";
import { Samples } from "./samples.ts";
import type { Table } from "./tables.ts";
import { inNs } from "./times.ts";

export class HeadroomUse {
  private readonly network: Network;
  /** By port: since when headroom is in use, and the most of it since then; 0: it is empty. */
  private readonly since: Float64Array;
  private readonly peak: Float64Array;
  private readonly uses = new Samples(2);

  constructor(network: Network) {
    const { fabric } = network;
    const { heard, portHeadroom } = fabric.accounts;
    this.network = network;
    this.since = new Float64Array(fabric.ports);
    this.peak = new Float64Array(fabric.ports);
    heard.headroom = (queue) => {
      this.note(queue >> 3, portHeadroom(queue >> 3));
    };
  }

  private note(port: number, held: Bytes): void {
    const { queue } = this.network;
    if (this.peak[port] === 0) this.since[port] = queue.now;
    if (held > this.peak[port]) this.peak[port] = held;
    if (held > 0) return;
    this.uses.add(this.since[port], port, queue.now - this.since[port], this.peak[port]);
    this.peak[port] = 0;
  }

  /** Uses that ended, of a part of a network; and those of all parts. */
  get taken(): Float64Array {
    return this.uses.taken;
  }

  put(parts: readonly Float64Array[]): void {
    this.uses.put(parts, (port) => port);
  }

  /** In the order of their starts, and of ports; what was in use when the run ended had perhaps not seen its most. */
  table(): Table<"headroom"> {
    this.uses.sort((port) => port);
    const name = portNames(this.network.fabric);
    const { rows, time_ns, of, values } = this.uses.columns();
    return {
      rows,
      columns: {
        start_ns: time_ns,
        duration_ns: values[0].map(inNs),
        node: of.text(name.node),
        port: of.int32(name.port),
        peer: of.text(name.peer),
        peak_bytes: values[1],
      },
    };
  }
}
