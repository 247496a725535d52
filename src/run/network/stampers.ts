/**
 * Selects the detection policy that writes on packets. Congestion control reads the words that this policy writes
 * (`view.words`). It can read those of one policy only, so a network has one such policy at most.
 */
import { ParamError } from "../../base/params.ts";
import type { DetectionPolicy } from "../../contracts/detection.ts";

type Hook = "stamp" | "stampAck";

/** The error for a second policy that stamps packets. `at` is its place in the scenario. */
export const secondStamper = (at: string): ParamError =>
  new ParamError(
    at,
    "at most one policy that stamps packets",
    "a second",
    "Remove one of the two, or write one policy file that does the work of both.",
  );

/**
 * The detection policy that has the hook `hook`, or null if none has it. Throws `ParamError` if two policies have it.
 */
export function soleStamper<Name extends Hook>(
  detection: readonly DetectionPolicy[],
  hook: Name,
): (DetectionPolicy & Required<Pick<DetectionPolicy, Name>>) | null {
  const has = (policy: DetectionPolicy): policy is DetectionPolicy & Required<Pick<DetectionPolicy, Name>> =>
    policy[hook] !== undefined;
  const [first, second] = detection.filter(has);
  if (second !== undefined) throw secondStamper(`policies.detection[${detection.indexOf(second)}]`);
  return first ?? null;
}
