/**
 * The fabric of spfc/fig4 to fig6, fig11 and sec4d: one 32-port switch with a victim's port P0 and bursts into P2.
 *
 *   h0 -- F1 --> r1          two long flows share h0's link
 *   h0 -- F2 --> r2          F2 meets the bursts at P2
 *   h1..hN ----> r2          64 KB flows, one after another, from 1 ms on
 */
import * as xoff from "../experiment.ts";
import type { Results, Sample } from "../experiment.ts";
import { switchAndPolicies, type Scheme, type Sender, type SwitchOf } from "./policies.ts";
import type { Reading } from "./readings.ts";

/** Choices that all figures on this fabric share, where the paper is silent. */
export const chosen: readonly string[] = [
  "16 MB are 16 MiB, so ST's B/32 is 512 KiB. The headroom of each port is h* of its link, 6.9 MB in total.",
  "Bursts are open-loop (docs/errata.md).",
  "SPFC runs with alpha 2 and K 5.",
];

/** The shared memory B of the switch, bytes. */
export const SHARED = 16 * 2 ** 20;

/** The buffer policies of figures 4 and 5. */
export const schemeNames = ["ST", "DT 1", "DT 2", "DT 4", "SPFC"] as const satisfies readonly Scheme[];
/** The buffer policies without SPFC. */
export const otherNames = schemeNames.filter((name) => name !== "SPFC");

/** The one-way delay of the senders' links, us. The receivers' links have 1 us. */
const DELAY = 9;

export function victimFabric(
  scheme: Scheme,
  sender: Sender,
  reading: Reading,
  { delay = DELAY, ...more }: Partial<SwitchOf> & { readonly delay?: number } = {},
): Readonly<Record<string, unknown>> {
  const rtt = { flows: 2 * (delay + 1), hosts: 4 * delay };
  return {
    topology: {
      ...{ kind: "star", hosts: 30, rate: "100Gbps", delay: `${delay}us` },
      ...{ receivers: 2, receiverDelay: "1us" },
    },
    ...switchAndPolicies(scheme, sender, { memory: SHARED, headroom: headroomOfAll(delay), rtt, ...more }, reading),
  };
}

export interface VictimOptions {
  readonly bursts: number;
  readonly until?: string;
  /** The number of long flows from h0 to r2. They meet the burst there. Absent: 1. */
  readonly culprits?: number;
  /** The time at which the long flows from h0 to r2 start, such as "1ms". Absent: 0. */
  readonly culpritsFrom?: string;
  /** The one-way delay of the senders' links, us. */
  readonly delay?: number;
  readonly k?: number;
  readonly measure?: unknown;
}

export function victimScenario(scheme: Scheme, reading: Reading, options: VictimOptions): Record<string, unknown> {
  const { bursts, until = "12ms", culprits = 1, culpritsFrom = "0s", measure, ...fabric } = options;
  return {
    until,
    ...victimFabric(scheme, "DCQCN", reading, fabric),
    traffic: [
      { kind: "long-lived", from: "h0", to: "r1" },
      ...Array.from({ length: culprits }, () => ({ kind: "long-lived", from: "h0", to: "r2", start: culpritsFrom })),
      burstsInto(bursts, "1ms", until),
    ],
    ...(measure === undefined ? {} : { measure }),
  };
}

/** The headroom of all ports, bytes: 30 ports with links of `delay` us, and two with links of 1 us. */
export function headroomOfAll(delay = DELAY): number {
  return 30 * headroomOf(100, delay) + 2 * headroomOf(100, 1);
}

/** The exact headroom h* of a port, bytes. `rate` is in Gbps, and `delay` is the delay of the port's link in us. */
export const headroomOf = (rate: number, delay: number): number =>
  xoff.theory.headroom.exactHeadroom({ frame: 1062, rate: rate * 1e9, delay: xoff.us(delay) });

/** F1 has recovered at this payload rate, Gbps. It is 90 Gbps on the wire, of which 1000 of 1082 bytes are payload. */
export const RECOVERED = 83;

export const gbps = xoff.fixed(1, " Gbps");

/** Judges the claim that F1 recovers under SPFC and does not recover under DT 2. */
export const recoversUnderSpfcAlone = (f1: (scheme: "SPFC" | "DT 2") => Sample) =>
  xoff.allOf([xoff.atLeast(f1("SPFC"), RECOVERED, gbps), xoff.atMost(f1("DT 2"), RECOVERED, gbps)]);

/** The bursts: each of the hosts h1 to hN sends flows of 64 KB to r2, one after another. */
export const burstsInto = (hosts: number, start: string, stop: string) => ({
  ...{ kind: "bursts", from: hosts === 1 ? "h1" : `h1..h${hosts}` },
  ...{ to: "r2", size: "64KB", start, stop },
});

/** The goodput of a flow over time, as [ms, Gbps] points. */
export function goodputOver(results: Results, flow: number): [number, number][] {
  const goodputs = xoff.columnsOf(results, "goodputs");
  return xoff.courseOf(goodputs, goodputs.received_bps, 1e9, (row) => goodputs.flow[row] === flow);
}

/** The mean goodput of a flow after `fromMs`, Gbps. */
export const meanGoodput = (results: Results, flow: number, fromMs: number): number =>
  xoff.meanBetween(goodputOver(results, flow), fromMs);

/** The number of PAUSEs to h0, their total time and the time of each, ns. A PAUSE without a resume lasts until the run's end. */
export function pausesAtP0(
  { tables, summary }: Results,
  fromMs = 0,
): { readonly sent: number; readonly held: number; readonly lengths: readonly number[] } {
  const { peer, start_ns, duration_ns } = tables.pauses.columns;
  const lengths: number[] = [];
  for (let row = 0; row < tables.pauses.rows; row++) {
    if (peer[row] !== "h0" || start_ns[row] < fromMs * 1e6) continue;
    lengths.push(Number.isNaN(duration_ns[row]) ? summary.simulated_ns - start_ns[row] : duration_ns[row]);
  }
  return { sent: lengths.length, held: lengths.reduce((sum, ns) => sum + ns, 0), lengths };
}

/** The maximum backlog of P2, the switch's port to r2, in MB. It includes packets that are stored in headroom. */
export function storedAtP2({ tables }: Results): number {
  const { node, peer, queue_peak_bytes } = tables.ports.columns;
  return queue_peak_bytes[node.findIndex((name, row) => name === "sw0" && peer[row] === "r2")] / 1e6;
}
