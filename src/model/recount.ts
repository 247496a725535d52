/**
 * Do the accounts agree with the packets? Walks every queue and every wire and counts again.
 *
 * The accounts are kept by additions and subtractions, packet by packet; this is what would notice one forgotten. Costs as much
 * as there are packets, so it is called at most once a simulated millisecond, and at the end of a run.
 */
import { invariant } from "../base/invariant.ts";
import type { Bytes } from "../base/units.ts";
import type { Fabric } from "./fabric.ts";
import { eachInFlight } from "./in-flight.ts";
import type { Hosts } from "./hosts.ts";
import { IN, NEXT, SIZE } from "./packet-record.ts";
import type { Switch } from "./switch.ts";

export function recount(network: { fabric: Fabric; hosts: Hosts; switches: readonly (Switch | null)[] }): void {
  const { fabric, hosts, switches } = network;
  const { words } = fabric.packets;
  let stored = 0;
  let live = 0;
  const count = (first: number, each?: (packet: number) => void): Bytes => {
    let bytes = 0;
    for (let packet = first; packet !== 0; packet = words[(packet << 4) | NEXT]) {
      bytes += words[(packet << 4) | SIZE];
      live++;
      each?.(packet);
    }
    stored += bytes;
    return bytes;
  };

  eachInFlight(fabric, (packet) => {
    stored += words[(packet << 4) | SIZE];
    live++;
  });
  for (let port = 0; port < fabric.ports; port++) {
    let queued = count(fabric.linkFrames.first(port));
    const at = switches[fabric.node[port]];
    if (at === null) queued += count(hosts.firstControl(port));
    else queued += countSwitchPort(at, port, count);
    invariant(
      queued === fabric.queuedBytes(port),
      "a port's queues add up to its bytes",
      queued,
      fabric.queuedBytes(port),
    );
  }
  for (const at of switches) if (at !== null) checkMemory(at, words);

  const { created, delivered, dropped } = fabric.ledger;
  invariant(live === fabric.packets.live, "every packet is in a queue or on a wire", live, fabric.packets.live);
  invariant(
    delivered + dropped + stored === created,
    "bytes sent = delivered + stored + dropped",
    created,
    delivered + dropped + stored,
  );
}

function countSwitchPort(at: Switch, port: number, count: (first: number) => Bytes): Bytes {
  let queued = 0;
  for (let queue = port * 8; queue < port * 8 + 8; queue++) {
    const bytes = count(at.firstOf(queue));
    invariant(bytes === at.backlog(queue), "a queue's packets add up to its backlog", bytes, at.backlog(queue));
    queued += bytes;
  }
  return queued;
}

/** By ingress queue: what is charged is what is there. */
function checkMemory(at: Switch, words: Int32Array): void {
  const first = at.base * 8;
  const there = new Float64Array(at.ports * 8);
  for (let queue = first; queue < first + there.length; queue++) {
    if (!at.isCharged(queue & 7)) continue;
    for (let packet = at.firstOf(queue); packet !== 0; packet = words[(packet << 4) | NEXT]) {
      const inPort = words[(packet << 4) | IN];
      if (inPort >= 0) there[inPort * 8 + (queue & 7) - first] += words[(packet << 4) | SIZE];
    }
  }
  let shared = 0;
  for (let k = 0; k < there.length; k++) {
    const held = at.held(first + k);
    invariant(there[k] === held, "an ingress queue's accounts are the bytes it holds", held, there[k]);
    shared += at.shared(first + k);
  }
  invariant(shared === at.pool.used, "shared bytes add up to the pool's use", shared, at.pool.used);
}
