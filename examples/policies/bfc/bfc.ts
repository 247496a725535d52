/**
 * Backpressure Flow Control: each hop pauses single queues of the hop before it, so a congested flow stops alone.
 *
 * Rule
 *   - Queue      a switch hashes a flow to an entry of a table. An entry without packets gets an unused queue of its class, or a random one
 *                if all have packets. It keeps its queue if the next packet comes within `sticky` hop round trips.
 *   - Pause      an arriving packet makes its queue longer than T = (hop RTT + slack) * rate / active queues. The switch then pauses the
 *                queue that the packet left at the switch before, or its flow if that hop is a host.
 *   - Resume     the queue is no longer than T. Until the first new packet arrives it has a hop RTT of packets to send.
 *   - Turns      deficit round robin among the queues of a class that have packets and are not paused.
 *
 * Paper    Goyal et al., Backpressure Flow Control, NSDI 2022.
 * Run it   xoff run scenario.yaml     Test it   xoff test bfc.ts
 */
import { defineParams, type Bytes, type Ps, type QueueView, type SchedulingPolicy, type Values } from "xoff/policy";

export const role = "scheduling";
export const about = "pauses single queues of the hop before (BFC)";

export const params = defineParams({
  queues: { unit: "count", default: 32, min: 2, max: 512, source: "BFC", about: "Queues of each class at a port." },
  table: { unit: "count", default: 1024, min: 1, max: 16384, source: "lab", about: "Entries of a port's flow table." },
  sticky: {
    unit: "ratio",
    default: 2,
    min: 0,
    max: 1000,
    source: "BFC",
    about: "Hop RTTs without packets after which an entry gets a new queue.",
  },
  slack: {
    unit: "ps",
    default: 0,
    min: 0,
    max: 1e9,
    source: "lab: frames leave at once",
    about: "Time added to the hop RTT in T.",
  },
});

export function create({ queues, table, sticky, slack }: Values<typeof params>, view: QueueView): SchedulingPolicy {
  const strict = view.strict.reduce((bits, cls) => bits | (1 << cls), 0);
  const lowest = (classes: number): number => 31 - Math.clz32(classes & -classes);
  /** Header field: the queue that the packet left at the switch before. */
  const { at: leftQueue } = view.words(1);
  const frame = view.maxFrame + view.wireOverhead;

  /** By entry of a port's table: its queue, its packets, and the time of the latest change. */
  const queueOf = new Int16Array(view.ports * table).fill(-1);
  const packets = new Int32Array(view.ports * table);
  const changed = new Float64Array(view.ports * table);
  /** A place is a queue of a class of a port: `(port * 8 + cls) * queues + queue`. */
  const places = view.ports * 8 * queues;
  const deficit = new Float64Array(places);
  /** By place: the latest time at which a packet joined or left it. */
  const used = new Float64Array(places).fill(-Infinity);
  /** By class of a port: the queue whose turn it is. */
  const turn = new Int32Array(view.ports * 8).fill(-1);
  /**
   * A sender of the hop before is a queue of an ingress port's peer, or a flow of a host. Its number is the queue's place at the ingress port,
   * or `places` plus the flow. By place: the last sender that it has paused. By sender: the one paused before it for the same place. -1: none.
   */
  const lastPaused = new Int32Array(places).fill(-1);
  const pausedBefore = new Int32Array(places + view.flows).fill(-1);
  const isPaused = new Uint8Array(places + view.flows);
  /** By flow of a host: the ingress port of its switch. */
  const ingress = new Int32Array(view.flows);

  const placeOf = (port: number, cls: number, queue: number): number => (port * 8 + cls) * queues + queue;
  /** The time from a decision about the peer of `port` to the arrival of the first packet that it affects. */
  const hopRtt = (port: number): Ps => 2 * view.delay(port) + (2 * frame * 8e12) / view.rate(port);
  /** T for a queue of egress `port` and packets from `from`. */
  const threshold = (port: number, cls: number, from: number): Bytes =>
    ((hopRtt(from) + slack) * view.rate(port)) / 8e12 / Math.max(1, view.active(port, cls));

  function entryOf(port: number, cls: number, packet: number, flow: number): number {
    const key = Math.imul((view.names[flow] << 4) ^ (cls << 1) ^ (view.isData(packet) ? 0 : 1), 0x9e3779b1);
    return port * table + ((key >>> 8) % table);
  }

  /** A queue that no entry has used within `sticky` hop RTTs, or an empty one, or a random one. */
  function freeQueue(port: number, cls: number): number {
    const first = Math.floor(view.random(port) * queues);
    let empty = -1;
    for (let k = 0; k < queues; k++) {
      const queue = (first + k) % queues;
      if (view.queued(port, cls, queue) !== 0) continue;
      if (view.now - used[placeOf(port, cls, queue)] > sticky * hopRtt(port)) return queue;
      if (empty < 0) empty = queue;
    }
    return empty < 0 ? first : empty;
  }

  function pauseFor(place: number, from: number, cls: number, flow: number, left: number): void {
    const isHost = view.toHost(from);
    const sender = isHost ? places + flow : placeOf(from, cls, left);
    if (isPaused[sender] === 1) return;
    isPaused[sender] = 1;
    pausedBefore[sender] = lastPaused[place];
    lastPaused[place] = sender;
    if (isHost) ingress[flow] = from;
    view.pause(from, cls, isHost ? flow : left);
  }

  function resumeAll(place: number, cls: number): void {
    for (let sender = lastPaused[place]; sender >= 0; sender = pausedBefore[sender]) {
      isPaused[sender] = 0;
      if (sender >= places) view.resume(ingress[sender - places], cls, sender - places);
      else view.resume(Math.floor(sender / (8 * queues)), cls, sender % queues);
    }
    lastPaused[place] = -1;
  }

  return {
    queues,
    next: (_port, ready) => lowest((ready & strict) !== 0 ? ready & strict : ready),

    assign(port, cls, packet, flow, size, from) {
      const entry = entryOf(port, cls, packet, flow);
      const isStale = packets[entry] === 0 && view.now - changed[entry] > sticky * hopRtt(port);
      if (queueOf[entry] < 0 || isStale) queueOf[entry] = freeQueue(port, cls);
      const queue = queueOf[entry];
      packets[entry]++;
      changed[entry] = used[placeOf(port, cls, queue)] = view.now;
      // An ACK of a host has waited there in no queue of its flow, so nothing can be paused.
      const canPause = from >= 0 && (view.isData(packet) || !view.toHost(from));
      if (canPause && view.queued(port, cls, queue) + size > threshold(port, cls, from))
        pauseFor(placeOf(port, cls, queue), from, cls, flow, leftQueue[packet]);
      return queue;
    },

    nextQueue(port, cls) {
      const at = port * 8 + cls;
      let queue = turn[at];
      let size = queue < 0 || view.isPaused(port, cls, queue) ? 0 : view.firstSize(port, cls, queue);
      if (size === 0 || deficit[at * queues + queue] < size) {
        queue = turn[at] = view.nextActive(port, cls, queue);
        size = view.firstSize(port, cls, queue);
        // The quantum is the largest frame, so each turn sends a packet.
        deficit[at * queues + queue] += view.maxFrame;
      }
      deficit[at * queues + queue] -= size;
      return queue;
    },

    onLeave(port, cls, packet, flow, _size, from, queue) {
      const entry = entryOf(port, cls, packet, flow);
      const place = placeOf(port, cls, queue);
      packets[entry]--;
      changed[entry] = used[place] = view.now;
      leftQueue[packet] = queue;
      const left = view.queued(port, cls, queue);
      if (left === 0) deficit[place] = 0;
      if (lastPaused[place] >= 0 && (left === 0 || left <= threshold(port, cls, from))) resumeAll(place, cls);
    },
  };
}
