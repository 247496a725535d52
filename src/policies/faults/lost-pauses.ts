/** Lost PAUSEs: a link loses frames of flow control, such as PAUSE, RESUME and credits. Other packets still arrive. */
import { defineParams, type Values } from "../../base/params.ts";
import type { Fault, FaultView } from "../../contracts/faults.ts";
import { senders, directionParam } from "./link-directions.ts";

export const about = "frames of flow control are lost on a link";
export const befalls = "links" as const;
export const places = {
  target: { about: "Links, each named after its two ends: leaf0-spine1 or leaf0-spine*. Or a list." },
};
export const loses = "packets may find no memory after a PAUSE was lost";

export const excess = (): number => Infinity;

export const params = defineParams({
  chance: { unit: "ratio", default: 1, min: 0, max: 1, source: "lab: all", about: "Probability that a frame is lost." },
  way: directionParam,
});

export function create(p: Values<typeof params>, view: FaultView): Fault {
  const ports = senders(view, p.way);
  return {
    begin() {
      for (const port of ports) view.losePauses(port, p.chance);
    },
    end() {
      for (const port of ports) view.losePauses(port, 0);
    },
  };
}
