/** spfc/fig4: PAUSE rate and throughput of the victim's port against the number of burst ports. */
import * as xoff from "../experiment.ts";
import { DCQCN_IS_OPEN, spfc } from "./readings.ts";
import * as victim from "./victim-fabric.ts";

type Scheme = (typeof victim.schemeNames)[number];

const BURST_MS = 11;
const BURSTS: xoff.PerScale<readonly number[]> = {
  quick: [1, 5, 8, 16, 24, 29],
  paper: Array.from({ length: 29 }, (_, k) => k + 1),
};
/** The time after which a PAUSE frame is repeated, us: half of 65,535 quanta at 100 Gbps. */
const HOLD = 167.77;
/** The time after which HPCC's simulator repeats a PAUSE frame, us. */
const HOLD_OF_HPCC = 5;
/** The field of a row that counts PAUSE frames, for each answer to the open question `pauseTime`. */
const FRAMES = { "5us": "messagesOf5us", standard: "messages" } as const;
/** From this number of burst ports on, SPFC with its parameter K = 5 distinguishes victim ports from burst ports (equation 8). */
const COVERED = 5;
const DTS = ["DT 1", "DT 2", "DT 4"] as const;

export const fig4 = xoff.defineFigure({
  id: "spfc/fig4",
  title: "PAUSE rate and throughput of the victim's port P0",
  asks: "N ports send bursts to P2. Host h0 also sends F1 to another port. How often is h0 paused, and what is its throughput?",
  readings: spfc,
  seeds: { quick: 2, paper: 3 },
  chosen: victim.chosen,
  trials: (scale, reading) =>
    xoff.trialsOver({ scheme: victim.schemeNames, bursts: BURSTS[scale] }, ({ scheme, bursts }) => ({
      ...victim.victimScenario(scheme, reading, { bursts, measure: { every: "500us", goodputs: [0, 1] } }),
      onDrop: "count",
    })),
  row(results) {
    const [f1, f2] = [0, 1].map((flow) => victim.goodputOver(results, flow).filter(([ms]) => ms > 1));
    const { sent, lengths } = victim.pausesAtP0(results);
    const frames = (hold: number): number =>
      lengths.reduce((sum, ns) => sum + Math.max(1, Math.ceil(ns / (hold * 1000))), 0);
    return {
      pauses: sent,
      // A PAUSE takes one frame at its start, and another one after each hold time.
      ...{ messages: frames(HOLD), messagesOf5us: frames(HOLD_OF_HPCC) },
      // Payload rates in Gbps: F1 and F2 together during the burst, and F1 alone from 1 ms after its start.
      throughput: xoff.mean(f1.map(([, gbps], k) => gbps + (f2[k]?.[1] ?? 0))),
      f1Mean: xoff.meanBetween(f1, 2),
      // MB.
      stored: victim.storedAtP2(results),
      lost: results.summary.counters.dropped_no_headroom,
    };
  },
  plots: (runs, _scale, reading) => {
    const lines = (pick: (row: (typeof runs.done)[number]["row"]) => number) =>
      xoff.linesOver(victim.schemeNames, runs.numbers("bursts"), (scheme, bursts) => runs.of({ scheme, bursts }, pick));
    const rate = lines((row) => row[FRAMES[reading.pauseTime]] * (1000 / BURST_MS));
    const goodput = lines(({ throughput }) => throughput);
    return [
      xoff.plotOf("PAUSE rate at P0", "burst ports N", "PAUSE frames per second", rate),
      xoff.plotOf("throughput of P0 during the burst", "burst ports N", "goodput, Gbps", goodput),
    ];
  },
  claims(runs, _scale, reading) {
    type What = keyof (typeof runs.done)[number]["row"];
    const counts = runs.numbers("bursts");
    const [few, many] = [counts[0], counts[counts.length - 1]];
    const middle = counts.reduce((best, n) => (Math.abs(n - 24) < Math.abs(best - 24) ? n : best));
    const of = (scheme: Scheme, bursts: number, what: What): xoff.Sample =>
      runs.of({ scheme, bursts }, (row) => row[what], `${scheme}, N = ${bursts}`);
    /**
     * Judges the claim that the rate grows with N. The claim holds if the rate at the largest N is higher than at the
     * smallest N, and within 10% of the highest rate.
     */
    const grows = (scheme: Scheme, pauseTime = reading.pauseTime) => {
      const what = FRAMES[pauseTime];
      const at = (n: number): number => xoff.meanOf(of(scheme, n, what));
      const peak = counts.reduce((best, n) => (at(n) > at(best) ? n : best));
      return xoff.allOf([
        xoff.below(of(scheme, few, what), of(scheme, many, what), frames),
        xoff.below(of(scheme, peak, what), xoff.scaled(xoff.COMPARABLE, of(scheme, many, what)), frames),
      ]);
    };
    const other = reading.pauseTime === "5us" ? "standard" : "5us";
    const growsUnderOther = (schemes: readonly Scheme[]): string =>
      `with pauseTime ${other}: ${schemes.map((scheme) => `${scheme} ${grows(scheme, other).verdict}`).join(", ")}`;
    const spared = runs.where({ scheme: "SPFC" }).done.filter(({ key }) => key.bursts >= COVERED);
    const most = (what: What): number => Math.max(...spared.map(({ row }) => row[what]));
    const falls = victim.otherNames.flatMap((scheme) => counts.slice(1).map((n) => ({ scheme, n })));
    const throughput = (scheme: Scheme, n = many): xoff.Sample => of(scheme, n, "throughput");
    const fall = xoff.upTo(
      falls.map(({ scheme, n }) => [throughput(scheme, n), throughput(scheme, few)] as const),
      0.2,
    );
    const worst = falls[fall.at];
    const memory = (victim.SHARED + (reading.memory === "beside" ? victim.headroomOfAll() : 0)) / 1e6;
    const rises = "increases with the increase of concurrent burst traffic";
    return [
      xoff.order("pauses-grow-dt", {
        // Section III-A: "the PAUSE rate (i.e., the rate of transmitting PAUSE messages)". So the claim is on frames.
        claim:
          "Under DT with each alpha P0's rate of PAUSE frames grows with N: it is highest at the largest N, within 10%",
        paper: rises,
        judged: DTS.map((scheme) => grows(scheme)),
        underdetermined: { evidence: HOLD_IS_OPEN },
        context: growsUnderOther(DTS),
      }),
      xoff.order("pauses-grow-st", {
        claim: "The rate of PAUSE frames from P0 grows with N under ST",
        paper: rises,
        judged: grows("ST"),
        underdetermined: { evidence: HOLD_IS_OPEN },
        context: growsUnderOther(["ST"]),
      }),
      xoff.order("spfc-does-not-pause", {
        claim: `Under SPFC P0 sends at most 2 PAUSEs in ${BURST_MS} ms at every N from 5 to 29. No packet is lost, and occupancy stays within the memory`,
        paper: "about 0",
        judged: xoff.inEveryRun(
          "runs at N from 5 on",
          spared,
          ({ row }) => row.pauses <= 2 && row.lost === 0 && row.stored <= memory,
        ),
        context: `at most ${most("pauses")} PAUSEs, ${most("lost")} packets lost, ${most("stored").toFixed(1)} of ${memory.toFixed(1)} MB stored`,
      }),
      xoff.ratio("throughput-falls", {
        claim: "Without SPFC the throughput of P0 falls by up to 80%",
        paper: "-80%",
        judged: fall.judged,
        context: `${worst.scheme} at N = ${worst.n} against N = ${few}`,
      }),
      xoff.order("spfc-keeps-throughput", {
        // Section III-A: "When raising the PFC threshold for P0, it can eliminate the victim phenomenon".
        claim: `Under SPFC the throughput of P0 does not fall: at N = ${many} it is higher than under each other policy`,
        paper: "more",
        judged: xoff.aboveEach<Scheme>("SPFC", victim.otherNames, throughput, victim.gbps),
      }),
      xoff.order("st-suffers", {
        // Section III-A, on DT and ST: "the throughput of port P0 rapidly decreases by up to 80%".
        claim: `Under ST too the throughput of P0 falls, by more than 10% from N = ${few} to ${many}`,
        paper: "rapidly decreases",
        judged: xoff.below(xoff.scaled(xoff.COMPARABLE, throughput("ST")), throughput("ST", few), victim.gbps),
        underdetermined: { evidence: DCQCN_IS_OPEN },
      }),
      xoff.order("f1-recovers", {
        // Section III-B, on the rate in figure 5: "giving more buffer to P0 ensures keeping the throughput of F1 stable".
        claim: `N = ${middle}: F1 averages 90 Gbps on the wire from 1 ms after the burst's start under SPFC, but not under DT 2`,
        paper: "yes",
        judged: victim.recoversUnderSpfcAlone((scheme) => of(scheme, middle, "f1Mean")),
        repeats: "spfc/fig5/f1-climbs",
      }),
    ];
  },
});

const frames = xoff.fixed(1, " PAUSE frames");

const HOLD_IS_OPEN =
  "The text counts PAUSE frames and does not give their pause time (reading `pauseTime`). Both counts are computed from the same paused intervals.";
