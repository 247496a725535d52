/**
 * Links with a varying delay: each packet is delayed by a random time up to a maximum, and never overtakes another one.
 *
 *   arrival = max(arrival of the previous packet, end of transmission + shortest delay + random delay)
 *
 * This code runs only in networks with such links. Other networks use the plain `transmit`, at no cost.
 */
import type { EventQueue } from "../engine/event-queue.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import type { Faulty } from "./faulty.ts";
import { SIZE } from "./packet-record.ts";
import type { Packets } from "./packets.ts";
import { DELAY, PORT_DOUBLES_LOG, type Ports } from "./ports.ts";

/** The random delay that is added to each packet of a port. `draw` returns whole picoseconds up to `most`. */
export interface Jitter {
  readonly most: Ps;
  readonly draw: () => Ps;
}

type Transmit = (port: number, packet: number, more: boolean) => void;

/** By port: the delay without jitter, which faults may change, and the arrival time of the latest packet. */
interface Varying {
  readonly shortest: Float64Array;
  readonly lastArrival: Float64Array;
  readonly faults: Pick<Faulty, "sends"> | null;
}

/** Wraps `transmit` for ports with jitter. `jitter` has an entry for each such port. */
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
