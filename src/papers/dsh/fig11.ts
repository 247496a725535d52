/** dsh/fig11: the largest burst that a switch absorbs without a PAUSE. */
import * as xoff from "../experiment.ts";
import { dsh, type DshReading } from "./readings.ts";
import { asBurst, chosen, ETA, etaChosen, memoryOf, pausedFor, schemes, tomahawk, type Scheme } from "./tomahawk.ts";

/** `burst` is the burst's size in percent of the switch's memory. */
type Key = { readonly scheme: Scheme; readonly burst: number };

/**
 * `paused` is the sum of pause times over all senders of the burst, ms. `absorbed` is the number of bytes of the burst
 * that had arrived when the first of its senders was paused. Null: none was paused.
 */
type Row = { readonly paused: number; readonly absorbed: number | null };

/** The number of senders of the burst. */
const SENDERS = 16;
/** Bytes of a full packet: in a buffer, its payload, and on the wire. */
const [FRAME, PAYLOAD, WIRE] = [1062, 1000, 1082];
const DELAY_NS = 2000;
/** The transmission time of a byte at 100 Gbps. */
const NS_PER_BYTE = 0.08;
/** The burst's start, ns. The queues of the background flows have been at their PAUSE threshold since 0.1 ms. */
const START: xoff.PerScale<number> = { quick: 1e6, paper: 1e8 };
const BURSTS: xoff.PerScale<readonly number[]> = {
  quick: [4, 8, 10, 12, 16, 20, 24, 28, 32, 36, 38, 40, 42, 46, 50],
  paper: Array.from({ length: 50 }, (_, k) => k + 1),
};

/**
 * The evidence of the claim `four-times-sih`. The paper computes in MiB: its 12 MB of headroom are 56,840 B for each of
 * 7 queues of 32 ports.
 */
const BOUND =
  "Theorems 1 and 2 of the paper give a factor of 3.98 with 16 MiB as printed. With this figure's drain rates and private segments they give 3.89. Runs agree with 3.89 within 2% (`theorem-dsh`, `theorem-sih`). The paper calculates in MiB; with 16e6 B the theorems give 4.85 ([errata](../errata.md)).";

/** The theorem of the paper that applies to a scheme. */
const numberOf = (scheme: Scheme): number => (scheme === "DSH" ? 1 : 2);

export const fig11 = xoff.defineFigure<Key, Row, typeof dsh>({
  id: "dsh/fig11",
  title: "PFC avoidance: pause duration against burst size",
  asks: "Two long flows are at their threshold, and 16 senders burst into another port. What is the largest burst whose senders are not paused?",
  readings: dsh,
  seeds: { quick: 1, paper: 1 },
  chosen: [
    ...chosen,
    etaChosen,
    "The size of the burst is the sum over all 16 senders, as a share of the switch's memory. Like the buffer, it counts frames.",
    "There is no congestion control. The paper mentions none, and with it the background would not stay at its threshold.",
    "All flows are in one class. Pause duration is the sum over all senders of the burst.",
    "At quick scale the burst starts at 1 ms instead of 0.1 s. The background is at its threshold from 0.1 ms on.",
  ],
  trials: (scale, reading) =>
    xoff.trialsOver<Key>({ scheme: schemes, burst: BURSTS[scale] }, ({ scheme, burst }) => {
      const packets = Math.round(((burst / 100) * memoryOf(reading)) / SENDERS / FRAME);
      const [size, start] = [`${packets * PAYLOAD}B`, `${START[scale]}ns`];
      return {
        until: `${START[scale] / 1e6 + 2}ms`,
        topology: { kind: "star", hosts: 32, rate: "100Gbps", delay: `${DELAY_NS}ns` },
        ...tomahawk(scheme, "none", reading, ETA),
        traffic: [
          { kind: "long-lived", from: ["h0", "h1"], to: "h31" },
          { kind: "incast", from: "h2..h17", to: "h30", size, start },
        ],
      };
    }),
  row(results, _key, { until }) {
    const burst = Array.from({ length: SENDERS }, (_, k) => `h${k + 2}`);
    const { peer, start_ns } = results.tables.pauses.columns;
    const first = peer.findIndex((one) => burst.includes(one));
    const start = until / 1000 - 2e6;
    const packets = (at: number): number => Math.round((at - start - DELAY_NS) / (WIRE * NS_PER_BYTE));
    return {
      paused: burst.reduce((sum, host) => sum + pausedFor(results, host, 1), 0),
      absorbed: first < 0 ? null : packets(start_ns[first]) * SENDERS * FRAME,
    };
  },
  plots(runs, _scale, reading) {
    const most = Math.max(0.1, ...runs.rows({}).map((row) => row.paused));
    const measured = schemes.map((scheme) => ({
      name: scheme,
      points: runs.where({ scheme }).done.map(({ key, row }) => [key.burst, row.paused] as const),
    }));
    const theorems = schemes.map((scheme) => ({
      name: `theorem ${numberOf(scheme)}: ${scheme}`,
      points: [0, most].map((y) => [percentOf(theoremOf(scheme, reading), reading), y] as const),
    }));
    const title = "Pause duration of all senders of the burst";
    const note = "Vertical lines: the largest burst without a PAUSE by theorems 1 and 2.";
    const lines = [...measured, ...theorems];
    return [xoff.plotOf(title, "burst size, % of the buffer", "pause duration, ms", lines, { note })];
  },
  claims(runs, _scale, reading) {
    const percent = (bytes: number): number => percentOf(bytes, reading);
    const share = (bytes: number): string => `${percent(bytes).toFixed(1)}%`;
    const theorem = (scheme: Scheme): number => theoremOf(scheme, reading);
    const fluid = (scheme: Scheme): number => fluidOf(scheme, reading);
    const ratio = (of: (scheme: Scheme) => number): string => (of("DSH") / of("SIH")).toFixed(2);
    const absorbed = (scheme: Scheme): number =>
      Math.min(...runs.rows({ scheme }).map((row) => row.absorbed ?? Infinity));
    const [most, sih] = [absorbed("DSH"), absorbed("SIH")];
    if (!Number.isFinite(most) || !Number.isFinite(sih)) return [];
    const unpaused = runs.where({ scheme: "DSH" }).done.filter(({ row }) => row.paused === 0);
    const largest = Math.max(0, ...unpaused.map(({ key }) => key.burst));
    return [
      xoff.met("no-pause-at-40", {
        // Section V-A: "DSH can avoid PAUSE messages when the burst size is no larger than 40% of buffer size". The 40% is
        // a value read off a plot, so the claim has a tolerance.
        claim: "The largest burst without a PAUSE under DSH is 40% of the buffer, within a tenth of that",
        paper: "40%",
        holds: percent(most) >= 36 && percent(most) <= 44,
        ours: `none up to ${largest}%; the first after ${share(most)} (${share((most * PAYLOAD) / FRAME)} of payload)`,
        note: `The fluid model of this case gives ${share(fluid("DSH"))}. The paper's 40% are a result of its sweep.`,
      }),
      xoff.met("four-times-sih", {
        // Section V-A: "which is over 4x better than SIH"; introduction: "DSH can absorb over 4x more bursty traffic".
        claim: "Without a PAUSE DSH absorbs a burst over 4 times as large as SIH",
        paper: "over 4x (introduction, section V-A)",
        holds: most / sih > 4,
        ours: `${(most / sih).toFixed(2)}: ${share(most)} to ${share(sih)}`,
        settled: { because: "bound", evidence: BOUND },
        note: `The factor is below 4. With this figure's drain rates and private segments the fluid model gives ${ratio(fluid)}. The theorems as printed give ${ratio(theorem)}. With 16 MiB the factors are 3.89 and 3.98, and with 16e6 B 4.70 and 4.85 (reading megabyte, docs/errata.md).`,
      }),
      ...schemes.map((scheme) =>
        xoff.formula(`theorem-${scheme.toLowerCase()}`, {
          claim: `Theorem ${numberOf(scheme)} with this figure's drain rates and private segments gives ${scheme}'s longest burst, within 2%`,
          paper: `${share(theorem(scheme))} as printed, ${share(fluid(scheme))} with these rates and segments`,
          judged: xoff.equals(percent(absorbed(scheme)), percent(fluid(scheme)), 0.02, xoff.fixed(1, "%")),
          standing: "ours",
          note: `The printed theorem with the corrected boundary gives ${share(theorem(scheme))}. It drains the background as slowly as the burst, and has no private segments.`,
        }),
      ),
    ];
  },
});

const percentOf = (bytes: number, reading: DshReading): number => (bytes / memoryOf(reading)) * 100;

const burstOf = (reading: DshReading) => asBurst({ congested: 2, bursting: SENDERS, load: SENDERS }, reading);

/**
 * The largest burst without a PAUSE, in bytes, by theorem 1 or 2. Two queues are congested, and 16 queues burst at 16
 * times their drain rate.
 */
function theoremOf(scheme: Scheme, reading: DshReading): number {
  const burst = burstOf(reading);
  return SENDERS * burst.load * xoff.theory.dshTheorems.longestBurst(scheme === "DSH" ? "dsh" : "sih", burst);
}

/**
 * The largest burst without a PAUSE, in bytes, by the fluid model of theorems 1 and 2. It has two properties of this figure that
 * the theorems leave out:
 *
 * - A congested queue drains at C/2, 8 times as fast as a queue of the burst.
 * - Each queue of the burst fills its private segment first.
 */
function fluidOf(scheme: Scheme, reading: DshReading): number {
  const { memory, headroom, ports, queues, alpha, congested, bursting, load } = burstOf(reading);
  const shared = memory - ports * headroom * (scheme === "DSH" ? 1 : queues);
  const standing = (alpha * shared - (scheme === "DSH" ? headroom : 0)) / (1 + alpha * congested);
  const privateBytes = (memoryOf(reading) - memory) / (ports * queues);
  const drained = standing / ((1 + alpha * bursting) * (load - 1) - (alpha * congested * SENDERS) / 2);
  return SENDERS * load * (drained + privateBytes / (load - 1));
}
