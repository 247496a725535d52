/** For each scheme of sections VI-B and VI-C: the flow control of the long link, and the buffer memory at its ends. */
import { type NO_PAUSES, theory } from "../experiment.ts";
import { REACTION } from "./inside.ts";
import type { BifrostReading } from "./readings.ts";

export const RATE_GBPS = 400;
/** Bytes of a full data frame. */
const FRAME = 1062;
const MIB = 2 ** 20;

/** The delay of the long link in one direction, ps: 5 ns a metre. */
export const delayOf = (km: number): number => km * 5e6;
export const roundTripMs = (km: number): number => (2 * delayOf(km)) / 1e9;
/** The bandwidth-delay product of the long link, bytes. */
export const bdpOf = (km: number): number => (2 * delayOf(km) * RATE_GBPS) / 8000;

/** The headroom h* that PFC needs at the end of the long link, in bytes: the worst case of real frames (docs/errata.md). */
const headroomOf = (km: number): number =>
  theory.headroom.exactHeadroom({ frame: FRAME, rate: RATE_GBPS * 1e9, delay: delayOf(km) });

/** Bifrost's buffer H, bytes: one BDP and two slots at line rate. */
const bifrostMemory = (km: number, slotUs: number): number => bdpOf(km) + (2 * RATE_GBPS * slotUs * 1e3) / 8;

/**
 * The parts of a scenario that depend on the scheme. They are the long link, flow control inside a data centre, other
 * policies and the packet size.
 */
export interface Guards {
  /** The policy of the long link, and the memory of its ports. Absent: the long link is like any other link. */
  readonly long?: {
    readonly policy: Readonly<Record<string, unknown>>;
    /** The memory of each port in bytes. */
    readonly memory: number;
  };
  /** Flow control inside a data centre: PFC with private memory for each queue, credits, or a lossy network. Absent: PFC. */
  readonly inside?: "pfc" | "cbfc" | "drops";
  readonly policies?: Readonly<Record<string, unknown>>;
  /** The payload of a full packet in bytes. Absent: the default. */
  readonly payload?: number;
}

/** IRN's payload in bytes. Its settings count packets of 1500 B with headers (docs/errata.md). */
export const IRN_PAYLOAD = 1438;

/**
 * The values that determine buffer sizes: the length of the long link, Bifrost's slot, and the number of lossless
 * classes.
 */
export interface Setting {
  readonly km: number;
  readonly slotUs: number;
  readonly classes: number;
  readonly reading: BifrostReading;
}

/** PFC on the long link, with X_OFF = X_ON and the headroom h* of real frames (`headroomOf`). */
const pfc = ({ km, classes, reading }: Setting, xoff: number): Guards => ({
  long: {
    policy: { name: "pfc", xoff: `${xoff}B`, xon: `${xoff}B`, timer: reading.pauseTimer },
    memory: classes * (xoff + headroomOf(km)),
  },
});

/** All schemes. Each lossless class has a buffer of the size in section VI-B. Under BifrostX all classes share one buffer. */
export const schemes = {
  /** The memory is Bifrost's buffer H, plus space for one packet that arrives without a grant (docs/policies/bifrost.md, leakage). */
  Bifrost: ({ km, slotUs, reading }: Setting): Guards => ({
    long: {
      policy: { name: "bifrost", slot: `${slotUs}us`, timer: reading.pauseTimer },
      memory: bifrostMemory(km, slotUs) + FRAME,
    },
  }),
  /**
   * The memory is Bifrost's buffer H, plus space for one packet that arrives without a grant, plus space for one packet of
   * each class. Each class needs this space because it may keep unused tokens of up to one packet for the next slot.
   */
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
  /** At 600 km the threshold is one BDP in whole MiB, 286 MiB. The headroom is that of PFC, 281 MiB. */
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
/** A scheme, or the ideal: Bifrost's scenario without any PAUSE. */
export type Run = Scheme | typeof NO_PAUSES;

/**
 * IRN's settings by the rule of `theory/irn.ts`. The RTT is that of the long link, plus 16.08 us inside the data centres.
 * Buffers on the path have 12.62 MiB. At 600 km the rule gives the paper's values: a bitmap of 50,134 packets, RTO_low
 * 6,017 us and RTO_high 7,075 us.
 */
function irnOf(km: number): Readonly<Record<string, unknown>> {
  const rtt = 2 * delayOf(km) + 16_080_000;
  const { bitmap, rtoLow, rtoHigh } = theory.irn.irnSettings({ rate: 100e9, rtt, buffer: 12.62 * MIB, packet: 1500 });
  const upToUs = (time: number): string => `${Math.ceil(time / 1e6)}us`;
  return { bitmap, rtoLow: upToUs(rtoLow), rtoHigh: upToUs(rtoHigh) };
}
