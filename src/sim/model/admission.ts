/**
 * Memory for packets that arrive at a switch. This file selects the segment of each packet, pauses upstreams, and
 * releases the memory of packets that leave.
 *
 * This file has functions over constant arrays (docs/decisions/0016-closures-over-constant-arrays.md). They serve all
 * switches of a network and are created with `forwarding.ts`, when the run begins.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import { checkFalse, isBytes, wrongAnswer, wrongThreshold } from "../../contracts/answers.ts";
import { FOOTROOM, HEADROOM, REFUSED } from "../../contracts/headroom.ts";
import type { Bytes } from "../../base/units.ts";
import type { Fabric } from "./fabric.ts";
import { DATA, IN, KIND_MASK, META, PAYLOAD, SIZE } from "./packet-record.ts";
import { OWN_USED, PORT_DOUBLES_LOG } from "./ports.ts";
import { BACKLOG, EGRESS_DOUBLES_LOG, EGRESS_WORDS_LOG, INGRESS_DOUBLES_LOG, RECEIVED, TAIL } from "./queues.ts";
import { trim } from "./trim.ts";
import { NO_BUFFER, NO_HEADROOM } from "./recorder.ts";
import type { Switch, Switching, SwitchPolicies } from "./switch.ts";

export interface Admission {
  /**
   * Charges a packet to memory, and pauses its upstream if the headroom policy requires that. Returns false if the
   * caller must not queue the packet. The packet was then dropped, or trimmed and forwarded already, or the routing
   * policy holds it.
   */
  readonly admit: (here: number, inPort: number, cls: number, size: Bytes, out: number, packet: number) => boolean;
  /** Releases the memory of a packet that leaves by port `out` or is lost there. `queue` is its ingress queue. */
  readonly release: (here: number, queue: number, size: Bytes, out: number) => void;
}

/**
 * Creates the functions. `switches` is by node, with null for hosts. `linkHooks` is true if a link policy is notified
 * of arrivals. `forwardTrimmed` forwards a trimmed packet, which arrived by `port` and leaves by `out`. `trimLast` trims
 * the last packet of class `cls` at port `out`. The header of this packet continues in class `to`.
 */
export function admission(
  fabric: Fabric,
  switches: readonly (Switch | null)[],
  switching: Switching,
  policies: SwitchPolicies,
  linkHooks: boolean,
  forwardTrimmed: (here: number, port: number, cls: number, out: number, packet: number) => void,
  trimLast: (here: number, cls: number, out: number, to: number) => void,
): Admission {
  const { rareDoubles } = fabric.portRecords;
  const { egressWords, egressDoubles, ingressDoubles, own, classLog } = fabric.queueRecords;
  const { chargeFootroom, chargeHeadroom, release: giveBack, shared, capacity, used } = fabric.accounts;
  const { words } = fabric.packets;
  const { ownMemory, node: nodeOf } = fabric;
  const { lossless, margin, departed } = switching;
  // Hooks that the policies do not define are null, so the code below skips them.
  const {
    threshold,
    admits = null,
    trims = null,
    trimsLast = null,
    onArrive = null,
    onDepart = null,
  } = policies.buffer;
  const { place, pauses } = policies.headroom;

  function switchOf(port: number): Switch {
    return switches[nodeOf[port]] as Switch;
  }

  function admit(here: number, inPort: number, cls: number, size: Bytes, out: number, packet: number): boolean {
    const queue = (inPort << CLASS_BITS) | cls;
    ingressDoubles[(((cls << classLog) | inPort) << INGRESS_DOUBLES_LOG) | RECEIVED] += size;
    if (ownMemory !== null && ownMemory[inPort] !== 0) return admitOwn(ownMemory[inPort], inPort, cls, size, packet);
    if (admits !== null) {
      const may: unknown = admits(inPort, cls, size, out);
      if (may !== true) {
        checkFalse("buffer", "admits", { port: inPort }, may);
        return refuse(here, inPort, cls, size, out, packet);
      }
    }
    if ((lossless & (1 << cls)) === 0) {
      // A lossy class has a threshold for its egress queue, not for its ingress queue.
      const waiting = egressDoubles[(((cls << classLog) | out) << EGRESS_DOUBLES_LOG) | BACKLOG];
      const limit = threshold(out, cls);
      if (!isBytes(limit)) wrongThreshold("threshold", out, limit);
      if (
        (waiting + size > limit || used[here] + size > capacity[here]) &&
        (trimsLast === null || !replacesLast(here, inPort, cls, size, out, limit))
      )
        return refuse(here, inPort, cls, size, out, packet);
      chargeFootroom(here, queue, size);
    } else {
      const granted = threshold(inPort, cls);
      // This condition is also true for NaN. A value of a wrong type, such as a text, may pass. `noteNearest` or
      // `requestPause` then detects it later.
      if (!(granted >= 0)) wrongThreshold("threshold", inPort, granted);
      const segment = place(queue, size, granted);
      if (segment === REFUSED) return refuse(here, inPort, cls, size, out, packet);
      let held: Bytes;
      if (segment === FOOTROOM) held = chargeFootroom(here, queue, size);
      else {
        if (segment !== HEADROOM)
          wrongAnswer("headroom", "place", { port: inPort }, "FOOTROOM, HEADROOM or REFUSED", segment);
        chargeHeadroom(queue, size);
        held = shared(queue);
      }
      const limit = threshold(inPort, cls);
      if (!(limit >= 0)) wrongThreshold("threshold", inPort, limit);
      if (limit - held < margin[here]) switchOf(inPort).noteNearest(queue, held, limit);
      const verdict = pauses(queue, limit);
      if (verdict !== 0) switchOf(inPort).requestPause(inPort, cls, verdict, limit);
    }
    if (onArrive !== null) onArrive(inPort, cls, size, out);
    if (linkHooks) fabric.links[inPort].onArrive?.(inPort, cls, size);
    return true;
  }

  /**
   * Trims the last packet of the egress queue, if the policy says so and the arriving packet then fits. Returns false if
   * it trimmed none.
   */
  function replacesLast(here: number, inPort: number, cls: number, size: Bytes, out: number, limit: Bytes): boolean {
    const place = (cls << classLog) | out;
    const last = egressWords[(place << EGRESS_WORDS_LOG) | TAIL] << 4;
    if (trims === null || trimsLast === null || last === 0) return false;
    const says: unknown = trimsLast(inPort, cls, size, out);
    if (says !== true) {
      checkFalse("buffer", "trimsLast", { port: inPort }, says);
      return false;
    }
    const bytes = words[last | SIZE];
    const left = egressDoubles[(place << EGRESS_DOUBLES_LOG) | BACKLOG] - bytes;
    // Trimming frees only the part of the packet that is in the shared pool, not the part in a private segment. After
    // trimming, the pool must have room for the header of the trimmed packet and for the whole arriving packet.
    const freed = Math.min(bytes, shared((words[last | IN] << CLASS_BITS) | cls));
    const needed = fabric.fidelity.frames.dataHeader + size;
    if (left + size > limit || used[here] - freed + needed > capacity[here]) return false;
    if (!canTrim(last)) return false;
    const to = headerClass(words[last | IN], cls, bytes, out);
    if (to < 0 || to === cls) return false;
    trimLast(here, cls, out, to);
    return true;
  }

  /** True if the packet record at index `at` of `words` is a data packet with payload, which a switch can trim. */
  function canTrim(at: number): boolean {
    return (words[at | META] & KIND_MASK) === DATA && words[at | PAYLOAD] > 0;
  }

  /** The class in which the header of a trimmed packet continues; -1: the packet is dropped. */
  function headerClass(inPort: number, cls: number, size: Bytes, out: number): number {
    const to = trims === null ? -1 : trims(inPort, cls, size, out);
    if ((to | 0) !== to || to < -1 || to > 7) wrongAnswer("buffer", "trims", { port: inPort }, "a class, or -1", to);
    return to;
  }

  function refuse(here: number, inPort: number, cls: number, size: Bytes, out: number, packet: number): false {
    if (trims !== null && canTrim(packet << 4)) {
      const to = headerClass(inPort, cls, size, out);
      if (to >= 0) {
        trim(fabric, inPort, packet, to);
        forwardTrimmed(here, inPort, to, out, packet);
        return false;
      }
    }
    return drop(inPort, cls, packet);
  }

  function drop(inPort: number, cls: number, packet: number): false {
    fabric.drop(inPort, packet, (lossless & (1 << cls)) === 0 ? NO_BUFFER : NO_HEADROOM);
    return false;
  }

  function admitOwn(room: Bytes, inPort: number, cls: number, size: Bytes, packet: number): boolean {
    const p = inPort << PORT_DOUBLES_LOG;
    if (rareDoubles[p | OWN_USED] + size > room) return drop(inPort, cls, packet);
    rareDoubles[p | OWN_USED] += size;
    own[(inPort << CLASS_BITS) | cls] += size;
    if (linkHooks) fabric.links[inPort].onArrive?.(inPort, cls, size);
    return true;
  }

  function release(here: number, queue: number, size: Bytes, out: number): void {
    if (ownMemory !== null && ownMemory[queue >> CLASS_BITS] !== 0) {
      own[queue] -= size;
      rareDoubles[((queue >> CLASS_BITS) << PORT_DOUBLES_LOG) | OWN_USED] -= size;
      return;
    }
    giveBack(here, queue, size);
    if (departed !== null) departed[queue >> CLASS_BITS] += size;
    if (onDepart !== null) onDepart(queue >> CLASS_BITS, queue & CLASS_MASK, size, out);
  }

  return { admit, release };
}
