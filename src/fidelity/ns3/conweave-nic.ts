/**
 * The NIC of ConWeave's simulator: queue pairs in turn, and at most one pending wake-up
 * (docs/conweave-semantics.md).
 *
 * If no pair may send now, the port schedules a wake-up for the earliest pacing time that is in the future. It looks at
 * the pacing times of all unfinished pairs with bytes to send, also of paused and window-limited ones. While a wake-up
 * is pending, the port schedules no other. Only a change of a flow's rate can move the wake-up to an earlier time. A
 * flow that begins in the meantime may have an earlier pacing time. It still waits for the wake-up or for the next ACK.
 * So a flow at a low rate delays flows that begin at the same host.
 */
import type { NicRule, NicView } from "../../contracts/nic.ts";
import { eligibility } from "../exact/nic.ts";

export function createConweaveNic(view: NicView): NicRule {
  const { size, sndNxt, nextSend, port: portOf } = view;
  /** The unfinished queue pairs of each port, in the order in which they began. */
  const pairs: number[][] = Array.from({ length: view.ports }, () => []);
  /**
   * For each port the index at which the next scan starts. The simulator starts after the queue pair served last,
   * and its first scan starts after the first queue pair.
   */
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
      // A queue pair stays in the list until its flow is finished, so a rewind changes nothing here.
    },
    onSooner(flow) {
      const port = portOf[flow];
      if (wake.pending(port) && nextSend[flow] < wake.due(port)) wake.arm(port, Math.max(nextSend[flow], view.now));
    },
  };
  return rule;
}
