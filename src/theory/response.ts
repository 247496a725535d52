/**
 * The maximum time that an end of a link may take to react to a PAUSE, by the speed of the link.
 *
 * 802.3 has a limit for each speed in quanta of 512 bit times. The limit in quanta grows with the speed up to 400G. At a higher speed a
 * quantum is shorter, but the time for coding and forward error correction (FEC) does not shrink in proportion. At 10G the limit is 67
 * quanta (4288 B), and at 400G 905 quanta (57,920 B). DSH's equation 1 instead uses 60 quanta (3840 B) at every speed.
 *
 * Paper: 802.3, 31B.3.7, with SONiC's table of the limits. The bit times of the sublayers (INTERFACE) are from a public derivation of
 * 802.1Qbb's headroom (HRA: besthub.dev, "headroom for lossless Ethernet, part 2").
 */
import type { Bps, Bytes } from "../base/units.ts";

const G = 1e9;

/** A quantum is 512 bit times. */
const QUANTUM: Bytes = 64;

/**
 * By speed of the link: the maximum reaction time to a PAUSE, in quanta. The time is from the arrival of the PAUSE to the
 * start of the last new frame.
 */
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

/**
 * By speed: the maximum bit times that MAC, PCS, FEC and PHY of one end take to send and to receive. Only speeds with a published number
 * are listed.
 */
const INTERFACE: readonly (readonly [rate: Bps, bits: number])[] = [
  [10 * G, 8192],
  [25 * G, 6144],
  [40 * G, 24_576],
  [100 * G, 122_880],
];

/** The quanta that the standard lists for exactly this speed. */
export const listedQuanta = (rate: Bps): number | undefined => RESPONSE.find(([listed]) => listed === rate)?.[1];

/**
 * The quanta within which a peer must stop sending at this speed. Between two listed speeds the faster one counts. Above the fastest, the
 * quanta grow in proportion to the speed.
 */
export function responseQuanta(rate: Bps): number {
  const row = RESPONSE.find(([listed]) => listed >= rate);
  if (row !== undefined) return row[1];
  const [fastest, quanta] = RESPONSE[RESPONSE.length - 1];
  return Math.ceil((quanta * rate) / fastest);
}

/** The maximum response time at this speed, in bytes on the wire. */
export const responseBytes = (rate: Bps): Bytes => responseQuanta(rate) * QUANTUM;

/**
 * The bytes that pass while the sublayers of the port delay its PAUSE and the arriving frames. The sublayers are MAC, PCS, FEC and PHY. If
 * INTERFACE does not list the speed, the peer's maximum response time is used instead. That time includes the delay of the same sublayers
 * at the peer, so it is an upper bound.
 */
export function interfaceBytes(rate: Bps): Bytes {
  const listed = INTERFACE.find(([speed]) => speed === rate);
  return listed === undefined ? responseBytes(rate) : listed[1] / 8;
}
