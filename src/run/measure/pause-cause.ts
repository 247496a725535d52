/**
 * Finds the cause of a PAUSE: an ingress queue sends it, and the cause is the egress queue where most of its bytes wait. If at
 * least half of the bytes wait at paused egress ports, the paused port with most of these bytes is found too.
 *
 * The model does not count bytes by pair of ingress and egress, because this would make every packet slower. Instead,
 * at a PAUSE, this file walks through the egress queues of the class and sums their bytes by ingress port.
 *
 * Two rules limit the walks. Both count simulated packets, so a run finds the same causes on any machine.
 *
 * - A full switch often pauses many queues at nearly the same time. So the sums of an egress queue are reused until
 *   the port has sent a quarter of the queue. They are not reused if they explain less than half of the ingress queue.
 * - A switch visits at most `WALKED_A_PACKET` packets for each packet that it sends, and `WALKED_FREE` in addition.
 *   Beyond this limit older sums are used.
 *
 * If classes have several queues, a queue may be paused although its class is not. Bytes in such queues count as bytes
 * in paused queues. A PAUSE of one queue has an asker (`sim/model/queue-pauses.ts`), so its cause needs no walk.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import type { Network } from "../../sim/model/network.ts";
import { IN, NEXT, SIZE } from "../../sim/model/packet-record.ts";
import type { Switch } from "../../sim/model/switch.ts";
import { NO_ASKER } from "../../sim/model/queue-pauses.ts";
import type { Bytes, Ps } from "../../base/units.ts";

/**
 * The search for causes visits queued packets. This is the maximum number of visits for each packet that the switch sends. A visit takes
 * about 7 ns, and sending a packet about 300 ns.
 */
const WALKED_A_PACKET = 2;
/**
 * At each switch, the search for causes has a budget of visits to queued packets. The budget is this number, plus
 * `WALKED_A_PACKET` visits for each packet that the switch has sent.
 */
const WALKED_FREE = 100_000;

/**
 * The cause of a PAUSE that an ingress queue sent: the egress ports at which the bytes of this queue wait. They are
 * network-wide numbers. -1: no such port.
 */
interface Blocked {
  /** The port at which most bytes of the ingress queue wait. */
  readonly egress: number;
  /**
   * The paused egress port at which most bytes of the ingress queue wait. -1: less than half of these bytes wait at
   * paused ports. The congestion then began at this switch.
   */
  readonly stopped: number;
  /** The queue that is paused at the port `stopped`. -1: its whole class is paused. */
  readonly stoppedQueue: number;
}

/** The bytes of one egress queue, as they were at `time`. The arrays split them by the ingress port of the packets. */
interface Sums {
  readonly bytes: Float64Array;
  /**
   * By ingress port: its bytes in queues that are paused individually, that is, without the rest of the class. Null:
   * each class has one queue.
   */
  readonly paused: Float64Array | null;
  /**
   * By ingress port: the individually paused queue that holds most bytes from this port. Null: each class has one
   * queue.
   */
  readonly largest: Int32Array | null;
  time: Ps;
  /** The bytes that the port had sent before `time`. */
  sent: Bytes;
}

export class CauseFinder {
  private readonly network: Network;
  /** By egress queue: the sums of its bytes by ingress port, as last computed. */
  private readonly sums = new Map<number, Sums>();
  /** By switch: the number of packets visited so far. */
  private readonly walked: Float64Array;

  constructor(network: Network) {
    this.network = network;
    this.walked = new Float64Array(network.fabric.nodes);
  }

  /** Finds the cause of a PAUSE for an ingress queue. `inPort` is a network-wide number. */
  find(inPort: number, cls: number): Blocked {
    const { fabric, switches } = this.network;
    const at = switches[fabric.node[inPort]];
    if (at === null) return { egress: -1, stopped: -1, stoppedQueue: -1 };
    const { located, ...blocked } = this.look(at, inPort, cls, 1 / 4);
    return located >= at.held((inPort << CLASS_BITS) | cls) / 2 ? blocked : this.look(at, inPort, cls, 0);
  }

  /**
   * Finds the cause of a PAUSE of one queue or flow. Ingress port `inPort` sent this PAUSE to its peer. The scheduling
   * policy requested it because of the egress queue `asker` of this switch.
   */
  ofOne(inPort: number, cls: number, asker: number): Blocked {
    const { fabric } = this.network;
    const { classQueues, queuePauses } = fabric;
    if (asker === NO_ASKER || classQueues === null || queuePauses === null) return this.find(inPort, cls);
    const { ofClass, queue } = queuePauses.partsOf(asker);
    const egress = ofClass >> CLASS_BITS;
    const isHeld = (fabric.stopped(egress) & (1 << cls)) !== 0;
    const isPaused = classQueues.isPaused(egress, cls, queue);
    return { egress, stopped: isHeld || isPaused ? egress : -1, stoppedQueue: isHeld || !isPaused ? -1 : queue };
  }

  /**
   * Finds the cause of a PAUSE from the bytes that each egress queue holds from each ingress port. `sumsOf` computes
   * these sums. It reuses earlier sums of an egress queue if its port has sent few bytes since then: fewer than `stale`
   * times the queue's backlog.
   */
  private look(at: Switch, inPort: number, cls: number, stale: number): Blocked & { readonly located: Bytes } {
    const { fabric } = this.network;
    let [egress, stopped, stoppedQueue] = [-1, -1, -1];
    let [located, inStopped, most, mostStopped] = [0, 0, 0, 0];
    for (let port = at.base; port < at.base + at.ports; port++) {
      if ((at.nonEmpty(port) & (1 << cls)) === 0) continue;
      const sums = this.sumsOf(at, port, cls, stale);
      const bytes = sums.bytes[inPort - at.base];
      located += bytes;
      if (bytes > most) [most, egress] = [bytes, port];
      const isHeld = (fabric.stopped(port) & (1 << cls)) !== 0;
      const held = isHeld ? bytes : (sums.paused?.[inPort - at.base] ?? 0);
      inStopped += held;
      if (held <= mostStopped) continue;
      [mostStopped, stopped] = [held, port];
      stoppedQueue = isHeld ? -1 : (sums.largest?.[inPort - at.base] ?? -1);
    }
    const isCaused = inStopped * 2 >= located;
    return { egress, stopped: isCaused ? stopped : -1, stoppedQueue: isCaused ? stoppedQueue : -1, located };
  }

  private sumsOf(at: Switch, port: number, cls: number, stale: number): Sums {
    const { fabric, queue } = this.network;
    const name = (port << CLASS_BITS) | cls;
    let sums = this.sums.get(name);
    if (sums === undefined) {
      const within = fabric.classQueues === null ? 0 : at.ports;
      sums = {
        bytes: new Float64Array(at.ports),
        paused: within === 0 ? null : new Float64Array(within),
        largest: within === 0 ? null : new Int32Array(within),
        ...{ time: -1, sent: -Infinity },
      };
      this.sums.set(name, sums);
    }
    const sent = fabric.sentBytes(port);
    const isFresh = sums.time === queue.now || sent - sums.sent < at.backlog(name) * stale;
    if (isFresh || this.walked[at.node] > WALKED_FREE + WALKED_A_PACKET * fabric.packetsSentBy(at.node)) return sums;
    sums.time = queue.now;
    sums.sent = sent;
    sums.bytes.fill(0);
    const { words } = fabric.packets;
    at.eachFirst(name, (first) => {
      for (let packet = first; packet !== 0; packet = words[(packet << 4) | NEXT]) {
        const inPort = words[(packet << 4) | IN];
        if (inPort >= 0) sums.bytes[inPort - at.base] += words[(packet << 4) | SIZE];
        this.walked[at.node]++;
      }
    });
    this.sumPaused(at, port, cls, sums);
    return sums;
  }

  /** For each ingress port: sums its bytes in the queues that are paused individually. */
  private sumPaused(at: Switch, port: number, cls: number, { paused, largest }: Sums): void {
    const { classQueues, packets } = this.network.fabric;
    if (paused === null || largest === null || classQueues === null) return;
    const { words } = packets;
    const most = new Float64Array(at.ports);
    paused.fill(0);
    classQueues.eachFirst(port, cls, (first, queue) => {
      if (!classQueues.isPaused(port, cls, queue)) return;
      const bytes = new Float64Array(at.ports);
      for (let packet = first; packet !== 0; packet = words[(packet << 4) | NEXT]) {
        const inPort = words[(packet << 4) | IN];
        if (inPort >= 0) bytes[inPort - at.base] += words[(packet << 4) | SIZE];
        this.walked[at.node]++;
      }
      bytes.forEach((of, from) => {
        paused[from] += of;
        if (of > most[from]) [most[from], largest[from]] = [of, queue];
      });
    });
  }
}
