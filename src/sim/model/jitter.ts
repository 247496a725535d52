/**
 * Links on which light is not always equally fast: a packet takes up to so much longer, and never overtakes.
 *
 *   arrival = max(arrival of the packet before, end of transmission + shortest delay + what is drawn)
 *
 * Made for a network that has such links; in any other `transmit` is the plain one, and nothing is asked.
 */
import type { EventQueue } from "../engine/event-queue.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import type { Faulty } from "./faulty.ts";
import { SIZE } from "./packet-record.ts";
import type { Packets } from "./packets.ts";
import { DELAY, PORT_DOUBLES_LOG, type Ports } from "./ports.ts";

/** What light takes longer on the way from a port, drawn for each packet: whole picoseconds up to `most`. */
export interface Jitter {
  readonly most: Ps;
  readonly draw: () => Ps;
}

type Transmit = (port: number, packet: number, more: boolean) => void;

/** By port: the delay without jitter, which may change, and when the last packet arrives. */
interface Varying {
  readonly shortest: Float64Array;
  readonly lastArrival: Float64Array;
  readonly faults: Pick<Faulty, "sends"> | null;
}

/** `jitter` by port. */
export function jittered(
  transmit: Transmit,
  jitter: ReadonlyMap<number, Jitter>,
  fabric: Varying,
  { queue, packets, ports }: { readonly queue: EventQueue; readonly packets: Packets; readonly ports: Ports },
  wireTime: (port: number, size: Bytes) => Ps,
): Transmit {
  const { shortest, lastArrival: last } = fabric;
  return (port, packet, more) => {
    const link = jitter.get(port);
    if (link !== undefined) {
      const end = queue.now + wireTime(port, packets.words[(packet << 4) | SIZE]);
      last[port] = Math.max(last[port], end + shortest[port] + link.draw());
      ports.rareDoubles[(port << PORT_DOUBLES_LOG) | DELAY] = last[port] - end;
      fabric.faults?.sends(port, packet);
    }
    transmit(port, packet, more);
  };
}
