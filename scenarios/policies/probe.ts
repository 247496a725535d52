/**
 * A probe of your own: what else is to be measured?
 *
 * Rows     one for each time that a peer had a class of a port stopped, with how long it was and what waited there when it ended
 * Run it   xoff run my.yaml --set 'measure.probes=[./FILE]'     Test it   xoff test ./FILE
 * Rows are in the run's folder, as a table of this file's name, in Parquet and CSV.
 */
import { defineParams, us, type Probe, type ProbeColumns, type ProbeView, type Values } from "xoff/policy";

export const role = "probe";
export const about = "each time that a port was stopped";

/** What a row is of: network, node, port, queue (a port and class) or flow. The table begins with time_ns and its name. */
export const of = "queue";

/** Rows come of what happens at their own node alone, so the network may run in parts. Leave it out if yours counts over the whole network. */
export const local = true;

/**
 * The other columns, in the order in which record() is given their values. The unit says what becomes of them: ps (recorded in picoseconds, stands
 * there as stopped_ns), bytes, bps, ratio, count, flag (0 or 1), choice (an index of `choices`), node (its number; there it is its name).
 */
export const columns = {
  stopped: { unit: "ps", about: "How long it was." },
  waiting: { unit: "bytes", about: "Bytes that waited to leave when it ended; 0 at a host." },
} as const satisfies ProbeColumns;

/** What a scenario may set, with units: help, checks and reports read it. */
export const params = defineParams({
  least: { unit: "ps", default: us(1), min: 0, max: us(1e6), source: "my own", about: "Shorter stops have no row." },
});

/**
 * The view is to be read: view.now (ps), names, switches, nodeOf, peer, rate(port), sentBytes(port), stopped(port), backlog(queue), held(queue),
 * headroom(port), threshold(queue), used[node], flows.rcvNxt[flow] and so on. A queue is port * 8 + class.
 */
export function create({ least }: Values<typeof params>, view: ProbeView): Probe {
  const since = new Float64Array(view.ports * 8).fill(-1); // kept here, not at the top of the file: each run has its own
  return {
    // Hooks, each when it has happened. What is not named is not called, and costs nothing.
    /** The peer of a port has stopped classes there, a bit mask. */
    onStopped(port, classes) {
      for (let cls = 0; cls < 8; cls++) {
        const queue = port * 8 + cls;
        if ((classes & (1 << cls)) !== 0 && since[queue] < 0) since[queue] = view.now;
      }
    },
    /** And has let classes go; something else may still have one stopped. */
    onStarted(port) {
      const stopped = view.stopped(port);
      for (let cls = 0; cls < 8; cls++) {
        const queue = port * 8 + cls;
        if (since[queue] < 0 || (stopped & (1 << cls)) !== 0) continue;
        const time = view.now - since[queue];
        if (time >= least) view.recordAt(since[queue], queue, time, view.backlog(queue));
        since[queue] = -1;
      }
    },

    // every: us(5), and onSample(): every so often (measure.every, if `every` is not there)
    // onReceived(flow), onAcked(flow): its receiver has every byte; its sender has the last ACK
    // onPause(port, cls, backlog, threshold), onResume(the same): a switch tells the peer of that port to stop, or to go on
    // onDrop(port, packet, cause): view.flowOf(packet), bytesOf, kindOf; cause and kind are indices of DROP_CAUSES and PACKET_KINDS
    // onHeadroom(port, bytes): so much of its headroom is in use now
    // onReceive(port, packet), onEnqueue(port, cls, packet, backlog), onDequeue(port, cls, packet, backlog, mark): of each packet
    // onEnd(): the run is over: view.record(subject, ...) for what sums it up
  };
}
