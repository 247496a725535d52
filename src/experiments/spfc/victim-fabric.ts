/**
 * The fabric of spfc/fig4 and its kin: one 32-port switch, a victim's port P0, bursts into P2.
 *
 *   h0 -- F1 --> r1          two long flows share h0's link
 *   h0 -- F2 --> r2          F2 meets the bursts at P2
 *   h1..hN ----> r2          64 KB flows, one after another, from 1 ms on
 */
import type { Results } from "../../lab.ts";

/** What these figures leave open, and what all of them choose. */
export const chosen: readonly string[] = [
  "16 MB are 16 MiB; headroom for links of 9 us (h*, 227,879 B a port) is taken from it first, so 9.9 MB are shared.",
  "DCQCN has the timers of its paper, 55/50/55 us, F = 5, 40 and 400 Mbps: with those of HPCC's simulator F2 is cut within 40 us and nobody pauses h0.",
  "Its target rate stays where it was while cuts follow each other (CLAMP_TARGET_RATE 0), as in HPCC's simulator.",
  "Bursts are open-loop (docs/errata.md).",
  "SPFC runs with alpha 2, K 5 and TC of 4 base RTTs between the two hosts farthest apart, 145 us.",
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

/** Buffer policies as the figures name them. ST takes B/32 of what is shared: 32 times 512 KiB would be more than that. */
export const schemes = {
  ST: { name: "st" },
  "DT 1": { name: "dt", alpha: 1 },
  "DT 2": { name: "dt", alpha: 2 },
  "DT 4": { name: "dt", alpha: 4 },
  SPFC: { name: "spfc" },
} as const;
export type Scheme = keyof typeof schemes;
export const schemeNames = Object.keys(schemes) as Scheme[];

export interface VictimOptions {
  readonly buffer: Readonly<Record<string, unknown>>;
  readonly bursts: number;
  readonly until?: string;
  /** Long flows from h0 to r2. */
  readonly culprits?: number;
  /** One-way delay of the senders' links. */
  readonly delay?: string;
  readonly measure?: unknown;
}

export function victimScenario(options: VictimOptions): Record<string, unknown> {
  const { buffer, bursts, until = "12ms", culprits = 1, delay = "9us", measure } = options;
  return {
    until,
    topology: { kind: "star", hosts: 30, rate: "100Gbps", delay, receivers: 2, receiverDelay: "1us" },
    switch: { memory: "16MiB" },
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
    policies: { buffer, congestion: dcqcn },
    ...(measure === undefined ? {} : { measure }),
  };
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
