/**
 * Room for records that may be needed: addresses now, memory when a page is first written.
 *
 * So an array can have its final size from the start, and code that closes over it never sees another
 * (docs/decisions/0016-closures-over-constant-arrays.md). A shared buffer where there is such a thing, although nobody shares it: V8 reckons
 * an ArrayBuffer of a gigabyte as a gigabyte of garbage to come, and collects at once.
 */

/** A buffer of zeros, `bytes` long; where so much cannot be had, a half as long, a quarter ... Throws below 1 MiB. */
export function reserve(bytes: number): ArrayBufferLike {
  for (let size = bytes; ; size /= 2) {
    try {
      return typeof SharedArrayBuffer === "undefined" ? new ArrayBuffer(size) : new SharedArrayBuffer(size);
    } catch (error) {
      if (!(error instanceof RangeError) || size < 2 ** 20) throw error;
    }
  }
}
