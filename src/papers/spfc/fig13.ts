/** spfc/fig13: PAUSEs and FCT slowdown on the victim fabric under WebSearch, for flows of the victim host and of the burst hosts. */
import * as xoff from "../experiment.ts";
import { senderNames } from "./policies.ts";
import { DCQCN_IS_OPEN, spfc } from "./readings.ts";
import { BINS, countedText, sizeBars, slowdownOf, slowdownsBySize, type Bin, type What } from "./size-bins.ts";
import { BURST, chosenForWebSearch, LENGTH_MS, SCHEMES, VICTIM, webSearchScenario } from "./web-search-fabric.ts";
import type { Mixed } from "./web-search-fabric.ts";

/** A buffer scheme, or the ideal: the scenario of DT without any PAUSE. */
type Run = Mixed | typeof xoff.NO_PAUSES;
const RUNS: readonly Run[] = [...SCHEMES, xoff.NO_PAUSES];
type Who = "victim" | "burst";
const WHO: Readonly<Record<Who, string>> = { victim: "h0", burst: "h1 to h29" };

/**
 * The values that the paper prints for SPFC, divided by those for DT and ST. `pauses` is the number of PAUSEs, and `large`
 * the average slowdown of flows above 1 MB.
 */
const PAPER = {
  DCQCN: { pauses: { DT: 0.684, ST: 0.31 }, large: { DT: 0.421, ST: 0.165 } },
  TIMELY: { pauses: { DT: 0.635, ST: 0.503 }, large: { DT: 0.606, ST: 0.291 } },
} as const;
const OTHERS = ["DT", "ST"] as const;
const LARGER = BINS.slice(1);

export const fig13 = xoff.defineFigure({
  id: "spfc/fig13",
  title: "Burst tolerance under WebSearch",
  asks: "How often do ports send PAUSEs under a realistic mix of flow sizes, and which flows are slower?",
  readings: spfc,
  seeds: { quick: 4, paper: 20 },
  chosen: [
    ...chosenForWebSearch,
    "Slowdown counts all flows that began within this time. The run continues with the same traffic until they are done, for at most twice this time.",
  ],
  trials(scale, reading) {
    const all = xoff.trialsOver({ sender: senderNames, scheme: RUNS }, ({ sender, scheme: run }) =>
      xoff.withIdeal(run, "pauses", xoff.NO_PAUSES, "DT", (scheme) =>
        webSearchScenario({ scheme, sender, burstLoad: 0.2, length: LENGTH_MS[scale] }, reading),
      ),
    );
    return xoff.keyed(all, ["scheme", "sender"]);
  },
  /**
   * The slowdowns of the victim host h0 and of the burst hosts. Also, for the time in which flows begin: the number of
   * PAUSEs to h0, and to all hosts.
   */
  row(results) {
    const { peer, start_ns } = results.tables.pauses.columns;
    const end = results.summary.count.to_ns ?? Infinity;
    const meanwhile = peer.filter((_, row) => start_ns[row] < end);
    return {
      victim: slowdownsBySize(results, VICTIM),
      burst: slowdownsBySize(results, BURST),
      pauses: meanwhile.filter((name) => name === "h0").length,
      allPauses: meanwhile.length,
    };
  },
  plots: (runs, scale) => [
    ...(["pauses", "allPauses"] as const).map((what) => {
      const title = what === "pauses" ? "PAUSE rate at P0, the victim's port" : "PAUSE rate of all ports";
      return xoff.barPlot(title, "sender", "PAUSEs per second", SCHEMES, senderNames, (scheme, sender) =>
        runs.of({ scheme, sender }, (row) => (row[what] * 1000) / LENGTH_MS[scale]),
      );
    }),
    ...senderNames.flatMap((sender) =>
      (["victim", "burst"] as const).flatMap((who) =>
        (["average", "p95"] as const).map((what) =>
          sizeBars(`${sender}: ${what} slowdown, ${WHO[who]}`, RUNS, (scheme, bin) =>
            runs.of({ scheme, sender }, (row) => slowdownOf(row[who], bin, what)),
          ),
        ),
      ),
    ),
  ],
  claims: (all) =>
    senderNames.flatMap((sender) => {
      const runs = all.where({ sender });
      const paper = PAPER[sender];
      const name = sender.toLowerCase();
      const pauses = (scheme: Run): xoff.Sample => runs.of({ scheme }, "pauses");
      const slowdown = (who: Who, bin: Bin, what: What) => (scheme: Run) =>
        runs.of({ scheme }, (row) => slowdownOf(row[who], bin, what));
      const flows = (who: Who, bin: Bin, where = {}) => runs.rows(where).map((row) => row[who][bin]);
      const counted = (who: Who, bin: Bin): string =>
        SCHEMES.map((scheme) => `${scheme} ${countedText(flows(who, bin, { scheme }))}`).join("; ");
      const lessThanOthers = (who: Who, bin: Bin, what: What) =>
        xoff.belowEach<Run>("SPFC", OTHERS, slowdown(who, bin, what), times);
      const p95 = (who: Who, bin: Bin) => xoff.whereDone(lessThanOthers(who, bin, "p95"), 0.05, flows(who, bin));
      /**
       * Two slowdowns of the burst hosts. `spfc`: the slowdown under SPFC. `more`: 1.1 times the slowdown under DT. An increase
       * by more than a tenth is "obvious" in the sentence "SPFC only has obvious FCT increase on small flows (<10KB)".
       */
      const burst = (bin: Bin) => {
        const of = slowdown("burst", bin, "average");
        return { spfc: of("SPFC"), more: xoff.scaled(xoff.COMPARABLE, of("DT")) };
      };
      const open = { underdetermined: { evidence: sender === "DCQCN" ? DCQCN_IS_OPEN : TIMELY_IS_OPEN } };
      const obvious = sender === "DCQCN" ? {} : { underdetermined: { evidence: OBVIOUS_IS_OPEN } };
      return [
        ...OTHERS.map((other) =>
          xoff.ratio(`${name}-pauses-${other.toLowerCase()}`, {
            claim: `${sender}: the victim's port sends fewer PAUSEs under SPFC than under ${other}`,
            paper: xoff.percentChange(paper.pauses[other]),
            judged: xoff.changes(pauses("SPFC"), pauses(other), paper.pauses[other]),
            context: `${SCHEMES.map((scheme) => `${scheme} ${xoff.valuesOf(pauses(scheme)).join(" / ")}`).join(", ")} a run`,
            ...open,
          }),
        ),
        ...OTHERS.map((other) =>
          xoff.ratioAgainstIdeal<Run>(`${name}-large-${other.toLowerCase()}`, {
            claim: `${sender}: the average slowdown of h0's flows above 1 MB is lower under SPFC than under ${other}`,
            paper: xoff.percentChange(paper.large[other]),
            ...{ one: "SPFC", other, ideal: xoff.NO_PAUSES, schemes: SCHEMES, factor: paper.large[other] },
            of: slowdown("victim", "above 1 MB", "average"),
            context: counted("victim", "above 1 MB"),
            ...open,
          }),
        ),
        xoff.order(`${name}-middle`, {
          claim: `${sender}: h0's flows of 10 KB to 1 MB are faster under SPFC than under DT and ST, on average`,
          paper: "SPFC outperforms the other two",
          judged: lessThanOthers("victim", "10 KB to 1 MB", "average"),
          ...(sender === "DCQCN" && open),
          context: counted("victim", "10 KB to 1 MB"),
        }),
        ...(sender === "TIMELY"
          ? []
          : [
              xoff.order(`${name}-small`, {
                claim: `${sender}: the average slowdown of h0's flows up to 10 KB is the same under SPFC, DT and ST, within 10%`,
                paper: "similar",
                judged: xoff.likeEach<Run>("SPFC", OTHERS, slowdown("victim", "to 10 KB", "average")),
                ...open,
                context: counted("victim", "to 10 KB"),
              }),
            ]),
        xoff.order(`${name}-p95`, {
          // The claim leaves out small flows, because the section excepts them: "similar FCT slowdown" (H0), "obvious FCT
          // increase on small flows (<10KB)" (H1-H29).
          claim: `${sender}: the p95 slowdown of all ports' flows is lower under SPFC than under DT and ST, in each bin above 10 KB`,
          paper: "lower, but for flows below 10 KB",
          judged: (["victim", "burst"] as const).flatMap((who) => LARGER.map((bin) => p95(who, bin))),
          settled: { because: "contradiction", evidence: SOME_CASES },
          context: `h0 and burst hosts, ${LARGER.map((bin) => `${bin}: ${counted("victim", bin)} and ${counted("burst", bin)}`).join("; ")}`,
        }),
        xoff.order(`${name}-burst-small`, {
          claim: `${sender}: the burst hosts' flows up to 10 KB are slower under SPFC than under DT, by more than 10% on average`,
          paper: "obvious FCT increase",
          judged: xoff.below(burst("to 10 KB").more, burst("to 10 KB").spfc, times),
          ...(sender === "DCQCN" && { settled: { because: "contradiction", evidence: SIMILAR } as const }),
          ...obvious,
          context: counted("burst", "to 10 KB"),
        }),
        xoff.order(`${name}-burst-others`, {
          claim: `${sender}: the burst hosts' larger flows are slower under SPFC than under DT by less than 10%, in each bin above 10 KB`,
          paper: "only below 10 KB",
          judged: LARGER.map((bin) => xoff.below(burst(bin).spfc, burst(bin).more, times)),
          ...obvious,
        }),
      ];
    }),
});

const times = xoff.fixed(2);

/**
 * The reason why a failed claim cannot hold: two sentences of section VII-C exclude each other for small flows of the burst
 * hosts under DCQCN.
 */
const SIMILAR =
  'For DCQCN section VII-C also says the opposite: "For all ports [...] when adopting DCQCN, for small flows (<10KB), SPFC provides similar FCT slowdown with DT and ST". The sentence on H1-H29 names no sender and follows sentences on TIMELY.';
/** The reason why a failed claim cannot hold: its sentence is about "all ports", but the same paragraph of the paper excepts some ports. */
const SOME_CASES =
  'The same paragraph says that "the FCT slowdown of H1-H29 is increased a little in some cases". So the slowdown of all ports is not lower in each case.';
const TIMELY_IS_OPEN =
  "The text prints no value of TIMELY. It cites TIMELY's paper, whose step is for links of 10 Gbps (reading `timely`).";
/** The paper leaves open which increase of FCT is "obvious", and gives no limit. The two claims on the burst hosts depend on this limit. */
const OBVIOUS_IS_OPEN = 'The text does not say which increase is "obvious".';
