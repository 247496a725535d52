import { expect, test } from "vitest";
import { ratio } from "./claims.ts";
import { besideSimulator } from "./second-simulator.ts";
import { shareNear, type Share } from "./verdicts.ts";

const DT = (hits: number, runs: number): Share => ({ name: "DT", hits, runs });
const judged = shareNear(DT(5, 100), 0.612);
const ours = ratio("share", { claim: "so many runs deadlock", paper: "61.2%", judged });

test("5 of 100 and 1 of 20 both exclude 61%, and agree: settled, with the link", () => {
  const settled = besideSimulator(ours, shareNear(DT(1, 20), 0.612), true, "../runs.md").settled;
  expect(settled?.because).toBe("second simulator");
  expect(settled?.evidence).toContain("([its runs](../runs.md)) has this result: DT: 1 of 20");
});

test("8 of 20 reaches 61%, and 5 of 100 is another share: nothing is settled, and the note says so", () => {
  const claim = besideSimulator(ours, shareNear(DT(8, 20), 0.612), false, "../runs.md");
  expect(claim.settled).toBeUndefined();
  expect(claim.note).toMatch(/8 of 20 .*, which differs from the runs here\.$/);
});
