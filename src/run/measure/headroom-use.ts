/**
 * Records how ports use their headroom. A use lasts from the first byte in a port's headroom until the headroom is
 * empty again. Its maximum is the headroom size that would have sufficed. Local maxima within a use are also recorded.
 *
 * The record is exact, because the switch memory reports each packet that enters or leaves headroom. Few packets enter
 * headroom, so the record costs little time.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Bytes } from "../../base/units.ts";
import { portNames } from "./port-tables.ts";
import { Samples } from "./samples.ts";
import type { Table } from "./tables.ts";
import { inNs } from "./times.ts";

/** The uses and maxima of headroom that one partition of the run has recorded, as rows of `samples.ts`. */
export interface HeadroomTaken {
  readonly uses: Float64Array;
  readonly maxima: Float64Array;
}

export class HeadroomUse {
  private readonly network: Network;
  /** By port: the current occupancy of its headroom in bytes. */
  private readonly held: Float64Array;
  /** By port: the start of the current use of its headroom. A use lasts until the headroom is empty again. */
  private readonly since: Float64Array;
  /** By port: the maximum occupancy of its headroom in bytes, since the headroom was last empty. 0: it is empty now. */
  private readonly peak: Float64Array;
  private readonly uses = new Samples(2);
  /** By port: the time of the latest change of the headroom's occupancy, if the occupancy rose. NaN: it fell. */
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

  /** The uses and maxima of headroom that one partition of the run has recorded. */
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

  /**
   * The tables of uses and of local maxima, ordered by time and port. A use that has not ended by the end of the run is
   * left out, as is a maximum without a later fall.
   */
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
