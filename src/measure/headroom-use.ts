/**
 * How much of its headroom a port uses: each local maximum of what lies there, where it begins to empty again. A PAUSE that would have
 * worked sooner or later shows in the maximum that follows it.
 *
 * Exact: the memory of a switch tells of each packet that goes to headroom or leaves it. Most never do, so it costs little.
 */
import type { Network } from "../model/network.ts";
import type { Bytes } from "../base/units.ts";
import { portNames } from "./port-tables.ts";
import { Samples } from "./samples.ts";
import type { Table } from "./tables.ts";

export class HeadroomUse {
  private readonly network: Network;
  /** By port: what lay in its headroom last, and since when if it has only risen until then; else NaN. */
  private readonly held: Float64Array;
  private readonly risen: Float64Array;
  private readonly maxima = new Samples(1);

  constructor(network: Network) {
    const { fabric } = network;
    const { heard, portHeadroom } = fabric.accounts;
    this.network = network;
    this.held = new Float64Array(fabric.ports);
    this.risen = new Float64Array(fabric.ports).fill(NaN);
    heard.headroom = (queue) => {
      this.note(queue >> 3, portHeadroom(queue >> 3));
    };
  }

  private note(port: number, now: Bytes): void {
    const before = this.held[port];
    if (now < before && !Number.isNaN(this.risen[port])) this.maxima.add(this.risen[port], port, before);
    this.risen[port] = now > before ? this.network.queue.now : NaN;
    this.held[port] = now;
  }

  /** Maxima that were passed, of a part of a network; and those of all parts. */
  get taken(): Float64Array {
    return this.maxima.taken;
  }

  put(parts: readonly Float64Array[]): void {
    this.maxima.put(parts, (port) => port);
  }

  /** In the order of time, and of ports; what still rose when the run ended had perhaps not seen its most. */
  table(): Table<"headroom"> {
    this.maxima.sort((port) => port);
    const name = portNames(this.network.fabric);
    const { rows, time_ns, of, values } = this.maxima.columns();
    return {
      rows,
      columns: {
        time_ns,
        node: of.text(name.node),
        port: of.int32(name.port),
        peer: of.text(name.peer),
        held_bytes: values[0],
      },
    };
  }
}
