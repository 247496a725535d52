/** spfc/fig5: PFC against congestion control over time, with 24 burst ports. */
import * as xoff from "../experiment.ts";
import { LATE_BYTES_ARE_OPEN, spfc } from "./readings.ts";
import * as victim from "./victim-fabric.ts";

export const fig5 = xoff.defineFigure({
  id: "spfc/fig5",
  title: "PFC against congestion control over time, N = 24",
  asks: "How do thresholds, PAUSEs and rates develop while 24 ports send bursts to P2?",
  readings: spfc,
  seeds: { quick: 2, paper: 3 },
  chosen: [
    ...victim.chosen,
    "ST is drawn in addition to the paper's four schemes. Samples are 100 us apart. The plots show the first seed.",
    "xoff chose the factor of 2 for \"degrades into\". With 25 queues DT's threshold is B/26 to B/25.25, a quarter above ST's B/32.",
  ],
  trials: (_scale, reading) => {
    const measure = { every: "100us", queues: ["sw0-h0", "sw0-h1"], goodputs: [0, 1] };
    const scenarioOf = (scheme: Scheme) => victim.victimScenario(scheme, reading, { bursts: 24, measure });
    return xoff.trialsOver({ scheme: victim.schemeNames }, ({ scheme }) => scenarioOf(scheme));
  },
  /**
   * Values over time. `p0` and `p1` are the MB queued from h0 and h1, and `threshold` is that of h0's port, MB. `f1`
   * and `f2` are in Gbps. `pauses` counts the PAUSEs to h0 in each half millisecond.
   */
  row(results): Readonly<Record<"p0" | "p1" | "threshold" | "f1" | "f2" | "pauses", Series>> {
    const queues = xoff.columnsOf(results, "queues");
    const of = (peer: string, what: "ingress_bytes" | "threshold_bytes") =>
      xoff.courseOf(queues, queues[what], 1e6, (row) => queues.peer[row] === peer);
    const { peer, start_ns } = results.tables.pauses.columns;
    const perHalf = Array.from({ length: END_MS * 2 }, () => 0);
    peer.forEach((name, row) => {
      if (name === "h0") perHalf[Math.min(perHalf.length - 1, Math.floor(start_ns[row] / 5e5))]++;
    });
    return {
      ...{ p0: of("h0", "ingress_bytes"), p1: of("h1", "ingress_bytes"), threshold: of("h0", "threshold_bytes") },
      ...{ f1: victim.goodputOver(results, 0), f2: victim.goodputOver(results, 1) },
      pauses: perHalf.map((n, k) => [(k + 0.5) / 2, n]),
    };
  },
  plots: (runs) =>
    (
      [
        ["backlog from h0", "ingress bytes, MB", "p0"],
        ["threshold of P0", "threshold, MB", "threshold"],
        ["backlog from h1, a burst port", "ingress bytes, MB", "p1"],
        ["PAUSEs to h0", "PAUSEs in 0.5 ms", "pauses"],
        ["goodput of F1", "goodput, Gbps", "f1"],
        ["goodput of F2", "goodput, Gbps", "f2"],
      ] as const
    ).map(([title, y, what]) =>
      xoff.coursePlot(
        title,
        y,
        runs.courses("scheme", (row) => row[what]),
      ),
    ),
  claims(runs) {
    /** The mean of f1's rate or of the threshold, over the time after the first 1 ms of the burst. */
    const of = (scheme: Scheme, what: "f1" | "threshold"): xoff.Sample =>
      runs.of({ scheme }, (row) => xoff.meanBetween(row[what], 2));
    const f1 = (scheme: Scheme): xoff.Sample => of(scheme, "f1");
    const threshold = (scheme: Scheme): xoff.Sample => of(scheme, "threshold");
    const pauses = (scheme: Scheme): xoff.Sample => runs.of({ scheme }, (row) => total(row.pauses));
    const short = (scheme: Scheme): xoff.Sample => xoff.mapped(scheme, f1(scheme), (gbps) => IDEAL - gbps);
    /** Judges the claim that a measure is the same under DT with each alpha, within 10%. */
    const alike = (what: (scheme: Scheme) => xoff.Sample) =>
      xoff.allOf((["DT 1", "DT 4"] as const).map((scheme) => xoff.onAPar(what(scheme), what("DT 2"))));
    return [
      xoff.order("no-pause-at-p0", {
        claim: "Under SPFC P0 sends no PAUSE",
        paper: "completely avoided",
        judged: xoff.inEveryRun("runs", runs.rows({ scheme: "SPFC" }), (row) => total(row.pauses) === 0),
        context: `${victim.schemeNames.map((scheme) => `${scheme} ${xoff.meanOf(pauses(scheme)).toFixed(1)}`).join(", ")} PAUSEs on average`,
      }),
      xoff.order("f1-climbs", {
        claim: "F1 averages 90 Gbps on the wire from 1 ms after the burst's start under SPFC, but not under DT 2",
        paper: "96 Gbps, 88.7 of payload",
        judged: victim.recoversUnderSpfcAlone(f1),
      }),
      xoff.order("alpha-does-not-matter", {
        // Section III-B: "DT algorithm treats each port equally, so burst ports are also allocated the same amount of buffer.
        // DT algorithm degrades into ST algorithm during burst. And there is no difference in DT between different alpha."
        claim: "During the burst DT with alpha 1, 2 and 4 has the same average threshold of P0, within 10%",
        paper: "no difference",
        judged: alike(threshold),
        underdetermined: { evidence: QUANTITY_IS_OPEN },
        context: `gap of F1 to its ideal rate ${alike(short).verdict}, F1's rate ${alike(f1).verdict}, PAUSEs to h0 ${alike(pauses).verdict}`,
      }),
      xoff.order("dt-acts-like-st", {
        claim: "During the burst DT acts like ST: its threshold of P0 is on average within a factor of 2 of ST's B/32",
        paper: "DT degrades into ST",
        judged: (["DT 1", "DT 2", "DT 4"] as const).map((scheme) => xoff.onAPar(threshold(scheme), threshold("ST"), 2)),
        underdetermined: { evidence: LATE_BYTES_ARE_OPEN },
      }),
    ];
  },
});

type Scheme = (typeof victim.schemeNames)[number];
type Series = readonly (readonly [ms: number, value: number])[];

const END_MS = 12;
/** F1's ideal payload rate, Gbps: the bottleneck leaves F1 96 Gbps on the wire, of which 1000 of 1082 bytes are payload. */
const IDEAL = 88.7;

const total = (series: Series): number => series.reduce((sum, [, y]) => sum + y, 0);

const QUANTITY_IS_OPEN =
  "The text does not say which quantity has no difference. Figure 5 draws queues, thresholds, PAUSEs and rates. The sentences before are about the buffer allocated to ports, so the threshold was chosen.";
