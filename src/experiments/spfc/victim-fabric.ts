/**
 * The fabric of spfc/fig4 and its kin: one 32-port switch, a victim's port P0, bursts into P2.
 *
 *   h0 -- F1 --> r1          two long flows share h0's link
 *   h0 -- F2 --> r2          F2 meets the bursts at P2
 *   h1..hN ----> r2          64 KB flows, one after another, from 1 ms on
 */
import type { Results } from "../../lab.ts";
import { exactHeadroom } from "../../theory/headroom.ts";
import { us } from "../../units.ts";

/** What these figures leave open, and what all of them choose. */
export const chosen: readonly string[] = [
  "16 MB are 16 MiB, and all of them are B, which is shared: B/32 of ST is 512 KiB, and ports have headroom besides (section II-C), h* for their links, 6.9 MB.",
  "DCQCN is that of HPCC's simulator with the values of its paper, to which the text refers (55/50/55 us, F = 5, 40 and 400 Mbps): with that simulator's own F2 is cut within 40 us and nobody pauses h0.",
  "Its target rate stays where it was while cuts follow each other (CLAMP_TARGET_RATE 0), as in that simulator; with a target that follows, as in DCQCN's paper, ST and DT pause h0 once (cross/spfc-readings).",
  "Bursts are open-loop (docs/errata.md).",
  "SPFC runs with alpha 2, K 5 and TC of 4 base RTTs between the two hosts farthest apart, 145 us.",
  "SPFC as printed sets a victim's threshold to 16 MiB of its own bytes, whatever others hold; it is given 32 MiB more of memory, since what it stores need not fit.",
];

export const dcqcn = {
  name: "dcqcn",
  alphaInterval: "55us",
  decreaseInterval: "50us",
  increaseInterval: "55us",
  fastRecovery: 5,
  additiveIncrease: "40Mbps",
  hyperIncrease: "400Mbps",
} as const;

/** B: the memory that ports share, bytes. */
export const SHARED = 16 * 2 ** 20;
/** What SPFC as printed may store beyond B. */
const BEYOND = 32 * 2 ** 20;

/** Buffer policies as the figures name them. */
export const schemes = {
  ST: { name: "st" },
  "DT 1": { name: "dt", alpha: 1 },
  "DT 2": { name: "dt", alpha: 2 },
  "DT 4": { name: "dt", alpha: 4 },
  SPFC: { name: "spfc" },
  "SPFC as printed": { name: "spfc", literal: true, buffer: `${SHARED}B` },
} as const;
export type Scheme = keyof typeof schemes;
export const schemeNames = Object.keys(schemes) as Scheme[];
/** What SPFC is compared with. */
export const otherNames = schemeNames.filter((name) => schemes[name].name !== "spfc");

export interface VictimOptions {
  readonly buffer: Readonly<Record<string, unknown>>;
  /** DCQCN unless given. */
  readonly congestion?: Readonly<Record<string, unknown>>;
  readonly bursts: number;
  readonly until?: string;
  /** Long flows from h0 to r2. */
  readonly culprits?: number;
  /** One-way delay of the senders' links, us. */
  readonly delay?: number;
  readonly measure?: unknown;
}

export function victimScenario(options: VictimOptions): Record<string, unknown> {
  const { buffer, congestion = dcqcn, bursts, until = "12ms", culprits = 1, delay = 9, measure } = options;
  const beyond = buffer.literal === true ? BEYOND : 0;
  return {
    until,
    topology: {
      ...{ kind: "star", hosts: 30, rate: "100Gbps", delay: `${delay}us` },
      ...{ receivers: 2, receiverDelay: "1us" },
    },
    switch: { memory: `${SHARED + headroomOfAll(delay) + beyond}B` },
    traffic: [
      { kind: "long-lived", from: "h0", to: "r1" },
      ...Array.from({ length: culprits }, () => ({ kind: "long-lived", from: "h0", to: "r2" })),
      {
        kind: "bursts",
        from: bursts === 1 ? "h1" : `h1..h${bursts}`,
        to: "r2",
        size: "64KB",
        start: "1ms",
        stop: until,
      },
    ],
    policies: { buffer, congestion },
    ...(measure === undefined ? {} : { measure }),
  };
}

/** Of 30 ports with links of `delay` us, and two of 1 us. */
export function headroomOfAll(delay: number): number {
  const one = (microseconds: number): number => exactHeadroom({ frame: 1062, rate: 100e9, delay: us(microseconds) });
  return 30 * one(delay) + 2 * one(1);
}

/** Gbps of payload that are 90 Gbps on the wire: 1000 of 1082 bytes. */
export const RECOVERED = 83;

/** Goodput of a flow over time, as [ms, Gbps] points. */
export function goodputOver({ tables }: Results, flow: number): [number, number][] {
  const columns = tables.goodputs?.columns;
  if (columns === undefined) return [];
  const points: [number, number][] = [];
  for (let row = 0; row < columns.flow.length; row++)
    if (columns.flow[row] === flow) points.push([columns.time_ns[row] / 1e6, columns.received_bps[row] / 1e9]);
  return points;
}

/** PAUSEs that the switch sent to h0, and for how long they held h0 in all, ns; a PAUSE open at the end holds until then. */
export function pausesAtP0({ tables, summary }: Results): { readonly sent: number; readonly held: number } {
  const { peer, start_ns, duration_ns } = tables.pauses.columns;
  let sent = 0;
  let held = 0;
  for (let row = 0; row < tables.pauses.rows; row++) {
    if (peer[row] !== "h0") continue;
    sent++;
    held += Number.isNaN(duration_ns[row]) ? summary.simulated_ns - start_ns[row] : duration_ns[row];
  }
  return { sent, held };
}

/** Most that the switch has stored for r2, MB, headroom included. */
export function storedAtP2({ tables }: Results): number {
  const { node, peer, queue_peak_bytes } = tables.ports.columns;
  return queue_peak_bytes[node.findIndex((name, row) => name === "sw0" && peer[row] === "r2")] / 1e6;
}
