/** acc/fig3 and acc/fig4: an innocent flow F0 behind a congested flow F1, and the gain of F0 if F1 stops. */
import * as xoff from "../experiment.ts";
import { chainScenario, chosen, dcqcnChosen, F0, F1, LONG_CLASS, startedAt, startOf } from "./chain-fabric.ts";
import { acc } from "./readings.ts";
import { dcqcnOf, tcd } from "./schemes.ts";

type Stop = "DCQCN" | "stop, then PC rate" | "ideal stop, then PC rate";

type Series = readonly (readonly [number, number])[];

export type Blocked = ReturnType<typeof rowOf>;

/** The time from the bursts' start until the sender of F1 gets the first ECN marks, us. It is about one base round trip. */
const DETECTED_US = 25;
/** The time between two samples, us. */
const STEP_US = 2;
/** The bursts' start on the axis, ms. */
const AT_MS = 1;
/** A flow counts as queued at P3 if its backlog there is larger than this, KB. */
const QUEUE_KB = 10;

/**
 * The time that a full packet takes for one link, us: the link's delay plus the packet's transmission time. A packet of F1
 * takes four times as long to sw4, because it crosses four links. A packet of the bursts crosses one.
 */
const LINK_US = 2 + (1082 * 8) / 1e5;

/**
 * The time from F1's stop until no switch holds a byte of F1, us. P4 serves packets in order of arrival.
 *
 * Until F1's last packet is at sw4, each bursting host sends at line rate. F1 arrives at half the line rate, because F0
 * uses the other half of the shared links. P4 sends at line rate. The difference of arrivals and departures is queued ahead
 * of F1's last packet.
 */
export function emptyAfter(bursts: number): number {
  const arrivals = DETECTED_US + 4 * LINK_US - LINK_US;
  return 4 * LINK_US + (bursts + 0.5 - 1) * arrivals;
}

const stopsChosen: readonly string[] = [
  `F1 stops ${DETECTED_US} us after the bursts begin, when the first ECN marks reach its sender. The PC rate is C / (N + 1), counted in wire bytes.`,
  "DCQCN controls F0, the bursts, and F1 until it stops. F0 is blocked while P3 is paused and bytes of F0 are queued there. Both are sampled every 2 us.",
];

interface Figure extends xoff.About {
  readonly bursts: number;
  readonly schemes: readonly Stop[];
  /**
   * The time for which F1 stops under the scheme `ideal stop, then PC rate`, us. `idealChosen` has the sentences that
   * explain this time.
   */
  readonly ideal: number;
  readonly idealChosen: readonly string[];
  /**
   * Makes the claims of the figure. `of` returns the sample of a scheme, and `all` is a text with the numbers of all
   * schemes.
   */
  readonly claims: (of: (scheme: Stop, what: xoff.Measure<Blocked>) => xoff.Sample, all: string) => xoff.Claim[];
}

export function blockedFlow(figure: Figure): xoff.Experiment {
  const { bursts, schemes: drawn, ideal, idealChosen, claims, ...about } = figure;
  const rate = `${Math.round(1e5 / (bursts + 1))}Mbps`;
  return xoff.defineFigure({
    ...about,
    readings: acc,
    seeds: { quick: 2, paper: 2 },
    chosen: [...chosen, dcqcnChosen, ...stopsChosen, ...idealChosen],
    trials: (_scale, reading) => {
      const dcqcn = dcqcnOf(reading);
      const at = `${startOf(AT_MS, reading) * 1000 + DETECTED_US}us`;
      const script = (stop: number) => ({
        ...dcqcn,
        ...{ name: "scripted", others: "dcqcn", flows: [{ flow: F1, at, stop: `${stop}us`, rate }] },
      });
      const congestions: Readonly<Record<Stop, unknown>> = {
        DCQCN: dcqcn,
        "stop, then PC rate": script(ideal / 2),
        "ideal stop, then PC rate": script(ideal),
      };
      const measure = { pauses: false, every: `${STEP_US}us`, queues: "sw3-sw4", inFlight: [F0, F1] };
      const common = { bursts, at: AT_MS, after: 4, detection: tcd, measure };
      return xoff.trialsOver({ scheme: drawn }, ({ scheme }) =>
        chainScenario({ ...common, congestion: congestions[scheme] }, reading),
      );
    },
    row: rowOf,
    plots: (runs) =>
      drawn.map((scheme) => {
        const row = runs.first({ scheme });
        return xoff.coursePlot(`${scheme}: backlog at P3`, "backlog at P3, KB", [
          { name: "F0", points: row?.f0 ?? [] },
          { name: "F1", points: row?.f1 ?? [] },
        ]);
      }),
    claims: (runs) => {
      const said = drawn.map((scheme) => {
        const row = runs.first({ scheme });
        return `${scheme}: ${row?.blocked} us, at most ${row?.most.toFixed(0)} KB of F0 and ${row?.mostF1.toFixed(0)} of F1`;
      });
      return claims((scheme, what) => runs.of({ scheme }, what), said.join("; "));
    },
  });
}

function rowOf(results: xoff.Results) {
  const [backlogs, queues] = [xoff.columnsOf(results, "backlogs"), xoff.columnsOf(results, "queues")];
  const start = startedAt(results);
  const ofLong = Array.from(queues.class.keys()).filter((k) => queues.class[k] === LONG_CLASS);
  const since = ofLong.map((k) => queues.time_ns[k] / 1e6 - start);
  const paused = ofLong.map((k) => queues.paused[k] === 1);
  const from = since.findIndex((ms) => ms > 0);
  const bytesOf = (flow: number): number[] =>
    Array.from(backlogs.queued_bytes.filter((_, k) => backlogs.flow[k] === flow));
  const [f0, f1] = [F0, F1].map(bytesOf);
  const drawn = (bytes: readonly number[]): Series =>
    bytes
      .map((one, k): [number, number] => [since[k] + AT_MS, one / 1000])
      .filter(([ms], k) => k % 5 === 0 && ms > AT_MS - 0.2);
  const blocked = since.filter((ms, k) => ms > 0 && f0[k] > 0 && paused[k]);
  const queued = f0.flatMap((bytes, k) => (k >= from && bytes > QUEUE_KB * 1000 ? [f1[k] > QUEUE_KB * 1000] : []));
  const most = (bytes: readonly number[]): number => Math.max(...bytes.slice(from)) / 1000;
  return {
    /** Backlogs of F0 and F1 at port P3 as [ms, KB of payload]. The bursts start at 1 ms. */
    f0: drawn(f0),
    f1: drawn(f1),
    /** The time in us in which P3 was paused and held bytes of F0. `span`: the time from the first to the last sample in which this was so, us. */
    blocked: blocked.length * STEP_US,
    span: blocked.length === 0 ? 0 : (blocked[blocked.length - 1] - blocked[0]) * 1000,
    /** Maximum backlogs of F0 and F1 at P3 after the bursts' start, KB. */
    most: most(f0),
    mostF1: most(f1),
    /** Mean backlog of F1 at P3, KB. */
    meanF1: xoff.mean(f1.slice(from)) / 1000,
    /**
     * Of the time in which P3 held more than `QUEUE_KB` of F0: the share in which it also held more than `QUEUE_KB` of
     * F1. Null: P3 never held that much of F0.
     */
    together: queued.length === 0 ? null : queued.filter(Boolean).length / queued.length,
  };
}

export const us = xoff.fixed(0, " us");
export const kb = xoff.fixed(0, " KB");
