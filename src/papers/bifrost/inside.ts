/** Flow control and buffers inside a data centre (section VI-B), for every figure with lossless classes. */
import type { BifrostReading } from "./readings.ts";

/** The private memory of a queue, bytes. */
export const OWN = 288 * 1024;
export const HEADROOM = 30 * 1024;
export const SHARED = 10 * 2 ** 20;
/** The reaction time of a switch in quanta: 200 ns. Only with it the paper's headroom of 30 KiB suffices. */
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
