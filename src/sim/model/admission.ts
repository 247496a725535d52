/**
 * Memory for a packet that comes to a switch, and its return: which segment takes it, and who must stop for it.
 *
 * Functions over arrays that never change (docs/decisions/0016-closures-over-constant-arrays.md), for all switches of a network; made with
 * `forwarding.ts`, when its run begins.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import { checkFalse, isBytes, wrongAnswer, wrongThreshold } from "../../contracts/answers.ts";
import { FOOTROOM, HEADROOM, REFUSED } from "../../contracts/headroom.ts";
import type { Bytes } from "../../base/units.ts";
import type { Fabric } from "./fabric.ts";
import { OWN_USED, PORT_DOUBLES_LOG } from "./ports.ts";
import { BACKLOG, EGRESS_DOUBLES_LOG, INGRESS_DOUBLES_LOG, RECEIVED } from "./queues.ts";
import { NO_BUFFER, NO_HEADROOM } from "./recorder.ts";
import type { Switch, Switching, SwitchPolicies } from "./switch.ts";

export interface Admission {
  /** Finds room for a packet and tells its upstream to stop if it must. False: dropped. */
  readonly admit: (here: number, inPort: number, cls: number, size: Bytes, out: number, packet: number) => boolean;
  /** Gives back the memory of a packet that leaves by `out`, sent or lost; `queue` is the one it came in by. */
  readonly release: (here: number, queue: number, size: Bytes, out: number) => void;
}

/** `switches` by node; null for hosts. `linkHooks`: do link policies hear of arrivals? */
export function admission(
  fabric: Fabric,
  switches: readonly (Switch | null)[],
  switching: Switching,
  policies: SwitchPolicies,
  linkHooks: boolean,
): Admission {
  const { rareDoubles } = fabric.portRecords;
  const { egressDoubles, ingressDoubles, own, classLog } = fabric.queueRecords;
  const { chargeFootroom, chargeHeadroom, release: giveBack, shared, capacity, used } = fabric.accounts;
  const { ownMemory, node: nodeOf } = fabric;
  const { lossless, margin, departed } = switching;
  // What a policy does not name is null, and then is not tested for.
  const { threshold, admits = null, onArrive = null, onDepart = null } = policies.buffer;
  const { place, pauses } = policies.headroom;

  function switchOf(port: number): Switch {
    return switches[nodeOf[port]] as Switch;
  }

  function admit(here: number, inPort: number, cls: number, size: Bytes, out: number, packet: number): boolean {
    const queue = (inPort << CLASS_BITS) | cls;
    ingressDoubles[(((cls << classLog) | inPort) << INGRESS_DOUBLES_LOG) | RECEIVED] += size;
    if (ownMemory !== null && ownMemory[inPort] !== 0) return admitOwn(ownMemory[inPort], inPort, cls, size, packet);
    if (admits !== null) {
      const may = admits(inPort, cls, size, out);
      if (!may) {
        checkFalse("buffer", "admits", { port: inPort }, may);
        return refuse(inPort, cls, packet);
      }
    }
    if ((lossless & (1 << cls)) === 0) {
      // A lossy class is bounded where it waits, at the output.
      const waiting = egressDoubles[(((cls << classLog) | out) << EGRESS_DOUBLES_LOG) | BACKLOG];
      const limit = threshold(out, cls);
      if (!isBytes(limit)) wrongThreshold("threshold", out, limit);
      if (waiting + size > limit || used[here] + size > capacity[here]) return refuse(inPort, cls, packet);
      chargeFootroom(here, queue, size);
    } else {
      const granted = threshold(inPort, cls);
      // NaN is not, either; what is no number at all comes to noteNearest, as any node's first answer does, or to tellStop.
      if (!(granted >= 0)) wrongThreshold("threshold", inPort, granted);
      const segment = place(queue, size, granted);
      if (segment === REFUSED) return refuse(inPort, cls, packet);
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
      if (verdict !== 0) switchOf(inPort).tellStop(inPort, cls, verdict, limit);
    }
    if (onArrive !== null) onArrive(inPort, cls, size, out);
    if (linkHooks) fabric.links[inPort].onArrive?.(inPort, cls, size);
    return true;
  }

  function refuse(inPort: number, cls: number, packet: number): false {
    fabric.drop(inPort, packet, (lossless & (1 << cls)) === 0 ? NO_BUFFER : NO_HEADROOM);
    return false;
  }

  function admitOwn(room: Bytes, inPort: number, cls: number, size: Bytes, packet: number): boolean {
    const p = inPort << PORT_DOUBLES_LOG;
    if (rareDoubles[p | OWN_USED] + size > room) return refuse(inPort, cls, packet);
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
