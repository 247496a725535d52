/**
 * Checks that the byte accounts agree with the packets. Admission and release add to and subtract from the accounts,
 * packet by packet. The check counts the bytes again, in every queue and on every wire, and so detects an addition or
 * subtraction that is missing. Its cost is proportional to the number of packets, so it runs rarely (`network.ts`) and
 * at the end of a run.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import { invariant } from "../../base/invariant.ts";
import type { Bytes } from "../../base/units.ts";
import type { Fabric } from "./fabric.ts";
import { eachInFlight } from "./in-flight.ts";
import type { Hosts } from "./hosts.ts";
import { CLASS_SHIFT, IN, META, NEXT, SIZE } from "./packet-record.ts";
import type { Switch } from "./switch.ts";

/** A value for the argument `chargedTo` of `count`, instead of a class: the packets are charged to no ingress queue. */
const UNCHARGED = -1;
/**
 * Another value for the argument `chargedTo` of `count`, instead of a class: each packet is charged to the ingress
 * queue of the packet's own class.
 */
const OWN_CLASS = -2;

export function checkConservation(network: {
  fabric: Fabric;
  hosts: Hosts;
  switches: readonly (Switch | null)[];
}): void {
  const { fabric, hosts, switches } = network;
  const { words } = fabric.packets;
  let stored = 0;
  let live = 0;
  /** By ingress queue of a switch: the sum of the sizes of the packets that are charged to it. */
  const charged = new Float64Array(fabric.ports * 8);
  const count = (first: number, chargedTo: number): Bytes => {
    let bytes = 0;
    for (let packet = first; packet !== 0; packet = words[(packet << 4) | NEXT]) {
      const size = words[(packet << 4) | SIZE];
      bytes += size;
      live++;
      if (chargedTo === UNCHARGED) continue;
      const inPort = words[(packet << 4) | IN];
      const cls = chargedTo === OWN_CLASS ? (words[(packet << 4) | META] >> CLASS_SHIFT) & CLASS_MASK : chargedTo;
      if (inPort < 0 || switches[fabric.node[inPort]]?.isCharged(cls) === false) continue;
      charged[(inPort << CLASS_BITS) | cls] += size;
    }
    stored += bytes;
    return bytes;
  };

  fabric.held?.eachList((first) => count(first, fabric.held?.isCharged === true ? OWN_CLASS : UNCHARGED));
  eachInFlight(fabric, (packet) => {
    stored += words[(packet << 4) | SIZE];
    live++;
  });
  for (let port = 0; port < fabric.ports; port++) {
    let queued = count(fabric.linkFrames.first(port), UNCHARGED);
    const at = switches[fabric.node[port]];
    if (at === null) {
      for (let queue = 0; queue < fabric.fidelity.frames.ackQueues; queue++)
        queued += count(hosts.firstControl(port, queue), UNCHARGED);
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

/**
 * Returns the bytes queued at a port. `count` returns the bytes of a list of packets. For each class whose packets are
 * charged to the switch's memory, `count` also adds the bytes to the sums of the packets' ingress queues.
 */
function countSwitchPort(at: Switch, port: number, count: (first: number, chargedTo: number) => Bytes): Bytes {
  let queued = 0;
  for (let cls = 0; cls < 8; cls++) {
    const queue = (port << CLASS_BITS) | cls;
    let bytes = 0;
    at.eachFirst(queue, (first) => (bytes += count(first, at.isCharged(cls) ? cls : UNCHARGED)));
    invariant(bytes === at.backlog(queue), "a queue's packets add up to its backlog", bytes, at.backlog(queue));
    queued += bytes;
  }
  return queued;
}

/** Checks that the bytes charged to each ingress queue equal the bytes of its packets. */
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
