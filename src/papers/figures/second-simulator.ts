/** A claim beside another simulator: what came out there, and whether the claim is settled by it. */
import type { Claim } from "./contract.ts";
import type { Judged } from "./verdicts.ts";

/**
 * The claim with the second simulator's numbers. One that fails is settled where it fails there too and both outcomes agree.
 *
 * @param theirs  the same claim, judged by the other simulator's runs
 * @param agrees  whether the difference of both is within scatter
 * @param link    from docs/results/ to the page that has the runs
 */
export function besideSimulator(claim: Claim, theirs: Judged, agrees: boolean, link: string): Claim {
  const evidence = `A second simulator ([its runs](${link})) has ${theirs.ours}`;
  if (claim.verdict === "fails" && theirs.verdict === "fails" && agrees)
    return { ...claim, settled: claim.settled ?? { because: "second simulator", evidence: `${evidence}.` } };
  const why = agrees ? "" : ", which does not agree with the runs here";
  return { ...claim, note: [...(claim.note === undefined ? [] : [claim.note]), `${evidence}${why}.`].join(" ") };
}
