/** Traffic of sections VI-B and VI-C over two data centres of 16 servers: pairs of hosts, flow sizes and loads. */
import type { BifrostReading } from "./readings.ts";
import { RATE_GBPS } from "./schemes.ts";

export const CDFS = { Hadoop: "fb-hadoop-hpcc", WebSearch: "websearch-hpcc" } as const;
export type Workload = keyof typeof CDFS;

/** The shares of the classes among the flows. Absent: all flows are in one class. */
export interface Spread {
  readonly classes?: readonly { readonly class: number; readonly share: string }[];
}

const HOSTS = 16;
const HOST_GBPS = 100;
const FIRST = `h0..h${HOSTS - 1}`;
const SECOND = `h${HOSTS}..h${2 * HOSTS - 1}`;

/** True for a host of the first data centre. */
export const isFirst = (host: string): boolean => Number(host.slice(1)) < HOSTS;

/**
 * Converts the load of a figure (`load`) to the load of each server, as a share of its link. The paper leaves open which
 * links a figure's load refers to: the servers' links, or the long link in each direction. The reading `load` in
 * `readings.ts` answers this question. `crossing` is the share of the traffic that crosses the long link.
 */
const offered = (load: number, crossing: number, { load: of }: BifrostReading): number =>
  of === "servers" ? load : (load * RATE_GBPS) / (HOSTS * HOST_GBPS * crossing);

const poisson = (
  workload: Workload,
  load: number,
  stopMs: number,
  pair: object = {},
  spread: Spread = {},
): unknown => ({
  ...{ kind: "poisson", cdf: CDFS[workload], ...pair, load, stop: `${stopMs}ms` },
  ...spread,
});

/** Flows from the 16 servers of the first data centre to those of the second. */
export const interDc = (
  workload: Workload,
  load: number,
  stopMs: number,
  reading: BifrostReading,
  spread: Spread = {},
): unknown => poisson(workload, offered(load, 1, reading), stopMs, { from: FIRST, to: SECOND }, spread);

/** Flows between all servers, of which `share` cross the long link. */
export function mixed(
  workload: Workload,
  { load, share }: { readonly load: number; readonly share: number },
  stopMs: number,
  [inter, intra]: readonly [Spread, Spread],
  reading: BifrostReading,
): unknown[] {
  const all = offered(load, share, reading);
  const across = all * share;
  const pairs = [
    [FIRST, SECOND, across, inter],
    [SECOND, FIRST, across, inter],
    [FIRST, FIRST, all - across, intra],
    [SECOND, SECOND, all - across, intra],
  ] as const;
  return pairs.map(([from, to, part, spread]) => poisson(workload, part, stopMs, { from, to }, spread));
}

/** A server may send to 31 others. This share of them is in the other data centre. */
const ACROSS = HOSTS / (2 * HOSTS - 1);

/** Flows between any two servers, drawn at random. */
export const allToAll = (workload: Workload, load: number, stopMs: number, reading: BifrostReading): unknown =>
  poisson(workload, offered(load, ACROSS, reading), stopMs);
