/**
 * Do the accounts agree with the packets? Walks every queue and every wire and counts again.
 *
 * The accounts are kept by additions and subtractions, packet by packet; this is what would notice one forgotten. Costs as much
 * as there are packets, so it is called now and then (`network.ts`), and at the end of a run.
 */
import { invariant } from "../../base/invariant.ts";
import type { Bytes } from "../../base/units.ts";
import type { Fabric } from "./fabric.ts";
import { eachInFlight } from "./in-flight.ts";
import type { Hosts } from "./hosts.ts";
import { IN, NEXT, SIZE } from "./packet-record.ts";
import type { Switch } from "./switch.ts";

/** In place of a class: no ingress queue is charged for such packets. */
const NOBODY = -1;

export function recount(network: { fabric: Fabric; hosts: Hosts; switches: readonly (Switch | null)[] }): void {
  const { fabric, hosts, switches } = network;
  const { words } = fabric.packets;
  let stored = 0;
  let live = 0;
  /** By ingress queue of a switch: what there is of what it is charged for. */
  const charged = new Float64Array(fabric.ports * 8);
  const count = (first: number, chargedTo: number): Bytes => {
    let bytes = 0;
    for (let packet = first; packet !== 0; packet = words[(packet << 4) | NEXT]) {
      const size = words[(packet << 4) | SIZE];
      bytes += size;
      live++;
      if (chargedTo === NOBODY) continue;
      const inPort = words[(packet << 4) | IN];
      if (inPort >= 0) charged[(inPort << 3) | chargedTo] += size;
    }
    stored += bytes;
    return bytes;
  };

  fabric.held?.eachList((first) => count(first, NOBODY));
  eachInFlight(fabric, (packet) => {
    stored += words[(packet << 4) | SIZE];
    live++;
  });
  for (let port = 0; port < fabric.ports; port++) {
    let queued = count(fabric.linkFrames.first(port), NOBODY);
    const at = switches[fabric.node[port]];
    if (at === null) {
      for (let queue = 0; queue < fabric.fidelity.frames.ackQueues; queue++)
        queued += count(hosts.firstControl(port, queue), NOBODY);
    } else queued += countSwitchPort(at, port, count);
    invariant(
      queued === fabric.queuedBytes(port),
      "a port's queues add up to its bytes",
      queued,
      fabric.queuedBytes(port),
    );
  }
  fabric.stillCharged?.ingress.forEach((bytes, queue) => (charged[queue] += bytes));
  for (const at of switches) if (at !== null) checkMemory(at, charged);

  const { created, delivered, dropped } = fabric.ledger;
  invariant(live === fabric.packets.live, "every packet is in a queue or on a wire", live, fabric.packets.live);
  invariant(
    delivered + dropped + stored === created,
    "bytes sent = delivered + stored + dropped",
    created,
    delivered + dropped + stored,
  );
}

/** `count`: bytes of the packets from one on, those of a class that is charged by ingress queue. */
function countSwitchPort(at: Switch, port: number, count: (first: number, chargedTo: number) => Bytes): Bytes {
  let queued = 0;
  for (let cls = 0; cls < 8; cls++) {
    const queue = (port << 3) | cls;
    const bytes = count(at.firstOf(queue), at.isCharged(cls) ? cls : NOBODY);
    invariant(bytes === at.backlog(queue), "a queue's packets add up to its backlog", bytes, at.backlog(queue));
    queued += bytes;
  }
  return queued;
}

/** What ingress queues are charged is what is there. */
function checkMemory(at: Switch, charged: Float64Array): void {
  const first = at.base * 8;
  let shared = 0;
  for (let queue = first; queue < first + at.ports * 8; queue++) {
    const held = at.held(queue);
    invariant(charged[queue] === held, "an ingress queue's accounts are the bytes it holds", held, charged[queue]);
    shared += at.shared(queue);
  }
  invariant(shared === at.pool.used, "shared bytes add up to the pool's use", shared, at.pool.used);
}
