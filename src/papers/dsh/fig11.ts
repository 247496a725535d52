/** dsh/fig11: how large a burst a switch takes before it pauses anybody. */
import { type Claim, defineExperiment, type Done, met, type Scale, theory, value } from "../experiment.ts";
import { dsh, type DshReading } from "./readings.ts";
import { asBurst, chosen, ETA, etaChosen, memoryOf, pausedFor, schemes, tomahawk, type Scheme } from "./tomahawk.ts";

interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
  /** Percent of the memory. */
  readonly burst: number;
}

interface Row {
  /** ms, all senders of the burst together. */
  readonly paused: number;
  /** Bytes of the burst that had arrived when the first of its senders was paused; null: none was. */
  readonly absorbed: number | null;
}

const SENDERS = 16;
const [FRAME, PAYLOAD, WIRE] = [1062, 1000, 1082];
const DELAY_NS = 2000;
const NS_PER_BYTE = 0.08;
/** ns. The background has stood at its threshold since 0.1 ms. */
const START: Readonly<Record<Scale, number>> = { quick: 1e6, paper: 1e8 };
const BURSTS: Readonly<Record<Scale, readonly number[]>> = {
  quick: [4, 8, 10, 12, 16, 20, 24, 28, 32, 36, 38, 40, 42, 46, 50],
  paper: Array.from({ length: 50 }, (_, k) => k + 1),
};

export const fig11 = defineExperiment<Key, Row, typeof dsh>({
  id: "dsh/fig11",
  title: "PFC avoidance: pause duration against burst size",
  asks: "Two long flows stand at their threshold; 16 senders burst into another port. How large may the burst be before one of them is paused?",
  chosen: [
    ...chosen,
    etaChosen,
    "The burst is counted as the buffer counts it, in frames, all 16 senders together, as a part of the switch's memory.",
    "No congestion control: the paper names none, and under one the background would not stand at its threshold.",
    "All flows are in one class. Pause duration is what senders of the burst were told to stop for, all of them added up.",
    "At quick scale the burst starts at 1 ms instead of 0.1 s; the background stands at its threshold from 0.1 ms on.",
  ],
  readings: dsh,
  seeds: { quick: 1, paper: 1 },

  trials: (scale, reading) =>
    schemes.flatMap((scheme) =>
      BURSTS[scale].map((burst) => ({
        key: { scheme, burst },
        scenario: {
          until: `${START[scale] / 1e6 + 2}ms`,
          topology: { kind: "star", hosts: 32, rate: "100Gbps", delay: `${DELAY_NS}ns` },
          ...tomahawk(scheme, "none", reading, ETA),
          traffic: [
            { kind: "long-lived", from: ["h0", "h1"], to: "h31" },
            {
              kind: "incast",
              from: "h2..h17",
              to: "h30",
              size: `${packetsOf(burst, reading) * PAYLOAD}B`,
              start: `${START[scale]}ns`,
            },
          ],
        },
      })),
    ),

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

  conclude(done, _scale, reading) {
    const { percent, theorem } = modelOf(reading);
    const most = Math.max(0.1, ...done.map(({ row }) => row.paused));
    return {
      plots: [
        {
          title: "Pause duration of all senders of the burst",
          x: "burst size, % of the buffer",
          y: "pause duration, ms",
          lines: [
            ...schemes.map((scheme) => ({
              name: scheme,
              points: of(done, scheme).map(({ key, row }) => [key.burst, row.paused] as const),
            })),
            ...schemes.map((scheme) => ({
              name: `theorem ${scheme === "DSH" ? 1 : 2}: ${scheme}`,
              points: [0, most].map((y) => [percent(theorem(scheme)), y] as const),
            })),
          ],
          note: "Vertical: the largest burst without a PAUSE by theorems 1 and 2.",
        },
      ],
      claims: claimsOf(done, reading),
    };
  },
});

/** Of each sender. */
const packetsOf = (burst: number, reading: DshReading): number =>
  Math.round(((burst / 100) * memoryOf(reading)) / SENDERS / FRAME);
const of = (done: readonly Done<Key, Row>[], scheme: Scheme) => done.filter(({ key }) => key.scheme === scheme);

/** With the switch's memory by the reading. */
const modelOf = (reading: DshReading) => ({
  percent: (bytes: number): number => (bytes / memoryOf(reading)) * 100,
  theorem: (scheme: Scheme): number => theoremOf(scheme, reading),
  fluid: (scheme: Scheme): number => fluidOf(scheme, reading),
});

/** All that the burst brings by theorem 1 or 2: 2 queues are congested, 16 burst, each receives 16 times what leaves it. */
function theoremOf(scheme: Scheme, reading: DshReading): number {
  const burst = asBurst({ congested: 2, bursting: SENDERS, load: SENDERS }, reading);
  return SENDERS * burst.load * theory.dshTheorems.longestBurst(scheme === "DSH" ? "dsh" : "sih", burst);
}

/**
 * The same fluid with what differs here from the theorems' assumptions: a congested queue drains at C/2, 8 times as fast as one of the
 * burst, and each queue of the burst has its private segment to fill first.
 */
function fluidOf(scheme: Scheme, reading: DshReading): number {
  const burst = asBurst({ congested: 2, bursting: SENDERS, load: SENDERS }, reading);
  const { memory, headroom, ports, queues, alpha, congested, bursting, load } = burst;
  const shared = memory - ports * headroom * (scheme === "DSH" ? 1 : queues);
  const standing = (alpha * shared - (scheme === "DSH" ? headroom : 0)) / (1 + alpha * congested);
  const privateBytes = (memoryOf(reading) - memory) / (ports * queues);
  const drained = standing / ((1 + alpha * bursting) * (load - 1) - (alpha * congested * SENDERS) / 2);
  return SENDERS * load * (drained + privateBytes / (load - 1));
}

/** The paper's own sums are of MiB: 56,840 B x 32 x 7 are its 12 MB, and 3 KB for each of 224 queues its 672 KB. */
const BOUND =
  "Theorems 1 and 2 of the paper give 3.98 times with 16 MiB as printed, 3.89 with this figure's drain rates and private segments; runs agree with the latter within 2% (`theorem-dsh`, `theorem-sih`). The paper's own sums are of MiB; with 16e6 B the theorems give 4.85 ([errata](../errata.md)).";

function claimsOf(done: readonly Done<Key, Row>[], reading: DshReading): Claim[] {
  const { percent, theorem, fluid } = modelOf(reading);
  const absorbed = (scheme: Scheme): number => Math.min(...of(done, scheme).map(({ row }) => row.absorbed ?? Infinity));
  const [most, sih] = [absorbed("DSH"), absorbed("SIH")];
  if (!Number.isFinite(most) || !Number.isFinite(sih)) return [];
  const unpaused = (scheme: Scheme): number =>
    Math.max(0, ...of(done, scheme).flatMap(({ key, row }) => (row.paused === 0 ? [key.burst] : [])));
  const share = (bytes: number): string => `${percent(bytes).toFixed(1)}%`;
  return [
    met(
      {
        id: "no-pause-at-40",
        // Section V-A: "DSH can avoid PAUSE messages when the burst size is no larger than 40% of buffer size", read off a plot.
        claim: "DSH pauses nobody up to bursts of 40% of the buffer and no further, within a tenth of that",
        paper: "40%",
        note: `The fluid model of this very case gives ${share(fluid("DSH"))}; the paper reads 40% off a sweep.`,
      },
      percent(most) >= 36 && percent(most) <= 44,
      `none up to ${unpaused("DSH")}%; the first after ${share(most)} (${share((most * PAYLOAD) / FRAME)} of payload)`,
    ),
    met(
      {
        id: "four-times-sih",
        // Section V-A: "which is over 4x better than SIH"; introduction: "DSH can absorb over 4x more bursty traffic".
        claim: "DSH takes over 4 times SIH's burst without a PAUSE",
        paper: "over 4x (introduction, section V-A)",
        settled: { because: "bound", evidence: BOUND },
        note: `Over 4 it is not. With this figure's drain rates and private segments the fluid model gives ${(fluid("DSH") / fluid("SIH")).toFixed(2)}; the theorems as printed ${(theorem("DSH") / theorem("SIH")).toFixed(2)} ; 3.89 and 3.98 with 16 MiB, 4.70 and 4.85 with 16e6 B (reading megabyte, docs/errata.md).`,
      },
      most / sih > 4,
      `${(most / sih).toFixed(2)}: ${share(most)} to ${share(sih)}`,
    ),
    ...schemes.map((scheme) =>
      value(
        {
          id: `theorem-${scheme.toLowerCase()}`,
          claim: `Theorem ${scheme === "DSH" ? 1 : 2} with this figure's drain rates and private segments gives ${scheme}'s longest burst, within 2%`,
          paper: `${share(theorem(scheme))} as printed; so ${share(fluid(scheme))}`,
          standing: "ours",
          note: `As printed, corrected boundary: ${share(theorem(scheme))}; it lets the background drain as slowly as the burst, and has no private segments.`,
        },
        percent(absorbed(scheme)),
        percent(fluid(scheme)),
        0.02,
        (found) => `${found.toFixed(1)}%`,
      ),
    ),
  ];
}
