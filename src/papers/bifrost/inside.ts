/** Flow control and buffers inside a data centre (section VI-B). */
import type { BifrostReading } from "./readings.ts";

/** The private memory of a queue, bytes. */
export const OWN = 288 * 1024;
export const HEADROOM = 30 * 1024;
export const SHARED = 10 * 2 ** 20;
/** The reaction time of a switch in quanta: 200 ns. With a longer one the paper's headroom of 30 KiB would be too small. */
export const REACTION = 39;
/**
 * The retransmission timeout of hosts. No packet is lost in these runs, so a timeout could only retransmit a packet that is late. The value
 * exceeds the longest delay, so no packet is retransmitted.
 */
const TIMEOUT = "1s";

export const pfcInside = ({ pauseTimer: timer }: BifrostReading) => ({ name: "pfc", reaction: REACTION, timer });

export const insidePolicies = (reading: BifrostReading): Readonly<Record<string, unknown>> => ({
  buffer: { name: "dt", alpha: 4 },
  headroom: { name: "sih", size: `${HEADROOM}B`, resumeOffset: "0B" },
  link: pfcInside(reading),
  recovery: { name: "go-back-n", timeout: TIMEOUT },
});
