/**
 * Delay: the propagation delay of a link changes during a run, in one direction or both. An example is protection
 * switching on a long link.
 *
 * Packets are never reordered: a packet that would overtake an earlier one arrives together with it. During an `outage`
 * the link damages all packets, so they are lost. The new delay applies after the outage. The ports stay up, because
 * protection switching is faster than the detection of a dead link. Headroom, thresholds, and the round trips that
 * policies see are still computed from the scenario's delay.
 *
 * Source   ITU-T G.808.1: protection switching within 50 ms.
 */
import { defineParams, type Values } from "../../base/params.ts";
import { us, type Bps, type Bytes, type Ps } from "../../base/units.ts";
import type { Fault, FaultView } from "../../contracts/faults.ts";
import { senders, directionParam } from "./link-directions.ts";

export const about = "the delay of a link changes: protection switching, or one direction longer than the other";
export const befalls = "links" as const;
export const places = { target: { about: "Links, each named after its two ends: dci0-dci1 or dci*-dci*. Or a list." } };
export const varies = true as const;
export const loses = "headroom and thresholds follow the delay that the scenario gives the link";
export const required = ["delay"];

export const params = defineParams({
  delay: {
    unit: "delay",
    default: us(1),
    min: 0,
    max: us(1e6),
    source: "required",
    about: "The new one-way delay, or the length of the cable.",
  },
  way: directionParam,
  outage: {
    unit: "ps",
    default: 0,
    min: 0,
    max: us(1e6),
    source: "lab: hitless; ITU-T G.808.1 allows 50 ms",
    about: "Time during which packets are lost before the delay changes, both at the beginning and at the end.",
  },
});

/** The additional bytes that may follow a PAUSE, because the round trip is longer than the scenario's. */
export function excess(p: Values<typeof params>, { rate, delay }: { readonly rate: Bps; readonly delay: Ps }): Bytes {
  const ways = p.way === "both" ? 2 : 1;
  return Math.max(0, Math.ceil((ways * (p.delay - delay) * rate) / 8e12));
}

export function create(p: Values<typeof params>, view: FaultView): Fault {
  const ports = senders(view, p.way);
  for (const port of ports) view.mayTake(port, p.delay);
  const set = (delay: (port: number) => Ps): void => {
    for (const port of ports) {
      view.damage(port, 0, 0);
      view.setDelay(port, delay(port));
    }
  };
  const there = view.timer(1, () => {
    set(() => p.delay);
    view.note("the other path", view.ports[0]);
  });
  const back = view.timer(1, () => {
    set((port) => view.delay(port));
    view.note("the first path again", view.ports[0]);
  });
  const change = (timer: typeof there): void => {
    if (p.outage > 0) for (const port of ports) view.damage(port, 0, 1);
    timer.arm(0, view.now + p.outage);
  };
  return {
    begin: () => {
      change(there);
    },
    end: () => {
      there.cancel(0);
      change(back);
    },
  };
}
