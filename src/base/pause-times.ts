/** The eight times of a PAUSE frame of 802.1Qbb: 16 bits each, in four 32-bit words, class 0 first. */

/** The maximum time that fits the field, in quanta of 512 bit times. */
export const MAX_QUANTA = 65_535;

/** Sets the time of `classes`, a bit mask. */
export function setTimes(words: Int32Array, classes: number, quanta: number): void {
  for (let cls = 0; cls < 8; cls++) {
    if ((classes & (1 << cls)) === 0) continue;
    const shift = (cls & 1) * 16;
    words[cls >> 1] = (words[cls >> 1] & ~(MAX_QUANTA << shift)) | (quanta << shift);
  }
}
