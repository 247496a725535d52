/**
 * The worst case of a long link. The output behind the far end stops while the link is full of frames. The output
 * starts again long after the peer was paused.
 *
 *   h0 -- dci0 ======== 80 km, 100G ======== dci1 -- h1      h0 sends all the time
 *                                             |
 *                                             h2             from 2 to 6 ms h2 uses all of h1's link, in a class with strict priority
 */
import { acksOf } from "../acks.ts";
import { type Claim, columnsOf, courseOf, met, type Results, theory } from "../experiment.ts";
import { insidePolicies } from "./inside.ts";
import type { BifrostReading } from "./readings.ts";

export const chosen: readonly string[] = [
  "The link is that of the testbed: 80 km and 100 Gbps. Its one-way delay is 400 us, and its BDP is 10,000,000 B.",
  "Host h2 at the receiver's switch makes the output stop. It sends to the same host at line rate from 2 to 6 ms, in a class with strict priority.",
  "Lost throughput is the number of bytes that the output could have sent after 6 ms and did not. It counts frames without preambles and gaps. A loss below .1% is the granularity of packets.",
  "Drops are counted and do not end the run, because some runs have a buffer that is too small.",
  "The scenario has no random values, so each set-up has one run.",
];

/** The bandwidth-delay product of the long link, bytes on the wire. */
export const BDP = 10_000_000;
export const SLOT = 125_000;
export const SLOT_US = 10;
/** The delay of the long link in one direction, us. */
export const DELAY_US = 400;
/** Bytes of a full frame in a buffer. */
export const FRAME = 1062;
/** Converts bytes on the wire to bytes in a buffer, which stores neither preambles nor gaps. */
export const inFrames = (wire: number): number => (wire * FRAME) / (FRAME + 20);
/** The peer's reaction time in quanta: the default of xoff's link policies, and the standard's limit at 100 Gbps. */
export const REACTIONS = { usual: 60, limit: 394 } as const;
const [STOPS_MS, RESUMES_MS, UNTIL_MS] = [2, 6, 10];
/** The size of the blocking flow: the payload of 4 ms at line rate. */
const BLOCKER = 46_210_720;
/** The rate of full frames on a 100G link, without preambles and gaps, Gbps. */
const LINE = inFrames(100);

/** The headroom in bytes with which no packet is lost, if the peer reacts after `reaction` quanta of 64 B. */
export const headroomFor = (reaction: number): number =>
  theory.headroom.exactHeadroom({ frame: FRAME, rate: 100e9, delay: DELAY_US * 1e6, reaction: reaction * 64 });

export type Row = ReturnType<typeof row>;

interface Options {
  readonly reading: BifrostReading;
  /** The policy of all links except the long one. Absent: the policy in `insidePolicies`. */
  readonly inside?: Readonly<Record<string, unknown>> | undefined;
  /** True to fill the long link in the opposite direction too, so that PAUSE frames wait behind packets. */
  readonly busyBack?: boolean;
}

export const scenario = (
  policy: Readonly<Record<string, unknown>>,
  memory: number,
  { reading, inside, busyBack = false }: Options,
): Record<string, unknown> => ({
  until: `${UNTIL_MS}ms`,
  topology: {
    ...{ kind: "two-dc", k: 0, hosts: 1, farHosts: 2, rate: "100Gbps", delay: "1us" },
    ...{ dciDelay: "80km", dciRate: "100Gbps" },
  },
  classes: { lossless: [2, 3], ...acksOf(reading) },
  onDrop: "count",
  traffic: [
    { kind: "long-lived", from: "h0", to: "h1" },
    { kind: "flows", list: [`h2, h1, ${BLOCKER}B, ${STOPS_MS}ms`], class: 2 },
    ...(busyBack ? [{ kind: "long-lived", from: "h1", to: "h0" }] : []),
  ],
  links: [{ between: "dci0-dci1", policy, memory: `${memory}B` }],
  policies: {
    ...insidePolicies(reading),
    congestion: "none",
    // `inside` replaces the policy of all links except the long one. Its reaction time can be too long for the usual headroom of 30 KiB.
    // So `sih` computes the headroom of these links from the reaction time.
    ...(inside && { link: inside, headroom: "sih" }),
  },
  measure: { every: "20us", queues: ["dci1-dci0"], rates: ["dci1-h1"] },
});

export function row(results: Results) {
  const { tables, summary } = results;
  const [queues, rates] = [columnsOf(results, "queues"), columnsOf(results, "rates")];
  const queue = courseOf(queues, queues.ingress_bytes, 1e6, (k) => queues.class[k] === 3);
  let lost = 0;
  rates.time_ns.forEach((ns, k) => {
    const short = (LINE - rates.sent_bps[k] / 1e9) * 2500; // bytes in 20 us
    if (ns > RESUMES_MS * 1e6 && short > FRAME) lost += short; // less than a frame is the granularity of a sample
  });
  const { node, peer, start_ns } = tables.pauses.columns;
  const stop = STOPS_MS * 1e6;
  const pauses = Array.from(start_ns).filter((ns, k) => node[k] === "dci1" && peer[k] === "dci0" && ns >= stop);
  const { dropped_no_headroom, dropped_no_buffer } = summary.counters;
  return {
    /** The backlog of the long link's port over time, as points [ms, MB]. `most` is its maximum in bytes. */
    queue,
    most: Math.max(...queue.map(([, megabytes]) => megabytes)) * 1e6,
    dropped: dropped_no_headroom + dropped_no_buffer,
    /** The bytes that the output could have sent after its restart, and did not send. */
    lost,
    /** The time from the output's stop to the port's next PAUSE, us. Null: there was none. */
    paused: pauses.length === 0 ? null : (Math.min(...pauses) - stop) / 1000,
  };
}

export const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;

/**
 * A loss of throughput counts only above this share of the bytes that the output can send after its restart. Smaller
 * losses occur because grants are whole packets.
 */
const GRAIN = 0.001;
export const starves = ({ lost }: Row): boolean => lost > (GRAIN * LINE * 1e9 * (UNTIL_MS - RESUMES_MS)) / 8e3;

/** True if the run loses neither packets nor throughput. */
export const clean = (found: Row): boolean => found.dropped === 0 && !starves(found);
export const asText = ({ most, dropped, lost }: Row): string =>
  `queue up to ${mb(most)}, ${dropped} packets dropped, ${mb(lost)} not sent`;

interface Outcome {
  readonly claim: string;
  readonly paper: string;
  /** The row of the run that the claim is on. Undefined: the run failed. */
  readonly found: Row | undefined;
  readonly holds: (found: Row) => boolean;
  readonly standing?: Claim["standing"];
}

/** Returns a claim on one run, as a list. The list is empty if the run failed. */
export const outcome = (id: string, { found, holds, ...said }: Outcome): Claim[] =>
  found === undefined ? [] : [met(id, { ...said, holds: holds(found), ours: asText(found) })];
