/**
 * What a switch does with a packet: the hot half of `switch.ts`, for all switches of a network.
 *
 * On arrival: choose the output, place the packet in memory, tell the upstream to stop if a policy says so, queue, and send
 * if the output is idle. On departure: give the memory back, mark, let stopped queues go again, stamp, send. Under `ns3` the order
 * of these steps is the order in which events get their numbers, so it decides how equal times resolve; `docs/ns3-semantics.md`,
 * section 10, has it.
 *
 * Functions over arrays that never change (docs/decisions/0016-closures-over-constant-arrays.md), made once for a network.
 * Ports and queues carry their network-wide numbers unless a name says `local`.
 */
import * as verdicts from "../headroom/contract.ts";
import type { Bytes } from "../units.ts";
import type { Fabric } from "./fabric.ts";
import * as packetRecord from "./packet-record.ts";
import * as portRecord from "./ports.ts";
import * as queueRecord from "./queues.ts";
import { LINK_DOWN, NO_BUFFER, NO_HEADROOM, NO_ROUTE } from "./recorder.ts";
import * as routes from "./routes.ts";
import type { Switch } from "./switch.ts";
import type { Station } from "./wires.ts";

// Local names: an engine folds a module's own constants into its code, and reads imported ones from memory each time.
const { DATA, FLOW, HOPS, IN, JOURNEY, LINK_FRAME, META, NEXT, NOTICE, PAYLOAD, PROBE, SIZE, TO } = packetRecord;
const {
  DOWN,
  FLAGS,
  FRAME_HEAD,
  NON_EMPTY,
  OWN_USED,
  PAYLOAD_SENT,
  PORT_DOUBLES_LOG,
  PORT_WORDS_LOG,
  STOPPED,
  TO_HOST,
} = portRecord;
const { BACKLOG, HEAD, OWN, QUEUE_DOUBLES_LOG, QUEUE_WORDS_LOG, RECEIVED, TAIL } = queueRecord;
const { FOOTROOM, HEADROOM, REFUSED } = verdicts;
const { OWN_HOST } = routes;

/** All switches, and the packets that their routing policies send each other. */
export interface Forwarding extends Station {
  /** A packet of the routing policy at `here`: `kind` is PROBE or NOTICE, about `flow`, in class `cls`, with its words, by port `by` or, at -1, as routes have it. */
  readonly originate: (
    here: Switch,
    kind: number,
    flow: number,
    cls: number,
    to: number,
    by: number,
    body: Int32Array,
  ) => void;
}

/** `switches` by node; null for hosts. */
export function forwarding(fabric: Fabric, switches: readonly (Switch | null)[]): Forwarding {
  const { words, take } = fabric.packets;
  const { words: portWords, doubles: portDoubles } = fabric.portRecords;
  const { words: queueWords, doubles: queueDoubles } = fabric.queueRecords;
  const { idle, transmit, queueDone, addQueued, removeQueued } = fabric;
  const { chargeFootroom, chargeHeadroom, release: giveBack } = fabric.accounts;
  /** The switch that a port belongs to. Never asked of a host's. */
  const switchOf = Array.from(fabric.node, (node) => switches[node] as Switch);

  function receive(port: number, packet: number): void {
    const here = switchOf[port];
    const p = packet << 4;
    const meta = words[p | META];
    if (fabric.tracer !== null) fabric.tracer.onReceive(here.node, port, packet);
    const kind = meta & 15;
    if (kind >= LINK_FRAME && ends(here, port, packet, kind)) return;
    const cls = (meta >> 4) & 7;
    const size = words[p | SIZE];
    const flow = words[p | FLOW];
    const reverse = kind !== DATA && kind !== PROBE;
    const { base, onArrive } = here;
    if (onArrive !== null && (reverse || !toHost(port))) onArrive(port, packet, flow, reverse, size);

    const to = words[p | TO];
    const { table, row, group, own, lists, ports } = here.routes;
    const name = table[row + group[to]];
    let out: number;
    if (name === OWN_HOST) out = own[to] + base;
    else {
      const entry = lists[name];
      const count = entry & 255;
      if (count === 0) {
        fabric.drop(port, packet, NO_ROUTE);
        return;
      }
      const from = entry >> 8;
      const pick = count === 1 ? 0 : here.choose(here.node, flow, reverse, to, ports, from, count, packet);
      out = ports[from + pick] + base;
    }
    if ((portWords[(out << PORT_WORDS_LOG) | FLAGS] & DOWN) !== 0) {
      fabric.drop(port, packet, LINK_DOWN);
      return;
    }

    words[p | IN] = port;
    if ((here.charged & (1 << cls)) !== 0 && !admit(here, port, cls, size, out, packet)) return;
    if (kind === DATA && meta >= JOURNEY) fabric.journeys.waits(meta, out, cls);
    enqueue(here, out, cls, size, packet);
    if (idle(out)) sendNext(out);
    else if (hasWork(out)) queueDone(out);
  }

  /** Is a packet that is neither a host's data nor an answer meant for this switch? Then it is taken here. */
  function ends(here: Switch, port: number, packet: number, kind: number): boolean {
    if (kind === LINK_FRAME) {
      fabric.linkFrames.receive(port, packet);
      return true;
    }
    const out = here.firstPort(words[(packet << 4) | TO]);
    if (out < 0 || !toHost(out)) return false;
    const flow = words[(packet << 4) | FLOW];
    fabric.digest.mixTime(fabric.queue.now, Math.imul(flow, 0x9e3779b1) ^ kind);
    if (kind === PROBE) here.routing.onProbe?.(here.node, packet, flow);
    else here.routing.onNotice?.(here.node, packet, flow);
    fabric.deliver(packet);
    return true;
  }

  /** It waits for the wire like any other, in memory of the switch's processor: nobody is stopped for what nobody sent here. */
  function originate(
    here: Switch,
    kind: number,
    flow: number,
    cls: number,
    to: number,
    by: number,
    body: Int32Array,
  ): void {
    const packet = take();
    const size = fabric.fidelity.frames.cnp;
    const p = packet << 4;
    words[p | FLOW] = flow;
    words[p | SIZE] = size;
    words[p | META] = kind | (cls << 4);
    words[p | IN] = -1;
    words[p | PAYLOAD] = 0;
    words[p | TO] = to;
    words[p | HOPS] = 0;
    if (fabric.routing !== null) fabric.routing.at.set(body, packet * fabric.routing.width);
    fabric.ledger.create(size);
    const out = by >= 0 ? by : way(here, kind, flow, to, packet);
    if (out < 0 || (portWords[(out << PORT_WORDS_LOG) | FLAGS] & DOWN) !== 0) {
      fabric.drop(out < 0 ? here.base : out, packet, out < 0 ? NO_ROUTE : LINK_DOWN);
      return;
    }
    enqueue(here, out, cls, size, packet);
    fabric.kickSoon(out);
  }

  /** Port by which a packet made here leaves towards `to`; -1: there is no way. `receive` has it written out: a call there costs 7%. */
  function way(here: Switch, kind: number, flow: number, to: number, packet: number): number {
    const { table, row, group, own, lists, ports } = here.routes;
    const name = table[row + group[to]];
    if (name === OWN_HOST) return own[to] + here.base;
    const count = lists[name] & 255;
    const from = lists[name] >> 8;
    if (count === 0) return -1;
    const pick = count === 1 ? 0 : here.choose(here.node, flow, kind === NOTICE, to, ports, from, count, packet);
    return ports[from + pick] + here.base;
  }

  /** Finds room for a packet and tells its upstream to stop if it must. False: dropped. */
  function admit(here: Switch, inPort: number, cls: number, size: Bytes, out: number, packet: number): boolean {
    const queue = (inPort << 3) | cls;
    queueDoubles[(queue << QUEUE_DOUBLES_LOG) | RECEIVED] += size;
    const local = inPort - here.base;
    if (here.ownMemory !== null && here.ownMemory[local] !== 0) return admitOwn(here, inPort, cls, size, packet);
    const { pool, buffer, admits } = here;
    if (admits !== null && !admits(local, cls, size, out - here.base)) {
      fabric.drop(inPort, packet, (here.lossless & (1 << cls)) === 0 ? NO_BUFFER : NO_HEADROOM);
      return false;
    }
    if ((here.lossless & (1 << cls)) === 0) {
      // A lossy class is bounded where it waits, at the output.
      const waiting = queueDoubles[(((out << 3) | cls) << QUEUE_DOUBLES_LOG) | BACKLOG];
      if (waiting + size > buffer.threshold(out - here.base, cls) || pool.used + size > pool.capacity) {
        fabric.drop(inPort, packet, NO_BUFFER);
        return false;
      }
      chargeFootroom(pool, queue, size);
    } else {
      const { headroom } = here;
      const localQueue = (local << 3) | cls;
      const segment = headroom.place(localQueue, size, buffer.threshold(local, cls));
      if (segment === FOOTROOM) chargeFootroom(pool, queue, size);
      else if (segment === HEADROOM) chargeHeadroom(queue, size);
      else if (segment === REFUSED) {
        fabric.drop(inPort, packet, NO_HEADROOM);
        return false;
      }
      const threshold = buffer.threshold(local, cls);
      here.noteMargin(queue, threshold);
      const verdict = headroom.pauses(localQueue, threshold);
      if (verdict !== 0) here.tellStop(inPort, cls, verdict, threshold);
    }
    buffer.onArrive?.(local, cls, size, out - here.base);
    if (here.linkHooks) fabric.links[inPort].onArrive?.(inPort, cls, size);
    return true;
  }

  function admitOwn(here: Switch, inPort: number, cls: number, size: Bytes, packet: number): boolean {
    const room = here.ownMemory === null ? 0 : here.ownMemory[inPort - here.base];
    const p = inPort << PORT_DOUBLES_LOG;
    if (portDoubles[p | OWN_USED] + size > room) {
      fabric.drop(inPort, packet, (here.lossless & (1 << cls)) === 0 ? NO_BUFFER : NO_HEADROOM);
      return false;
    }
    portDoubles[p | OWN_USED] += size;
    queueDoubles[(((inPort << 3) | cls) << QUEUE_DOUBLES_LOG) | OWN] += size;
    if (here.linkHooks) fabric.links[inPort].onArrive?.(inPort, cls, size);
    return true;
  }

  function enqueue(here: Switch, out: number, cls: number, size: Bytes, packet: number): void {
    const queue = (out << 3) | cls;
    const w = queue << QUEUE_WORDS_LOG;
    const d = (queue << QUEUE_DOUBLES_LOG) | BACKLOG;
    if (fabric.tracer !== null) fabric.tracer.onEnqueue(here.node, out, cls, packet, queueDoubles[d]);
    words[(packet << 4) | NEXT] = 0;
    const tail = queueWords[w | TAIL];
    if (tail === 0) {
      queueWords[w | HEAD] = packet;
      portWords[(out << PORT_WORDS_LOG) | NON_EMPTY] |= 1 << cls;
    } else words[(tail << 4) | NEXT] = packet;
    queueWords[w | TAIL] = packet;
    const backlog = queueDoubles[d] + size;
    queueDoubles[d] = backlog;
    addQueued(out, size);
    const { watchers, onEnqueue } = here;
    for (let k = 0; k < watchers.length; k++) watchers[k].onEnqueue?.(out, cls, backlog);
    if (onEnqueue !== null && isRouted(out, words[(packet << 4) | META] & 15))
      onEnqueue(out, packet, words[(packet << 4) | FLOW], size);
  }

  /** Is there a host behind the port? */
  function toHost(port: number): boolean {
    return (portWords[(port << PORT_WORDS_LOG) | FLAGS] & TO_HOST) !== 0;
  }

  /** Is it of a kind, and at a port, of which routing hears when it waits and leaves? */
  function isRouted(port: number, kind: number): boolean {
    return (kind === DATA || kind === PROBE) && !toHost(port);
  }

  function sendNext(port: number): void {
    const w = port << PORT_WORDS_LOG;
    if (portWords[w | FRAME_HEAD] !== 0) {
      fabric.linkFrames.send(port);
      return;
    }
    let ready = portWords[w | NON_EMPTY] & ~portWords[w | STOPPED];
    if (ready === 0) return;
    const here = switchOf[port];
    if (here.linkHooks) ready = here.askLink(port, ready);
    if (ready === 0) return;

    const { scheduling, onDequeue } = here;
    const cls = scheduling.next(port, ready);
    const queue = (port << 3) | cls;
    const packet = queueWords[(queue << QUEUE_WORDS_LOG) | HEAD];
    const p = packet << 4;
    const size = words[p | SIZE];
    const meta = words[p | META];
    const next = words[p | NEXT];
    queueWords[(queue << QUEUE_WORDS_LOG) | HEAD] = next;
    if (next === 0) {
      queueWords[(queue << QUEUE_WORDS_LOG) | TAIL] = 0;
      portWords[w | NON_EMPTY] &= ~(1 << cls);
      if (scheduling.onEmpty) scheduling.onEmpty(port, cls);
    }
    const left = queueDoubles[(queue << QUEUE_DOUBLES_LOG) | BACKLOG] - size;
    queueDoubles[(queue << QUEUE_DOUBLES_LOG) | BACKLOG] = left;
    removeQueued(port, size);

    // From here on the port is taken: a frame for it, such as a RESUME for its own peer, waits behind the packet.
    fabric.departing = port;
    const inPort = words[p | IN];
    let mark = 0;
    if ((here.charged & (1 << cls)) !== 0) {
      if (inPort >= 0) release(here, (inPort << 3) | cls, size, port);
      if (here.marker !== null) {
        mark = here.marker.mark(port, cls, left);
        const kind = meta & 15;
        if (mark > ((meta >> 8) & 3) && (kind === DATA || kind === PROBE))
          words[p | META] = (meta & ~(3 << 8)) | (mark << 8);
      }
      if (here.toldCount !== 0) here.letGo((inPort << 3) | cls);
      if (here.linkHooks) {
        if (inPort >= 0) fabric.links[inPort].onDepart?.(inPort, cls, size);
        fabric.links[port].onSend?.(port, cls, size);
      }
    }
    if (onDequeue !== null && isRouted(port, meta & 15)) onDequeue(port, packet, words[p | FLOW], size);
    if ((meta & 15) === DATA) {
      portDoubles[(port << PORT_DOUBLES_LOG) | PAYLOAD_SENT] += words[p | PAYLOAD];
      if (meta >= JOURNEY) fabric.journeys.leaves(meta, port, cls);
    }
    if (here.stamper !== null && (meta & 15) === DATA) here.stamper.stamp(port, packet, words[p | HOPS]++);
    if (fabric.tracer !== null) fabric.tracer.onDequeue(here.node, port, cls, packet, left, mark);
    fabric.departing = -1;
    transmit(port, packet, hasWork(port));
  }

  function hasWork(port: number): boolean {
    const w = port << PORT_WORDS_LOG;
    return portWords[w | FRAME_HEAD] !== 0 || (portWords[w | NON_EMPTY] & ~portWords[w | STOPPED]) !== 0;
  }

  /** Gives back the memory of a packet that leaves, sent or lost. */
  function release(here: Switch, queue: number, size: Bytes, out: number): void {
    const local = (queue >> 3) - here.base;
    if (here.ownMemory === null || here.ownMemory[local] === 0) {
      giveBack(here.pool, queue, size);
      here.departed[local] += size;
      if (here.onDepart !== null) here.onDepart(local, queue & 7, size, out - here.base);
      return;
    }
    queueDoubles[(queue << QUEUE_DOUBLES_LOG) | OWN] -= size;
    portDoubles[((queue >> 3) << PORT_DOUBLES_LOG) | OWN_USED] -= size;
  }

  function flush(port: number): void {
    const here = switchOf[port];
    for (let cls = 0; cls < 8; cls++) {
      const queue = (port << 3) | cls;
      for (let packet = here.firstOf(queue); packet !== 0;) {
        const next = words[(packet << 4) | NEXT];
        const size = words[(packet << 4) | SIZE];
        const inPort = words[(packet << 4) | IN];
        if (here.isCharged(cls) && inPort >= 0) {
          release(here, (inPort << 3) | cls, size, port);
          if (here.toldCount !== 0) here.noteRelease((inPort << 3) | cls);
          if (here.linkHooks) fabric.links[inPort].onDepart?.(inPort, cls, size);
        }
        if (here.onDequeue !== null && isRouted(port, words[(packet << 4) | META] & 15))
          here.onDequeue(port, packet, words[(packet << 4) | FLOW], size);
        removeQueued(port, size);
        fabric.drop(port, packet, LINK_DOWN);
        packet = next;
      }
      queueWords[(queue << QUEUE_WORDS_LOG) | HEAD] = 0;
      queueWords[(queue << QUEUE_WORDS_LOG) | TAIL] = 0;
      queueDoubles[(queue << QUEUE_DOUBLES_LOG) | BACKLOG] = 0;
    }
    portWords[(port << PORT_WORDS_LOG) | NON_EMPTY] = 0;
    if (here.toldCount !== 0) here.letGo(-1, true); // packets of many queues have left
  }

  return {
    originate,
    receive,
    sendNext,
    hasWork,
    flush,
    onEgress: (port, cls, stops) => {
      switchOf[port].onEgress(port, cls, stops);
    },
  };
}
