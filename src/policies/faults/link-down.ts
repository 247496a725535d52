/**
 * Link down: a link dies both ways, and works again when the fault ends; `times` of them make a flap.
 *
 * What is on the link is lost, and what waits to leave by it. Neither end is stopped any more, and what the other end was told of credits is what
 * its policy makes of lost packets. Switches go on sending into the dead link until routes have followed, `converge` later; a port that is repaired
 * is used again after as long. Whoever still wants its peer stopped tells it again when the link is back.
 *
 * Differs  real ports take part in no route before both ends agree; here the one number says when everybody knows
 */
import { defineParams, ParamError, type Values } from "../../base/params.ts";
import { us, type Ps } from "../../base/units.ts";
import type { Fault, FaultView } from "../../contracts/faults.ts";
import { checkEvery, convergeParam, deadLinks } from "./dead-links.ts";

export { loses } from "./dead-links.ts";

export const about = "a link dies, works again, and routes follow";
export const befalls = "links" as const;
export const places = { target: { about: "Links after their two ends: leaf0-spine1, leaf0-spine*, or a list." } };
export const varies = true as const;
export const cuts = true as const;

export const params = defineParams({
  converge: convergeParam,
  times: { unit: "count", default: 1, min: 1, max: 10_000, source: "lab: once", about: "How often it dies." },
  every: {
    unit: "ps",
    default: us(1000),
    min: 1,
    max: us(60e6),
    source: "lab",
    about: "Where it dies more than once: from one time to the next.",
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
        again.arm(k * 2 + 1, view.until + k * p.every);
      }
    },
    end() {
      each[0].end();
    },
  };
}
