/**
 * The fabric of Bifrost's simulations (section VI-B): two fat-trees of 16 servers, a DCI switch for each, one long link of 400 Gbps.
 *
 *   h0..h15 -- fat-tree, 100G, 1 us -- dci0 ======== 600 km ======== dci1 -- fat-tree -- h16..h31
 *
 * Inside, every scheme runs PFC but CBFC and those that drop, IRN and NewReno; the others differ at the long link.
 */
import { exactHeadroom } from "../../theory/headroom.ts";
import { irnSettings } from "../../theory/irn.ts";

/** What these figures leave open, and what all of them choose. */
export const chosen: readonly string[] = [
  "Sizes of buffers are MiB and KiB (docs/errata.md): the BDP of 3 ms at 400 Gbps is 300,000,000 B.",
  "Inside a data centre a queue has 288 KiB of its own and, beyond it, DT's alpha 4 of the shared 10 MiB; headroom 30 KiB, which asks a reaction of 39 quanta, 200 ns. The DCI switches share nothing, but under SWING, where they are as the others.",
  "PFC's port on the long link has X_OFF = X_ON = 1 MiB and the headroom that real frames need (h*), 294,461,751 B at 600 km: less than the 286 MiB printed, which preamble and gap do not take.",
  "Bifrost's H is BDP + 2 R T as on the wire, and one packet for what leaks: at 600 km 59,750 B more than the 287 MiB printed.",
  "A load is payload's share of the links of the servers that send, as in the traffic generator of HPCC's simulator. The paper does not say of what; so 30% from one data centre to the other is 480 Gbps for a link of 400, and figures 15, 16 and 19 show what they claim, which they do not with the long link as the measure (docs/errata.md).",
  "DCQCN has xoff's defaults. Nothing is lost, so hosts wait a second before they send again: the usual 16.8 ms are less than the 24 ms that one BDP takes to leave by one 100G port.",
];

/** Why CBFC does not lag behind as it does in the paper. */
export const CBFC_NOTE =
  "CBFC-ideal tells here of freed blocks at once where the wire is idle, at the latest after 4.096 us, and inside a data centre a port has " +
  '2.3 MiB for them. The paper\'s has a time slot "too large for an intra-DC environment", which it does not give; that is what sets it back there.';

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

/** By the paper's name of it: what guards the long link, and what runs inside. */
interface Guards {
  /** Of the long link; without one it is as any other. */
  readonly long?: {
    readonly policy: Readonly<Record<string, unknown>>;
    /** Bytes of each port. */
    readonly memory: number;
  };
  /** PFC with memory set aside for each queue, unless it says otherwise: credits, or nothing that stops anybody. */
  readonly inside?: "pfc" | "cbfc" | "drops";
  readonly policies?: Readonly<Record<string, unknown>>;
}

/** What buffers follow: the long link's length, Bifrost's slot, and how many classes are lossless. */
interface Setting {
  readonly km: number;
  readonly slotUs: number;
  readonly classes: number;
}

/** Buffers are those of section VI-B for each class (VI-C), but for BifrostX's, whose classes share one. */
export const schemes = {
  /** Of one packet more than H, for what leaks. */
  Bifrost: ({ km, slotUs }: Setting): Guards => ({
    long: { policy: { name: "bifrost", slot: `${slotUs}us` }, memory: bifrostMemory(km, slotUs) + FRAME },
  }),
  /** Besides, of a packet a class, for tokens that carry over. */
  BifrostX: ({ km, slotUs, classes }: Setting): Guards => {
    const buffer = bifrostMemory(km, slotUs);
    const policy = { name: "bifrostx", slot: `${slotUs}us`, buffer: `${buffer}B` };
    return { long: { policy, memory: buffer + (1 + classes) * FRAME } };
  },
  SWING: ({ km, classes }: Setting): Guards => ({
    long: { policy: { name: "swing", xoff: "198KiB" }, memory: classes * (bdpOf(km) + MIB) },
  }),
  "CBFC-ideal": ({ km, slotUs, classes }: Setting): Guards => ({
    long: { policy: { name: "cbfc" }, memory: classes * bifrostMemory(km, slotUs) },
    inside: "cbfc",
  }),
  PFC: ({ km, classes }: Setting): Guards => ({
    long: { policy: { name: "pfc", xoff: "1MiB", xon: "1MiB" }, memory: classes * (MIB + headroomOf(km)) },
  }),
  "PFC-deep": ({ km, classes }: Setting): Guards => ({
    long: {
      policy: { name: "pfc", xoff: `${286 * MIB}B`, xon: `${286 * MIB}B` },
      memory: classes * (286 * MIB + headroomOf(km)),
    },
  }),
  IRN: ({ km }: Setting): Guards => ({ inside: "drops", policies: { recovery: { name: "irn", ...irnOf(km) } } }),
  NewReno: (): Guards => ({ inside: "drops", policies: { congestion: "newreno", recovery: "tcp" } }),
} as const;
export type Scheme = keyof typeof schemes;

/** The rule of the paper's settings, which gives 50,134 packets, 7,075 and 6,017 us at 600 km: 16.08 us inside, 12.6 MiB on the path. */
function irnOf(km: number): Readonly<Record<string, unknown>> {
  const rtt = 2 * delayOf(km) + 16_080_000;
  const { bitmap, rtoLow, rtoHigh } = irnSettings({ rate: 100e9, rtt, buffer: 12.62 * MIB, packet: 1500 });
  const upToUs = (time: number): string => `${Math.ceil(time / 1e6)}us`;
  return { bitmap, rtoLow: upToUs(rtoLow), rtoHigh: upToUs(rtoHigh) };
}

export interface TwoDcOptions {
  readonly scheme: Scheme;
  readonly traffic: readonly unknown[];
  readonly untilMs: number;
  readonly km?: number;
  readonly slotUs?: number;
  /** Those that must not be lost, unless the scheme drops. */
  readonly classes?: readonly number[];
  readonly policies?: Readonly<Record<string, unknown>>;
  readonly measure?: Readonly<Record<string, unknown>>;
}

/** A queue's own memory inside a data centre, and headroom besides. */
const OWN = 288 * 1024;
const HEADROOM = 30 * 1024;
/** Longer than any queue here. */
const PATIENCE = "1s";
/** A core switch has four ports to its pods and one to the DCI switch. */
const PORTS = 5;
/** Private memory is set aside for all classes of a port but control's. */
const CLASSES = 7;

export function twoDcScenario(options: TwoDcOptions): Record<string, unknown> {
  const { scheme, traffic, untilMs, km = DISTANCE_KM, slotUs = 10, classes = [3], measure } = options;
  const { long, inside = "pfc", policies }: Guards = schemes[scheme]({ km, slotUs, classes: classes.length });
  const isSetAside = inside === "pfc";
  const own = OWN * (isSetAside ? CLASSES : classes.length) + HEADROOM * classes.length;
  // The long link's memory is its port's own; but with SWING the relays have it, and a DCI switch is like any other.
  const hasLong = long !== undefined && scheme !== "SWING";
  return {
    until: `${untilMs}ms`,
    topology: {
      ...{ kind: "two-dc", k: 4, rate: "100Gbps", delay: "1us", dciRate: `${RATE_GBPS}Gbps`, dciDelay: `${km}km` },
      ...(hasLong && { dciMemory: `${own * (PORTS - 1) + 1}B` }),
    },
    switch: { memory: `${own * PORTS + 10 * MIB}B`, private: isSetAside ? `${OWN}B` : "0B" },
    classes: { lossless: inside === "drops" ? [] : classes },
    ...(long && { links: [{ between: "dci0-dci1", policy: long.policy, memory: `${long.memory}B` }] }),
    traffic,
    policies: {
      buffer: { name: "dt", alpha: 4 },
      headroom: { name: "sih", size: `${HEADROOM}B`, resumeOffset: "0B" },
      link: { pfc: { name: "pfc", reaction: 39 }, cbfc: "cbfc", drops: "none" }[inside],
      congestion: "dcqcn",
      recovery: { name: "go-back-n", timeout: PATIENCE },
      ...policies,
      ...options.policies,
    },
    measure: { pauses: false, ...measure },
  };
}

export const CDFS = { Hadoop: "fb-hadoop-hpcc", WebSearch: "websearch-hpcc" } as const;
export type Workload = keyof typeof CDFS;

/** Over which classes flows are spread; unless it says, they are of one. */
export interface Spread {
  readonly classes?: readonly { readonly class: number; readonly share: string }[];
}

const FIRST = `h0..h${HOSTS - 1}`;
const SECOND = `h${HOSTS}..h${2 * HOSTS - 1}`;

/** From the 16 servers of the first data centre to those of the second. */
export const interDc = (workload: Workload, load: number, stopMs: number, spread: Spread = {}): unknown =>
  between(FIRST, SECOND, load, workload, stopMs, spread);

const between = (
  from: string,
  to: string,
  load: number,
  workload: Workload,
  stopMs: number,
  spread: Spread,
): unknown => ({ kind: "poisson", cdf: CDFS[workload], from, to, load, stop: `${stopMs}ms`, ...spread });

/** Between all servers, but `share` of the flows cross the long link. */
export function mixed(
  workload: Workload,
  { load, share }: { readonly load: number; readonly share: number },
  stopMs: number,
  [inter, intra]: readonly [Spread, Spread],
): unknown[] {
  const across = load * share;
  const within = load - across;
  return [
    between(FIRST, SECOND, across, workload, stopMs, inter),
    between(SECOND, FIRST, across, workload, stopMs, inter),
    between(FIRST, FIRST, within, workload, stopMs, intra),
    between(SECOND, SECOND, within, workload, stopMs, intra),
  ];
}

/** Between any two servers: 16 of the 31 that a server may send to are across the long link. */
export const allToAll = (workload: Workload, load: number, stopMs: number): unknown => ({
  kind: "poisson",
  cdf: CDFS[workload],
  load,
  stop: `${stopMs}ms`,
});

/** Is the host in the first data centre? */
export const isFirst = (host: string): boolean => Number(host.slice(1)) < HOSTS;
