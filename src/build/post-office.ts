/**
 * What the routing policies of all switches share: words on packets, packets of their own, and where hosts hang.
 *
 * A policy tells another something on the wire only: by words on what passes, or by a probe or a notice, which are packets like others
 * (docs/decisions/0020-routing-speaks-by-packets.md).
 */
import { invariant } from "../invariant.ts";
import type { Fabric } from "../model/fabric.ts";
import type { Flows } from "../model/flows.ts";
import type { Forwarding } from "../model/forwarding.ts";
import { NOTICE, PROBE } from "../model/packet-record.ts";
import type { Bytes, Ps } from "../units.ts";
import type { RouteTable } from "./routes.ts";
import type { Postman } from "./switch-views.ts";

export function postOffice(
  fabric: Fabric,
  station: Forwarding,
  flows: Flows,
  routes: RouteTable,
  payload: Bytes,
): Postman {
  const { frames } = fabric.fidelity;
  const leafOf = (host: number): number => fabric.node[fabric.peer[fabric.portBase[host]]];
  return {
    probe(at, flow, port, words) {
      station.originate(at, PROBE, flow, flows.cls[flow], flows.destination[flow], port, words);
    },
    notify(at, flow, words) {
      const cls = frames.controlClass ?? flows.cls[flow];
      station.originate(at, NOTICE, flow, cls, flows.source[flow], -1, words);
    },
    words(width) {
      fabric.routing ??= fabric.packets.column(width);
      const column = fabric.routing;
      invariant(column.width === width, "switches agree on what routing keeps on a packet", column.width, width);
      return column;
    },
    leafOf,
    baseRtt(from, host) {
      let rtt = 0;
      let last: Ps = 0; // of the link to the host, which is not the fabric's
      routes.walk(from, host, (port) => {
        rtt += last;
        last = 2 * fabric.delay[port] + fabric.wireTime(port, payload + frames.dataHeader);
        last += fabric.wireTime(fabric.peer[port], frames.ack);
      });
      return rtt;
    },
  };
}
