/**
 * The bones of PLB, to show that the routing role carries it: not the algorithm.
 *
 * The source leaf writes on each packet the delay it may tolerate and who wrote it; every switch takes its sojourn from that, and
 * one whose egress is stopped tells the source leaf when nothing is left. The leaf then keeps off the path for a while.
 *
 * Paper  plb, algorithm 1 with the errata's line 5
 */
import type { RoutingPolicy, RoutingView } from "../../src/routing/contract.ts";
import { PS_PER_NS, us } from "../../src/units.ts";
import type { Heard } from "./heard.ts";

/** Words of a packet: tolerable delay left, time it was enqueued, both ns; the switch that wrote the first. */
const WORDS = 3;
const LEFT = 0;
const SINCE = 1;
const LEAF = 2;

export const TOLERABLE_NS = 2000;
const AVOID = us(20);

export const plb =
  (heard: Heard) =>
  (view: RoutingView): RoutingPolicy => {
    const column = view.words(WORDS);
    /** When each egress was last stopped, ns. */
    const lastStop = new Float64Array(view.ports).fill(-1);
    const avoided = new Uint8Array(view.ports);
    const notice = new Int32Array(WORDS);
    /** The port of each flow, and of its ACKs, plus 1; 0: none yet. */
    const pathOf = new Uint8Array((view.keys.length / 4) * 2);
    const pardon = view.timer(view.ports, (port) => {
      heard.note("timer", [view.node, port]);
      avoided[port] = 0;
    });
    const nowNs = (): number => Math.floor(view.now / PS_PER_NS);

    return {
      choose(flow, reverse, to, ports, from, count, packet) {
        heard.note("choose", { node: view.node, leaf: view.leafOf(to) });
        const at = packet * WORDS;
        column.at[at + LEFT] = TOLERABLE_NS;
        column.at[at + LEAF] = view.node;
        const path = flow * 2 + (reverse ? 1 : 0);
        let best = -1;
        let least = Infinity;
        for (let step = 0; step < count; step++) {
          const k = (flow + step) % count; // so that flows begin on different paths
          const port = ports[from + k];
          if (port + 1 === pathOf[path] && avoided[port] === 0) return k;
          const waits = view.queued(port) + (avoided[port] === 1 || view.stopped(port, 3) ? 1e9 : 0);
          if (waits < least) {
            least = waits;
            best = k;
          }
        }
        pathOf[path] = ports[from + best] + 1;
        heard.note("path", [flow, ports[from + best]]);
        return best;
      },
      onArrive(port, packet, flow, reverse, size) {
        heard.note("onArrive", { node: view.node, port, flow, reverse, size, left: column.at[packet * WORDS + LEFT] });
      },
      onEnqueue(port, packet, _flow, size) {
        heard.note("onEnqueue", { node: view.node, port, size });
        column.at[packet * WORDS + SINCE] = nowNs();
      },
      onDequeue(port, packet, flow, size) {
        const at = packet * WORDS;
        const sojourn = nowNs() - column.at[at + SINCE];
        column.at[at + LEFT] -= sojourn;
        heard.note("onDequeue", { node: view.node, port, size, sojourn, left: column.at[at + LEFT] });
        const leaf = column.at[at + LEAF];
        const wasStopped = lastStop[port] >= column.at[at + SINCE];
        if (wasStopped && column.at[at + LEFT] < 0 && leaf !== view.node) {
          notice[LEFT] = sojourn;
          notice[SINCE] = nowNs();
          notice[LEAF] = view.node;
          view.notify(flow, notice);
        }
      },
      onStopped(port, cls) {
        heard.note("onStopped", { node: view.node, port, cls });
        lastStop[port] = nowNs();
      },
      onStarted(port, cls) {
        heard.note("onStarted", { node: view.node, port, cls });
      },
      onNotice(packet) {
        const { at } = column;
        const w = packet * WORDS;
        const [sojourn, since, from] = [at[w + LEFT], at[w + SINCE], at[w + LEAF]];
        heard.note("onNotice", { node: view.node, from, sojourn, took: nowNs() - since });
        for (let port = 0; port < view.ports; port++) {
          if (view.neighbour(port) !== from) continue;
          avoided[port] = 1;
          pardon.arm(port, view.now + AVOID);
        }
      },
    };
  };
