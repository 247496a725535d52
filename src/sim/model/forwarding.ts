/**
 * The per-packet work of all switches of a network, except for memory (`admission.ts`). `switch.ts` has the rare operations.
 *
 * The steps at arrival:
 *
 * 1. Choose the egress port.
 * 2. Charge the packet to memory.
 * 3. Pause the upstream if a policy requires it.
 * 4. Enqueue the packet, and send if the port is idle.
 *
 * The steps at departure:
 *
 * 1. Release the memory.
 * 2. Set the ECN mark.
 * 3. Resume paused queues.
 * 4. Write the telemetry stamp.
 * 5. Send the packet.
 *
 * Under `ns3` the steps create events and number them in this order. The numbers decide which of two events in the same picosecond is first
 * (`docs/ns3-semantics.md`, section 10).
 *
 * This file has functions over constant arrays (docs/decisions/0016-closures-over-constant-arrays.md), created once
 * for each network when its run begins. All observers and hooks are known by then, so the code omits those that are absent.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import type { Bytes } from "../../base/units.ts";
import { CONGESTED, UNDETERMINED, UNMARKED } from "../../base/view.ts";
import { CARGO } from "../engine/clock.ts";
import { wrongAnswer } from "../../contracts/answers.ts";
import { admission, type Admission } from "./admission.ts";
import { dropCharged } from "./charged-drop.ts";
import type { ClassQueues } from "./class-queues.ts";
import type { Fabric } from "./fabric.ts";
import type { Held } from "./held.ts";
import {
  CLASS_SHIFT,
  DATA,
  FLOW,
  HOPS,
  IN,
  LAST_BYTE,
  KIND_MASK,
  LINK_FRAME,
  MARK_MASK,
  MARK_SHIFT,
  META,
  NEXT,
  PAYLOAD,
  PROBE,
  REQUEST,
  SIZE,
  TO,
} from "./packet-record.ts";
import {
  DOWN,
  FLAGS,
  FRAME_HEAD,
  NON_EMPTY,
  PAYLOAD_SENT,
  PEAK,
  PORT_DOUBLES_LOG,
  PORT_WORDS_LOG,
  STOPPED,
  TO_HOST,
} from "./ports.ts";
import { BACKLOG, EGRESS_DOUBLES_LOG, EGRESS_WORDS_LOG, HEAD, TAIL } from "./queues.ts";
import { LINK_DOWN, NO_ROUTE, WATCHDOG } from "./recorder.ts";
import { OWN_HOST } from "./routes.ts";
import { trim } from "./trim.ts";
import { switchPackets, type SwitchPackets } from "./switch-packets.ts";
import type { Switch, Switching, SwitchPolicies } from "./switch.ts";
import type { Station } from "./arrivals.ts";

/**
 * The bit after those of the eight classes, in a bit mask of what a port can send. It is set if the port has
 * flow-control frames to send.
 */
const FRAMES = 1 << 8;

/** The functions of all switches. `originate` and `signal` create packets for the routing and detection policies. */
export type Forwarding = Station & Pick<SwitchPackets, "originate" | "signal">;

/** Creates the functions of all switches. `switches` is by node, with null for hosts. */
export function forwarding(
  fabric: Fabric,
  switches: readonly (Switch | null)[],
  switching: Switching,
  policies: SwitchPolicies,
): Forwarding {
  const { state } = fabric.queue;
  const { words } = fabric.packets;
  const { words: portWords, doubles: portDoubles, beyond } = fabric.portRecords;
  const { egressWords: queueWords, egressDoubles: queueDoubles, classLog } = fabric.queueRecords;
  const { idle, transmit, queueDone, addQueued, removeQueued } = fabric;
  const { lastBytes, tracer, node: nodeOf, portBase, stillCharged, classQueues } = fabric;
  const { charged, routes, pausedCount } = switching;
  const { groups, table, group, own, lists } = routes;
  // Hooks that the policies do not define are null, so the code below skips them.
  const { choose, onArrive = null, onRoute = null, onEnqueue = null, onDequeue = null } = policies.routing;
  const { ecnMarker, stamper, watchers, marks } = policies;
  const { next: nextClass, onEmpty = null } = policies.scheduling;
  /** True if an observer or a routing hook listens to enqueues. */
  const hasEnqueueListeners = tracer !== null || watchers.length !== 0 || onEnqueue !== null;
  /** By node: 1 if a host is attached to it. */
  const hasHosts = new Uint8Array(fabric.nodes);
  for (let port = 0; port < fabric.ports; port++) if (toHost(port)) hasHosts[nodeOf[port]] = 1;
  /** True if the link policy of any switch port has per-packet hooks. */
  const linkHooks = fabric.links.some(
    (link, port) =>
      switches[nodeOf[port]] !== null &&
      (link.onArrive !== undefined ||
        link.onDepart !== undefined ||
        link.maySend !== undefined ||
        link.onSend !== undefined),
  );

  const { admit: admitToMemory, release } = admission(
    fabric,
    switches,
    switching,
    policies,
    linkHooks,
    forwardTrimmed,
    trimLast,
  );
  const holder = fabric.held?.isCharged === true ? fabric.held : null;
  holder?.behind(forwardHeld);
  const refuses = fabric.faults?.refuses ?? null;
  const admitAll: Admission["admit"] = refuses === null ? admitToMemory : admitUnlessRefused;
  /** Charges a packet to memory. Returns false if the caller must not queue the packet (`Admission.admit`). */
  const admit = holder === null ? admitAll : admitUnlessHeld(holder);
  /** Sends the next packet of an idle port, if a packet may leave. */
  const sendNext = classQueues === null ? sendNextOfClass : sendNextWithin(classQueues);
  /**
   * True if a packet may bypass its queue at an idle port. No tracer, watcher or link hook may listen. The scheduling policy must not read
   * queue heads or assign queues. For a bypassing packet, only the routing policy's hook for enqueuing is called.
   */
  const mayBypass =
    tracer === null &&
    watchers.length === 0 &&
    !linkHooks &&
    policies.scheduling.looksAtHeads !== true &&
    classQueues === null;
  /** True if a hook that is called at each departure may change which packets can leave next. */
  const departureAsks = onDequeue !== null || classQueues !== null;
  const bypass = onEnqueue === null ? bypassQueue : bypassAndNotify;
  const enqueue = classQueues === null ? enqueueInClass : enqueueWithin(classQueues);
  const routed = switchPackets(fabric, policies, way, enqueue, switchOf);

  /** Returns the switch of a port. It must not be called for a host's port. */
  function switchOf(port: number): Switch {
    return switches[nodeOf[port]] as Switch;
  }

  function receive(port: number, packet: number): void {
    const here = nodeOf[port];
    const p = packet << 4;
    const meta = words[p | META];
    if (tracer !== null) tracer.onReceive(here, port, packet);
    const kind = meta & KIND_MASK;
    if (kind >= LINK_FRAME && ends(port, packet, kind)) return;
    const cls = (meta >> CLASS_SHIFT) & CLASS_MASK;
    const size = words[p | SIZE];
    if (onArrive !== null && hasHosts[here] !== 0) {
      const reverse = kind !== DATA && kind !== PROBE && kind !== REQUEST;
      if (reverse || !toHost(port)) onArrive(port, packet, words[p | FLOW], reverse, size);
    }

    const to = words[p | TO];
    const name = table[Math.imul(here, groups) + group[to]];
    const out = name === OWN_HOST ? own[to] + portBase[here] : oneOf(lists[name], here, to, packet);
    if (out < 0 || (portWords[(out << PORT_WORDS_LOG) | FLAGS] & DOWN) !== 0) {
      fabric.drop(port, packet, out < 0 ? NO_ROUTE : LINK_DOWN);
      return;
    }

    if (onRoute !== null && kind === DATA) onRoute(out, packet, words[p | FLOW], size);
    // `| 0` tells V8 that `port` is a 32-bit integer. Without it V8 converts `port` from a double here.
    words[p | IN] = port | 0;
    // The comparison with `true` is faster: without it V8 tests the result for every falsy value of JavaScript.
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-boolean-literal-compare
    if ((charged & (1 << cls)) !== 0 && admit(here, port, cls, size, out, packet) !== true) return;
    if (kind === DATA && meta >= LAST_BYTE) lastBytes.waits(meta, out, cls);
    if (idle(out)) {
      if (mayBypass && isFree(out, cls)) bypass(here, out, cls, size, packet);
      else {
        enqueue(here, out, cls, size, packet);
        sendNext(out);
      }
    } else {
      enqueue(here, out, cls, size, packet);
      // eslint-disable-next-line @typescript-eslint/no-unnecessary-boolean-literal-compare
      if (hasWork(out) === true) queueDone(out);
    }
  }

  /** Forwards the header of a trimmed packet by port `out`. */
  function forwardTrimmed(here: number, port: number, cls: number, out: number, packet: number): void {
    const size = words[(packet << 4) | SIZE];
    if ((charged & (1 << cls)) !== 0 && !admitAll(here, port, cls, size, out, packet)) return;
    enqueue(here, out, cls, size, packet);
    if (idle(out)) sendNext(out);
    else if (hasWork(out)) queueDone(out);
  }

  /** Trims the last packet of class `cls` at port `out`. Its header continues in class `to`. */
  function trimLast(here: number, cls: number, out: number, to: number): void {
    const place = (cls << classLog) | out;
    const w = place << EGRESS_WORDS_LOG;
    const packet = queueWords[w | TAIL];
    let before = 0;
    for (let one = queueWords[w | HEAD]; one !== packet; one = words[(one << 4) | NEXT]) before = one;
    queueWords[w | TAIL] = before;
    if (before !== 0) words[(before << 4) | NEXT] = 0;
    else {
      queueWords[w | HEAD] = 0;
      portWords[(out << PORT_WORDS_LOG) | NON_EMPTY] &= ~(1 << cls);
    }
    queueDoubles[(place << EGRESS_DOUBLES_LOG) | BACKLOG] -= words[(packet << 4) | SIZE];
    leaveUnsent(switchOf(out), out, cls, packet);
    const inPort = words[(packet << 4) | IN];
    trim(fabric, inPort, packet, to);
    forwardTrimmed(here, inPort, to, out, packet);
  }

  function admitUnlessHeld(held: Held): Admission["admit"] {
    return (here, inPort, cls, size, out, packet) =>
      admitAll(here, inPort, cls, size, out, packet) && !held.takes(inPort, out, packet);
  }

  /** Enqueues a packet at port `out` after its routing policy has held it at this switch. */
  function forwardHeld(out: number, packet: number): void {
    const meta = words[(packet << 4) | META];
    const cls = (meta >> CLASS_SHIFT) & CLASS_MASK;
    if ((portWords[(out << PORT_WORDS_LOG) | FLAGS] & DOWN) !== 0) {
      const here = switchOf(out);
      lose(here, out, cls, packet, LINK_DOWN, false);
      if (here.pausedCount !== 0) here.tryResume(-1, true);
      return;
    }
    if (meta >= LAST_BYTE) lastBytes.waits(meta, out, cls);
    enqueue(nodeOf[out], out, cls, words[(packet << 4) | SIZE], packet);
    fabric.kick(out);
  }

  function admitUnlessRefused(
    here: number,
    inPort: number,
    cls: number,
    size: Bytes,
    out: number,
    packet: number,
  ): boolean {
    if (refuses?.(inPort, cls, out) !== true) return admitToMemory(here, inPort, cls, size, out, packet);
    fabric.drop(inPort, packet, WATCHDOG);
    return false;
  }

  /** True if a packet of class `cls` would leave at once if it were queued at this idle port. */
  function isFree(port: number, cls: number): boolean {
    const w = port << PORT_WORDS_LOG;
    return (portWords[w | FRAME_HEAD] | portWords[w | NON_EMPTY]) === 0 && (portWords[w | STOPPED] & (1 << cls)) === 0;
  }

  /**
   * Sends a packet without queuing it. The effect is the same as that of enqueuing and dequeuing it at a port without
   * other packets.
   */
  function bypassQueue(here: number, out: number, cls: number, size: Bytes, packet: number): void {
    if (size > portDoubles[(out << PORT_DOUBLES_LOG) | PEAK]) portDoubles[(out << PORT_DOUBLES_LOG) | PEAK] = size;
    const next = nextClass(out, 1 << cls);
    if (next !== cls) wrongClass(out, next);
    if (onEmpty !== null) onEmpty(out, cls);
    depart(here, out, cls, packet, 0, 0);
  }

  /** Does the same as `bypassQueue`, and notifies the routing policy. */
  function bypassAndNotify(here: number, out: number, cls: number, size: Bytes, packet: number): void {
    // The packet is added to the queued bytes, because the routing policy may read them.
    addQueued(out, size);
    notifyRouting(out, size, packet);
    if (isFree(out, cls)) {
      removeQueued(out, size);
      bypassQueue(here, out, cls, size, packet);
    } else {
      queueFirst(out, cls, size, packet);
      sendNext(out);
    }
  }

  /**
   * Queues a packet that was about to bypass its queue, ahead of the packets that wait. It is needed if the routing
   * policy was notified of this packet and then created packets for the same port. The created packets must leave after
   * this packet.
   */
  function queueFirst(out: number, cls: number, size: Bytes, packet: number): void {
    const place = (cls << classLog) | out;
    const w = place << EGRESS_WORDS_LOG;
    words[(packet << 4) | NEXT] = queueWords[w | HEAD];
    queueWords[w | HEAD] = packet;
    if (queueWords[w | TAIL] === 0) queueWords[w | TAIL] = packet;
    portWords[(out << PORT_WORDS_LOG) | NON_EMPTY] |= 1 << cls;
    queueDoubles[(place << EGRESS_DOUBLES_LOG) | BACKLOG] += size;
  }

  /**
   * Consumes a packet that ends at this switch: a flow-control frame, a probe or a notice. Returns false for all other
   * packets.
   */
  function ends(port: number, packet: number, kind: number): boolean {
    if (kind !== LINK_FRAME) return routed.ends(switchOf(port), packet, kind);
    fabric.linkFrames.receive(port, packet);
    return true;
  }

  /** Returns the egress port of a packet from switch `here` towards host `to`, or -1 without a route. */
  function way(here: number, to: number, packet: number): number {
    const name = table[Math.imul(here, groups) + group[to]];
    return name === OWN_HOST ? own[to] + portBase[here] : oneOf(lists[name], here, to, packet);
  }

  /**
   * Returns the candidate port that the routing policy selects. `entry` identifies the list of candidates (`lists` in
   * `routes.ts`).
   */
  function oneOf(entry: number, here: number, to: number, packet: number): number {
    const count = entry & 255;
    if (count === 0) return -1;
    const { ports } = routes;
    const from = entry >> 8;
    if (count === 1) return ports[from] + portBase[here];
    const kind = words[(packet << 4) | META] & KIND_MASK;
    const reverse = kind !== DATA && kind !== PROBE && kind !== REQUEST;
    const pick = choose(here, words[(packet << 4) | FLOW], reverse, to, ports, from, count, packet);
    if (pick >>> 0 !== pick || pick >= count)
      wrongAnswer("routing", "choose", { node: here }, `an index from 0 to ${count - 1}`, pick);
    return ports[from + pick] + portBase[here];
  }

  function enqueueInClass(here: number, out: number, cls: number, size: Bytes, packet: number): void {
    const place = (cls << classLog) | out;
    const w = place << EGRESS_WORDS_LOG;
    const d = (place << EGRESS_DOUBLES_LOG) | BACKLOG;
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
    if (hasEnqueueListeners) notifyEnqueued(here, out, cls, size, packet, backlog);
  }

  /** Returns `enqueueInClass` for networks whose classes have several queues. */
  function enqueueWithin(within: ClassQueues): typeof enqueueInClass {
    return (here, out, cls, size, packet) => {
      within.join(out, cls, packet, size);
      const d = (((cls << classLog) | out) << EGRESS_DOUBLES_LOG) | BACKLOG;
      const backlog = queueDoubles[d] + size;
      queueDoubles[d] = backlog;
      addQueued(out, size);
      if (hasEnqueueListeners) notifyEnqueued(here, out, cls, size, packet, backlog);
    };
  }

  function notifyEnqueued(here: number, out: number, cls: number, size: Bytes, packet: number, backlog: Bytes): void {
    if (tracer !== null) tracer.onEnqueue(here, out, cls, packet, backlog - size);
    if (marks === null || marks[here] !== 0) for (const watcher of watchers) watcher.onEnqueue?.(out, cls, backlog);
    notifyRouting(out, size, packet);
  }

  function notifyRouting(out: number, size: Bytes, packet: number): void {
    if (onEnqueue !== null && isRouted(out, words[(packet << 4) | META] & KIND_MASK))
      onEnqueue(out, packet, words[(packet << 4) | FLOW], size);
  }

  /** True if a host is at the other end of the port's link. */
  function toHost(port: number): boolean {
    return (beyond[port] & TO_HOST) !== 0;
  }

  /** True if the routing policy is notified when a packet of this kind is enqueued at this port or leaves it. */
  function isRouted(port: number, kind: number): boolean {
    return (kind === DATA || kind === PROBE) && !toHost(port);
  }

  function sendNextOfClass(port: number): void {
    const w = port << PORT_WORDS_LOG;
    const framesWait = portWords[w | FRAME_HEAD] !== 0;
    if (framesWait && !fabric.linkFrames.yields(port)) {
      fabric.linkFrames.send(port);
      return;
    }
    const nonEmpty = portWords[w | NON_EMPTY];
    /** Classes that have a packet and are not paused. */
    let open = nonEmpty & ~portWords[w | STOPPED];
    const ready = linkHooks && open !== 0 ? switchOf(port).askLink(port, open) : open;
    if (ready === 0) {
      if (framesWait) fabric.linkFrames.send(port);
      return;
    }

    const cls = nextClass(port, ready);
    if (((ready >> cls) & 1) === 0 || (cls & CLASS_MASK) !== cls) wrongClass(port, cls);
    if (framesWait) fabric.linkFrames.countBypass(port, cls);
    const place = (cls << classLog) | port;
    const packet = queueWords[(place << EGRESS_WORDS_LOG) | HEAD];
    const size = words[(packet << 4) | SIZE];
    const next = words[(packet << 4) | NEXT];
    queueWords[(place << EGRESS_WORDS_LOG) | HEAD] = next;
    if (next === 0) {
      queueWords[(place << EGRESS_WORDS_LOG) | TAIL] = 0;
      portWords[w | NON_EMPTY] = nonEmpty & ~(1 << cls);
      open &= ~(1 << cls);
      if (onEmpty !== null) onEmpty(port, cls);
    }
    const left = queueDoubles[(place << EGRESS_DOUBLES_LOG) | BACKLOG] - size;
    queueDoubles[(place << EGRESS_DOUBLES_LOG) | BACKLOG] = left;
    removeQueued(port, size);
    depart(nodeOf[port], port, cls, packet, left, framesWait ? open | FRAMES : open);
  }

  /**
   * Returns `sendNextOfClass` for networks whose classes have several queues. The scheduling policy also selects the
   * queue.
   */
  function sendNextWithin(within: ClassQueues): typeof sendNextOfClass {
    return (port) => {
      const w = port << PORT_WORDS_LOG;
      const framesWait = portWords[w | FRAME_HEAD] !== 0;
      const open = portWords[w | NON_EMPTY] & ~portWords[w | STOPPED];
      const isFramesTurn = framesWait && !fabric.linkFrames.yields(port);
      const ready = isFramesTurn || open === 0 || !linkHooks ? open : switchOf(port).askLink(port, open);
      if (isFramesTurn || ready === 0) {
        if (framesWait) fabric.linkFrames.send(port);
        return;
      }
      const cls = nextClass(port, ready);
      if (((ready >> cls) & 1) === 0 || (cls & CLASS_MASK) !== cls) wrongClass(port, cls);
      if (framesWait) fabric.linkFrames.countBypass(port, cls);
      const packet = within.take(port, cls);
      const size = words[(packet << 4) | SIZE];
      const d = (((cls << classLog) | port) << EGRESS_DOUBLES_LOG) | BACKLOG;
      const left = queueDoubles[d] - size;
      queueDoubles[d] = left;
      if (left === 0 && onEmpty !== null) onEmpty(port, cls);
      removeQueued(port, size);
      depart(nodeOf[port], port, cls, packet, left, 0);
    };
  }

  function wrongClass(port: number, cls: number): never {
    wrongAnswer("scheduling", "next", { port }, "a class that is ready", cls);
  }

  /**
   * Sends a packet that has left its queue. `left` bytes remain in the queue. `open`: what the port can send after
   * this packet, as a bit mask of classes and FRAMES.
   */
  function depart(here: number, port: number, cls: number, packet: number, left: Bytes, open: number): void {
    const p = packet << 4;
    const size = words[p | SIZE];
    const meta = words[p | META];
    const kind = meta & KIND_MASK;
    const inPort = words[p | IN];
    state[CARGO] = packet;
    let mark = 0;
    /**
     * True if the bit mask `open` may be outdated, because a hook may have changed which packets can leave the port next. The end of this
     * function then calls `hasWork`. If `departureAsks` is true, `open` may be outdated at each departure of the run.
     */
    let asks = departureAsks;
    if ((charged & (1 << cls)) !== 0) {
      if (inPort >= 0) release(here, (inPort << CLASS_BITS) | cls, size, port);
      if (ecnMarker !== null && (marks === null || marks[here] !== 0)) {
        mark = ecnMarker.mark(port, cls, left);
        if (mark !== UNMARKED) {
          if (mark !== CONGESTED && mark !== UNDETERMINED)
            wrongAnswer("detection", "mark", { port }, "UNMARKED, UNDETERMINED or CONGESTED", mark);
          if (mark > ((meta >> MARK_SHIFT) & MARK_MASK) && (kind === DATA || kind === PROBE))
            words[p | META] = (meta & ~(MARK_MASK << MARK_SHIFT)) | (mark << MARK_SHIFT);
        }
      }
      if (linkHooks || pausedCount[here] !== 0) {
        afterDeparture(here, inPort, port, cls, size);
        asks = true;
      }
    }
    if (onDequeue !== null && isRouted(port, kind)) onDequeue(port, packet, words[p | FLOW], size);
    if (kind === DATA) {
      portDoubles[(port << PORT_DOUBLES_LOG) | PAYLOAD_SENT] += words[p | PAYLOAD];
      if (meta >= LAST_BYTE) lastBytes.leaves(meta, port, cls);
      if (stamper !== null && (marks === null || marks[here] !== 0)) stamper.stamp(port, packet, words[p | HOPS]++);
    }
    if (tracer !== null) tracer.onDequeue(here, port, cls, packet, left, mark);
    transmit(port, packet, asks ? hasWork(port) : open !== 0);
  }

  /** Called when a charged packet has left its queue: resumes paused queues and notifies link policies. */
  function afterDeparture(here: number, inPort: number, out: number, cls: number, size: Bytes): void {
    // The packet has not left the port yet. While `departing` names the port, frames that a policy sends there wait
    // behind this packet.
    fabric.departing = out;
    if (pausedCount[here] !== 0) switchOf(out).tryResume((inPort << CLASS_BITS) | cls);
    if (linkHooks) {
      if (inPort >= 0) fabric.links[inPort].onDepart?.(inPort, cls, size);
      fabric.links[out].onSend?.(out, cls, size);
    }
    fabric.departing = -1;
  }

  function hasWork(port: number): boolean {
    const w = port << PORT_WORDS_LOG;
    return portWords[w | FRAME_HEAD] !== 0 || (portWords[w | NON_EMPTY] & ~portWords[w | STOPPED]) !== 0;
  }

  function flush(port: number, classes = 255, cause = LINK_DOWN): void {
    if (stillCharged !== null) {
      dropCharged(fabric, port, charged, nextClass, stillCharged);
      return;
    }
    const here = switchOf(port);
    for (let cls = 0; cls < 8; cls++) {
      if ((classes & (1 << cls)) === 0) continue;
      const place = (cls << classLog) | port;
      classQueues?.empty(port, cls, (packet) => {
        lose(here, port, cls, packet, cause);
      });
      for (let packet = queueWords[(place << EGRESS_WORDS_LOG) | HEAD]; packet !== 0;) {
        const next = words[(packet << 4) | NEXT];
        lose(here, port, cls, packet, cause);
        packet = next;
      }
      queueWords[(place << EGRESS_WORDS_LOG) | HEAD] = 0;
      queueWords[(place << EGRESS_WORDS_LOG) | TAIL] = 0;
      queueDoubles[(place << EGRESS_DOUBLES_LOG) | BACKLOG] = 0;
    }
    portWords[(port << PORT_WORDS_LOG) | NON_EMPTY] &= ~classes;
    // The dropped packets have freed memory of many ingress queues, so all paused queues are checked.
    if (here.pausedCount !== 0) here.tryResume(-1, true);
  }

  /** Drops a packet that waited at `port`, in a queue or held by the routing policy. */
  function lose(here: Switch, port: number, cls: number, packet: number, cause: number, isQueued = true): void {
    leaveUnsent(here, port, cls, packet, isQueued);
    fabric.drop(port, packet, cause);
  }

  /** Releases what a packet occupies at `port`, because it leaves its queue without being sent. */
  function leaveUnsent(here: Switch, port: number, cls: number, packet: number, isQueued = true): void {
    const size = words[(packet << 4) | SIZE];
    const inPort = words[(packet << 4) | IN];
    if (here.isCharged(cls) && inPort >= 0) {
      release(here.node, (inPort << CLASS_BITS) | cls, size, port);
      if (here.pausedCount !== 0) here.noteRelease((inPort << CLASS_BITS) | cls);
      if (linkHooks) fabric.links[inPort].onDepart?.(inPort, cls, size);
    }
    if (isQueued) {
      if (onDequeue !== null && isRouted(port, words[(packet << 4) | META] & KIND_MASK))
        onDequeue(port, packet, words[(packet << 4) | FLOW], size);
      removeQueued(port, size);
    }
  }

  function onEgress(port: number, cls: number, stops: boolean): void {
    const { buffer, routing } = policies;
    for (const watcher of marks === null || marks[nodeOf[port]] !== 0 ? watchers : []) {
      if (stops) watcher.onPaused?.(port, cls);
      else watcher.onResumed?.(port, cls);
    }
    if (stops) {
      buffer.onEgressPaused?.(port, cls);
      routing.onStopped?.(port, cls);
    } else {
      buffer.onEgressResumed?.(port, cls);
      routing.onStarted?.(port, cls);
    }
  }

  const { originate, signal } = routed;
  return { originate, signal, receive, sendNext, hasWork, flush, onEgress };
}
