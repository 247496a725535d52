/** spfc/fig9: the values of K that separate victim ports from burst ports. They depend on N and on the victim's congested share. */
import { type Claim, defineComputed, met, plotOf, theory } from "../experiment.ts";

const { covers, departureRates, kBounds } = theory.spfcBounds;

const K = 5;
const EPSILONS = [0, 0.25, 0.5, 0.75, 0.9];
const BURSTS = Array.from({ length: 31 }, (_, k) => k + 1);

export const fig9 = defineComputed(
  {
    id: "spfc/fig9",
    title: "Bounds of K over burst ports N and congested share epsilon",
    asks: "For which K does C/K lie between the departure rates of victim ports and burst ports?",
    chosen: [
      "The paper draws surfaces over N and epsilon. Here the lower bound has one line for each of five values of epsilon.",
    ],
  },
  () => ({
    plots: [
      plotOf("K must lie above the line of its epsilon and below N + 1", "burst ports N", "K", [
        { name: "N + 1", points: BURSTS.map((n) => [n, kBounds(n, 0).below]) },
        ...EPSILONS.map((epsilon) => ({
          name: `epsilon ${epsilon}`,
          points: BURSTS.map((n) => [n, kBounds(n, epsilon).above] as const),
        })),
        { name: "K = 5", points: BURSTS.map((n) => [n, K]) },
      ]),
    ],
    claims: [bounds(), few(), many()],
  }),
);

/** Checks eq. 8 on a grid: K lies between its bounds if and only if 1 / K lies between the departure rates. */
function bounds(): Claim {
  const grid = BURSTS.flatMap((n) => Array.from({ length: 101 }, (_, percent) => [n, percent / 100] as const));
  const wrong = grid.filter(([n, epsilon]) => {
    const { burst, victim } = departureRates(n, epsilon);
    return covers(K, n, epsilon) !== (victim > 1 / K && 1 / K > burst);
  }).length;
  return met("equation-8", {
    claim:
      "N + 1 > K > (N + 1) / ((1 - epsilon)(N + 1) + 1) says that C/K lies between the two departure rates (eq. 7, 8)",
    paper: "equivalent",
    holds: wrong === 0,
    ours: `${grid.length - wrong} of ${grid.length} points of the grid`,
    standing: "definition",
  });
}

function few(): Claim {
  const uncovered = BURSTS.filter((n) => !covers(K, n, 0));
  return met("few-bursts", {
    claim: "K = 5 does not cover N up to 4, and covers every larger N",
    paper: "N = 1, 2, 3",
    holds: uncovered.join() === "1,2,3,4",
    ours: `N = ${uncovered.join(", ")}`,
    standing: "definition",
    note: "By equation 8 N + 1 > 5 is false for N = 4 too. The text omits N = 4 (docs/errata.md).",
  });
}

function many(): Claim {
  const differs = BURSTS.filter((n) => n > K - 1).filter((n) => {
    const limit = 0.8 + 1 / (n + 1);
    return !covers(K, n, limit - 1e-9) || (limit < 1 && covers(K, n, limit + 1e-9));
  });
  return met("large-epsilon", {
    claim: "K = 5 does not cover epsilon > 0.8 + 1/(N + 1)",
    paper: "0.8 + 1/(N + 1)",
    holds: differs.length === 0,
    ours: differs.length === 0 ? "0.8 + 1/(N + 1) for every N of 5 to 31" : `differs at N = ${differs.join(", ")}`,
    standing: "definition",
  });
}
