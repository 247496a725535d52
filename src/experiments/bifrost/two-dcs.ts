/**
 * The fabric of Bifrost's simulations (section VI-B): two fat-trees of 16 servers, a DCI switch for each, one long link of 400 Gbps.
 *
 *   h0..h15 -- fat-tree, 100G, 1 us -- dci0 ======== 600 km ======== dci1 -- fat-tree -- h16..h31
 *
 * Inside, every scheme but CBFC runs PFC; they differ at the long link.
 */
import type { Results } from "../../lab.ts";
import { exactHeadroom } from "../../theory/headroom.ts";

/** What these figures leave open, and what all of them choose. */
export const chosen: readonly string[] = [
  "Sizes of buffers are MiB and KiB (docs/errata.md): the BDP of 3 ms at 400 Gbps is 300,000,000 B.",
  "Inside a data centre a queue has 288 KiB of its own and, beyond it, DT's alpha 4 of the shared 10 MiB; headroom 30 KiB, which asks a reaction of 39 quanta, 200 ns. The DCI switches share nothing, but under SWING, where they are as the others.",
  "PFC's port on the long link has X_OFF = X_ON = 1 MiB and the headroom that real frames need (h*), 294,461,751 B at 600 km: less than the 286 MiB printed, which preamble and gap do not take.",
  "Bifrost's H is BDP + 2 R T as on the wire, and one packet for what leaks: at 600 km 59,750 B more than the 287 MiB printed.",
  "A load is that of the long link: payload that crosses it from the first data centre to the second, over 400 Gbps. The paper does not say of what it is a share.",
  "DCQCN has xoff's defaults.",
];

/** Of the long link. */
export const RATE_GBPS = 400;
/** 600 km. */
export const DISTANCE_KM = 600;
const HOSTS = 16;
/** A full data frame. */
const FRAME = 1062;
const MIB = 2 ** 20;

/** One way, ps: 5 ns a metre. */
export const delayOf = (km: number): number => km * 5e6;
/** Bytes that a round trip holds. */
export const bdpOf = (km: number): number => (2 * delayOf(km) * RATE_GBPS) / 8000;

/** Headroom for a PAUSE on the long link. */
const headroomOf = (km: number): number => exactHeadroom({ frame: FRAME, rate: RATE_GBPS * 1e9, delay: delayOf(km) });

/** H of Bifrost: one BDP and what arrives in two slots. */
const bifrostMemory = (km: number, slotUs: number): number => bdpOf(km) + (2 * RATE_GBPS * slotUs * 1e3) / 8;

interface LongLink {
  readonly policy: Readonly<Record<string, unknown>>;
  /** Bytes of each port. */
  readonly memory: number;
}

/** By the paper's name: what guards the long link, over so many km with slots of so many microseconds. */
export const schemes = {
  /** Of one packet more than H, for what leaks. */
  Bifrost: (km: number, slotUs: number): LongLink => ({
    policy: { name: "bifrost", slot: `${slotUs}us` },
    memory: bifrostMemory(km, slotUs) + FRAME,
  }),
  SWING: (km: number): LongLink => ({ policy: { name: "swing", xoff: "198KiB" }, memory: bdpOf(km) + MIB }),
  "CBFC-ideal": (km: number, slotUs: number): LongLink => ({
    policy: { name: "cbfc" },
    memory: bifrostMemory(km, slotUs),
  }),
  PFC: (km: number): LongLink => ({
    policy: { name: "pfc", xoff: "1MiB", xon: "1MiB" },
    memory: MIB + headroomOf(km),
  }),
  "PFC-deep": (km: number): LongLink => ({
    policy: { name: "pfc", xoff: `${286 * MIB}B`, xon: `${286 * MIB}B` },
    memory: 286 * MIB + headroomOf(km),
  }),
} as const;
export type Scheme = keyof typeof schemes;

export interface TwoDcOptions {
  readonly scheme: Scheme;
  readonly traffic: readonly unknown[];
  readonly untilMs: number;
  readonly km?: number;
  readonly slotUs?: number;
  readonly policies?: Readonly<Record<string, unknown>>;
  readonly measure?: Readonly<Record<string, unknown>>;
}

/** A queue's own memory inside a data centre, and headroom besides. */
const OWN = 288 * 1024;
const HEADROOM = 30 * 1024;
/** A core switch has four ports to its pods and one to the DCI switch. */
const PORTS = 5;
/** Private memory is set aside for all classes of a port but control's. */
const CLASSES = 7;

export function twoDcScenario(options: TwoDcOptions): Record<string, unknown> {
  const { scheme, traffic, untilMs, km = DISTANCE_KM, slotUs = 10, policies = {}, measure } = options;
  const { policy, memory } = schemes[scheme](km, slotUs);
  const isCbfc = scheme === "CBFC-ideal";
  const own = isCbfc ? OWN : OWN * CLASSES;
  const switchMemory = (own + HEADROOM) * PORTS + 10 * MIB;
  // With SWING the relays have the long link's memory, and a DCI switch is like any other.
  const dciMemory = scheme === "SWING" ? switchMemory : (own + HEADROOM) * (PORTS - 1) + 1;
  return {
    until: `${untilMs}ms`,
    topology: {
      ...{ kind: "two-dc", k: 4, rate: "100Gbps", delay: "1us", dciRate: `${RATE_GBPS}Gbps`, dciDelay: `${km}km` },
      dciMemory: `${dciMemory}B`,
    },
    switch: { memory: `${switchMemory}B`, private: isCbfc ? "0B" : `${OWN}B` },
    links: [{ between: "dci0-dci1", policy, memory: `${memory}B` }],
    traffic,
    policies: {
      buffer: { name: "dt", alpha: 4 },
      headroom: { name: "sih", size: `${HEADROOM}B`, resumeOffset: "0B" },
      link: isCbfc ? "cbfc" : { name: "pfc", reaction: 39 },
      congestion: "dcqcn",
      ...policies,
    },
    measure: { pauses: false, ...measure },
  };
}

export const CDFS = { Hadoop: "fb-hadoop-hpcc", WebSearch: "websearch-hpcc" } as const;
export type Workload = keyof typeof CDFS;

/** From the 16 servers of the first data centre to those of the second, `load` of the long link. */
export const interDc = (workload: Workload, load: number, stopMs: number): unknown => ({
  kind: "poisson",
  cdf: CDFS[workload],
  from: `h0..h${HOSTS - 1}`,
  to: `h${HOSTS}..h${2 * HOSTS - 1}`,
  load: (load * RATE_GBPS) / (HOSTS * 100),
  stop: `${stopMs}ms`,
});

/** Between any two servers: 16 of the 31 that a server may send to are across the long link, so `load` of it each way. */
export const allToAll = (workload: Workload, load: number, stopMs: number): unknown => ({
  kind: "poisson",
  cdf: CDFS[workload],
  load: (((load * RATE_GBPS) / (HOSTS * 100)) * (2 * HOSTS - 1)) / HOSTS,
  stop: `${stopMs}ms`,
});

/** Which flows count: those across the long link, those within a data centre, or all. */
export const groups = ["inter-DC", "intra-DC", "overall"] as const;
export type Group = (typeof groups)[number];

export interface Fct {
  /** Microseconds; null of no flow. */
  readonly average: number | null;
  readonly p99: number | null;
  readonly flows: number;
  /** Flows that the run ended before; they are in neither. */
  readonly unfinished: number;
}

const dcOf = (host: string): boolean => Number(host.slice(1)) < HOSTS;

/** Completion times of a run's flows by group. */
export function fctsOf({ tables }: Results): Record<Group, Fct> {
  const { source, destination, fct_ns } = tables.flows.columns;
  const times: Record<Group, number[]> = { "inter-DC": [], "intra-DC": [], overall: [] };
  for (let flow = 0; flow < tables.flows.rows; flow++) {
    const group = dcOf(source[flow]) === dcOf(destination[flow]) ? "intra-DC" : "inter-DC";
    times[group].push(fct_ns[flow] / 1000);
    times.overall.push(fct_ns[flow] / 1000);
  }
  return {
    "inter-DC": summed(times["inter-DC"]),
    "intra-DC": summed(times["intra-DC"]),
    overall: summed(times.overall),
  };
}

function summed(all: readonly number[]): Fct {
  const done = all.filter((time) => !Number.isNaN(time)).sort((a, b) => a - b);
  const flows = done.length;
  return {
    average: flows === 0 ? null : done.reduce((sum, time) => sum + time, 0) / flows,
    p99: flows === 0 ? null : done[Math.min(flows - 1, Math.ceil(flows * 0.99) - 1)],
    flows,
    unfinished: all.length - flows,
  };
}
