/**
 * A long link at its worst: the output behind it stops while the link is full, and starts again when the peer has long been stopped.
 *
 *   h0 -- dci0 ======== 80 km, 100G ======== dci1 -- h1      h0 sends all the time
 *                                             |
 *                                             h2             from 2 to 6 ms it takes all of h1's link, in a class that goes first
 */
import { acksOf } from "../acks.ts";
import { type Claim, met, type Results, theory } from "../experiment.ts";
import { insidePolicies } from "./inside.ts";
import type { BifrostReading } from "./readings.ts";

export const chosen: readonly string[] = [
  "The link is the testbed's: 80 km, 400 us one way, 100 Gbps, a BDP of 10,000,000 B.",
  "The output stops because h2, beside the receiver's switch, sends to the same host at line rate from 2 to 6 ms, in a class that goes first.",
  "Throughput lost is what the output could have sent from 6 ms on and did not. It is counted in frames, without preambles and gaps; less than .1% is the grain of packets.",
  "Drops are counted, not refused: a buffer that is too small is part of the question.",
  "Nothing is random: one run of each.",
];

/** B; and R T for slots of 10 us: on the wire. */
export const BDP = 10_000_000;
export const SLOT = 125_000;
export const SLOT_US = 10;
/** One way, us. */
export const DELAY_US = 400;
/** A full frame. */
export const FRAME = 1062;
/** What a buffer holds of bytes on the wire: neither preambles nor gaps. */
export const inFrames = (wire: number): number => (wire * FRAME) / (FRAME + 20);
/** Quanta: what is usual here, and the standard's limit at 100 Gbps. */
export const REACTIONS = { usual: 60, limit: 394 } as const;
const [STOPS_MS, RESUMES_MS, UNTIL_MS] = [2, 6, 10];
/** 4 ms of line rate. */
const BLOCKER = 46_210_720;
/** Gbps of full frames on a 100G link. */
const LINE = inFrames(100);

/** Headroom that loses nothing where a peer takes `reaction` quanta, 64 B each. */
export const headroomFor = (reaction: number): number =>
  theory.headroom.exactHeadroom({ frame: FRAME, rate: 100e9, delay: DELAY_US * 1e6, reaction: reaction * 64 });

export interface Row {
  /** ms and MB: what the long link's port holds. */
  readonly queue: readonly (readonly [number, number])[];
  readonly most: number;
  readonly dropped: number;
  /** Bytes that the output could have sent after it started again. */
  readonly lost: number;
  /** us from the output's stop to the first PAUSE that the port then sends; null: none. */
  readonly paused: number | null;
}

interface Options {
  readonly reading: BifrostReading;
  /** Where switches inside do not heed frames as elsewhere. */
  readonly inside?: Readonly<Record<string, unknown>>;
  /** The way back is full too, so that PAUSE frames wait for packets. */
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
    // A longer reaction asks for more headroom than elsewhere.
    ...(inside && { link: inside, headroom: "sih" }),
  },
  measure: { every: "20us", queues: ["dci1-dci0"], rates: ["dci1-h1"] },
});

export function row({ tables, summary }: Results): Row {
  const queues = tables.queues?.columns;
  const rates = tables.rates?.columns;
  if (queues === undefined || rates === undefined) throw new Error("the scenario samples queues and rates");
  const queue = Array.from(queues.time_ns, (ns, k) => [ns / 1e6, queues.ingress_bytes[k] / 1e6] as const).filter(
    (_, k) => queues.class[k] === 3,
  );
  let lost = 0;
  rates.time_ns.forEach((ns, k) => {
    const short = (LINE - rates.sent_bps[k] / 1e9) * 2500; // bytes in 20 us
    if (ns > RESUMES_MS * 1e6 && short > FRAME) lost += short; // less is the grain of packets in a sample
  });
  const { node, peer, start_ns } = tables.pauses.columns;
  const stop = STOPS_MS * 1e6;
  const pauses = Array.from(start_ns).filter((ns, k) => node[k] === "dci1" && peer[k] === "dci0" && ns >= stop);
  const { dropped_no_headroom, dropped_no_buffer } = summary.counters;
  return {
    queue,
    most: Math.max(...queue.map(([, megabytes]) => megabytes)) * 1e6,
    dropped: dropped_no_headroom + dropped_no_buffer,
    lost,
    paused: pauses.length === 0 ? null : (Math.min(...pauses) - stop) / 1000,
  };
}

export const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;

/** Of what the output can send after it started again: grants are whole packets, so less is their grain. */
const GRAIN = 0.001;
export const starves = ({ lost }: Row): boolean => lost > (GRAIN * LINE * 1e9 * (UNTIL_MS - RESUMES_MS)) / 8e3;

/** Is neither a packet nor throughput lost? */
export const clean = (found: Row): boolean => found.dropped === 0 && !starves(found);
export const told = ({ most, dropped, lost }: Row): string =>
  `queue up to ${mb(most)}, ${dropped} packets dropped, ${mb(lost)} not sent`;

/** A claim on one run. */
export const outcome = (
  id: string,
  claim: string,
  paper: string,
  found: Row,
  holds: boolean,
  more: Partial<Pick<Claim, "note" | "standing">> = {},
): Claim => met({ id, claim, paper, ...more }, holds, told(found));
