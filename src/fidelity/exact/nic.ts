/**
 * The NIC of xoff's own model: control frames first, then queue pairs in turn, each as soon as its pacing permits.
 *
 * Each port has a ring of the queue pairs with bytes to send, and serves them in the order of this ring. If no pair may send now, a
 * timer of the port waits for the earliest pair that is delayed by its pacing alone. A window-limited pair waits
 * for an ACK, and a paused pair for the frame that resumes it. Both events call `kick`.
 */
import type { NicRule, NicView } from "../../contracts/nic.ts";

/**
 * The conditions, apart from pacing, under which a flow may send. `mayGo` is true if neither a pause nor the window
 * prevents the flow's next packet. `stopped` is a bit mask of the classes that may not send. `isLast` is true if the
 * flow has no packet to send after its next one.
 */
export interface Eligibility {
  readonly mayGo: (flow: number, stopped: number) => boolean;
  readonly isLast: (flow: number) => boolean;
}

export function eligibility(view: NicView): Eligibility {
  const { paused } = view;
  const all = byClass(view);
  if (paused === null) return all;
  const { mayGo, isLast } = all;
  return { mayGo: (flow, stopped) => paused[flow] === 0 && mayGo(flow, stopped), isLast };
}

/** The conditions under which a flow may send if peers pause whole classes only and no scheduling policy pauses single flows. */
function byClass(view: NicView): Eligibility {
  const { size, sndNxt, sndUna, limit, cls, repeats } = view;
  const plain: Eligibility = {
    mayGo: (flow, stopped) => (stopped & (1 << cls[flow])) === 0 && sndNxt[flow] - sndUna[flow] < limit[flow],
    isLast: (flow) => size[flow] - sndNxt[flow] <= view.payload,
  };
  if (repeats === null) return plain;

  const { next, landed, reach, look } = repeats;
  const mayGo = (flow: number, stopped: number): boolean => {
    if ((stopped & (1 << cls[flow])) !== 0) return false;
    if (next[flow] >= 0) return true;
    const ahead = sndNxt[flow] - sndUna[flow];
    return sndNxt[flow] < size[flow] && ahead < reach[flow] && ahead - landed[flow] < limit[flow];
  };
  return {
    mayGo:
      look === null
        ? mayGo
        : (flow, stopped) => {
            const may = mayGo(flow, stopped);
            look(flow);
            return may && (sndNxt[flow] < size[flow] || next[flow] >= 0);
          },
    isLast: (flow) => (next[flow] >= 0 ? sndNxt[flow] >= size[flow] : plain.isLast(flow)),
  };
}

export function createNic(view: NicView): NicRule {
  const { size, sndNxt, nextSend, port: portOf, repeats } = view;
  const rings: number[][] = Array.from({ length: view.ports }, () => []);
  const turn = new Int32Array(view.ports);
  const inRing = new Uint8Array(view.flows);
  const wake = view.timer((port) => {
    rule.kick(port);
  });

  const { mayGo, isLast } = eligibility(view);

  function leave(port: number, at: number): void {
    const ring = rings[port];
    inRing[ring[at]] = 0;
    for (let k = at + 1; k < ring.length; k++) ring[k - 1] = ring[k];
    ring.length--;
    if (turn[port] > at) turn[port]--;
  }

  function join(flow: number): void {
    if (inRing[flow] === 1) return;
    inRing[flow] = 1;
    rings[portOf[flow]].push(flow);
  }

  const rule: NicRule = {
    kick(port) {
      if (!view.idle(port)) return;
      const control = view.readyControl(port);
      if (control !== 0) {
        view.sendControl(port, control);
        return;
      }
      const ring = rings[port];
      const n = ring.length;
      if (n === 0) return;
      const now = view.now;
      const stopped = view.stopped(port);
      let at = turn[port] < n ? turn[port] : 0;
      let earliest = Infinity;
      for (let k = 0; k < n; k++) {
        const flow = ring[at];
        if (mayGo(flow, stopped)) {
          const due = nextSend[flow];
          if (due <= now) {
            turn[port] = at + 1;
            if (isLast(flow)) leave(port, at);
            view.sendData(port, flow);
            return;
          }
          if (due < earliest) earliest = due;
        }
        if (++at === n) at = 0;
      }
      if (earliest !== Infinity) wake.arm(port, earliest);
    },
    hasWork: (port) => rings[port].length > 0,
    turn: (port) => turn[port],
    onStart: join,
    onFinish(flow) {
      if (inRing[flow] === 1) leave(portOf[flow], rings[portOf[flow]].indexOf(flow));
    },
    onRewind(flow) {
      if (sndNxt[flow] < size[flow] || (repeats !== null && repeats.next[flow] >= 0)) join(flow);
    },
    onSooner(flow) {
      const port = portOf[flow];
      if (nextSend[flow] < wake.due(port) && wake.due(port) !== Infinity)
        wake.arm(port, Math.max(nextSend[flow], view.now));
    },
  };
  return rule;
}
