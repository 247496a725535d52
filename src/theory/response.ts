/**
 * How long an end of a link may take over a PAUSE at most, by the speed of the link.
 *
 * 802.3 gives each speed a limit in quanta of 512 bit times. It grows with the speed, since coding and forward error correction (FEC) take a
 * time of their own: 60 quanta at 10G, which DSH's equation 1 takes at every speed, are 3840 B; 905 at 400G are 57,920 B.
 *
 * Paper  802.3, 31B.3.7; the table is the one that SONiC reckons with, HRA the interface's bit times
 */
import type { Bps, Bytes } from "../base/units.ts";

const G = 1e9;

/** A quantum is 512 bit times. */
const QUANTUM: Bytes = 64;

/** Quanta between the arrival of a PAUSE and the last new frame, by speed. */
const RESPONSE: readonly (readonly [rate: Bps, quanta: number])[] = [
  [0.1 * G, 1],
  [1 * G, 2],
  [10 * G, 67],
  [25 * G, 80],
  [40 * G, 118],
  [50 * G, 147],
  [100 * G, 394],
  [200 * G, 453],
  [400 * G, 905],
  [800 * G, 905],
];

/** Bit times that MAC, PCS, FEC and PHY of an end take at most to send and to receive, where there is a number of their own. */
const INTERFACE: readonly (readonly [rate: Bps, bits: number])[] = [
  [10 * G, 8192],
  [25 * G, 6144],
  [40 * G, 24_576],
  [100 * G, 122_880],
];

/** Quanta that the standard lists for this very speed. */
export const listedQuanta = (rate: Bps): number | undefined => RESPONSE.find(([listed]) => listed === rate)?.[1];

/**
 * Quanta within which a peer falls silent at this speed. Between two listed speeds it is the faster one's; above the fastest, in proportion
 * to the speed.
 */
export function responseQuanta(rate: Bps): number {
  const row = RESPONSE.find(([listed]) => listed >= rate);
  if (row !== undefined) return row[1];
  const [fastest, quanta] = RESPONSE[RESPONSE.length - 1];
  return Math.ceil((quanta * rate) / fastest);
}

/** The same in bytes of the wire. */
export const responseBytes = (rate: Bps): Bytes => responseQuanta(rate) * QUANTUM;

/**
 * Bytes that pass while MAC, PCS, FEC and PHY of the port that sends the PAUSE hold it, and hold what arrives. Where nobody lists a limit it
 * is that of a response, which spans the same sublayers of the other end.
 */
export function interfaceBytes(rate: Bps): Bytes {
  const listed = INTERFACE.find(([speed]) => speed === rate);
  return listed === undefined ? responseBytes(rate) : listed[1] / 8;
}
