/**
 * acc/fig17: queue and rates by the fluid model of appendix A. The initial rates add up to more than the bottleneck's rate
 * in (a), and to less in (b).
 */
import { type Claim, defineComputed, met, type Plot, plotOf, theory, formula, equals } from "../experiment.ts";

/** The step RI by which the rate of a flow increases in a period, as a share of the bottleneck's capacity C. */
const R = 0.1;
/** Initial rates as shares of the bottleneck's capacity C. They add up to more than C. */
const ABOVE = [0.9, 0.7, 0.5, 0.3];
/** Initial rates as shares of C that add up to less than C. */
const BELOW = [0.2, 0.15, 0.1, 0.05];
/** The number of periods that the plots show, and the number after which all shares have converged. */
const [SHOWN, LONG] = [16, 400];

export const fig17 = defineComputed(
  {
    id: "acc/fig17",
    title: "Convergence by the fluid model",
    asks: "How soon does the sum of the rates reach that of the bottleneck? When is its queue empty, and do the shares converge?",
    chosen: [
      "The paper's figure has no numbers. Here it has four flows and r = RI / C = .1. Initial rates are .9, .7, .5 and .3 of C in (a). They are .2, .15, .1 and .05 of C in (b).",
      "Eq. 3 prints R_i = phi_i C while the queue drains. Here R_i = 0 until Q = 0, as in eq. 7 (docs/errata.md).",
    ],
  },
  () => ({
    plots: [
      total("(a) from more than C: queue and sum of rates", ABOVE),
      each("(a) from more than C: shares", ABOVE),
      total("(b) from less than C: queue and sum of rates", BELOW),
      each("(b) from less than C: shares", BELOW),
    ],
    claims: [onePeriod(), silent(), equation10(), evenly()],
  }),
);

/** The states of the fluid model after 0 to `periods` periods. */
function course(rates: readonly number[], periods: number): theory.accFluid.Fluid[] {
  const states = [theory.accFluid.beginning(rates)];
  for (let k = 0; k < periods; k++) states.push(theory.accFluid.nextPeriod(states[k], R));
  return states;
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

function total(title: string, rates: readonly number[]): Plot {
  const states = course(rates, SHOWN);
  return plotOf(title, "time, periods T", "queue in C T, rates in C", [
    { name: "Q", points: states.map(({ queue }, k) => [k, queue]) },
    { name: "sum of S, recorded", points: states.map(({ recorded }, k) => [k, sum(recorded)]) },
    { name: "sum of R, sent", points: states.map(({ sending }, k) => [k, sum(sending)]) },
  ]);
}

function each(title: string, rates: readonly number[]): Plot {
  const states = course(rates, 4 * SHOWN).map(({ recorded }) => theory.accFluid.shares(recorded));
  const lines = rates.map((rate, flow) => ({
    name: `from ${rate} C`,
    points: states.map((found, k) => [k, found[flow]] as const),
  }));
  return plotOf(title, "time, periods T", "phi, share of the bottleneck", lines);
}

const onePeriod = (): Claim =>
  formula("one-period", {
    claim: "One period after the rates exceed C, the recorded rates add up to C (eq. 3)",
    paper: "C",
    judged: equals(sum(course(ABOVE, 1)[1].recorded), 1, 1e-9, (c) => `${c.toFixed(6)} C`),
    standing: "definition",
    note: "This is the model's own rule: a recorded rate is a share of C.",
  });

function silent(): Claim {
  const states = [...course(ABOVE, LONG), ...course(BELOW, LONG)];
  const draining = states.filter(({ queue }) => queue > 0);
  const sent = draining.filter(({ sending }) => sum(sending) > 0).length;
  return met("silent-until-empty", {
    claim: "No flow sends while the queue is not empty, and the queue falls by C T per period",
    paper: "R_i = 0 until Q = 0 (eq. 7)",
    holds: sent === 0 && draining.length > 0,
    ours: `a rate is above 0 in ${sent} of ${draining.length} states with a queue`,
    standing: "definition",
  });
}

/** Compares the shares after each increase with eq. 10, which computes them from the initial shares. */
function equation10(): Claim {
  const rises = course(ABOVE, LONG).filter(({ queue }, k) => k > 0 && queue === 0);
  const first = theory.accFluid.shares(ABOVE);
  const off = rises.map(({ recorded }, k) =>
    Math.max(
      ...theory.accFluid
        .shares(recorded)
        .map((share, flow) => Math.abs(share - theory.accFluid.shareAfterHalts(first[flow], ABOVE.length, R, k + 1))),
    ),
  );
  return met("equation-10", {
    // "According to Equation (5) and Equation (9), we can calculate phi_i(k_1 + kM) as follows": eq. 10 iterates the model's own rule, so
    // the claim is a definition.
    claim: "Shares after k increases and halts are those of eq. 10",
    paper: "equal",
    holds: Math.max(...off) < 1e-9,
    ours: `maximum difference ${Math.max(...off).toExponential(1)}, over ${rises.length} increases`,
    standing: "definition",
    note: "Eq. 10 is the solution of the model's own rule. acc/fig10 has the packet simulation.",
  });
}

function evenly(): Claim {
  const ends = [ABOVE, BELOW].map((rates) => theory.accFluid.shares(course(rates, LONG)[LONG].recorded)).flat();
  const worst = ends.reduce((most, share) => (Math.abs(share - 0.25) > Math.abs(most - 0.25) ? share : most), 0.25);
  return formula("even", {
    // "Equation (11) indicates that ACC can achieve fair rate allocation": eq. 11 is the limit of eq. 10. So mathematics alone decides the claim, and it counts as a definition.
    claim: `After ${LONG} periods each of the four flows has a share of 1/4 (eq. 11)`,
    paper: "1/N",
    judged: equals(worst, 0.25, 1e-6, (share) => `${share.toFixed(9)}, the share farthest from 1/4`),
    standing: "definition",
    note: "This is the limit of eq. 10. acc/fig10 has the packet simulation.",
  });
}
