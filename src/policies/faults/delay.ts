/**
 * Delay: light takes another time on a link from one moment to the next, as after protection switching on a long one; one way or both.
 *
 * Nothing overtakes: what would arrive before a packet sent earlier arrives with it. With an `outage` what is sent meanwhile is lost, as damaged, and
 * the new delay holds after it; ports stay up, since protection is quicker than they notice. Everybody goes on reckoning with the scenario's delay:
 * headroom, thresholds, round trips that policies were given.
 *
 * Source   ITU-T G.808.1: protection switching within 50 ms
 */
import { defineParams, type Values } from "../../base/params.ts";
import { us, type Bps, type Bytes, type Ps } from "../../base/units.ts";
import type { Fault, FaultView } from "../../contracts/faults.ts";
import { senders, wayParam } from "./ways.ts";

export const about = "light takes another time on a link: protection switching, or one way longer than the other";
export const befalls = "links" as const;
export const places = { target: { about: "Links after their two ends: dci0-dci1, dci*-dci*, or a list." } };
export const varies = true as const;
export const loses = "headroom and thresholds are those of the delay that the scenario gives the link";
export const required = ["delay"];

export const params = defineParams({
  delay: {
    unit: "delay",
    default: us(1),
    min: 0,
    max: us(1e6),
    source: "required",
    about: "The delay from then on, one way; or the length of the cable.",
  },
  way: wayParam,
  outage: {
    unit: "ps",
    default: 0,
    min: 0,
    max: us(1e6),
    source: "lab: hitless; ITU-T G.808.1 allows 50 ms",
    about: "How long what is sent is lost before the new delay holds, at the beginning and at the end.",
  },
});

/** What a link carries in the time by which a round trip is longer. */
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
