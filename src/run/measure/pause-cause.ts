/**
 * The cause of a PAUSE: the egress queue with most bytes of the ingress queue, and whether the next hop had paused it.
 *
 * The model has no account of bytes by (ingress, egress), because each packet would pay for it. Instead, at a PAUSE the egress queues of
 * the class are visited and their bytes summed by ingress. PAUSEs come in bunches, when a full switch pauses many queues. So the sums of an
 * egress queue are reused until a quarter of it has been sent, if they explain half of the ingress queue. At each switch, at most
 * `WALKED_A_PACKET` packets are visited for each packet sent; beyond that, older sums are used. Both limits count simulated packets, so a
 * run finds the same causes on any machine.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import type { Network } from "../../sim/model/network.ts";
import { IN, NEXT, SIZE } from "../../sim/model/packet-record.ts";
import type { Switch } from "../../sim/model/switch.ts";
import type { Bytes, Ps } from "../../base/units.ts";

/** The limit of visited packets per packet sent. Visiting a packet costs about 7 ns, sending one about 300 ns. */
const WALKED_A_PACKET = 2;
/** The packets that may be visited in addition to the limit. */
const WALKED_FREE = 100_000;

/** The cause of a PAUSE: two egress ports as network-wide numbers. -1: none. */
interface Blocked {
  /**
   * `egress`: the port where most of the ingress queue's bytes wait. `stopped`: the paused port with most of these bytes, if at least half
   * of them wait at paused ports. With less than half, the congestion began at this switch.
   */
  readonly egress: number;
  readonly stopped: number;
}

/** The bytes of an egress queue by ingress port, at a time in the past. */
interface Sums {
  readonly bytes: Float64Array;
  time: Ps;
  /** The bytes that the port had sent by that time. */
  sent: Bytes;
}

export class CauseFinder {
  private readonly network: Network;
  /** By egress queue. */
  private readonly sums = new Map<number, Sums>();
  /** By switch: the number of packets visited. */
  private readonly walked: Float64Array;

  constructor(network: Network) {
    this.network = network;
    this.walked = new Float64Array(network.fabric.nodes);
  }

  /** Finds the cause for ingress queue (port, class). The port is a network-wide number. */
  find(inPort: number, cls: number): Blocked {
    const { fabric, switches } = this.network;
    const at = switches[fabric.node[inPort]];
    if (at === null) return { egress: -1, stopped: -1 };
    const { located, ...blocked } = this.look(at, inPort, cls, 1 / 4);
    return located >= at.held((inPort << CLASS_BITS) | cls) / 2 ? blocked : this.look(at, inPort, cls, 0);
  }

  /** Uses only sums of queues of which at most the share `stale` was sent since. */
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
    at.eachFirst(name, (first) => {
      for (let packet = first; packet !== 0; packet = words[(packet << 4) | NEXT]) {
        const inPort = words[(packet << 4) | IN];
        if (inPort >= 0) sums.bytes[inPort - at.base] += words[(packet << 4) | SIZE];
        this.walked[at.node]++;
      }
    });
    return sums;
  }
}
