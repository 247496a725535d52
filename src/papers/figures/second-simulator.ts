/** Adds the result of a second simulator to a claim. */
import type { Claim } from "./contract.ts";
import type { Judged } from "./verdicts.ts";

/**
 * Returns the claim with the numbers of a second simulator. A failed claim is settled if it fails in that simulator
 * too, and both results agree.
 *
 * @param theirs the same claim, judged by the runs of the other simulator.
 * @param agrees true if scatter explains the difference between the two results.
 * @param link path from docs/results/ to the page with the runs of the other simulator
 */
export function besideSimulator(claim: Claim, theirs: Judged, agrees: boolean, link: string): Claim {
  const evidence = `A second simulator ([its runs](${link})) has this result: ${theirs.ours}`;
  if (claim.verdict === "fails" && theirs.verdict === "fails" && agrees)
    return { ...claim, settled: claim.settled ?? { because: "second simulator", evidence: `${evidence}.` } };
  const why = agrees ? "" : ", which differs from the runs here";
  return { ...claim, note: [...(claim.note === undefined ? [] : [claim.note]), `${evidence}${why}.`].join(" ") };
}
