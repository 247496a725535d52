/**
 * Packets that switches create. Probes and notices of routing policies end at the last switch before a host. Signals of detection policies go
 * to the sender of a flow.
 */
import { CLASS_SHIFT, MARK_SHIFT } from "./packet-record.ts";
import { CLASS_MASK } from "../../base/queue-number.ts";
import type { Bytes } from "../../base/units.ts";
import type { Fabric } from "./fabric.ts";
import * as packetRecord from "./packet-record.ts";
import * as portRecord from "./ports.ts";
import { LINK_DOWN, NO_ROUTE } from "./recorder.ts";
import { clearWords } from "./packets.ts";
import type { Switch, SwitchPolicies } from "./switch.ts";

const { FLOW, HOPS, IN, META, NOTICE, PAYLOAD, PROBE, SIGNAL, SIZE, TO } = packetRecord;
const { DOWN, FLAGS, PORT_WORDS_LOG, TO_HOST } = portRecord;

export interface SwitchPackets {
  /**
   * Creates a packet of the routing policy at switch `here`. `kind` is PROBE or NOTICE; the packet is about `flow`, in
   * class `cls`. It leaves by port `by`, or by a route to its destination if `by` is -1.
   *
   * If `size` is given, the present event sends the packet, provided that the port is idle. Without `size`, the packet has
   * the size of a CNP, and an event of its own sends the packet.
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
   * Sends a signal to the sender of packet `about`. This packet is at `port` of the switch that sends the signal. The
   * signal carries `mark` and the packet's telemetry stamps.
   */
  readonly signal: (port: number, about: number, mark: number) => void;
  /**
   * Handles a probe or notice that has reached its last switch `here`: passes the packet to the routing policy, frees it and
   * returns true. Returns false for every other packet, and does nothing with it.
   */
  readonly ends: (here: Switch, packet: number, kind: number) => boolean;
}

/**
 * Creates the functions of `SwitchPackets`. Two of the arguments are functions, too: `way` returns the egress port of a
 * switch towards a host, or -1 without a route. `enqueue` queues a packet at that port.
 */
export function switchPackets(
  fabric: Fabric,
  { routing }: SwitchPolicies,
  way: (here: number, to: number, packet: number) => number,
  enqueue: (here: number, out: number, cls: number, size: number, packet: number) => void,
  switchOf: (port: number) => Switch,
): SwitchPackets {
  const { words, take } = fabric.packets;
  const { words: portWords, beyond } = fabric.portRecords;

  /** Creates a packet without payload that came from no ingress port. */
  function create(meta: number, flow: number, size: Bytes, to: number): number {
    const packet = take();
    const p = packet << 4;
    words[p | FLOW] = flow;
    words[p | SIZE] = size;
    words[p | META] = meta;
    words[p | IN] = -1;
    words[p | PAYLOAD] = 0;
    words[p | TO] = to;
    words[p | HOPS] = 0;
    if (fabric.scheduling !== null) clearWords(fabric.scheduling, packet);
    // The record may contain the entropy and transport header of an earlier packet. Both are set to 0 here, because ECMP
    // hashes the entropy, and the sender of a flow reads the transport header of signals.
    if (fabric.entropy !== null) clearWords(fabric.entropy, packet);
    if (fabric.transport !== null) clearWords(fabric.transport, packet);
    return packet;
  }

  /**
   * The packet waits for the wire like any other packet. It is not charged to the shared buffer, because no upstream
   * port could be paused for it.
   */
  const originate: SwitchPackets["originate"] = (here, kind, flow, cls, to, by, body, bytes) => {
    const packet = create(kind | (cls << CLASS_SHIFT), flow, bytes ?? fabric.fidelity.frames.cnp, to);
    if (fabric.routing !== null) fabric.routing.at.set(body, packet * fabric.routing.width);
    queue(here, packet, by, bytes !== undefined);
  };

  const signal: SwitchPackets["signal"] = (port, about, mark) => {
    const { routing: routingWords, stamps, fidelity } = fabric;
    const flow = words[(about << 4) | FLOW];
    const cls = fidelity.frames.ackClass ?? (words[(about << 4) | META] >> CLASS_SHIFT) & CLASS_MASK;
    const meta = SIGNAL | (cls << CLASS_SHIFT) | (mark << MARK_SHIFT);
    const packet = create(meta, flow, fidelity.frames.cnp, fabric.flowSources[flow]);
    words[(packet << 4) | HOPS] = words[(about << 4) | HOPS];
    if (routingWords !== null) clearWords(routingWords, packet);
    if (stamps !== null) {
      const { at, width } = stamps;
      at.copyWithin(packet * width, about * width, (about + 1) * width);
    }
    queue(switchOf(port), packet, -1, false);
  };

  /**
   * Queues a packet that this switch created. It leaves by port `by`, or by a route to its destination if `by` is -1.
   * `isNow` is true if it may leave within this event.
   */
  function queue(here: Switch, packet: number, by: number, isNow: boolean): void {
    const p = packet << 4;
    const size = words[p | SIZE];
    fabric.ledger.create(size);
    const out = by >= 0 ? by : way(here.node, words[p | TO], packet);
    if (out < 0 || (portWords[(out << PORT_WORDS_LOG) | FLAGS] & DOWN) !== 0) {
      fabric.drop(out < 0 ? here.base : out, packet, out < 0 ? NO_ROUTE : LINK_DOWN);
      return;
    }
    enqueue(here.node, out, (words[p | META] >> CLASS_SHIFT) & CLASS_MASK, size, packet);
    if (isNow) fabric.kick(out);
    else fabric.kickSoon(out);
  }

  const ends: SwitchPackets["ends"] = (here, packet, kind) => {
    if (kind !== PROBE && kind !== NOTICE) return false;
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

  return { originate, signal, ends };
}
