/**
 * The NIC of ConWeave's simulator: queue pairs in turn, and one wake-up that nothing moves (docs/conweave-semantics.md).
 *
 * Where no pair may send now, the port wakes when the first one is due that is not due yet, whether a PAUSE or its window holds it or not.
 * While such a wake-up is pending no other is made: a pair that is due before it waits for it, or for the next ACK that comes. So a flow that was
 * cut low delays those that begin beside it.
 */
import type { NicRule, NicView } from "../../contracts/nic.ts";
import { eligibility } from "../exact/nic.ts";

export function createOneWakeNic(view: NicView): NicRule {
  const { size, sndNxt, nextSend, port: portOf } = view;
  /** Pairs that are not finished, in the order in which they began. */
  const pairs: number[][] = Array.from({ length: view.ports }, () => []);
  /** Where the next scan begins. The simulator begins behind the pair served last, and its first scan behind the first pair. */
  const turn = new Int32Array(view.ports).fill(1);
  const wake = view.timer((port) => {
    rule.kick(port);
  });
  const { mayGo } = eligibility(view);
  const { repeats } = view;
  const hasLeft = (flow: number): boolean => sndNxt[flow] < size[flow] || (repeats !== null && repeats.next[flow] >= 0);

  const rule: NicRule = {
    kick(port) {
      if (!view.idle(port)) return;
      const control = view.readyControl(port);
      if (control !== 0) {
        view.sendControl(port, control);
        return;
      }
      const list = pairs[port];
      const n = list.length;
      if (n === 0) return;
      const { now } = view;
      const stopped = view.stopped(port);
      let at = turn[port] < n ? turn[port] : 0;
      for (let k = 0; k < n; k++) {
        const flow = list[at];
        if (mayGo(flow, stopped) && nextSend[flow] <= now && hasLeft(flow)) {
          turn[port] = at + 1;
          view.sendData(port, flow);
          return;
        }
        if (++at === n) at = 0;
      }
      if (wake.pending(port)) return;
      let earliest = Infinity;
      for (const flow of list) {
        const due = nextSend[flow];
        if (due > now && due < earliest && hasLeft(flow)) earliest = due;
      }
      if (earliest !== Infinity) wake.arm(port, earliest);
    },
    hasWork: (port) => pairs[port].length > 0,
    onStart(flow) {
      pairs[portOf[flow]].push(flow);
    },
    onFinish(flow) {
      const port = portOf[flow];
      const at = pairs[port].indexOf(flow);
      if (at < 0) return;
      pairs[port].splice(at, 1);
      if (turn[port] > at) turn[port]--;
    },
    onRewind() {
      // A pair stays in the list until it is finished.
    },
    onSooner(flow) {
      const port = portOf[flow];
      if (wake.pending(port) && nextSend[flow] < wake.due(port)) wake.arm(port, Math.max(nextSend[flow], view.now));
    },
  };
  return rule;
}
