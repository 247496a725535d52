/** What guards the long link under each scheme of sections VI-B and VI-C, and the memory that it has there. */
import { type NO_PAUSES, theory } from "../experiment.ts";
import { REACTION } from "./inside.ts";
import type { BifrostReading } from "./readings.ts";

/** Of the long link. */
export const RATE_GBPS = 400;
/** A full data frame. */
const FRAME = 1062;
const MIB = 2 ** 20;

/** One way, ps: 5 ns a metre. */
export const delayOf = (km: number): number => km * 5e6;
/** A round trip of the long link, ms. */
export const roundTripMs = (km: number): number => (2 * delayOf(km)) / 1e9;
/** Bytes that a round trip holds. */
export const bdpOf = (km: number): number => (2 * delayOf(km) * RATE_GBPS) / 8000;

/** Headroom for a PAUSE on the long link. */
const headroomOf = (km: number): number =>
  theory.headroom.exactHeadroom({ frame: FRAME, rate: RATE_GBPS * 1e9, delay: delayOf(km) });

/** H of Bifrost: one BDP and what arrives in two slots. */
const bifrostMemory = (km: number, slotUs: number): number => bdpOf(km) + (2 * RATE_GBPS * slotUs * 1e3) / 8;

/** By the paper's name of it: what guards the long link, and what runs inside. */
export interface Guards {
  /** Of the long link; without one it is as any other. */
  readonly long?: {
    readonly policy: Readonly<Record<string, unknown>>;
    /** Bytes of each port. */
    readonly memory: number;
  };
  /** PFC with memory set aside for each queue, unless it says otherwise: credits, or nothing that stops anybody. */
  readonly inside?: "pfc" | "cbfc" | "drops";
  readonly policies?: Readonly<Record<string, unknown>>;
  /** Bytes of a full packet, where it is not the lab's. */
  readonly payload?: number;
}

/** IRN's settings count packets of 1500 B with headers (docs/errata.md). */
export const IRN_PAYLOAD = 1438;

/** What buffers follow: the long link's length, Bifrost's slot, and how many classes are lossless. */
export interface Setting {
  readonly km: number;
  readonly slotUs: number;
  readonly classes: number;
  readonly reading: BifrostReading;
}

/** PFC with X_OFF = X_ON and the headroom that real frames need. */
const pfc = ({ km, classes, reading }: Setting, xoff: number): Guards => ({
  long: {
    policy: { name: "pfc", xoff: `${xoff}B`, xon: `${xoff}B`, timer: reading.pauseTimer },
    memory: classes * (xoff + headroomOf(km)),
  },
});

/** Buffers are those of section VI-B for each class (VI-C), but for BifrostX's, whose classes share one. */
export const schemes = {
  /** Of one packet more than H, for what leaks. */
  Bifrost: ({ km, slotUs, reading }: Setting): Guards => ({
    long: {
      policy: { name: "bifrost", slot: `${slotUs}us`, timer: reading.pauseTimer },
      memory: bifrostMemory(km, slotUs) + FRAME,
    },
  }),
  /** Besides, of a packet a class, for tokens that carry over. */
  BifrostX: ({ km, slotUs, classes }: Setting): Guards => {
    const buffer = bifrostMemory(km, slotUs);
    const policy = { name: "bifrostx", slot: `${slotUs}us`, buffer: `${buffer}B` };
    return { long: { policy, memory: buffer + (1 + classes) * FRAME } };
  },
  SWING: ({ km, classes, reading }: Setting): Guards => ({
    long: {
      policy: { name: "swing", xoff: "198KiB", reaction: REACTION, timer: reading.pauseTimer },
      memory: classes * (bdpOf(km) + MIB),
    },
  }),
  "CBFC-ideal": ({ km, slotUs, classes }: Setting): Guards => ({
    long: { policy: { name: "cbfc" }, memory: classes * bifrostMemory(km, slotUs) },
    inside: "cbfc",
  }),
  PFC: (setting: Setting): Guards => pfc(setting, MIB),
  /** 286 MiB at 600 km, as PFC's threshold and as its headroom. */
  "PFC-deep": (setting: Setting): Guards => pfc(setting, Math.floor(bdpOf(setting.km) / MIB) * MIB),
  IRN: ({ km, reading }: Setting): Guards => ({
    inside: "drops",
    policies: { recovery: { name: "irn", ...irnOf(km), onTimeout: reading.irnTimeout } },
    payload: IRN_PAYLOAD,
  }),
  NewReno: ({ reading }: Setting): Guards => ({
    inside: "drops",
    policies: { congestion: "newreno", recovery: { name: "tcp", handshake: reading.tcpHandshake === "connect" } },
  }),
} as const;
export type Scheme = keyof typeof schemes;
/** A scheme, or the ideal: Bifrost's run if no port ever paused. */
export type Run = Scheme | typeof NO_PAUSES;

/** The rule of the paper's settings, which gives 50,134 packets, 7,075 and 6,017 us at 600 km: 16.08 us inside, 12.6 MiB on the path. */
function irnOf(km: number): Readonly<Record<string, unknown>> {
  const rtt = 2 * delayOf(km) + 16_080_000;
  const { bitmap, rtoLow, rtoHigh } = theory.irn.irnSettings({ rate: 100e9, rtt, buffer: 12.62 * MIB, packet: 1500 });
  const upToUs = (time: number): string => `${Math.ceil(time / 1e6)}us`;
  return { bitmap, rtoLow: upToUs(rtoLow), rtoHigh: upToUs(rtoHigh) };
}
