/**
 * The NIC of HPCC's ns-3 simulator: it selects the queue pair that sends next (docs/ns3-semantics.md, section 7).
 *
 * It scans from the pair after the one served last. Finished pairs stay in the list until a scan meets one. The scan
 * then removes all finished pairs from that index on, and does not adjust the round-robin pointer. At most one wake-up
 * is pending between packets. Only a change of a flow's rate can move the wake-up to an earlier time; a new flow that
 * could send earlier does not. Each of these rules affects the results.
 */
import type { NicRule, NicView } from "../../contracts/nic.ts";

export interface Ns3Nic extends NicRule {
  /**
   * Rebuilds the list of queue pairs of a port from `flows`, in this order. Calls `look` after each pair that joins.
   */
  redistribute(port: number, flows: readonly number[], look: () => void): void;
}

export function createNic(view: NicView, ackStoppedBy: (flowClassMask: number) => boolean): Ns3Nic {
  const { size, sndNxt, sndUna, nextSend, limit, cls, port: portOf } = view;
  const pairs: number[][] = Array.from({ length: view.ports }, () => []);
  const last = new Int32Array(view.ports);
  /** By port: the number of queue pairs with unsent bytes. If this number and `finished` are 0, `kick` sends no data. */
  const unsent = new Int32Array(view.ports);
  /** By port: the number of finished queue pairs that are still in the list. */
  const finished = new Int32Array(view.ports);
  const wake = view.timer((port) => {
    rule.kick(port);
  });

  const hasLeft = (flow: number): boolean => sndNxt[flow] < size[flow];
  const isFinished = (flow: number): boolean => sndUna[flow] >= size[flow];

  /** Removes every finished pair from index `from` on. Returns the new index of the pair at `chosen`. */
  function compact(port: number, from: number, chosen: number): number {
    const list = pairs[port];
    let to = from;
    let moved = chosen;
    for (let at = from; at < list.length; at++) {
      const flow = list[at];
      if (isFinished(flow)) {
        finished[port]--;
        continue;
      }
      if (at === chosen) moved = to;
      list[to++] = flow;
    }
    list.length = to;
    return moved;
  }

  function wakeForNext(port: number): void {
    let earliest = Infinity;
    for (const flow of pairs[port]) if (hasLeft(flow) && nextSend[flow] < earliest) earliest = nextSend[flow];
    if (earliest !== Infinity && earliest > view.now && !wake.pending(port)) wake.arm(port, earliest);
  }

  const rule: Ns3Nic = {
    kick(port) {
      if (!view.idle(port)) return;
      const stopped = view.stopped(port);
      const control = view.readyControl(port);
      if (control !== 0 && !ackStoppedBy(stopped)) {
        view.sendControl(port, control);
        return;
      }
      const list = pairs[port];
      const n = list.length;
      if (n === 0) return;
      const now = view.now;
      let chosen = -1;
      let done = n;
      let at = last[port] % n;
      for (let k = 0; k < n; k++) {
        at = at + 1 === n ? 0 : at + 1;
        const flow = list[at];
        const left = hasLeft(flow);
        if (left && (stopped & (1 << cls[flow])) === 0 && sndNxt[flow] - sndUna[flow] < limit[flow]) {
          if (nextSend[flow] > now) continue;
          chosen = at;
          break;
        }
        if (at < done && isFinished(flow)) done = at;
      }
      if (done < n) chosen = compact(port, done, chosen);
      if (chosen < 0) {
        wakeForNext(port);
        return;
      }
      last[port] = chosen;
      const flow = list[chosen];
      // `unsent` is the number of the port's queue pairs that have unsent bytes. `sendData` calls `hasWork`, which reads `unsent`, to
      // decide whether the end of this packet needs an event. So if this packet is the flow's last, `unsent` decreases first.
      if (size[flow] - sndNxt[flow] <= view.payload) unsent[port]--;
      view.sendData(port, flow);
    },
    hasWork: (port) => unsent[port] > 0 || finished[port] > 0,
    onStart(flow) {
      pairs[portOf[flow]].push(flow);
      // A flow of size 0 is finished from the start. The next scan removes its queue pair, and the flow is never reported
      // as completed.
      (hasLeft(flow) ? unsent : finished)[portOf[flow]]++;
    },
    onFinish(flow) {
      finished[portOf[flow]]++;
    },
    onRewind(flow) {
      unsent[portOf[flow]] = pairs[portOf[flow]].reduce((count, f) => count + (hasLeft(f) ? 1 : 0), 0);
    },
    redistribute(port, flows, look) {
      const list: number[] = (pairs[port] = []);
      unsent[port] = finished[port] = 0;
      for (const flow of flows) {
        list.push(flow);
        if (hasLeft(flow)) unsent[port]++;
        look();
      }
    },
    onSooner(flow) {
      const port = portOf[flow];
      if (wake.pending(port) && nextSend[flow] < wake.due(port)) wake.arm(port, Math.max(nextSend[flow], view.now));
    },
  };
  return rule;
}
