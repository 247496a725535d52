/**
 * Adds skipped time to the totals of a run: bytes and packets by port, counters, waiting times of flows. Each period
 * increases a total by the same amount. A skip of n periods adds n times the increase during one period.
 *
 * These sums are added to the totals of the network only after the run. Some policies measure rates by such a total, for
 * example by the bytes that a port has sent. A sudden increase during the run would disturb these measurements.
 */
import type { Bytes } from "../../base/units.ts";
import type { Network } from "../../sim/model/network.ts";
import { PACKETS, PAYLOAD_SENT, PORT_DOUBLES_LOG, PORT_WORDS_LOG, SENT } from "../../sim/model/ports.ts";
import { OPENING, STALL_DOUBLES_LOG, WINDOW } from "../../sim/model/sender-stalls.ts";
import type { Route } from "./flow-model.ts";
import type { PauseRecord } from "../measure/pause-record.ts";

/** Arrays of the network whose elements only increase. */
type Columns = readonly (Float64Array | Int32Array)[];

/** The indices of the created and of the delivered bytes in `totals` of the ledger. */
const LEDGER_PLACES = [0, 1];

const HOST_COUNTERS = ["marked", "cnps", "dataPackets"] as const;

export class Totals {
  private readonly network: Network;
  private readonly pauses: PauseRecord;
  /**
   * The arrays of the network whose elements are totals, such as the paused time of a queue. Skipped time adds to
   * them. It adds no drops, because time is skipped only if the repeated period has none (`hasDrops`).
   */
  private readonly columns: Columns;
  /** For each array of totals: the amounts that the skipped time adds. */
  private readonly extra: readonly Float64Array[];
  private at: readonly Float64Array[] = [];

  constructor(network: Network, pauses: PauseRecord) {
    this.network = network;
    this.pauses = pauses;
    const { fabric, flows } = network;
    this.columns = [
      fabric.ledger.totals,
      fabric.ledger.droppedBytes,
      fabric.ledger.droppedPackets,
      fabric.stoppedTime,
      fabric.pauseTimes.total,
      pauses.byPort,
      fabric.linkFrames.queuePauses,
      ...flows.senderCounts,
      ...flows.receiverCounts,
    ];
    this.extra = [...this.columns, ...this.gathered()].map(({ length }) => new Float64Array(length));
  }

  /** The number of totals of the network. Each call of `mark` copies all of them, so its work grows with this number. */
  get length(): number {
    return this.extra.reduce((sum, { length }) => sum + length, 0);
  }

  /** Stores the present totals. Call it at the begin of a period. */
  mark(): void {
    this.at = this.values();
  }

  /** True if a packet was dropped since the last call of `mark`. */
  get hasDrops(): boolean {
    const [, , dropped] = this.columns;
    return dropped.some((packets, k) => packets !== this.at[2][k]);
  }

  /** Adds `times` repetitions of the increase since the last call of `mark`. */
  repeat(times: number): void {
    this.values().forEach((values, column) => {
      const [from, extra] = [this.at[column], this.extra[column]];
      for (let k = 0; k < values.length; k++) extra[k] += times * (values[k] - from[k]);
    });
  }

  /**
   * Adds `bytes` of a flow that were not simulated. The totals then increase as if the flow had sent these bytes in full
   * packets. `isEnd`: the bytes include the last packet of the flow.
   */
  addFlow({ data, ports: path }: Route, bytes: Bytes, acksPerPacket: number, isEnd: boolean): void {
    const { fabric, hosts } = this.network;
    const { dataHeader, ack } = fabric.fidelity.frames;
    const packets = Math.ceil(bytes / hosts.payload);
    // The receiver answers the last packet in any case.
    const answers = isEnd ? Math.ceil(packets * acksPerPacket) : Math.floor(packets * acksPerPacket);
    const size = bytes + packets * dataHeader;
    const [ports, counters] = this.extra.slice(this.columns.length);
    path.forEach((port, hop) => {
      if (hop < data) ports[3 * port + 1] += bytes;
      ports[3 * port] += hop < data ? size : answers * ack;
      ports[3 * port + 2] += hop < data ? packets : answers;
    });
    counters[HOST_COUNTERS.indexOf("dataPackets")] += packets;
    const [ledger] = this.extra;
    for (const place of LEDGER_PLACES) ledger[place] += size + answers * ack;
  }

  /** Adds the totals of all skipped time to the network. Call it once, after the run. */
  settle(): void {
    const { network, pauses } = this;
    this.columns.forEach((column, c) => {
      const extra = this.extra[c];
      for (let k = 0; k < column.length; k++) column[k] += extra[k];
    });
    const [ports, counters, stalls] = this.extra.slice(this.columns.length);
    const { words, doubles } = network.fabric.portRecords;
    for (let port = 0; port < network.fabric.ports; port++) {
      doubles[(port << PORT_DOUBLES_LOG) | SENT] += ports[3 * port];
      doubles[(port << PORT_DOUBLES_LOG) | PAYLOAD_SENT] += ports[3 * port + 1];
      words[(port << PORT_WORDS_LOG) | PACKETS] += ports[3 * port + 2];
    }
    HOST_COUNTERS.forEach((name, k) => (network.hosts[name] += counters[k]));
    pauses.count += counters[HOST_COUNTERS.length];
    network.fabric.linkFrames.count += counters[HOST_COUNTERS.length + 1];
    network.fabric.lastBytes.addWaits(stalls);
    const { at } = network.hosts.stalls;
    for (let k = 0; k < at.length; k++) at[k] += stalls[k];
  }

  private values(): Float64Array[] {
    return [...this.columns.map((column) => Float64Array.from(column)), ...this.gathered()];
  }

  /**
   * Totals that the network does not store in arrays: three for each port, the counters of the run, and the waiting
   * times of flows.
   */
  private gathered(): Float64Array[] {
    const { fabric, hosts } = this.network;
    const { words, doubles } = fabric.portRecords;
    const ports = new Float64Array(3 * fabric.ports);
    for (let port = 0; port < fabric.ports; port++) {
      ports[3 * port] = doubles[(port << PORT_DOUBLES_LOG) | SENT];
      ports[3 * port + 1] = doubles[(port << PORT_DOUBLES_LOG) | PAYLOAD_SENT];
      ports[3 * port + 2] = words[(port << PORT_WORDS_LOG) | PACKETS];
    }
    const counters = [...HOST_COUNTERS.map((name) => hosts[name]), this.pauses.count, fabric.linkFrames.count];
    const stalls = hosts.stalls.at.slice();
    const mask = (1 << STALL_DOUBLES_LOG) - 1;
    for (let k = 0; k < stalls.length; k++) if ((k & mask) < WINDOW || (k & mask) > OPENING) stalls[k] = 0;
    return [ports, Float64Array.from(counters), stalls];
  }
}
