/**
 * Cells put in order at the ToR: paths of unequal delay deliver in order, and hosts need no change. A flow changes its path after each cell.
 * The last leaf holds a cell until the cell before it is complete.
 *
 *   source leaf    a cell ends after `cell` packets, once the far leaf has confirmed its begin; the next cell takes the next path
 *   each packet    carries the number of its cell, and the count of packets in the cells before
 *   last leaf      holds packets of the next cell until that count has arrived or `patience` is over; then it releases and confirms
 *
 * Paper    He et al., SIGCOMM 2015 (Presto), section 3.1: cells. Song et al., SIGCOMM 2023 (ConWeave): order at the ToR.
 * Differs  Presto puts cells in order at the host. ConWeave changes the path for a long RTT alone, and marks the last packet of a path.
 */
import { defineParams, us, type RoutingPolicy, type RoutingView, type Values } from "xoff/policy";

export const role = "routing";
export const about = "a path for each cell, put in order at the last leaf";

export const params = defineParams({
  cell: {
    unit: "count",
    default: 64,
    min: 1,
    max: 1e6,
    source: "presto: 64 KB",
    about: "Packets of a cell, at least.",
  },
  holds: { unit: "flag", default: true, source: "own", about: "False: the last leaf forwards in order of arrival." },
  patience: {
    unit: "ps",
    default: us(500),
    min: us(1),
    max: us(1e6),
    source: "own",
    about: "Longest time of holding.",
  },
});

/** Words of a data packet. A notice carries the number of the cell that it confirms. */
const CELL = 0;
const BEFORE = 1;
const WORDS = 2;

export function create(p: Values<typeof params>, view: RoutingView): RoutingPolicy {
  const { destination, leafOf, names, source } = view;
  const { at } = view.words(WORDS);
  const flows = source.length;
  const notice = new Int32Array(WORDS);
  // At the source leaf, by flow. `before`: packets of the cells before. `isConfirmed`: the last leaf has seen the begin of the cell.
  const sent = new Int32Array(flows);
  const cell = new Int32Array(flows);
  const before = new Int32Array(flows);
  const path = new Int32Array(flows);
  const isConfirmed = new Uint8Array(flows).fill(1);
  // At the last leaf, by flow. `arrived`: packets of the current cell and of those before. `due`: its value when the next cell may follow.
  const current = new Int32Array(flows);
  const arrived = new Int32Array(flows);
  const held = new Int32Array(flows);
  const next = new Int32Array(flows);
  const due = new Int32Array(flows);

  const overdue = view.timer(proceed);

  /** The cell before is complete, or overdue: forward the next one. */
  function proceed(flow: number): void {
    overdue.cancel(flow);
    current[flow] = next[flow];
    arrived[flow] = due[flow] + held[flow];
    if (held[flow] > 0) view.release(flow);
    held[flow] = 0;
    notice[CELL] = current[flow];
    view.notify(leafOf[destination[flow]], flow, notice);
  }

  return {
    choose(here, flow, reverse, _to, _ports, _from, count, packet) {
      const own = (names[flow] >>> 0) % count;
      if (reverse || here !== leafOf[source[flow]]) return own;
      if (isConfirmed[flow] === 1 && sent[flow] - before[flow] >= p.cell) {
        cell[flow]++;
        path[flow]++;
        before[flow] = sent[flow];
        isConfirmed[flow] = 0;
      }
      at[packet * WORDS + CELL] = cell[flow];
      at[packet * WORDS + BEFORE] = before[flow];
      sent[flow]++;
      return (own + path[flow]) % count;
    },
    holds(_port, packet, flow) {
      const itsCell = at[packet * WORDS + CELL];
      if (itsCell < current[flow]) return false;
      if (itsCell === current[flow]) {
        arrived[flow]++;
        // The last packet of its cell goes first, then those that are held.
        if (held[flow] > 0 && arrived[flow] >= due[flow]) {
          view.forward(packet);
          proceed(flow);
        }
        return false;
      }
      next[flow] = itsCell;
      due[flow] = at[packet * WORDS + BEFORE];
      if (arrived[flow] >= due[flow] || !p.holds) {
        due[flow] = Math.max(due[flow], arrived[flow]);
        proceed(flow);
        arrived[flow]++;
        return false;
      }
      if (held[flow]++ === 0) overdue.arm(flow, view.now + p.patience);
      return true;
    },
    onNotice(_here, packet, flow) {
      if (at[packet * WORDS + CELL] === cell[flow]) isConfirmed[flow] = 1;
    },
  };
}
