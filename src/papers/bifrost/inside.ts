/** Flow control and buffers inside a data centre (section VI-B), for every figure with lossless classes. */
import type { BifrostReading } from "./readings.ts";

/** Bytes of a queue's private memory, of its headroom and of a switch's shared pool. */
export const OWN = 288 * 1024;
export const HEADROOM = 30 * 1024;
export const SHARED = 10 * 2 ** 20;
/** The reaction time of a switch in quanta: 200 ns. The paper's headroom of 30 KiB requires it. */
export const REACTION = 39;
/** The retransmission timeout of hosts. No packet is lost, so the timeout exceeds the longest queueing delay. */
const TIMEOUT = "1s";

export const pfcInside = ({ pauseTimer: timer }: BifrostReading) => ({ name: "pfc", reaction: REACTION, timer });

export const insidePolicies = (reading: BifrostReading): Readonly<Record<string, unknown>> => ({
  buffer: { name: "dt", alpha: 4 },
  headroom: { name: "sih", size: `${HEADROOM}B`, resumeOffset: "0B" },
  link: pfcInside(reading),
  recovery: { name: "go-back-n", timeout: TIMEOUT },
});
