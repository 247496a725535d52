/**
 * The bones of DSH, to show that the headroom role carries it: not the algorithm.
 *
 *   insurance headroom    eta a port, and no headroom by queue: what follows a queue's PAUSE goes to the pool
 *   X_qoff = T - eta      a queue's shared bytes above it stop the queue
 *   X_poff = N_q T        a port's sum above it stops the port, whose packets then go to the insurance
 *
 * A port goes again only when its insurance is empty (errata).
 *
 * Paper  dsh, section IV
 */
import {
  FOOTROOM,
  HEADROOM,
  NOTHING,
  PORT,
  QUEUE,
  REFUSED,
  type HeadroomPolicy,
  type HeadroomView,
} from "../../src/headroom/contract.ts";
import type { Heard } from "./heard.ts";

export const dsh =
  (heard: Heard) =>
  (view: HeadroomView): HeadroomPolicy => {
    const frame = view.maxFrame;
    const eta = Float64Array.from(
      { length: view.ports },
      (_, port) => 2 * ((view.rate(port) * view.delay(port)) / 8e12 + frame) + view.reaction,
    );
    const queues = view.lossless.length;
    const off = new Uint8Array(view.ports);
    const shared = (queue: number): number => Math.max(0, view.footroom(queue) - view.private);
    /** Shared bytes of a port: all it holds, less the private segments and the insurance. */
    const sum = (port: number): number => {
      let own = 0;
      for (const cls of view.lossless) own += Math.min(view.footroom(port * 8 + cls), view.private);
      return view.occupancy(port) - view.portHeadroom(port) - own;
    };

    return {
      reserved: eta.reduce((all, bytes) => all + bytes, 0),
      resumeAsks: "every queue",
      place(queue, size) {
        const port = queue >> 3;
        const fits = view.pool.used + size <= view.pool.capacity;
        if (off[port] === 0 && fits) return FOOTROOM;
        heard.note("insurance", port);
        return view.portHeadroom(port) + size <= eta[port] ? HEADROOM : REFUSED;
      },
      pauses(queue, threshold) {
        const port = queue >> 3;
        let verdict = NOTHING;
        if (shared(queue) >= threshold - eta[port]) verdict |= QUEUE;
        if (sum(port) >= queues * threshold || view.portHeadroom(port) > 0) {
          verdict |= PORT;
          off[port] = 1;
        }
        if (verdict !== NOTHING) heard.note("pauses", verdict);
        return verdict;
      },
      resumes(queue, threshold) {
        const port = queue >> 3;
        let verdict = NOTHING;
        if (shared(queue) < threshold - eta[port]) verdict |= QUEUE;
        if (sum(port) < queues * threshold && view.portHeadroom(port) === 0) {
          verdict |= PORT;
          off[port] = 0;
        }
        if (verdict !== NOTHING) heard.note("resumes", verdict);
        return verdict;
      },
    };
  };
