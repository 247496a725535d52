/** Links have two ways; a fault may befall one. */
import type { FaultView } from "../../contracts/faults.ts";

export const wayParam = {
  unit: "choice",
  choices: ["both", "there", "back"],
  default: "both",
  source: "lab",
  about: "Which way: both, from the end that the link's name names first, or back to it.",
} as const;

/** Ports that send that way. */
export function senders({ ports }: FaultView, way: (typeof wayParam.choices)[number]): number[] {
  return ports.filter((_, k) => way === "both" || (way === "there") === (k % 2 === 0));
}
