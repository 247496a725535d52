/** Traffic of sections VI-B and VI-C over two data centres of 16 servers: who sends to whom, how large, how much. */
import type { BifrostReading } from "./readings.ts";
import { RATE_GBPS } from "./schemes.ts";

export const CDFS = { Hadoop: "fb-hadoop-hpcc", WebSearch: "websearch-hpcc" } as const;
export type Workload = keyof typeof CDFS;

/** Over which classes flows are spread; unless it says, they are of one. */
export interface Spread {
  readonly classes?: readonly { readonly class: number; readonly share: string }[];
}

const HOSTS = 16;
const HOST_GBPS = 100;
const FIRST = `h0..h${HOSTS - 1}`;
const SECOND = `h${HOSTS}..h${2 * HOSTS - 1}`;

/** Is the host in the first data centre? */
export const isFirst = (host: string): boolean => Number(host.slice(1)) < HOSTS;

/**
 * What each server offers, as a share of its link, `crossing` of it across the long link: `load` itself, or what gives the long link that
 * load in each direction.
 */
const offered = (load: number, crossing: number, { load: of }: BifrostReading): number =>
  of === "servers" ? load : (load * RATE_GBPS) / (HOSTS * HOST_GBPS * crossing);

const between = (
  from: string,
  to: string,
  load: number,
  workload: Workload,
  stopMs: number,
  spread: Spread,
): unknown => ({ kind: "poisson", cdf: CDFS[workload], from, to, load, stop: `${stopMs}ms`, ...spread });

/** From the 16 servers of the first data centre to those of the second. */
export const interDc = (
  workload: Workload,
  load: number,
  stopMs: number,
  reading: BifrostReading,
  spread: Spread = {},
): unknown => between(FIRST, SECOND, offered(load, 1, reading), workload, stopMs, spread);

/** Between all servers, but `share` of the flows cross the long link. */
export function mixed(
  workload: Workload,
  { load, share }: { readonly load: number; readonly share: number },
  stopMs: number,
  [inter, intra]: readonly [Spread, Spread],
  reading: BifrostReading,
): unknown[] {
  const all = offered(load, share, reading);
  const across = all * share;
  const within = all - across;
  return [
    between(FIRST, SECOND, across, workload, stopMs, inter),
    between(SECOND, FIRST, across, workload, stopMs, inter),
    between(FIRST, FIRST, within, workload, stopMs, intra),
    between(SECOND, SECOND, within, workload, stopMs, intra),
  ];
}

/** Of the 31 servers that a server may send to, those across the long link. */
const ACROSS = HOSTS / (2 * HOSTS - 1);

/** Between any two servers. */
export const allToAll = (workload: Workload, load: number, stopMs: number, reading: BifrostReading): unknown => ({
  kind: "poisson",
  cdf: CDFS[workload],
  load: offered(load, ACROSS, reading),
  stop: `${stopMs}ms`,
});
