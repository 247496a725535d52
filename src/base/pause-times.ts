/**
 * The pause times of the eight classes in a PAUSE frame of 802.1Qbb. Each has 16 bits. Together they are four 32-bit words, class 0 first.
 */

/** The maximum time that fits the field, in quanta of 512 bit times. */
export const MAX_QUANTA = 65_535;

/** Writes the pause time `quanta` into `words`, for each class whose bit is set in the mask `classes`. */
export function setTimes(words: Int32Array, classes: number, quanta: number): void {
  for (let cls = 0; cls < 8; cls++) {
    if ((classes & (1 << cls)) === 0) continue;
    const shift = (cls & 1) * 16;
    words[cls >> 1] = (words[cls >> 1] & ~(MAX_QUANTA << shift)) | (quanta << shift);
  }
}
