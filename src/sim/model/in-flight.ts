/**
 * Visits all packets that are on links. They are stored in lanes of the event queue or in the lists of their ports
 * (`wires.ts`). Packets that wait in a slow NIC or for a link-level NACK count, too.
 */
import type { EventQueue } from "../engine/event-queue.ts";
import type { Faulty } from "./faulty.ts";
import type { LinkRetry } from "./link-retry.ts";
import { NEXT } from "./packet-record.ts";
import type { Packets } from "./packets.ts";
import { FLIGHT_HEAD, FLIGHT_TAIL, PORT_WORDS_LOG, type Ports } from "./ports.ts";

/** The fields of the fabric that this file uses. */
export interface LinkedFabric {
  readonly queue: EventQueue;
  readonly arriveKind: number;
  readonly packets: Packets;
  readonly portRecords: Ports;
  readonly ports: number;
  readonly faults: Pick<Faulty, "eachHeld"> | null;
  readonly retry: Pick<LinkRetry, "eachWaiting"> | null;
  isDown(port: number): boolean;
}

export function eachInFlight(fabric: LinkedFabric, visit: (packet: number) => void): void {
  fabric.queue.lanes.each(fabric.arriveKind, (port, packet) => {
    // The packets of a dead link are already lost, although an arrival event of the link may still be in the queue.
    if (!fabric.isDown(port)) visit(packet);
  });
  for (let port = 0; port < fabric.ports; port++) eachListed(fabric, port, visit);
  fabric.faults?.eachHeld(visit);
  fabric.retry?.eachWaiting(visit);
}

/** Removes all packets from the link that begins at `port`, and calls `lose` with each of them. */
export function clearLink(fabric: LinkedFabric, port: number, lose: (packet: number) => void): void {
  const { rareWords: words } = fabric.portRecords;
  const w = port << PORT_WORDS_LOG;
  const { lanes } = fabric.queue;
  lanes.each(fabric.arriveKind, (subject, packet) => {
    if (subject === port) lose(packet);
  });
  // A run must have the same events, whether packets are in lanes (queues of arrival events) or in the port's list.
  // All packets of the list share one arrival event, and this event stays, now without a packet. In a lane each packet
  // has its own event. So if the list is empty, one of the lanes' events stays instead.
  lanes.forget(fabric.arriveKind, port, words[w | FLIGHT_HEAD] === 0);
  eachListed(fabric, port, lose);
  words[w | FLIGHT_HEAD] = words[w | FLIGHT_TAIL] = 0;
}

function eachListed({ packets, portRecords }: LinkedFabric, port: number, visit: (packet: number) => void): void {
  for (let packet = portRecords.rareWords[(port << PORT_WORDS_LOG) | FLIGHT_HEAD]; packet !== 0;) {
    const next = packets.words[(packet << 4) | NEXT];
    visit(packet);
    packet = next;
  }
}
