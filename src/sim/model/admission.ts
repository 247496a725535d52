/**
 * Memory for a packet that comes to a switch, and its return: which segment takes it, and who must stop for it.
 *
 * Functions over arrays that never change (docs/decisions/0016-closures-over-constant-arrays.md), for all switches of a network; made with
 * `forwarding.ts`, when its run begins.
 */
import { checkFalse, isBytes, wrongAnswer, wrongThreshold } from "../../contracts/answers.ts";
import * as verdicts from "../../contracts/headroom.ts";
import type { Bytes } from "../../base/units.ts";
import type { Fabric } from "./fabric.ts";
import * as portRecord from "./ports.ts";
import * as queueRecord from "./queues.ts";
import * as packetRecord from "./packet-record.ts";
import { NO_BUFFER, NO_HEADROOM } from "./recorder.ts";
import type { Switch, Switching, SwitchPolicies } from "./switch.ts";

// Local names: an engine folds a module's own constants into its code, and reads imported ones from memory each time.
const { OWN_USED, PORT_DOUBLES_LOG } = portRecord;
const { BACKLOG, EGRESS_DOUBLES_LOG, INGRESS_DOUBLES_LOG, RECEIVED } = queueRecord;
const { FOOTROOM, HEADROOM, REFUSED } = verdicts;
const { DATA, META, PAYLOAD } = packetRecord;

export interface Admission {
  /** Finds room for a packet and tells its upstream to stop if it must. False: dropped. */
  readonly admit: (here: number, inPort: number, cls: number, size: Bytes, out: number, packet: number) => boolean;
  /** Gives back the memory of a packet that leaves by `out`, sent or lost; `queue` is the one it came in by. */
  readonly release: (here: number, queue: number, size: Bytes, out: number) => void;
}

/**
 * `switches` by node; null for hosts. `linkHooks`: do link policies hear of arrivals? `forwardTrimmed` takes over a packet without its
 * payload, which arrived by `port` and goes on by `out`.
 */
export function admission(
  fabric: Fabric,
  switches: readonly (Switch | null)[],
  switching: Switching,
  policies: SwitchPolicies,
  linkHooks: boolean,
  forwardTrimmed: (here: number, port: number, cls: number, out: number, packet: number) => void,
): Admission {
  const { rareDoubles } = fabric.portRecords;
  const { egressDoubles, ingressDoubles, own, classLog } = fabric.queueRecords;
  const { chargeFootroom, chargeHeadroom, release: giveBack, shared, capacity, used } = fabric.accounts;
  const { words } = fabric.packets;
  const { ownMemory, node: nodeOf } = fabric;
  const { lossless, margin, departed } = switching;
  // What a policy does not name is null, and then is not tested for.
  const { threshold, admits = null, trims = null, onArrive = null, onDepart = null } = policies.buffer;
  const { place, pauses } = policies.headroom;

  function switchOf(port: number): Switch {
    return switches[nodeOf[port]] as Switch;
  }

  function admit(here: number, inPort: number, cls: number, size: Bytes, out: number, packet: number): boolean {
    const queue = (inPort << 3) | cls;
    ingressDoubles[(((cls << classLog) | inPort) << INGRESS_DOUBLES_LOG) | RECEIVED] += size;
    if (ownMemory !== null && ownMemory[inPort] !== 0) return admitOwn(ownMemory[inPort], inPort, cls, size, packet);
    if (admits !== null) {
      const may = admits(inPort, cls, size, out);
      if (!may) {
        checkFalse("buffer", "admits", { port: inPort }, may);
        return refuse(here, inPort, cls, size, out, packet);
      }
    }
    if ((lossless & (1 << cls)) === 0) {
      // A lossy class is bounded where it waits, at the output.
      const waiting = egressDoubles[(((cls << classLog) | out) << EGRESS_DOUBLES_LOG) | BACKLOG];
      const limit = threshold(out, cls);
      if (!isBytes(limit)) wrongThreshold("threshold", out, limit);
      if (waiting + size > limit || used[here] + size > capacity[here])
        return refuse(here, inPort, cls, size, out, packet);
      chargeFootroom(here, queue, size);
    } else {
      const granted = threshold(inPort, cls);
      // NaN is not, either; what is no number at all comes to noteNearest, as any node's first answer does, or to tellStop.
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
      if (verdict !== 0) switchOf(inPort).tellStop(inPort, cls, verdict, limit);
    }
    if (onArrive !== null) onArrive(inPort, cls, size, out);
    if (linkHooks) fabric.links[inPort].onArrive?.(inPort, cls, size);
    return true;
  }

  function refuse(here: number, inPort: number, cls: number, size: Bytes, out: number, packet: number): false {
    if (trims !== null && (words[(packet << 4) | META] & 15) === DATA && words[(packet << 4) | PAYLOAD] > 0) {
      const to = trims(inPort, cls, size, out);
      if ((to | 0) !== to || to < -1 || to > 7) wrongAnswer("buffer", "trims", { port: inPort }, "a class, or -1", to);
      if (to >= 0) {
        fabric.trim(inPort, packet, to);
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
    own[(inPort << 3) | cls] += size;
    if (linkHooks) fabric.links[inPort].onArrive?.(inPort, cls, size);
    return true;
  }

  function release(here: number, queue: number, size: Bytes, out: number): void {
    if (ownMemory !== null && ownMemory[queue >> 3] !== 0) {
      own[queue] -= size;
      rareDoubles[((queue >> 3) << PORT_DOUBLES_LOG) | OWN_USED] -= size;
      return;
    }
    giveBack(here, queue, size);
    if (departed !== null) departed[queue >> 3] += size;
    if (onDepart !== null) onDepart(queue >> 3, queue & 7, size, out);
  }

  return { admit, release };
}
