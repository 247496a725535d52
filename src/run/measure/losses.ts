/**
 * Counts lost packets by place and cause, so that each lost byte of a run with faults has a place. Other runs do not
 * record this.
 */
import type { Network } from "../../sim/model/network.ts";
import { SIZE } from "../../sim/model/packet-record.ts";
import { DROP_CAUSES } from "../../contracts/probe.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import { portNames } from "./port-tables.ts";
import type { Table } from "./tables.ts";
import { inNs } from "./times.ts";

interface Lost {
  packets: number;
  bytes: Bytes;
  readonly first: Ps;
  last: Ps;
}

export type LossesTaken = readonly (readonly [number, Lost])[];

export class Losses {
  /** The key is 16 times the port, plus the cause. */
  private readonly rows = new Map<number, Lost>();

  add({ fabric, faultLog, queue }: Network, port: number, packet: number, cause: number): void {
    const now = faultLog === null ? queue.now : faultLog.real(queue.now);
    const key = port * 16 + cause;
    const bytes = fabric.packets.words[(packet << 4) | SIZE];
    const row = this.rows.get(key);
    if (row === undefined) this.rows.set(key, { packets: 1, bytes, first: now, last: now });
    else {
      row.packets++;
      row.bytes += bytes;
      row.last = now;
    }
  }

  /** The losses of one partition. */
  get taken(): LossesTaken {
    return [...this.rows];
  }

  put(parts: readonly LossesTaken[]): void {
    for (const [key, row] of parts.flat()) this.rows.set(key, row);
  }

  table({ fabric }: Network): Table<"losses"> {
    const rows = [...this.rows].sort(([at, a], [other, b]) => b.bytes - a.bytes || a.first - b.first || at - other);
    const name = portNames(fabric);
    const ports = rows.map(([key]) => key >> 4);
    return {
      rows: rows.length,
      columns: {
        cause: rows.map(([key]) => DROP_CAUSES[key & 15]),
        node: ports.map((port) => name.node(port)),
        port: Int32Array.from(ports, (port) => name.port(port)),
        peer: ports.map((port) => name.peer(port)),
        packets: Int32Array.from(rows, ([, { packets }]) => packets),
        bytes: Float64Array.from(rows, ([, { bytes }]) => bytes),
        first_ns: Float64Array.from(rows, ([, { first }]) => inNs(first)),
        last_ns: Float64Array.from(rows, ([, { last }]) => inNs(last)),
      },
    };
  }
}
