/**
 * The bones of SPFC, to show that the buffer role carries it: not the algorithm.
 *
 *   a port whose departures in TC exceed TC C / K and that has just resumed is a victim: T = its own bytes + the free pool
 *   a port that pauses, or departs slower than that when TC is over, is normal: T = alpha (B - Q)
 *
 * Paper  spfc, section IV
 */
import type { BufferPolicy, BufferView } from "../../src/buffer/contract.ts";
import { us } from "../../src/units.ts";
import type { Heard } from "./heard.ts";

export interface SpfcValues {
  readonly alpha: number;
  readonly period: number;
  readonly k: number;
}

export const values: SpfcValues = { alpha: 2, period: us(10), k: 5 };

export const spfc =
  (heard: Heard, p: SpfcValues = values) =>
  (view: BufferView): BufferPolicy => {
    const departed = new Float64Array(view.ports);
    const victim = new Uint8Array(view.ports);
    /** A victim's count is judged each TC; others rise as soon as their count is high enough. */
    const enough = Float64Array.from({ length: view.ports }, (_, port) => (view.rate(port) * p.period) / 8e12 / p.k);
    const period = view.timer(view.ports, (port) => {
      heard.note("timer", view.now);
      if (departed[port] < enough[port]) victim[port] = 0;
      departed[port] = 0;
      period.arm(port, view.now + p.period);
    });
    for (let port = 0; port < view.ports; port++) period.arm(port, p.period);

    return {
      threshold(port, cls) {
        const free = view.capacity - view.used;
        if (victim[port] === 0) return p.alpha * free;
        heard.note("victim threshold", [view.backlog(port, cls), view.occupancy(port)]);
        return view.backlog(port, cls) + free;
      },
      onArrive(port, cls, size) {
        heard.note("onArrive", [port, cls, size]);
      },
      onDepart(port, cls, size) {
        heard.note("onDepart", [port, cls, size]);
        departed[port] += size;
      },
      onPauseSent(port, cls) {
        heard.note("onPauseSent", [port, cls]);
        victim[port] = 0;
      },
      onResumeSent(port, cls) {
        heard.note("onResumeSent", [port, cls]);
        if (departed[port] >= enough[port]) victim[port] = 1;
      },
    };
  };
