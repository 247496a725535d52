/**
 * Link down: a link dies in both directions, and works again when the fault ends. `times` repeats the fault (a flapping
 * link).
 *
 * Packets on the link are lost, and so are packets in the egress queues of its two ports. Pauses of these ports end. A
 * credit-based link policy handles the loss like any loss of packets. Switches send into the dead link until the routes
 * adapt, `converge` later. A repaired port is used again after the same time. A port that still needs its upstream
 * paused repeats the PAUSE when the link is back.
 *
 * Differs  Real ports join routes only after both ends agree. Here all switches adapt after the time `converge`.
 */
import { defineParams, ParamError, type Values } from "../../base/params.ts";
import { us, type Ps } from "../../base/units.ts";
import type { Fault, FaultView } from "../../contracts/faults.ts";
import { checkEvery, convergeParam, deadLinks } from "./dead-links.ts";

export { loses } from "./dead-links.ts";

export const about = "a link dies and works again, and routes adapt";
export const befalls = "links" as const;
export const places = {
  target: { about: "Links, each named after its two ends: leaf0-spine1 or leaf0-spine*. Or a list." },
};
export const varies = true as const;
export const cuts = true as const;
export const steady = true as const;

export const params = defineParams({
  converge: convergeParam,
  times: { unit: "count", default: 1, min: 1, max: 10_000, source: "lab: once", about: "How often the link dies." },
  every: {
    unit: "ps",
    default: us(1000),
    min: 1,
    max: us(60e6),
    source: "lab",
    about: "Interval between two deaths of the link, if it dies more than once.",
  },
});

export function check(p: Values<typeof params>, lasts: number): void {
  if (p.times > 1) checkEvery(p.every, lasts);
}

export function late({ times, every }: Values<typeof params>, left: Ps): ParamError | undefined {
  const fits = Math.ceil(left / every);
  if (times <= fits) return undefined;
  return new ParamError("times", `at most ${fits}: later faults begin after the end of the run`, times);
}

export function create(p: Values<typeof params>, view: FaultView): Fault {
  const each = Array.from({ length: p.times }, () =>
    deadLinks(
      view,
      p.converge,
      view.ports.filter((_, k) => k % 2 === 0),
    ),
  );
  const again = view.timer(p.times * 2, (k) => {
    const one = each[k >> 1];
    view.note((k & 1) === 0 ? "begins again" : "ends again", view.ports[0]);
    if ((k & 1) === 0) one.begin();
    else one.end();
  });
  return {
    begin() {
      each[0].begin();
      for (let k = 1; k < p.times; k++) {
        again.arm(k * 2, view.now + k * p.every);
        again.arm(k * 2 + 1, view.now + (view.until - view.at) + k * p.every);
      }
    },
    end() {
      each[0].end();
    },
  };
}
