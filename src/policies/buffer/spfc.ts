/**
 * Selective-PFC: a port whose packets leave the switch fast is what the paper calls a victim port, and may fill the
 * pool. The other ports share the pool by DT.
 *
 *   normal port   T = alpha (free memory), as under Dynamic Threshold
 *   victim port   T = own bytes + spare, but at least the T of a normal port
 *
 * T is the threshold at which a port pauses its upstream. Spare is the number of bytes that a victim port may still add.
 * So a victim port pauses its upstream only when memory is full. The computation of spare depends on the headroom policy:
 *
 * - If headroom has separate accounts, spare is the free part of the pool.
 * - With `headroom: one-counter`, spare is the free memory less the bytes that may still arrive after PAUSE frames
 *   (`policies/headroom/one-counter.ts`).
 *
 * The traffic of an ingress port may leave the switch faster than C / K. Here C is the rate of the port, and K the
 * parameter `k`. Such a port carries more than a burst into one congested egress port, and a PAUSE would block its other
 * flows without need. Each ingress port has the circuit of the paper's figure 10:
 *
 *   TC   A clock that starts a new interval every `period`.
 *   IRC  A counter of the bytes that arrived by the port and leave in the interval. At C `period` / K bytes the port becomes a victim.
 *   SH   A register with the state of the previous interval. A port is a victim if IRC or SH says so. So it becomes a victim at once,
 *        and returns to normal only at the end of an interval. From a PAUSE of the port to its RESUME, SH and IRC are ignored: a port
 *        that pauses its upstream is normal.
 *
 * Paper    spfc, sections IV and V.
 * Differs  The policy counts bytes instead of packets. The threshold of a victim is not the buffer's size, which would lose packets
 *          (docs/errata.md).
 */
import { defineParams, type Signal, type Unread, type Values } from "../../base/params.ts";
import type { Bytes } from "../../base/units.ts";
import type { BufferPolicy, BufferView } from "../../contracts/buffer.ts";

export const about = "DT, but ports that carry victim flows pause only when memory is full";

export const gives: readonly Signal[] = [];

export const params = defineParams({
  alpha: {
    unit: "ratio",
    default: 2,
    min: 1 / 1024,
    max: 1024,
    source: "spfc, section VII-D",
    about: "The threshold of a normal port's queue is alpha times the free memory.",
  },
  k: {
    unit: "ratio",
    default: 5,
    min: 1,
    max: 1024,
    source: "spfc, section IV-C",
    about: "A port is a victim if its packets leave at more than 1/k of its rate.",
  },
  period: {
    unit: "ps",
    derived: "4 times the longest base RTT between two hosts",
    min: 1e6,
    max: Number.MAX_SAFE_INTEGER,
    source: "spfc, section V-B",
    about: "TC: the interval over which departing bytes are counted.",
  },
  buffer: {
    unit: "bytes",
    derived: "the shared pool",
    min: 1,
    max: 2 ** 40,
    source: "spfc, equation 4",
    about:
      "B: the memory from which thresholds are computed. A value below the pool leaves room for bytes that `literal` stores beyond it.",
  },
  reach: {
    unit: "choice",
    default: "memory",
    choices: ["memory", "buffer"],
    source: "spfc, section IV-B",
    about:
      "Limit of victim ports: `memory` includes headroom that no late byte needs, `buffer` is the shared pool. Both are equal if headroom " +
      "has separate accounts.",
  },
  literal: {
    unit: "flag",
    default: false,
    source: "docs/errata.md",
    about: "As printed in the paper: a victim's threshold is the size of the buffer, without regard to other queues.",
  },
});

export const unread = ({ literal }: Values<typeof params>): Unread =>
  literal ? { reach: "with literal, the limit is the buffer" } : {};

/** The default of `period`, in multiples of the longest base RTT. */
const PERIOD_RTTS = 4;

export function create(p: Values<typeof params>, view: BufferView): BufferPolicy {
  const { alpha, literal } = p;
  const { firstPort, lossless, nodeOf, nodes, ports, used } = view;
  const departed = view.departures();
  /** By node: the paper's B, the memory from which thresholds are computed. */
  const capacity = p.buffer === undefined ? view.capacity : new Float64Array(nodes).fill(p.buffer);
  const period = p.period ?? PERIOD_RTTS * view.baseRtt;
  /**
   * By ingress port: the limit of its counter IRC. If so many bytes of the port leave the switch within one period, the
   * port becomes a victim port.
   */
  const enough = Float64Array.from({ length: ports }, (_, port) => (view.rate(port) * period) / 8e12 / p.k);
  /** By ingress port: its bytes that had left the switch when the current interval began. */
  const before = new Float64Array(ports);
  /**
   * By ingress port: the port is a victim if its bytes departed since time 0 have reached this number. If enough bytes departed
   * in the previous interval, the number is -Infinity, so the port is a victim in this interval too. While the port pauses its
   * upstream, the number is Infinity, because the port cannot be a victim then.
   */
  const victimFrom = enough.slice();
  /**
   * By port: the number of its current pauses, of single queues or of the whole port. A pause lasts from PAUSE to
   * RESUME.
   */
  const paused = new Uint16Array(ports);

  // The clocks of all switches tick at the same times, from time 0 on. The clock of an empty switch stops, because no
  // packet can leave that switch.
  const running = new Uint8Array(nodes);
  const clock = view.timer(nodes, (node) => {
    running[node] = 0;
    let busy = false;
    for (let port = firstPort[node]; port < firstPort[node + 1]; port++) {
      const count = departed[port] - before[port];
      before[port] = departed[port];
      if (paused[port] === 0) victimFrom[port] = count >= enough[port] ? -Infinity : before[port] + enough[port];
      if (count > 0 || view.occupancy(port) > 0) busy = true;
    }
    if (busy) start(node);
  });
  function start(node: number): void {
    running[node] = 1;
    clock.arm(node, (Math.floor(view.now / period) + 1) * period);
  }

  const isNormal = (port: number): boolean => departed[port] < victimFrom[port];
  const free = (node: number): Bytes => Math.max(0, capacity[node] - used[node]);
  /**
   * The bytes that a victim port may still add. With `reach: buffer` these are the free bytes of the pool. Otherwise they
   * are the bytes that the switch can still accept without a loss (`view.spare`). If the pool is larger than the parameter
   * `buffer`, the difference is subtracted.
   */
  const spare =
    p.reach === "buffer"
      ? free
      : (node: number): Bytes => Math.max(0, view.spare(node) - (view.capacity[node] - capacity[node]));

  function byState(node: number, port: number, cls: number): Bytes {
    if (running[node] === 0) start(node);
    const normal = alpha * free(node);
    if (isNormal(port)) return normal;
    return Math.max(normal, literal ? capacity[node] : view.backlog(port, cls) + spare(node));
  }

  return {
    // `normal` is usually at least as large as the whole pool. In that case neither a normal port nor a victim port pauses
    // its upstream. So it is not computed which of the two the port is.
    threshold(port, cls) {
      const here = nodeOf[port];
      const normal = alpha * (capacity[here] - used[here]);
      return running[here] !== 0 && normal >= capacity[here] ? normal : byState(here, port, cls);
    },
    portThreshold(port) {
      const here = nodeOf[port];
      const normal = lossless.length * alpha * free(here);
      if (isNormal(port)) return normal;
      if (literal) return lossless.length * capacity[here];
      let own = 0;
      for (const cls of lossless) own += view.backlog(port, cls);
      return Math.max(normal, own + spare(here));
    },
    onPauseSent(port) {
      paused[port]++;
      victimFrom[port] = Infinity;
    },
    onResumeSent(port) {
      if (paused[port] > 0) paused[port]--;
      if (paused[port] === 0) victimFrom[port] = before[port] + enough[port];
    },
  };
}
