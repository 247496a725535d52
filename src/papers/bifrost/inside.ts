/** What runs inside a data centre, in every figure with lossless classes: section VI-B's PFC and buffers. */
import type { BifrostReading } from "./readings.ts";

/** A queue's own memory, headroom besides, and what a switch's ports share. */
export const OWN = 288 * 1024;
export const HEADROOM = 30 * 1024;
export const SHARED = 10 * 2 ** 20;
/** Quanta that a switch takes to react: its headroom of 30 KiB asks that, 200 ns. */
export const REACTION = 39;
/** Nothing is lost, so hosts wait before they send again for longer than any queue here. */
const PATIENCE = "1s";

export const pfcInside = ({ pauseTimer: timer }: BifrostReading) => ({ name: "pfc", reaction: REACTION, timer });

export const insidePolicies = (reading: BifrostReading): Readonly<Record<string, unknown>> => ({
  buffer: { name: "dt", alpha: 4 },
  headroom: { name: "sih", size: `${HEADROOM}B`, resumeOffset: "0B" },
  link: pfcInside(reading),
  recovery: { name: "go-back-n", timeout: PATIENCE },
});
