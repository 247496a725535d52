/** A parameter for the direction of a fault, because a fault may affect only one direction of a link. */
import type { FaultView } from "../../contracts/faults.ts";

export const directionParam = {
  unit: "choice",
  choices: ["both", "there", "back"],
  default: "both",
  source: "lab",
  about: "Direction: both, from the first end in the link's name (there), or towards it (back).",
} as const;

/** The ports that send in the direction `way`. `ports` has the two ports of each link, one after the other. */
export function senders({ ports }: FaultView, way: (typeof directionParam.choices)[number]): number[] {
  return ports.filter((_, k) => way === "both" || (way === "there") === (k % 2 === 0));
}
