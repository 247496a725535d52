/**
 * The cause of a PAUSE: the egress queue that held most bytes of the ingress queue, and the next hop that had paused it.
 *
 * The model keeps no account of bytes by (ingress, egress), which would cost every packet. So at a PAUSE the egress queues of the class
 * are walked and their bytes added up by ingress. PAUSEs come in bunches, when a switch runs full and tells many, so the sums of a queue
 * are used again until a quarter of it has been sent, as long as they account for half of the ingress queue that is asked about. And at a
 * switch no more packets are walked than `WALKED_A_PACKET` for each that it has sent: beyond that, older sums have to do. Both bounds
 * count what is simulated at that switch, so the same run has the same causes on any machine.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import type { Network } from "../../sim/model/network.ts";
import { IN, NEXT, SIZE } from "../../sim/model/packet-record.ts";
import type { Switch } from "../../sim/model/switch.ts";
import type { Bytes, Ps } from "../../base/units.ts";

/** A packet walked costs about 7 ns, a packet sent some 300 ns. */
const WALKED_A_PACKET = 2;
/** Walked whatever the run has cost yet. */
const WALKED_FREE = 100_000;

/** Egress ports, network-wide numbers; -1: none. */
interface Blocked {
  /**
   * Where most of the ingress queue's bytes wait; and the port with most of those that the next hop has stopped, if they are half of all or
   * more. If they are less, the congestion began at this switch.
   */
  readonly egress: number;
  readonly stopped: number;
}

/** The bytes of an egress queue by the switch's ingress ports, as they were. */
interface Sums {
  readonly bytes: Float64Array;
  time: Ps;
  /** Bytes that the port had sent by then. */
  sent: Bytes;
}

export class CauseFinder {
  private readonly network: Network;
  /** By egress queue. */
  private readonly sums = new Map<number, Sums>();
  /** By switch. */
  private readonly walked: Float64Array;

  constructor(network: Network) {
    this.network = network;
    this.walked = new Float64Array(network.fabric.nodes);
  }

  /** Of the ingress queue (port, class), network-wide port number. */
  find(inPort: number, cls: number): Blocked {
    const { fabric, switches } = this.network;
    const at = switches[fabric.node[inPort]];
    if (at === null) return { egress: -1, stopped: -1 };
    const { located, ...blocked } = this.look(at, inPort, cls, 1 / 4);
    return located >= at.held((inPort << CLASS_BITS) | cls) / 2 ? blocked : this.look(at, inPort, cls, 0);
  }

  /** Uses sums of queues of which no more than a part `stale` has been sent since. */
  private look(at: Switch, inPort: number, cls: number, stale: number): Blocked & { readonly located: Bytes } {
    const { fabric } = this.network;
    let [egress, stopped] = [-1, -1];
    let [located, inStopped, most, mostStopped] = [0, 0, 0, 0];
    for (let port = at.base; port < at.base + at.ports; port++) {
      if ((at.nonEmpty(port) & (1 << cls)) === 0) continue;
      const bytes = this.sumsOf(at, port, cls, stale).bytes[inPort - at.base];
      located += bytes;
      if (bytes > most) [most, egress] = [bytes, port];
      if ((fabric.stopped(port) & (1 << cls)) === 0) continue;
      inStopped += bytes;
      if (bytes > mostStopped) [mostStopped, stopped] = [bytes, port];
    }
    return { egress, stopped: inStopped * 2 < located ? -1 : stopped, located };
  }

  private sumsOf(at: Switch, port: number, cls: number, stale: number): Sums {
    const { fabric, queue } = this.network;
    const name = (port << CLASS_BITS) | cls;
    let sums = this.sums.get(name);
    if (sums === undefined) {
      sums = { bytes: new Float64Array(at.ports), time: -1, sent: -Infinity };
      this.sums.set(name, sums);
    }
    const sent = fabric.sentBytes(port);
    const isFresh = sums.time === queue.now || sent - sums.sent < at.backlog(name) * stale;
    if (isFresh || this.walked[at.node] > WALKED_FREE + WALKED_A_PACKET * fabric.packetsSentBy(at.node)) return sums;
    sums.time = queue.now;
    sums.sent = sent;
    sums.bytes.fill(0);
    const { words } = fabric.packets;
    for (let packet = at.firstOf(name); packet !== 0; packet = words[(packet << 4) | NEXT]) {
      const inPort = words[(packet << 4) | IN];
      if (inPort >= 0) sums.bytes[inPort - at.base] += words[(packet << 4) | SIZE];
      this.walked[at.node]++;
    }
    return sums;
  }
}
