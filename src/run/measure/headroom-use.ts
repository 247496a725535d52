/**
 * How much of its headroom a port uses: each time that it uses any, from the first byte in it until it is empty again, the most between
 * the two, which would have been enough; and each local maximum on the way, where what lies there begins to shrink.
 *
 * Exact: the memory of a switch tells of each packet that goes to headroom or leaves it. Most never do, so it costs little.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Bytes } from "../../base/units.ts";
import { portNames } from "./port-tables.ts";
import { Samples } from "./samples.ts";
import type { Table } from "./tables.ts";
import { inNs } from "./times.ts";

/** Of a part of a network: rows of `Samples`. */
export interface HeadroomTaken {
  readonly uses: Float64Array;
  readonly maxima: Float64Array;
}

export class HeadroomUse {
  private readonly network: Network;
  /** By port: what lay in its headroom last. */
  private readonly held: Float64Array;
  /** By port: since when headroom is in use, and the most of it since then; 0: it is empty. */
  private readonly since: Float64Array;
  private readonly peak: Float64Array;
  private readonly uses = new Samples(2);
  /** By port: since when that much lies there, if it has only risen until then; else NaN. */
  private readonly risen: Float64Array;
  private readonly maxima = new Samples(1);

  constructor(network: Network) {
    const { fabric } = network;
    const { heard, portHeadroom } = fabric.accounts;
    this.network = network;
    this.held = new Float64Array(fabric.ports);
    this.since = new Float64Array(fabric.ports);
    this.peak = new Float64Array(fabric.ports);
    this.risen = new Float64Array(fabric.ports).fill(NaN);
    heard.headroom = (queue) => {
      const port = queue >> CLASS_BITS;
      const now = portHeadroom(port);
      this.noteUse(port, now);
      this.noteMaximum(port, now);
      this.held[port] = now;
    };
  }

  private noteUse(port: number, now: Bytes): void {
    const { queue } = this.network;
    if (this.peak[port] === 0) this.since[port] = queue.now;
    if (now > this.peak[port]) this.peak[port] = now;
    if (now > 0) return;
    this.uses.add(this.since[port], port, queue.now - this.since[port], this.peak[port]);
    this.peak[port] = 0;
  }

  private noteMaximum(port: number, now: Bytes): void {
    const before = this.held[port];
    if (now < before && !Number.isNaN(this.risen[port])) this.maxima.add(this.risen[port], port, before);
    this.risen[port] = now > before ? this.network.queue.now : NaN;
  }

  /** Uses that ended and maxima that were passed, of a part of a network; and those of all parts. */
  get taken(): HeadroomTaken {
    return { uses: this.uses.taken, maxima: this.maxima.taken };
  }

  put(parts: readonly HeadroomTaken[]): void {
    this.uses.put(
      parts.map(({ uses }) => uses),
      (port) => port,
    );
    this.maxima.put(
      parts.map(({ maxima }) => maxima),
      (port) => port,
    );
  }

  /** In the order of time, and of ports; what was in use, or still rose, when the run ended had perhaps not seen its most. */
  tables(): { readonly headroom: Table<"headroom">; readonly headroom_maxima: Table<"headroom_maxima"> } {
    const name = portNames(this.network.fabric);
    this.uses.sort((port) => port);
    this.maxima.sort((port) => port);
    const uses = this.uses.columns();
    const maxima = this.maxima.columns();
    return {
      headroom: {
        rows: uses.rows,
        columns: {
          start_ns: uses.time_ns,
          duration_ns: uses.values[0].map(inNs),
          node: uses.of.text(name.node),
          port: uses.of.int32(name.port),
          peer: uses.of.text(name.peer),
          peak_bytes: uses.values[1],
        },
      },
      headroom_maxima: {
        rows: maxima.rows,
        columns: {
          time_ns: maxima.time_ns,
          node: maxima.of.text(name.node),
          port: maxima.of.int32(name.port),
          peer: maxima.of.text(name.peer),
          held_bytes: maxima.values[0],
        },
      },
    };
  }
}
