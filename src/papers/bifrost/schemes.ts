/** The policy and memory of the long link under each scheme of sections VI-B and VI-C. */
import { type NO_PAUSES, theory } from "../experiment.ts";
import { REACTION } from "./inside.ts";
import type { BifrostReading } from "./readings.ts";

/** The rate of the long link. */
export const RATE_GBPS = 400;
/** Bytes of a full data frame. */
const FRAME = 1062;
const MIB = 2 ** 20;

/** The delay one way, ps: 5 ns a metre. */
export const delayOf = (km: number): number => km * 5e6;
/** The round trip of the long link, ms. */
export const roundTripMs = (km: number): number => (2 * delayOf(km)) / 1e9;
/** The bandwidth-delay product of the long link, bytes. */
export const bdpOf = (km: number): number => (2 * delayOf(km) * RATE_GBPS) / 8000;

/** The headroom that PFC needs on the long link, bytes. */
const headroomOf = (km: number): number =>
  theory.headroom.exactHeadroom({ frame: FRAME, rate: RATE_GBPS * 1e9, delay: delayOf(km) });

/** Bifrost's H: one BDP and the bytes of two slots. */
const bifrostMemory = (km: number, slotUs: number): number => bdpOf(km) + (2 * RATE_GBPS * slotUs * 1e3) / 8;

/** The part of a scenario that a scheme decides: the long link, and the flow control inside a data centre. */
export interface Guards {
  /** The policy of the long link. Without it the long link is like any other link. */
  readonly long?: {
    readonly policy: Readonly<Record<string, unknown>>;
    /** Memory of each port, bytes. */
    readonly memory: number;
  };
  /** PFC with private memory for each queue, credits, or a lossy network. Without it: PFC. */
  readonly inside?: "pfc" | "cbfc" | "drops";
  readonly policies?: Readonly<Record<string, unknown>>;
  /** Payload of a full packet in bytes, if it is not the default. */
  readonly payload?: number;
}

/** IRN's settings count packets of 1500 B with headers (docs/errata.md). */
export const IRN_PAYLOAD = 1438;

/** The size of buffers depends on these: the long link's length, Bifrost's slot, and the number of lossless classes. */
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

/** Each class has the buffer of section VI-B (VI-C). Under BifrostX all classes share one buffer. */
export const schemes = {
  /** The memory is H and one packet for leakage. */
  Bifrost: ({ km, slotUs, reading }: Setting): Guards => ({
    long: {
      policy: { name: "bifrost", slot: `${slotUs}us`, timer: reading.pauseTimer },
      memory: bifrostMemory(km, slotUs) + FRAME,
    },
  }),
  /** The memory is H, one packet for leakage, and a packet a class for tokens that carry over. */
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
  /** The threshold and the headroom are 286 MiB each at 600 km. */
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
/** A scheme, or the ideal: Bifrost's run without any PAUSE. */
export type Run = Scheme | typeof NO_PAUSES;

/** The rule behind the paper's settings of 50,134 packets, 7,075 and 6,017 us at 600 km: 16.08 us inside, 12.6 MiB on the path. */
function irnOf(km: number): Readonly<Record<string, unknown>> {
  const rtt = 2 * delayOf(km) + 16_080_000;
  const { bitmap, rtoLow, rtoHigh } = theory.irn.irnSettings({ rate: 100e9, rtt, buffer: 12.62 * MIB, packet: 1500 });
  const upToUs = (time: number): string => `${Math.ceil(time / 1e6)}us`;
  return { bitmap, rtoLow: upToUs(rtoLow), rtoHigh: upToUs(rtoHigh) };
}
