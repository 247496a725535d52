/**
 * Probes and notices: packets that the routing policies of switches exchange. One switch creates them, the switches in between forward
 * them, and the last one consumes them.
 */
import { CLASS_SHIFT } from "./packet-record.ts";
import type { Bytes } from "../../base/units.ts";
import type { Fabric } from "./fabric.ts";
import * as packetRecord from "./packet-record.ts";
import * as portRecord from "./ports.ts";
import { LINK_DOWN, NO_ROUTE } from "./recorder.ts";
import type { Switch, SwitchPolicies } from "./switch.ts";

const { FLOW, HOPS, IN, META, PAYLOAD, PROBE, SIZE, TO } = packetRecord;
const { DOWN, FLAGS, PORT_WORDS_LOG, TO_HOST } = portRecord;

export interface RoutingPackets {
  /**
   * Creates a packet of the routing policy at `here`. `kind` is PROBE or NOTICE, about `flow`, in class `cls`. The packet leaves by port
   * `by`; -1 means by the routes. With `size` it may leave within the event. Without it the size is that of a CNP, and the packet leaves in
   * an event of its own.
   */
  readonly originate: (
    here: Switch,
    kind: number,
    flow: number,
    cls: number,
    to: number,
    by: number,
    body: Int32Array,
    size?: Bytes,
  ) => void;
  /**
   * True if a probe or notice that arrived at `here` ends there. Then the policy of that switch is notified, and the packet goes no
   * further.
   */
  readonly ends: (here: Switch, packet: number, kind: number) => boolean;
}

/** `way` returns the egress port of a switch towards a host, or -1 without a route. `enqueue` queues a packet there. */
export function routingPackets(
  fabric: Fabric,
  { routing }: SwitchPolicies,
  way: (here: number, to: number, packet: number) => number,
  enqueue: (here: number, out: number, cls: number, size: number, packet: number) => void,
): RoutingPackets {
  const { words, take } = fabric.packets;
  const { words: portWords, beyond } = fabric.portRecords;

  /**
   * The packet waits for the wire like any other. Its memory is that of the switch's processor: it came from no upstream port that could be
   * paused.
   */
  const originate: RoutingPackets["originate"] = (here, kind, flow, cls, to, by, body, bytes) => {
    const packet = take();
    const size = bytes ?? fabric.fidelity.frames.cnp;
    const p = packet << 4;
    words[p | FLOW] = flow;
    words[p | SIZE] = size;
    words[p | META] = kind | (cls << CLASS_SHIFT);
    words[p | IN] = -1;
    words[p | PAYLOAD] = 0;
    words[p | TO] = to;
    words[p | HOPS] = 0;
    if (fabric.routing !== null) fabric.routing.at.set(body, packet * fabric.routing.width);
    fabric.ledger.create(size);
    const out = by >= 0 ? by : way(here.node, to, packet);
    if (out < 0 || (portWords[(out << PORT_WORDS_LOG) | FLAGS] & DOWN) !== 0) {
      fabric.drop(out < 0 ? here.base : out, packet, out < 0 ? NO_ROUTE : LINK_DOWN);
      return;
    }
    enqueue(here.node, out, cls, size, packet);
    if (bytes === undefined) fabric.kickSoon(out);
    else fabric.kick(out);
  };

  const ends: RoutingPackets["ends"] = (here, packet, kind) => {
    const p = packet << 4;
    const out = here.firstPort(words[p | TO]);
    if (out < 0 || (beyond[out] & TO_HOST) === 0) return false;
    const flow = words[p | FLOW];
    fabric.digest.mixTime(fabric.queue.now, Math.imul(fabric.nameOf(flow), 0x9e3779b1) ^ kind);
    if (kind === PROBE) routing.onProbe?.(here.node, packet, flow);
    else routing.onNotice?.(here.node, packet, flow);
    fabric.deliver(packet);
    return true;
  };

  return { originate, ends };
}
