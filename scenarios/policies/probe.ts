/**
 * Your own probe: what else is to be measured?
 *
 * Rows: one for each pause of a class of a port: its duration, and the backlog at its end.
 *
 *   xoff run my.yaml --set 'measure.probes=[./FILE]'    run it
 *   xoff test ./FILE                                    test it
 *
 * The folder of a run has the rows as a table with the name of this file, in Parquet and CSV.
 */
import { defineParams, us, type Probe, type ProbeColumns, type ProbeView, type Values } from "xoff/policy";

export const role = "probe";
export const about = "each pause of a port";

/**
 * The subject of a row: "network", "node", "port", "queue" or "flow". A queue is a port and a class. The table begins with
 * the column time_ns and the columns of the subject.
 */
export const of = "queue";

/**
 * Each row depends only on events at its own node, so the network may run in partitions. Remove this line if a row of your
 * probe depends on the whole network.
 */
export const local = true;

/**
 * The other columns, in the order of the values of record(). The units are:
 *
 * - ps: recorded in picoseconds; the table has nanoseconds, in a column such as stopped_ns
 * - bytes, bps, ratio and count
 * - flag: 0 or 1
 * - choice: an index of `choices`
 * - node: the number of a node; the table has its name
 */
export const columns = {
  stopped: { unit: "ps", about: "Duration of the pause." },
  waiting: { unit: "bytes", about: "Backlog at the end of the pause; 0 at a host." },
} as const satisfies ProbeColumns;

/** The parameters for scenarios, with units. Help, checks and reports read this table. */
export const params = defineParams({
  least: { unit: "ps", default: us(1), min: 0, max: us(1e6), source: "my own", about: "Shorter pauses have no row." },
});

/**
 * Called once for a run. The view gives the state of the network, for reading only. The number of a queue is
 * port * 8 + class. Examples:
 *
 *   network   now (in ps), names, switches, nodeOf, peer
 *   port      rate(port), sentBytes(port), stopped(port), headroom(port)
 *   queue     backlog(queue), held(queue), threshold(queue)
 *   node      used[node]
 *   flow      flows.rcvNxt[flow]
 */
export function create({ least }: Values<typeof params>, view: ProbeView): Probe {
  /** Start of each queue's current pause, or -1. Each run needs its own state, so it is not at the top of the file. */
  const since = new Float64Array(view.ports * 8).fill(-1);
  return {
    // A hook is called after its event. A hook that you leave out costs no time.
    /** The peer of a port paused `classes`, a bit mask. */
    onStopped(port, classes) {
      for (let cls = 0; cls < 8; cls++) {
        const queue = port * 8 + cls;
        if ((classes & (1 << cls)) !== 0 && since[queue] < 0) since[queue] = view.now;
      }
    },
    /** The peer of a port resumed classes. A class can still be paused for another cause. */
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

    // Optional hooks:
    //   onSample()                                    at regular times: `every: us(5)`, or else measure.every
    //   onReceived(flow)                              the receiver has every byte
    //   onAcked(flow)                                 the sender has the last ACK
    //   onPause(port, cls, backlog, threshold)        a switch pauses the peer of that port
    //   onResume(port, cls, backlog, threshold)       a switch resumes the peer of that port
    //   onDrop(port, packet, cause)                   a packet was dropped; `cause` is an index of DROP_CAUSES
    //   onHeadroom(port, bytes)                       the use of the port's headroom changed to `bytes`
    //   onReceive(port, packet)                       a packet arrived
    //   onEnqueue(port, cls, packet, backlog)         a packet joined an egress queue
    //   onDequeue(port, cls, packet, backlog, mark)   a packet left an egress queue
    //   onEnd()                                       the run ended: view.record(subject, ...) writes totals
    // Properties of a packet: view.flowOf(packet), bytesOf and kindOf, an index of PACKET_KINDS.
  };
}
