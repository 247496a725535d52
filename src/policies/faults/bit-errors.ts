/** Bit errors: a link damages frames, including PAUSE frames. A frame of n bits on the wire is damaged with probability 1 - (1 - rate)^n. */
import { defineParams, type Values } from "../../base/params.ts";
import type { Fault, FaultView } from "../../contracts/faults.ts";
import { senders, directionParam } from "./link-directions.ts";

export const about = "a link damages frames, by bits or by frames";
export const befalls = "links" as const;
export const places = {
  target: { about: "Links, each named after its two ends: leaf0-spine1 or leaf0-spine*. Or a list." },
};
export const loses = "packets may find no memory after a PAUSE was damaged";

export const excess = (): number => Infinity;

export const params = defineParams({
  rate: {
    unit: "ratio",
    default: 1e-8,
    min: 0,
    max: 1,
    source: "lab: a dirty connector; 802.3 requires 1e-12 after FEC",
    about: "Probability that a bit arrives wrong.",
  },
  frames: {
    unit: "ratio",
    default: 0,
    min: 0,
    max: 1,
    source: "lab: only bit errors",
    about: "Additional probability that a frame arrives damaged, independent of its size.",
  },
  way: directionParam,
});

export function create(p: Values<typeof params>, view: FaultView): Fault {
  const ports = senders(view, p.way);
  return {
    begin() {
      for (const port of ports) view.damage(port, p.rate, p.frames);
    },
    end() {
      for (const port of ports) view.damage(port, 0, 0);
    },
  };
}
