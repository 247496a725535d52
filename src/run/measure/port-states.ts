/**
 * The queues and pauses of all ports at one moment of a run, for a display of the run in progress. They are read between
 * two slices of the run, so nothing is recorded per packet, and the run does not change.
 */
import type { Network } from "../../sim/model/network.ts";
import { PS_PER_NS, type Bytes, type Ps } from "../../base/units.ts";

/** The state of all ports at one moment. The columns have the order of the table `ports`. */
export interface PortStates {
  /** The simulated time that has passed, in ns. */
  readonly nowNs: number;
  /** The bytes that wait in the egress queues of a switch's port. 0 at a host. */
  readonly queuedBytes: Float64Array<ArrayBuffer>;
  /** The bytes of frames that the port has sent since the start, without preamble and gap. */
  readonly sentBytes: Float64Array<ArrayBuffer>;
  /** The classes of the port that its peer has paused, as a bit mask. */
  readonly pausedClasses: Uint8Array<ArrayBuffer>;
}

/** Two doubles and one byte for each port. */
const BYTES_PER_PORT = 17;

/** Collects the states of ports. If its memory is shared, all partitions of a network write to it, each for its own ports. */
export class PortStateBoard {
  private readonly queued: Float64Array;
  private readonly sent: Float64Array;
  private readonly paused: Uint8Array;

  constructor(memory: ArrayBufferLike) {
    const ports = memory.byteLength / BYTES_PER_PORT;
    this.queued = new Float64Array(memory, 0, ports);
    this.sent = new Float64Array(memory, 8 * ports, ports);
    this.paused = new Uint8Array(memory, 16 * ports, ports);
  }

  /** The size of the memory for this number of ports. */
  static bytes(ports: number): number {
    return ports * BYTES_PER_PORT;
  }

  /** Writes the states of the ports that `network` owns. */
  note({ fabric, switches }: Network): void {
    for (let port = 0; port < fabric.ports; port++) {
      const node = fabric.node[port];
      if (!fabric.owns(node)) continue;
      const queued: Bytes = switches[node] === null ? 0 : fabric.queuedBytes(port);
      this.queued[port] = queued;
      this.sent[port] = fabric.sentBytes(port);
      this.paused[port] = fabric.stopped(port);
    }
  }

  /** A copy of the states. `now` is the simulated time in ps. */
  read(now: Ps): PortStates {
    return {
      nowNs: now / PS_PER_NS,
      queuedBytes: new Float64Array(this.queued),
      sentBytes: new Float64Array(this.sent),
      pausedClasses: new Uint8Array(this.paused),
    };
  }
}
